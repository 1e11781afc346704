//! `--emit cubin`, with a `ptxas` that is a script.

use super::support::*;
use std::time::Duration;

fn cubin(arguments: &str, fake: &str) -> (Ended, tempfile::TempDir) {
    let folder = folder(&[("in.ptx", GOOD), ("out.cubin", "old")]);
    let call = ptxc("rewrite in.ptx -o out.cubin --emit cubin").dir(folder.path()).env("FAKE", fake);
    let call = arguments.split_ascii_whitespace().fold(call, |call, argument| call.arg(argument));
    (call.env("TALLY_PTXAS", fake_ptxas()).run(), folder)
}

#[test]
fn the_result_is_assembled_for_the_target() {
    for (arguments, arch) in [("", "sm_90"), ("--arch sm_100a", "sm_100a")] {
        let (ended, folder) = cubin(arguments, "");
        ended.expect(0);
        let text = text(folder.path().join("out.cubin"));
        assert!(text.starts_with(&format!("cubin for -arch={arch}\n.version 8.0\n")), "{text}");
        assert!(text.contains("good$tally_slice"), "what is assembled is the rewritten module");
    }
}

#[test]
fn a_failure_is_passed_on_and_nothing_is_written() {
    for (fake, said) in [
        ("fail", "ptxas failed with status 255"),
        ("half", "ptxas failed with status 1"),
        ("nothing", "ptxas left no output"),
    ] {
        let (ended, folder) = cubin("--manifest m.json -MD", fake);
        let ended = ended.expect(3);
        assert!(ended.err.contains(said), "{}", ended.err);
        assert_eq!(fake == "fail", ended.err.contains("line 7; error : no such thing"));
        assert_eq!(names(folder.path()), ["in.ptx", "out.cubin"]);
        assert_eq!(text(folder.path().join("out.cubin")), "old");
    }
}

#[test]
fn an_assembler_that_hangs_is_ended() {
    let (ended, folder) = cubin("--ptxas-timeout 1", "hang");
    let ended = ended.expect(3);
    assert!(ended.err.contains("gave no answer within 1 s"), "{}", ended.err);
    assert!(ended.time < Duration::from_secs(30), "{:?}", ended.time);
    assert_eq!(text(folder.path().join("out.cubin")), "old");
}

#[test]
fn an_assembler_that_is_not_there() {
    let none = ptxc("rewrite - --emit cubin").stdin(GOOD).run().expect(3);
    assert!(none.out.is_empty() && none.err.contains("no ptxas"), "{}", none.err);
    let missing = ptxc("rewrite - --emit cubin --ptxas /nonexistent/ptxas").stdin(GOOD).run().expect(3);
    assert!(missing.out.is_empty() && missing.err.contains("cannot run"), "{}", missing.err);
}

#[test]
fn it_is_found_by_option_variable_or_path() {
    let folder = folder(&[]);
    std::os::unix::fs::symlink(fake_ptxas(), folder.path().join("ptxas")).expect("links can be made");
    ptxc("rewrite - --emit cubin").env("PATH", folder.path()).stdin(GOOD).run().expect(0);
    ptxc("rewrite - --emit cubin --ptxas").arg(fake_ptxas()).stdin(GOOD).run().expect(0);
}

#[test]
fn an_invalid_module_is_never_assembled() {
    let ended = ptxc("rewrite - --emit cubin").env("TALLY_PTXAS", "/nonexistent/ptxas").stdin(BAD).run();
    assert!(ended.expect(1).err.contains("E0201"));
}
