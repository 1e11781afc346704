//! Children that hang, crash and fault cost one case each. The stand-in for a GPU does so on command.

use std::path::Path;
use std::time::Duration;
use tally_gpu::bundle::{Bundle, Code, FileEntry, Kernel, Variant};
use tally_gpu::case::{Case, Plan, Shape};
use tally_gpu::child::{Backend, HANGS, STRIKES, Settings, run};
use tally_gpu::report::{CaseResult, Status};
use tally_gpu::spec::parse;

/// A file whose launches are of these kernels, one case each with a cut grid.
fn file(name: &str, kernels: &[&str]) -> FileEntry {
    let line = |k: &&str| format!("// launch: {k} grid=5,3,2 cta=1,1,1 args: buf:u32[4]=zero\n");
    let launches = parse(&kernels.iter().map(line).collect::<String>()).unwrap().launches;
    let kernel = |k: &&str| Kernel {
        name: k.to_string(),
        variant: Some(Variant { name: format!("{k}$tally_slice"), parameter: 1 }),
        refused: None,
        max_threads: None,
        cta_fixed: false,
    };
    let case = |launch: usize| Case {
        shapes: vec![Shape { launch, grid: [5, 3, 2], cta: [1, 1, 1] }],
        plan: Plan::Every(7),
        every_level: false,
    };
    let code = Code {
        level: "O0".into(),
        original: "code".into(),
        rewritten: "code".into(),
        jit: None,
        every_case: true,
    };
    FileEntry {
        name: name.into(),
        cases: (0..launches.len()).map(case).collect(),
        launches,
        kernels: kernels.iter().map(kernel).collect(),
        codes: vec![code],
        globals: Vec::new(),
    }
}

fn results(files: Vec<FileEntry>, jobs: usize) -> Vec<CaseResult> {
    let dir = tempfile::tempdir().unwrap();
    let bundle = Bundle { files, skips: Vec::new() };
    std::fs::write(dir.path().join("code"), "text").unwrap();
    bundle.write(dir.path()).unwrap();
    let settings = Settings {
        dir: dir.path().into(),
        program: Path::new(env!("CARGO_BIN_EXE_tally-gpu")).into(),
        backend: Backend::Fake,
        jobs,
        only: None,
        seconds: 600.0,
        case_limit: Duration::from_secs(4),
    };
    let (results, device) = run(&settings, &bundle).unwrap();
    assert!(device.contains("stand-in"));
    results
}

fn statuses(results: &[CaseResult], file: &str) -> Vec<Status> {
    results.iter().filter(|r| r.file == file).map(|r| r.status).collect()
}

#[test]
fn good_cases_are_equal_and_slices_are_counted() {
    let results = results(vec![file("a", &["k", "l"]), file("b", &["m"])], 2);
    assert_eq!(statuses(&results, "a"), [Status::Equal; 2]);
    assert_eq!(statuses(&results, "b"), [Status::Equal]);
    assert!(results.iter().all(|r| r.slices == 5), "{results:?}");
}

#[test]
fn each_accident_costs_one_case() {
    let kernels = ["k", "fake_crash", "l", "fake_fault", "m", "fake_differ", "fake_refused", "n"];
    use Status::{Different, Equal, Error, Fault};
    let results = results(vec![file("a", &kernels), file("b", &["k"])], 1);
    assert_eq!(statuses(&results, "a"), [Equal, Fault, Equal, Fault, Equal, Different, Error, Equal]);
    assert_eq!(statuses(&results, "b"), [Equal]);
    assert!(results[1].detail.contains("died"), "{}", results[1].detail);
    assert!(results[5].detail.contains("O0: 1 bytes differ"), "{}", results[5].detail);
}

#[test]
fn hung_children_are_killed_and_the_file_is_given_up() {
    let kernels = ["k", "fake_hang_1", "l", "fake_hang_2", "m", "n"];
    use Status::{Equal, Error, Hang};
    let results = results(vec![file("a", &kernels), file("b", &["k"])], 1);
    assert_eq!(HANGS, 2);
    assert_eq!(statuses(&results, "a"), [Equal, Hang, Equal, Hang, Error, Error]);
    assert_eq!(statuses(&results, "b"), [Equal]);
}

#[test]
fn a_file_that_only_crashes_is_given_up() {
    let kernels: Vec<String> = (0..STRIKES + 3).map(|i| format!("fake_crash_{i}")).collect();
    let kernels: Vec<&str> = kernels.iter().map(String::as_str).collect();
    let statuses = statuses(&results(vec![file("a", &kernels)], 1), "a");
    assert_eq!(statuses.iter().filter(|s| **s == Status::Fault).count(), STRIKES);
    assert_eq!(statuses.iter().filter(|s| **s == Status::Error).count(), 3);
}
