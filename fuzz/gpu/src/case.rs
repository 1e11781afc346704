//! Cases: which launches of a file, in which shape, cut into which slices. Parent and worker both derive them from the
//! bundle, in the same order, so that a number is enough to name one.

use crate::inputs::mix;
use crate::spec::{Dim, Launch, Vary};
use serde::{Deserialize, Serialize};

/// What `cases.json` holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bundle {
    /// Files to run.
    pub files: Vec<CaseFile>,
    /// Files that have launches but are not run.
    pub skipped: Vec<Skipped>,
}

/// Why a file is not run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// The file.
    pub name: String,
    /// Codes of refusals, or another reason in words.
    pub why: Vec<String>,
}

/// A file of the corpus.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CaseFile {
    /// Folder and name without extension: `kernels/saxpy`.
    pub name: String,
    /// Must the launches run in order in one module, since they share its state?
    pub sequence: bool,
    /// What may be varied.
    pub vary: Vary,
    /// The file's launches.
    pub launches: Vec<Launch>,
    /// The kernels that they name.
    pub kernels: Vec<Kernel>,
    /// Module-scope variables to compare.
    pub globals: Vec<String>,
    /// Levels of optimization to run at.
    pub levels: Vec<u32>,
    /// Does the bundle hold cubins? Else the driver assembles the PTX.
    pub cubins: bool,
}

/// A kernel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kernel {
    /// Its name.
    pub name: String,
    /// The name of its variant, if it has one.
    pub variant: Option<String>,
    /// The code of the refusal, if it has none.
    pub refused: Option<String>,
    /// Sizes of its parameters in bytes.
    pub params: Vec<u64>,
    /// The CTA shape that `.reqntid` asks for.
    pub required: Option<Dim>,
    /// The most threads of a CTA that `.maxntid` promises.
    pub max_threads: Option<u64>,
}

/// The levels of optimization to run at; code with debug information only at the first.
pub const LEVELS: [u32; 2] = [0, 3];

/// A way to cut a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Split {
    /// One launch.
    Whole,
    /// Slices of so many CTAs.
    Every(u64),
    /// Slices of arbitrary sizes, from a seed.
    Random(u64),
}

impl Split {
    /// Bases and counts that cover `total` CTAs once.
    pub fn cuts(self, total: u64) -> Vec<(u64, u64)> {
        match self {
            Split::Whole => vec![(0, total)],
            Split::Every(size) => (0..total.div_ceil(size)).map(|i| (i * size, size.min(total - i * size))).collect(),
            Split::Random(seed) => {
                let pieces = mix(seed) % 8 + 1;
                let mut ends: Vec<u64> = (0..pieces).map(|i| mix(mix(seed) ^ i) % total.max(1)).collect();
                ends.extend([0, total]);
                ends.sort_unstable();
                ends.dedup();
                ends.windows(2).map(|w| (w[0], w[1] - w[0])).collect()
            }
        }
    }
}

impl std::fmt::Display for Split {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Split::Whole => f.write_str("whole"),
            Split::Every(n) => write!(f, "every {n}"),
            Split::Random(seed) => write!(f, "random {seed}"),
        }
    }
}

/// A launch in a shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shaped {
    /// Index among the file's launches.
    pub launch: usize,
    /// CTAs.
    pub grid: Dim,
    /// Threads of a CTA.
    pub cta: Dim,
}

impl Shaped {
    fn ctas(&self) -> u64 {
        self.grid.iter().map(|n| u64::from(*n)).product()
    }

    fn threads(&self) -> u64 {
        self.ctas() * self.cta.iter().map(|n| u64::from(*n)).product::<u64>()
    }
}

/// A case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Cases with the same number differ only in the split: the original need not run again.
    pub group: usize,
    /// Level of optimization.
    pub level: u32,
    /// Is the shape one that the file does not name?
    pub varied: bool,
    /// What to launch.
    pub launches: Vec<Shaped>,
    /// How to cut each.
    pub split: Split,
}

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "O{}", self.level)?;
        for s in &self.launches {
            let dim = |d: Dim| format!("{},{},{}", d[0], d[1], d[2]);
            write!(f, " launch {} grid={} cta={}", s.launch, dim(s.grid), dim(s.cta))?;
        }
        write!(f, " split: {}", self.split)
    }
}

const GRIDS: [Dim; 8] = [[1, 1, 1], [2, 1, 1], [13, 1, 1], [97, 1, 1], [5, 3, 1], [3, 4, 5], [1, 7, 2], [70_001, 1, 1]];
const CTAS: [Dim; 6] = [[32, 1, 1], [64, 2, 1], [8, 4, 4], [33, 1, 1], [256, 1, 1], [1, 1, 1]];
const BOTH: [(Dim, Dim); 2] = [([70_001, 1, 1], [8, 1, 1]), ([3, 4, 5], [33, 1, 1])];
const MAX_THREADS: u64 = 1 << 20;
const MAX_SLICES: u64 = 4096;
const MAX_SINGLE_SLICES: u64 = 512;

impl CaseFile {
    /// The kernel that a launch names.
    pub fn kernel(&self, launch: usize) -> Option<&Kernel> {
        self.kernels.iter().find(|k| k.name == self.launches[launch].entry)
    }

    /// All cases.
    pub fn cases(&self) -> Vec<Case> {
        let mut cases = Vec::new();
        let mut group = 0;
        for level in self.levels.iter().copied() {
            for (varied, launches) in self.shapes() {
                for split in splits(&launches) {
                    cases.push(Case { group, level, varied, launches: launches.clone(), split });
                }
                group += 1;
            }
        }
        cases
    }

