//! The rules of this repository that no compiler checks. They hold for every file that git tracks or would track.

use ptx_grammar::isa;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files that git tracks, and new ones that it does not ignore.
fn tracked() -> Vec<PathBuf> {
    let args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let out = Command::new("git").current_dir(tally_tests::root()).args(args).output();
    let listed = out.ok().filter(|o| o.status.success()).map(|o| String::from_utf8_lossy(&o.stdout).into_owned());
    let root = tally_tests::root();
    let mut files: Vec<PathBuf> = match listed {
        Some(text) => {
            text.split('\0').filter(|f| !f.is_empty()).map(|f| root.join(f)).filter(|f| f.is_file()).collect()
        }
        // An unpacked archive has no git: then everything that is not built counts.
        None => tally_tests::corpus::below(&root).into_iter().filter(|f| !is_built(&root, f)).collect(),
    };
    files.sort();
    files.dedup();
    assert!(files.len() > 200, "only {} files are found", files.len());
    files
}

fn is_built(root: &Path, file: &Path) -> bool {
    let below = file.strip_prefix(root).expect("it lies below");
    let first = below.components().next().map(|c| c.as_os_str().to_string_lossy().into_owned());
    first.is_some_and(|f| f == "target" || (f.starts_with('.') && f != ".ci" && f != ".gitignore"))
}

fn name(file: &Path) -> String {
    file.strip_prefix(tally_tests::root()).expect("it lies below").display().to_string()
}

fn text(file: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(file).expect("it was just listed")).into_owned()
}

fn rust() -> Vec<(String, String)> {
    let files = tracked().into_iter().filter(|f| f.extension().is_some_and(|e| e == "rs"));
    files.map(|f| (name(&f), text(&f))).collect()
}

/// Fails with the places at which a rule finds something.
fn none(rule: &str, places: Vec<String>) {
    assert!(places.is_empty(), "{rule}:\n{}", places.join("\n"));
}

/// The lines of Rust files at which a rule finds something.
fn lines(found: impl Fn(&str, &str) -> bool) -> Vec<String> {
    let place = |file: &str, i: usize, line: &str| format!("{file}:{}: {}", i + 1, line.trim());
    rust()
        .iter()
        .flat_map(|(file, text)| {
            text.lines().enumerate().filter(|(_, l)| found(file, l)).map(|(i, l)| place(file, i, l))
        })
        .collect()
}

#[test]
fn no_file_is_huge() {
    let size = |f: &PathBuf| std::fs::metadata(f).map_or(0, |m| m.len());
    let huge = tracked().into_iter().filter(|f| size(f) > 400_000 && name(f) != "Cargo.lock");
    none("files of more than 400 kB", huge.map(|f| name(&f)).collect());
}

#[test]
fn rust_has_no_blanks_at_line_ends_and_no_tabs() {
    // Tests hold PTX, where tabs are usual.
    let tab = |file: &str, l: &str| l.contains('\t') && !file.contains("/tests/");
    none("blanks at the end of a line, or tabs", lines(|file, l| l.ends_with([' ', '\t', '\r']) || tab(file, l)));
}

#[test]
fn nothing_is_left_undone_or_ignored() {
    // Put together, so that this file does not find itself.
    let words = ["todo", "unimplemented", "dbg"].map(|w| format!("{w}!("));
    let ignored = format!("#[{}", "ignore");
    none("left undone", lines(|_, l| words.iter().any(|w| l.contains(w)) || l.trim_start().starts_with(&ignored)));
}

/// The lines of a table in a manifest.
fn table<'a>(manifest: &'a str, name: &str) -> Vec<&'a str> {
    let lines = manifest.lines().skip_while(|l| *l != name).skip(1);
    lines.take_while(|l| !l.starts_with('[')).filter(|l| l.contains('=')).collect()
}

