//! Parent and child against a stand-in for the GPU, and the corpus against the reader of its heads.

use std::path::{Path, PathBuf};
use std::time::Duration;
use tally_gpu::case::{Bundle, CaseFile, Kernel, LEVELS, Skipped};
use tally_gpu::parent::{Counts, Options, Summary, run};
use tally_gpu::{bundle, spec};

fn file(name: &str) -> CaseFile {
    let head = format!("// launch: {name} grid=3,2,2 cta=32,1,1 args: buf:u32[16]=random u32:5\n");
    let variant = Some(format!("{name}$tally_slice"));
    let (required, max_threads) = (None, None);
    CaseFile {
        name: format!("kernels/{name}"),
        sequence: false,
        vary: Default::default(),
        launches: spec::parse(&head).unwrap().launches,
        kernels: vec![Kernel { name: name.into(), variant, refused: None, params: vec![8, 4], required, max_threads }],
        globals: vec![],
        levels: LEVELS.to_vec(),
        cubins: false,
    }
}

fn try_files(names: &[&str], min_cases: usize) -> Summary {
    let dir = tempfile::tempdir().unwrap();
    let files: Vec<CaseFile> = names.iter().map(|n| file(n)).collect();
    for file in &files {
        for form in [bundle::Form::Original, bundle::Form::Rewritten] {
            let path = bundle::ptx_path(dir.path(), &file.name, form);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "// nothing\n").unwrap();
        }
    }
    let skipped = vec![Skipped { name: "kernels/other".into(), why: vec!["R0101".into()] }];
    let list = serde_json::to_vec(&Bundle { files, skipped }).unwrap();
    std::fs::write(dir.path().join(bundle::LIST), list).unwrap();
    let summary = run(&Options {
        bundle: dir.path().into(),
        out: dir.path().join("out.jsonl"),
        jobs: 2,
        only: None,
        min_cases,
        case_time: Duration::from_secs(2),
        start_time: Duration::from_secs(30),
        program: env!("CARGO_BIN_EXE_tally-gpu").into(),
        fake: true,
    });
    let lines = std::fs::read_to_string(dir.path().join("out.jsonl")).unwrap();
    assert!(lines.lines().last().unwrap().contains("\"summary\""), "{lines}");
    summary.unwrap()
}

/// Twelve CTAs: whole, 1, 3, 7 and three random slicings, at each level.
const CASES: usize = 7 * LEVELS.len();

#[test]
fn equal_kernels_are_equal() {
    let summary = try_files(&["a", "b", "c"], 3 * CASES);
    assert_eq!(summary.counts, Counts { cases: 3 * CASES, equal: 3 * CASES, ..Counts::default() });
    assert!(summary.ok && summary.skipped.len() == 1);
    assert!(!try_files(&["a"], CASES + 1).ok);
}

#[test]
fn what_goes_wrong_is_told_apart_and_costs_one_case() {
    let first = |c: &tally_gpu::case::Case| c.split.cuts(12)[0];
    let bad = file("any").cases().iter().filter(|c| first(c) == (0, 3)).count();
    assert!((LEVELS.len()..6).contains(&bad));
    let counts = |name: &str| {
        let summary = try_files(&[name], 0);
        assert!(!summary.ok, "{name}");
        summary.counts
    };
    let good = Counts { cases: CASES, equal: CASES - bad, ..Counts::default() };
    assert_eq!(counts("fake_differ"), Counts { different: bad, ..good });
    assert_eq!(counts("fake_refused"), Counts { errors: bad, ..good });
    assert_eq!(counts("fake_fault"), Counts { errors: bad, ..good });
    assert_eq!(counts("fake_crash"), Counts { errors: bad, ..good });
    assert_eq!(counts("fake_hang"), Counts { hangs: bad, ..good });
}

#[test]
fn an_original_that_fails_costs_its_group() {
    let groups = LEVELS.len();
    let failed = Counts { cases: groups, errors: groups, ..Counts::default() };
    assert_eq!(try_files(&["fake_early_fault"], 0).counts, failed);
    assert_eq!(try_files(&["fake_early_crash"], 0).counts, failed);
}

#[test]
fn every_head_of_the_corpus_can_be_read() {
    let corpus: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut launches = 0;
    for folder in ["kernels", "hazards"] {
        for entry in std::fs::read_dir(corpus.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|e| e == "ptx") {
                let text = std::fs::read_to_string(&path).unwrap();
                let header = spec::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
                launches += header.launches.len();
            }
        }
    }
    assert!(launches >= 200, "{launches} launches");
}