    fn shapes(&self) -> Vec<(bool, Vec<Shaped>)> {
        let has_variant = |i: usize| self.kernel(i).is_some_and(|k| k.variant.is_some());
        let as_given = |i: usize| Shaped { launch: i, grid: self.launches[i].grid, cta: self.launches[i].cta };
        let given: Vec<Vec<Shaped>> = if self.sequence {
            vec![(0..self.launches.len()).map(as_given).collect()]
        } else {
            (0..self.launches.len()).filter(|i| has_variant(*i)).map(|i| vec![as_given(i)]).collect()
        };
        let mut shapes: Vec<(bool, Vec<Shaped>)> = given.iter().map(|g| (false, g.clone())).collect();
        for given in &given {
            for (grid, cta) in variations(self.vary) {
                let varied: Vec<Shaped> = given.iter().map(|s| self.reshape(*s, grid, cta)).collect();
                let small = varied.iter().all(|s| s.threads() <= MAX_THREADS);
                if small && shapes.iter().all(|(_, known)| *known != varied) {
                    shapes.push((true, varied));
                }
            }
        }
        shapes
    }

    fn reshape(&self, mut shaped: Shaped, grid: Option<Dim>, cta: Option<Dim>) -> Shaped {
        let kernel = self.kernel(shaped.launch);
        let fits = |cta: &Dim| {
            let threads = cta.iter().map(|n| u64::from(*n)).product::<u64>();
            kernel.is_some_and(|k| k.required.is_none() && k.max_threads.is_none_or(|max| threads <= max))
        };
        shaped.grid = grid.unwrap_or(shaped.grid);
        shaped.cta = cta.filter(fits).unwrap_or(shaped.cta);
        shaped
    }
}

fn variations(vary: Vary) -> Vec<(Option<Dim>, Option<Dim>)> {
    let mut out = Vec::new();
    if vary.grid {
        out.extend(GRIDS.map(|g| (Some(g), None)));
    }
    if vary.cta {
        out.extend(CTAS.map(|c| (None, Some(c))));
    }
    if vary.grid && vary.cta {
        out.extend(BOTH.map(|(g, c)| (Some(g), Some(c))));
    }
    out
}

fn splits(launches: &[Shaped]) -> Vec<Split> {
    let most = launches.iter().map(Shaped::ctas).max().unwrap_or(0);
    let mut splits = vec![Split::Whole];
    for (size, limit) in [(1, MAX_SINGLE_SLICES), (3, MAX_SLICES), (7, MAX_SLICES), (64, MAX_SLICES)] {
        if size < most && most.div_ceil(size) <= limit {
            splits.push(Split::Every(size));
        }
    }
    if most > 3 {
        splits.extend([1, 2, 3].map(Split::Random));
    }
    splits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_cover_the_grid_once() {
        for total in [1u64, 2, 3, 4, 7, 64, 65, 1000, 70_001] {
            for split in [Split::Whole, Split::Every(1), Split::Every(7), Split::Random(1), Split::Random(3)] {
                let end = split.cuts(total).into_iter().fold(0, |at, (base, count)| {
                    assert_eq!(base, at, "{split} of {total}");
                    assert!(count > 0, "{split} of {total}");
                    at + count
                });
                assert_eq!(end, total, "{split}");
            }
        }
    }

    fn file(vary: Vary, required: Option<Dim>, max_threads: Option<u64>) -> CaseFile {
        let launch = crate::spec::parse("// launch: k grid=16,1,1 cta=8,4,1 args:\n").unwrap().launches;
        let variant = Some("k$tally_slice".into());
        let kernel = Kernel { name: "k".into(), variant, refused: None, params: vec![], required, max_threads };
        CaseFile {
            name: "kernels/k".into(),
            sequence: false,
            vary,
            launches: launch,
            kernels: vec![kernel],
            globals: vec![],
            levels: LEVELS.to_vec(),
            cubins: false,
        }
    }

    #[test]
    fn varies_only_what_may_be_varied() {
        let cases = file(Vary::default(), None, None).cases();
        assert!(cases.iter().all(|c| !c.varied && c.launches[0].cta == [8, 4, 1]));
        // Whole, 1, 3, 7 and three random ones, at two levels.
        assert_eq!(cases.len(), 2 * 7);
        let both = Vary { grid: true, cta: true };
        let shapes = |f: &CaseFile| f.cases().iter().map(|c| c.group).max().unwrap() + 1;
        assert_eq!(shapes(&file(both, None, None)), 2 * (1 + GRIDS.len() - 1 + CTAS.len() + BOTH.len()));
        let required = file(both, Some([8, 4, 1]), None).cases();
        assert!(required.iter().all(|c| c.launches[0].cta == [8, 4, 1]));
        let bounded = file(both, None, Some(64)).cases();
        assert!(bounded.iter().all(|c| c.launches[0].cta.iter().product::<u32>() <= 64));
        assert!(bounded.iter().any(|c| c.launches[0].cta == [33, 1, 1]));
    }

    #[test]
    fn launches_stay_small() {
        let cases = file(Vary { grid: true, cta: true }, None, None).cases();
        for case in &cases {
            assert!(case.launches[0].threads() <= MAX_THREADS, "{case}");
            assert!(case.split.cuts(case.launches[0].ctas()).len() as u64 <= MAX_SLICES, "{case}");
        }
        assert!(cases.iter().any(|c| c.launches[0].grid[0] == 70_001));
    }
}