/// The workspace's lints, or all of them but `unsafe_code` when a package has to talk to C.
#[test]
fn every_package_has_the_lints_of_the_workspace() {
    let root = text(&tally_tests::root().join("Cargo.toml"));
    let all = ["rust", "clippy"].map(|tool| (tool, table(&root, &format!("[workspace.lints.{tool}]"))));
    assert!(all.iter().all(|(_, lints)| lints.len() > 2));
    let has_lints = |manifest: &str| {
        let has = |tool: &str, lint: &str| table(manifest, &format!("[lints.{tool}]")).contains(&lint);
        let own =
            |(tool, lints): &(&str, Vec<&str>)| lints.iter().all(|l| l.starts_with("unsafe_code") || has(tool, l));
        table(manifest, "[lints]") == ["workspace = true"] || all.iter().all(own)
    };
    let manifests = tracked().into_iter().filter(|f| f.file_name().is_some_and(|n| n == "Cargo.toml"));
    let packages: Vec<PathBuf> = manifests.filter(|f| text(f).contains("[package]")).collect();
    assert!(packages.len() >= 7, "only {} packages are found", packages.len());
    none("packages without the lints", packages.iter().filter(|f| !has_lints(&text(f))).map(|f| name(f)).collect());
}

/// Code that may name opcodes: the table itself, what the rewrites write, and what only reads the table for people.
const MAY_NAME_OPCODES: &[&str] = &["ptx-grammar/src/isa/", "fuzz/", "tests/", "book/"];

/// Is a string literal in the pattern of a match arm (`"…" | "…" =>`, `matches!(…)`) an opcode, alone or with modifiers?
fn matches_opcode(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    let pattern = match code.split_once("=>") {
        Some((pattern, _)) => pattern,
        None if code.contains("matches!(") || code.contains("starts_with(\"") || code.contains("== \"") => code,
        None => return false,
    };
    let literals = pattern.split('"').skip(1).step_by(2);
    let mut opcodes = literals.filter(|l| l.contains('.') && isa::lookup(l).is_some() || isa::is_opcode(l));
    opcodes.any(|l| !WORDS_THAT_ARE_OPCODES_TOO.contains(&l))
}

/// Opcodes that are words of their own elsewhere: names of atomic operations, commands, facts.
const WORDS_THAT_ARE_OPCODES_TOO: &[&str] = &["add", "and", "call", "max", "min", "or", "xor", "trap"];

#[test]
fn nothing_outside_the_table_matches_on_opcodes() {
    let allowed = |file: &str| MAY_NAME_OPCODES.iter().any(|p| file.starts_with(p)) || file.contains("/tests");
    none("matches on opcodes", lines(|file, line| !allowed(file) && matches_opcode(line)));
    assert!(matches_opcode("            \"bra\" | \"brx.idx\" => 1,") && matches_opcode("if matches!(op, \"ret\")"));
    assert!(!matches_opcode("    \"reg\" => 1,") && !matches_opcode("    e.inst(\"mov.u32\", &[]);"));
}

#[test]
fn nothing_names_the_workplace() {
    // Put together, so that this file does not find itself.
    let words = [["/wo", "rk/"].concat(), [".libr", "ary"].concat(), ["../sha", "red"].concat()];
    let found = tracked().into_iter().filter(|f| words.iter().any(|w| text(f).contains(w)));
    none("files that name the workplace", found.map(|f| name(&f)).collect());
}

#[test]
fn the_readme_says_how_to_begin() {
    let readme = text(&tally_tests::root().join("README.md"));
    for word in ["make demo", "make test"] {
        assert!(readme.contains(word), "README.md does not mention `{word}`");
    }
}

#[test]
fn corpus_files_say_where_they_are_from() {
    // The sources of the recipes are described where they are compiled.
    let is_source =
        |f: &PathBuf| f.extension().is_some_and(|e| e == "ptx" || e == "cu") && !name(f).contains("/recipes/");
    let files = tracked().into_iter().filter(|f| name(f).starts_with("corpus/") && is_source(f));
    let without = files.filter(|f| !text(f).lines().take(12).any(|l| l.starts_with("// provenance: ") && l.len() > 20));
    none("files of the corpus without `// provenance:`", without.map(|f| name(&f)).collect());
}

#[test]
fn what_make_promises_is_there() {
    let makefile = text(&tally_tests::root().join("Makefile"));
    let phony = makefile.lines().find_map(|l| l.strip_prefix(".PHONY:")).unwrap_or_default();
    let targets: Vec<&str> = phony.split_ascii_whitespace().collect();
    assert!(targets.len() > 8, "`.PHONY:` lists {targets:?} only");
    let has_rule = |target: &str| makefile.lines().any(|l| l.starts_with(&format!("{target}:")));
    none(
        "targets of the Makefile without a rule",
        targets.iter().filter(|t| !has_rule(t)).map(|t| t.to_string()).collect(),
    );
}
