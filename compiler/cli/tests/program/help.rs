//! Help texts, and the page of the book that is made from them.

use super::support::*;
use std::path::Path;

#[test]
fn the_page_of_the_book_is_what_the_program_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/reference/cli.md");
    let page = ptxc("markdown-help").run().expect(0);
    if std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(path.parent().expect("the page is in a folder")).expect("the book can be written");
        std::fs::write(&path, &page.out).expect("the book can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == page.text(), "book/src/reference/cli.md is not up to date: run this test with BLESS=1");
}

#[test]
fn the_page_does_not_depend_on_the_terminal() {
    let page = ptxc("markdown-help").run().expect(0);
    let narrow = ptxc("markdown-help").env("COLUMNS", "40").run().expect(0);
    assert_eq!(page.out, narrow.out);
}

#[test]
fn help_tells_exit_statuses() {
    let help = ptxc("--help").run().expect(0);
    for status in ["  0  ", "  1  ", "  2  ", "  3  ", "  4  ", "  70 "] {
        assert!(help.text().contains(&format!("\n{status}")), "{status}");
    }
    assert!(!help.text().contains("internal-error"), "commands for tests are hidden");
}

#[test]
fn every_command_has_help() {
    let commands = ["rewrite", "check", "print", "inspect", "explain", "isa", "passes", "doctor", "completions", "man"];
    for command in commands {
        let help = ptxc(command).arg("--help").run().expect(0);
        assert!(help.text().contains("Usage: tally-ptxc ") && help.err.is_empty(), "{command}");
        assert!(command == "passes" || help.text().contains("Examples:"), "{command}");
    }
}

#[test]
fn the_version_is_told() {
    let version = ptxc("--version").run().expect(0);
    assert_eq!(version.text(), format!("tally-ptxc {}\n", env!("CARGO_PKG_VERSION")));
}
