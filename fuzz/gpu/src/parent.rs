//! The parent: a child for every file, a watch over each, and the sums.

use crate::bundle::read_list;
use crate::case::{Bundle, Case, CaseFile};
use crate::worker::{Message, Verdict};
use anyhow::{Context, Result};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How to run a bundle.
#[derive(Debug, Clone)]
pub struct Options {
    /// The folder.
    pub bundle: PathBuf,
    /// Where results go, a line of JSON each.
    pub out: PathBuf,
    /// Files at a time.
    pub jobs: usize,
    /// Only files whose names contain this.
    pub only: Option<String>,
    /// Fewer cases than this are a failure.
    pub min_cases: usize,
    /// The longest that a case may take.
    pub case_time: Duration,
    /// The longest that a child may take until it is ready.
    pub start_time: Duration,
    /// The program to run as a child.
    pub program: PathBuf,
    /// Use the stand-in for a GPU.
    pub fake: bool,
}

/// A file with this many hangs and deaths is given up: a hang costs as much time as thousands of cases.
const MAX_DEATHS: usize = 6;

/// How many cases ended how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Cases that ran or should have run; inapplicable ones and those behind an abandoned one are not among them.
    pub cases: usize,
    /// Every byte was equal.
    pub equal: usize,
    /// Bytes differed.
    pub different: usize,
    /// Refused launches, faults, deaths.
    pub errors: usize,
    /// Kernels that did not end in time.
    pub hangs: usize,
    /// The original differs from itself.
    pub nondeterministic: usize,
    /// The driver refuses the original in a shape that the file does not name.
    pub inapplicable: usize,
    /// Not tried, since others of the same file hung or died.
    pub abandoned: usize,
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        let Counts { cases, equal, different, errors, hangs, nondeterministic, inapplicable, abandoned } = other;
        self.cases += cases;
        self.equal += equal;
        self.different += different;
        self.errors += errors;
        self.hangs += hangs;
        self.nondeterministic += nondeterministic;
        self.inapplicable += inapplicable;
        self.abandoned += abandoned;
    }

    /// Cases that show something wrong.
    pub fn bad(&self) -> usize {
        self.different + self.errors + self.hangs
    }
}

/// A line of results.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
enum Line<'a> {
    Case { file: &'a str, case: String, status: &'static str, detail: &'a str },
    File { file: &'a str, seconds: f32, counts: &'a Counts },
    Summary(&'a Summary),
}

/// All that a run found.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Summary {
    /// The device.
    pub device: String,
    /// Files that ran.
    pub files: usize,
    /// Sums over them.
    pub counts: Counts,
    /// Files with cases that are not equal, by status.
    pub names: BTreeMap<&'static str, Vec<String>>,
    /// Files that don't run, and why.
    pub skipped: BTreeMap<String, Vec<String>>,
    /// Wall-clock time.
    pub seconds: f32,
    /// Nothing wrong, and enough cases.
    pub ok: bool,
}

/// How a child ended or a case of its.
enum Event {
    Said(Message),
    Silent,
    Gone(String),
}

struct Worker {
    child: Child,
    lines: Receiver<Message>,
}

