//! Runs `tests/filetests/`. With `BLESS=1` the expectations are written again (`make bless`); read them then.

use ptx_grammar::diag;
use std::path::PathBuf;
use tally_passes::refusal;
use tally_tests::corpus::below;
use tally_tests::filetest::Filetest;

/// There are at least so many.
const FLOOR: usize = 100;

fn folder() -> PathBuf {
    tally_tests::root().join("tests/filetests")
}

fn check(path: &PathBuf, bless: bool) -> Result<(), String> {
    let name = path.strip_prefix(folder()).expect("it lies below").display().to_string();
    let failed = |e: anyhow::Error| format!("{name}: {e:#}");
    let text = std::fs::read_to_string(path).map_err(|e| failed(e.into()))?;
    let test = Filetest::read(&text).map_err(failed)?;
    let output = test.run().map_err(failed)?;
    if bless {
        let text = test.bless(&output);
        return std::fs::write(path, text).map_err(|e| failed(e.into()));
    }
    if test.expects(&output) {
        return Ok(());
    }
    Err(format!("{name}: expected\n{}but it gives\n{output}", test.expected()))
}

#[test]
fn filetests() {
    let files = below(&folder());
    assert!(files.len() >= FLOOR, "there are {} filetests only", files.len());
    let wrong: Vec<_> = files.iter().filter(|f| f.extension().is_none_or(|e| e != "ptx")).collect();
    assert!(wrong.is_empty(), "no filetests: {wrong:?}");
    let bless = std::env::var_os("BLESS").is_some_and(|v| v == "1");
    let failures: Vec<String> = files.iter().filter_map(|f| check(f, bless).err()).collect();
    assert!(failures.is_empty(), "{} of {} fail:\n{}", failures.len(), files.len(), failures.join("\n"));
}

/// Codes that no small file can show.
const BEYOND: &[&str] = &["E0002"];

#[test]
fn every_code_is_shown() {
    let snapshots = below(&tally_tests::root().join("tests/tests/snapshots"));
    let files = below(&folder()).into_iter().chain(snapshots);
    let shown: String = files
        .filter_map(|f| {
            let text = std::fs::read_to_string(f).ok()?;
            // Of a filetest, what it gives; a snapshot is nothing else.
            Some(text.split_once("// EXPECT:\n").map_or(text.clone(), |(_, e)| e.to_string()))
        })
        .collect();
    let codes = diag::CODES.iter().map(|c| (c.id, format!("[{}]", c.id)));
    let codes = codes.chain(refusal::CODES.iter().map(|c| (c.id, format!(": {} in line", c.id))));
    let missing: Vec<_> =
        codes.filter(|(id, text)| !BEYOND.contains(id) && !shown.contains(text)).map(|(id, _)| id).collect();
    assert!(missing.is_empty(), "no filetest or snapshot gives {missing:?}");
}

#[test]
fn unknown_words_are_errors() {
    let wrong = [
        "parse\n",
        "// RUN: guess\nret;\n",
        "// RUN: parse --fast\nret;\n",
        "// RUN: refuse\nret;\n",
        "// RUN: refuse --schemes fly\nret;\n",
        "// RUN: rewrite --schemes\nret;\n",
        "// RUN: facts height\nret;\n",
        "// RUN: parse\n// RUN: print\nret;\n",
        "// RUN: parse\nret;\n// EXPECT:\nno comment\n",
        "// RUN:\n",
        "// RUN: parse",
    ];
    for text in wrong {
        assert!(Filetest::read(text).is_err(), "{text:?} is taken for a filetest");
    }
}
