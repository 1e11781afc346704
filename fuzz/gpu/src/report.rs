//! Results: one JSON line per case, and a summary of them.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How a case ended; a later one is worse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Not run.
    Skipped,
    /// All memory was equal.
    Equal,
    /// The original alone gives different results from run to run: a fault of the corpus.
    Unstable,
    /// The driver refused the module or the launch.
    Error,
    /// Memory differed.
    Different,
    /// A kernel faulted, or the process that ran it died.
    Fault,
    /// A kernel did not end in time.
    Hang,
}

impl Status {
    /// Every status, from best to worst.
    pub const ALL: [Status; 7] = [
        Status::Skipped,
        Status::Equal,
        Status::Unstable,
        Status::Error,
        Status::Different,
        Status::Fault,
        Status::Hang,
    ];

    /// Is the process that ran it of no more use?
    pub const fn is_fatal(self) -> bool {
        matches!(self, Status::Fault | Status::Hang)
    }

    /// Does it make the whole run fail?
    pub const fn is_failure(self) -> bool {
        !matches!(self, Status::Skipped | Status::Equal)
    }

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Status::Skipped => "skipped",
            Status::Equal => "equal",
            Status::Unstable => "unstable",
            Status::Error => "error",
            Status::Different => "different",
            Status::Fault => "fault",
            Status::Hang => "hang",
        }
    }
}

/// A line of the results.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CaseResult {
    /// The file in the corpus.
    pub file: String,
    /// The case's number in it.
    pub case: usize,
    /// Launches and their shapes.
    pub launches: String,
    /// How the grid was cut.
    pub plan: String,
    /// How it ended.
    pub status: Status,
    /// What was seen.
    pub detail: String,
    /// Launches of variants, over all levels.
    pub slices: u32,
    /// Wall-clock time in milliseconds.
    pub millis: f64,
}

/// A kernel that no case runs a variant of, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skip {
    /// The file in the corpus.
    pub file: String,
    /// The kernel; none when it is the whole file.
    pub kernel: Option<String>,
    /// A code of the rewriter, or a reason in words.
    pub reason: String,
}

/// What all cases came to.
#[derive(Debug, Default, Serialize)]
pub struct Summary {
    /// The executor.
    pub device: String,
    /// Cases that ran.
    pub cases: usize,
    /// Fewest cases that a good run has.
    pub floor: usize,
    /// Cases by status.
    pub by_status: BTreeMap<&'static str, usize>,
    /// Launches of variants.
    pub slices: u64,
    /// Kernels without a variant, by reason.
    pub refused: BTreeMap<String, usize>,
    /// The first failures.
    pub failures: Vec<CaseResult>,
    /// Failed cases by file.
    pub failed_files: BTreeMap<String, usize>,
    /// Wall-clock time in seconds.
    pub seconds: f64,
}

/// Failures listed in full; the rest are in the results.
const LISTED: usize = 20;

impl Summary {
    /// Counts results. `floor` is the fewest cases that a good run has.
    pub fn new(results: &[CaseResult], skips: &[Skip], floor: usize) -> Self {
        let mut out = Summary { floor, ..Summary::default() };
        for status in Status::ALL {
            out.by_status.insert(status.word(), results.iter().filter(|r| r.status == status).count());
        }
        out.cases = results.iter().filter(|r| r.status != Status::Skipped).count();
        out.slices = results.iter().map(|r| u64::from(r.slices)).sum();
        for skip in skips {
            *out.refused.entry(skip.reason.clone()).or_default() += 1;
        }
        let mut listed = BTreeMap::new();
        for result in results.iter().filter(|r| r.status.is_failure()) {
            *out.failed_files.entry(result.file.clone()).or_default() += 1;
            // Two of a file say as much as twenty.
            let seen = listed.entry(&result.file).or_insert(0);
            *seen += 1;
            if *seen <= 2 && out.failures.len() < LISTED {
                out.failures.push(result.clone());
            }
        }
        out
    }

    /// No failure, and enough cases.
    pub fn is_good(&self) -> bool {
        self.failed_files.is_empty() && self.cases >= self.floor
    }

    /// A short table.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for failure in &self.failures {
            let CaseResult { file, case, launches, plan, status, detail, .. } = failure;
            _ = writeln!(out, "{}: {file} case {case}: {launches}, {plan}: {detail}", status.word());
        }
        for (file, count) in self.failed_files.iter().take(2 * LISTED) {
            _ = writeln!(out, "{count:6} failed in {file}");
        }
        let refused = self.refused.iter().map(|(code, n)| format!("{code} {n}")).collect::<Vec<_>>().join(", ");
        _ = writeln!(out, "without variant: {}", if refused.is_empty() { "none" } else { &refused });
        _ = writeln!(out, "device: {}", self.device);
        let counts = Status::ALL.iter().map(|s| format!("{} {}", s.word(), self.by_status[s.word()]));
        _ = writeln!(out, "cases: {} of at least {} ({})", self.cases, self.floor, counts.collect::<Vec<_>>().join(", "));
        _ = writeln!(out, "launches of variants: {}, in {:.1} s", self.slices, self.seconds);
        _ = writeln!(out, "{}", if self.is_good() { "PASS" } else { "FAIL" });
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(file: &str, status: Status) -> CaseResult {
        let (launches, plan, detail) = ("k 1x1x1 of 1x1x1".into(), "all".into(), String::new());
        CaseResult { file: file.into(), case: 0, launches, plan, status, detail, slices: 3, millis: 1.0 }
    }

    #[test]
    fn counts_and_judges() {
        let good = [result("a", Status::Equal), result("a", Status::Equal), result("b", Status::Skipped)];
        let summary = Summary::new(&good, &[], 2);
        assert!(summary.is_good());
        assert_eq!((summary.cases, summary.slices, summary.by_status["equal"]), (2, 9, 2));
        assert!(!Summary::new(&good, &[], 3).is_good());
        assert!(summary.to_text().ends_with("PASS\n"));
    }

    #[test]
    fn every_bad_status_fails_the_run() {
        for status in Status::ALL.into_iter().filter(|s| !matches!(s, Status::Equal | Status::Skipped)) {
            let summary = Summary::new(&[result("a", Status::Equal), result("b", status)], &[], 1);
            assert!(!summary.is_good(), "{status:?}");
            assert!(summary.to_text().contains("1 failed in b"));
        }
    }

    #[test]
    fn lists_few_failures_of_one_file() {
        let many: Vec<_> = (0..100).map(|_| result("a", Status::Different)).collect();
        let summary = Summary::new(&many, &[], 1);
        assert_eq!((summary.failures.len(), summary.failed_files["a"]), (2, 100));
    }
}