impl Worker {
    fn start(options: &Options, name: &str, from: usize) -> Result<Self> {
        let mut command = Command::new(&options.program);
        command.arg("worker").arg("--bundle").arg(&options.bundle);
        command.arg("--file").arg(name).arg("--from").arg(from.to_string());
        if options.fake {
            command.arg("--fake");
        }
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().context("cannot start a child")?;
        let out = child.stdout.take().context("the child has no output")?;
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                let Ok(message) = serde_json::from_str(&line) else { continue };
                if send.send(message).is_err() {
                    break;
                }
            }
        });
        Ok(Worker { child, lines })
    }

    fn next(&mut self, limit: Duration) -> Event {
        match self.lines.recv_timeout(limit) {
            Ok(message) => Event::Said(message),
            Err(RecvTimeoutError::Timeout) => Event::Silent,
            Err(RecvTimeoutError::Disconnected) => Event::Gone(self.end()),
        }
    }

    /// Waits a little for the child to end, then ends it. The text says how it ended.
    fn end(&mut self) -> String {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(2) {
            if let Ok(Some(status)) = self.child.try_wait() {
                return status.to_string();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        self.kill()
    }

    fn kill(&mut self) -> String {
        let _ = self.child.kill();
        // A process whose kernel hangs may take a while to go, and may never go: don't wait for ever.
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(20) {
            if let Ok(Some(status)) = self.child.try_wait() {
                return status.to_string();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        "killed, but it does not go".into()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if !matches!(self.child.try_wait(), Ok(Some(_))) {
            self.kill();
        }
    }
}

/// A file's result.
#[derive(Default)]
struct FileResult {
    counts: Counts,
    /// Case, status, detail.
    notes: Vec<(String, &'static str, String)>,
    device: Option<String>,
    seconds: f32,
}

impl FileResult {
    fn note(&mut self, case: String, status: &'static str, detail: String) {
        let c = &mut self.counts;
        match status {
            "different" => c.different += 1,
            "error" => c.errors += 1,
            "hang" => c.hangs += 1,
            "nondeterministic" => c.nondeterministic += 1,
            "abandoned" => c.abandoned += 1,
            _ => c.inapplicable += 1,
        }
        c.cases = c.equal + c.different + c.errors + c.hangs + c.nondeterministic;
        self.notes.push((case, status, detail));
    }

    fn verdict(&mut self, case: &Case, verdict: Verdict) {
        let case = case.to_string();
        match verdict {
            Verdict::Equal => {
                self.counts.equal += 1;
                self.counts.cases += 1;
            }
            Verdict::Different(what) => self.note(case, "different", what),
            Verdict::Nondeterministic(what) => self.note(case, "nondeterministic", what),
            Verdict::Inapplicable(what) => self.note(case, "inapplicable", what),
            Verdict::Error(what) => self.note(case, "error", what),
        }
    }
}

fn run_file(options: &Options, file: &CaseFile) -> Result<FileResult> {
    let start = Instant::now();
    let cases = file.cases();
    let mut result = FileResult::default();
    let (mut from, mut deaths) = (0, 0);
    while from < cases.len() {
        if deaths == MAX_DEATHS {
            let left = cases.len() - from;
            result.note(cases[from].to_string(), "abandoned", format!("{left} cases behind {deaths} hangs or deaths"));
            result.counts.abandoned = left;
            break;
        }
        match run_worker(options, file, &cases, from, &mut result)? {
            Some(next) => from = next,
            None => break,
        }
        deaths += 1;
    }
    result.seconds = start.elapsed().as_secs_f32();
    Ok(result)
}

/// Runs one child from the case `from` on; returns the case to go on with, if it died before the end.
fn run_worker(
    options: &Options,
    file: &CaseFile,
    cases: &[Case],
    from: usize,
    result: &mut FileResult,
) -> Result<Option<usize>> {
    let mut worker = Worker::start(options, &file.name, from)?;
    let mut next = from; // The case to run next, or that runs.
    let mut running: Option<bool> = None; // Does the original run?
    let mut limit = options.start_time;
    // Behind a fault of the original, its other slicings can't be tried.
    let behind = |index: usize, original: bool| {
        let group = cases[index].group;
        let same = cases[index..].iter().take_while(|c| original && c.group == group).count();
        index + same.max(1)
    };
    loop {
        match worker.next(limit) {
            Event::Said(Message::Ready(device)) => {
                result.device = Some(device);
                limit = options.case_time;
            }
            Event::Said(Message::Original(index)) => (next, running) = (index, Some(true)),
            Event::Said(Message::Variant(index)) => (next, running) = (index, Some(false)),
            Event::Said(Message::End(index, verdict)) => {
                let original = running == Some(true);
                let error = matches!(verdict, Verdict::Error(_));
                result.verdict(&cases[index], verdict);
                (next, running) = (index + 1, None);
                if next == cases.len() {
                    worker.end();
                    return Ok(None);
                }
                // A fault ends the child, a refusal does not; either way the rest of the group can't be tried.
                if error && original {
                    return Ok(Some(behind(index, true)));
                }
            }
            Event::Said(Message::Unfit(what)) => {
                result.note(cases[next].to_string(), "error", format!("the child can't work: {what}"));
                return Ok(None);
            }
            Event::Silent => {
                let original = running == Some(true);
                let what = if original { "the original" } else { "the variant" };
                worker.kill();
                let what = format!("{what} gave no answer within {} s", limit.as_secs_f32());
                result.note(cases[next].to_string(), "hang", what);
                return Ok(Some(behind(next, original)));
            }
            Event::Gone(status) => {
                let Some(original) = running else {
                    // It ended between cases, as told, behind a fault; or it never came up.
                    if next > from {
                        return Ok(Some(next));
                    }
                    result.note(cases[next].to_string(), "error", format!("the child died at once: {status}"));
                    return Ok(None);
                };
                let what = if original { "the original" } else { "the variant" };
                result.note(cases[next].to_string(), "error", format!("the child died in {what}: {status}"));
                return Ok(Some(behind(next, original)));
            }
        }
    }
}

/// Runs a bundle.
pub fn run(options: &Options) -> Result<Summary> {
    let start = Instant::now();
    let Bundle { files, skipped } = read_list(&options.bundle)?;
    let wanted = |name: &str| options.only.as_ref().is_none_or(|only| name.contains(only));
    let files: Vec<&CaseFile> = files.iter().filter(|f| wanted(&f.name)).collect();
    let skipped = skipped.into_iter().filter(|s| wanted(&s.name)).map(|s| (s.name, s.why)).collect();
    let out = std::fs::File::create(&options.out);
    let out = Mutex::new(out.with_context(|| format!("cannot write `{}`", options.out.display()))?);
    let summary = Mutex::new(Summary { files: files.len(), skipped, ..Summary::default() });
    let turn = AtomicUsize::new(0);
    let job = || -> Result<()> {
        while let Some(file) = files.get(turn.fetch_add(1, Ordering::Relaxed)) {
            let result = run_file(options, file)?;
            record(&out, file, &result)?;
            let mut summary = summary.lock().expect("no holder panics");
            summary.counts.add(&result.counts);
            if let Some(device) = result.device {
                summary.device = device;
            }
            for (_, status, _) in &result.notes {
                let names = summary.names.entry(status).or_default();
                if names.last() != Some(&file.name) {
                    names.push(file.name.clone());
                }
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let jobs: Vec<_> = (0..options.jobs.max(1)).map(|_| scope.spawn(job)).collect();
        jobs.into_iter().try_for_each(|j| j.join().expect("no job panics"))
    })?;
    let mut summary = summary.into_inner().expect("no holder panics");
    summary.seconds = start.elapsed().as_secs_f32();
    summary.ok = summary.counts.bad() == 0 && summary.counts.cases >= options.min_cases;
    let mut out = out.into_inner().expect("no holder panics");
    write_line(&mut out, &Line::Summary(&summary))?;
    Ok(summary)
}

fn record(out: &Mutex<std::fs::File>, file: &CaseFile, result: &FileResult) -> Result<()> {
    let mut out = out.lock().expect("no holder panics");
    for (case, status, detail) in &result.notes {
        write_line(&mut out, &Line::Case { file: &file.name, case: case.clone(), status, detail })?;
    }
    write_line(&mut out, &Line::File { file: &file.name, seconds: result.seconds, counts: &result.counts })
}

fn write_line(out: &mut std::fs::File, line: &Line<'_>) -> Result<()> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    out.write_all(&text).context("cannot write the results")
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let c = &self.counts;
        writeln!(f, "device: {}", self.device)?;
        for (name, why) in &self.skipped {
            writeln!(f, "skipped: {name}: {}", why.join(", "))?;
        }
        for (status, names) in &self.names {
            writeln!(f, "{status}: {}", names.join(", "))?;
        }
        writeln!(f, "{} files, {} files skipped, {:.1} s", self.files, self.skipped.len(), self.seconds)?;
        writeln!(
            f,
            "{} cases: {} equal, {} different, {} errors, {} hangs, {} nondeterministic; besides, {} inapplicable, \
             {} abandoned",
            c.cases, c.equal, c.different, c.errors, c.hangs, c.nondeterministic, c.inapplicable, c.abandoned
        )?;
        f.write_str(if self.ok { "ok" } else { "FAILED" })
    }
}
