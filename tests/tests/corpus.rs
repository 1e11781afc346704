//! What holds for every file of the corpus.

use rayon::prelude::*;
use std::collections::BTreeMap;
use std::panic::catch_unwind;
use tally_passes::refusal;
use tally_tests::corpus::{File, VALID, files};
use tally_tests::invariants;

/// The folders hold at least so many files.
const FLOORS: &[(&str, usize)] = &[("kernels", 55), ("hazards", 80), ("syntax", 60), ("reject", 60)];

fn valid_files() -> Vec<File> {
    VALID.iter().flat_map(|folder| files(folder)).collect()
}

/// Runs a check on every file, and names those that fail it.
fn each(files: &[File], check: impl Fn(&File) + Sync + std::panic::RefUnwindSafe) {
    let failure = |file: &File| {
        let result = catch_unwind(|| check(file));
        result.err().map(|e| {
            let text = e.downcast_ref::<String>().cloned().or(e.downcast_ref::<&str>().map(|s| s.to_string()));
            format!("{}: {}", file.name, text.unwrap_or_default())
        })
    };
    let failures: Vec<String> = files.par_iter().filter_map(failure).collect();
    assert!(failures.is_empty(), "{} of {} files fail:\n{}", failures.len(), files.len(), failures.join("\n"));
}

#[test]
fn there_is_a_corpus() {
    for (folder, floor) in FLOORS {
        let count = files(folder).len();
        assert!(count >= *floor, "corpus/{folder} holds {count} files only");
    }
}

#[test]
fn headers_are_well_formed() {
    let all: Vec<File> = valid_files().into_iter().chain(files("reject")).collect();
    each(&all, |file| {
        let header = file.header();
        let known = ["provenance", "covers", "launch", "vary", "decline", "gpu", "error"];
        let once = |word: &str| assert_eq!(header.get(word).filter(|v| !v.is_empty()).count(), 1, "`{word}:`, once");
        once("provenance");
        once("covers");
        assert_eq!(header.lines[0].0, "provenance", "the first line says where the file comes from");
        for (word, value) in header.lines.iter().take_while(|(w, _)| known.contains(&w.as_str())) {
            match word.as_str() {
                "vary" => assert!(value.split(' ').all(|w| w == "grid" || w == "cta"), "`vary: {value}`"),
                "decline" => assert!(refusal::code(value).is_some(), "`decline: {value}`"),
                "gpu" => assert!(value.starts_with("no"), "`gpu: {value}`"),
                "launch" => assert!(value.contains(" grid=") && value.contains(" cta="), "`launch: {value}`"),
                _ => {}
            }
        }
        let folder = file.name.split('/').next().unwrap_or_default();
        assert!(header.get("error").next().is_none() || folder == "reject", "`error:` outside reject/");
        assert!(header.get("decline").next().is_some() || folder != "decline", "no `decline:` in decline/");
    });
}

#[test]
fn every_file_is_understood_and_printed_back() {
    each(&valid_files(), |file| {
        let parsed = invariants::any_text(&file.bytes);
        assert!(parsed.is_valid(), "{}", invariants::messages(&parsed));
        invariants::formats(&parsed.module);
    });
}

#[test]
fn every_file_is_rewritten_or_refused() {
    each(&valid_files(), |file| {
        let artifact = invariants::compiles(&file.bytes, false);
        invariants::deterministic(&file.bytes, &artifact);
        invariants::replaces(&file.bytes, false);
        let declined: Vec<_> = artifact.rewritten.refusals().map(|(_, _, r)| r.code.id).collect();
        for code in file.header().get("decline") {
            assert!(declined.contains(&code), "not declined with {code}, but {declined:?}");
        }
    });
}

#[test]
fn kernels_have_variants() {
    each(&files("kernels"), |file| {
        let artifact = invariants::compiles(&file.bytes, false);
        let refused: Vec<_> = artifact.rewritten.refusals().map(|(_, _, r)| (r.code.id, &r.message)).collect();
        assert!(refused.is_empty(), "refused: {refused:?}");
    });
}

/// `tests/known-laxities.txt`: a file of `reject/` that we take, and why.
fn laxities() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(tally_tests::root().join("tests/known-laxities.txt")).expect("it is tracked");
    let lines = text.lines().filter(|l| !l.is_empty() && !l.starts_with('#'));
    let pair = |l: &str| l.split_once(": ").map(|(f, why)| (f.to_string(), why.to_string()));
    lines.map(|l| pair(l).expect("a line is `FILE: WHY`")).collect()
}

#[test]
fn what_ptxas_rejects_is_rejected() {
    let laxities = laxities();
    each(&files("reject"), |file| {
        let parsed = invariants::any_text(&file.bytes);
        let code =
            parsed.diagnostics.iter().find(|d| d.severity == ptx_grammar::diag::Severity::Error).map(|d| d.code.id);
        match (code, laxities.get(&file.name)) {
            (Some(code), None) => {
                let header = file.header();
                assert_eq!(header.get("error").collect::<Vec<_>>(), [code], "{}", invariants::messages(&parsed));
            }
            (None, Some(_)) => assert_eq!(file.header().get("error").collect::<Vec<_>>(), ["none"]),
            (Some(code), Some(_)) => panic!("rejected now, with {code}: remove it from known-laxities.txt"),
            (None, None) => panic!("not rejected"),
        }
    });
    let names: Vec<String> = files("reject").into_iter().map(|f| f.name).collect();
    let gone: Vec<_> = laxities.keys().filter(|f| !names.contains(f)).collect();
    assert!(gone.is_empty(), "known-laxities.txt names files that do not exist: {gone:?}");
}
