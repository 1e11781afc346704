//! Outputs are written whole or not at all.

use super::support::*;
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::process::{Command, Stdio};

#[test]
fn a_failure_keeps_the_old_file_and_leaves_nothing_else() {
    let folder = folder(&[("bad.ptx", BAD), ("out.ptx", "old")]);
    ptxc("rewrite bad.ptx -o out.ptx --manifest m.json -MD").dir(folder.path()).run().expect(1);
    assert_eq!(names(folder.path()), ["bad.ptx", "out.ptx"]);
    assert_eq!(text(folder.path().join("out.ptx")), "old");
}

#[test]
fn one_output_that_cannot_be_written_stops_the_others() {
    let folder = folder(&[("in.ptx", GOOD), ("out.ptx", "old")]);
    for arguments in [
        "rewrite in.ptx -o out.ptx --manifest missing/m.json -MD",
        "rewrite in.ptx -o out.ptx --manifest m.json -MF missing/d",
        "rewrite in.ptx -o missing/out.ptx --manifest m.json -MF d",
        "rewrite in.ptx -o . --manifest m.json -MF d",
    ] {
        let ended = ptxc(arguments).dir(folder.path()).run().expect(1);
        assert!(ended.err.starts_with("error: cannot write `"), "{}", ended.err);
        assert_eq!(names(folder.path()), ["in.ptx", "out.ptx"], "{arguments}");
        assert_eq!(text(folder.path().join("out.ptx")), "old");
    }
}

#[test]
fn success_leaves_what_was_asked_for() {
    let folder = folder(&[("in.ptx", GOOD)]);
    let ended = ptxc("rewrite in.ptx -o out.ptx --manifest m.json -MD").dir(folder.path()).run().expect(0);
    assert!(ended.out.is_empty());
    assert_eq!(names(folder.path()), ["in.ptx", "m.json", "out.ptx", "out.ptx.d"]);
    assert_eq!(text(folder.path().join("out.ptx.d")), "out.ptx: in.ptx\n");
    assert_eq!(text(folder.path().join("in.ptx")), GOOD);
}

#[test]
fn dependency_files_escape_names() {
    let folder = folder(&[("a b$c#d.ptx", GOOD)]);
    let call = ptxc("rewrite -o out.ptx -MF deps").arg("a b$c#d.ptx").dir(folder.path());
    call.run().expect(0);
    assert_eq!(text(folder.path().join("deps")), "out.ptx: a\\ b$$c\\#d.ptx\n");
}

#[test]
fn standard_input_is_no_dependency() {
    let folder = folder(&[]);
    ptxc("rewrite - -o out.ptx -MD").stdin(GOOD).dir(folder.path()).run().expect(0);
    assert_eq!(text(folder.path().join("out.ptx.d")), "out.ptx:\n");
}

#[test]
fn outputs_that_clash_are_usage_errors() {
    let folder = folder(&[("in.ptx", GOOD)]);
    for arguments in [
        "rewrite in.ptx -MD",
        "rewrite in.ptx -MF d",
        "rewrite in.ptx --manifest -",
        "rewrite in.ptx -o x --manifest x",
        "rewrite in.ptx -o x -MF x",
    ] {
        let ended = ptxc(arguments).dir(folder.path()).run().expect(2);
        assert!(ended.out.is_empty() && !ended.err.is_empty());
        assert_eq!(names(folder.path()), ["in.ptx"], "{arguments}");
    }
}

#[test]
fn a_module_can_be_rewritten_in_place() {
    let folder = folder(&[("k.ptx", GOOD)]);
    ptxc("rewrite k.ptx -o k.ptx").dir(folder.path()).run().expect(0);
    assert!(text(folder.path().join("k.ptx")).contains("good$tally_slice"));
}

#[test]
fn permissions_are_those_of_the_old_file_or_of_any_new_one() {
    let folder = folder(&[("in.ptx", GOOD), ("old.ptx", "old"), ("usual", "")]);
    let at = |name: &str| folder.path().join(name);
    let mode = |name: &str| std::fs::metadata(at(name)).expect("it is there").permissions().mode() & 0o777;
    std::fs::set_permissions(at("old.ptx"), PermissionsExt::from_mode(0o640)).expect("it is our file");
    ptxc("rewrite in.ptx -o old.ptx").dir(folder.path()).run().expect(0);
    ptxc("rewrite in.ptx -o new.ptx").dir(folder.path()).run().expect(0);
    assert_eq!(mode("old.ptx"), 0o640);
    assert_eq!(mode("new.ptx"), mode("usual"));
}

#[test]
fn links_are_followed() {
    let folder = folder(&[("in.ptx", GOOD), ("old.ptx", "old")]);
    let at = |name: &str| folder.path().join(name);
    symlink("old.ptx", at("link")).expect("links can be made");
    symlink("new.ptx", at("dangling")).expect("links can be made");
    for (link, target) in [("link", "old.ptx"), ("dangling", "new.ptx")] {
        ptxc("rewrite in.ptx -o").arg(link).dir(folder.path()).run().expect(0);
        assert!(at(link).is_symlink());
        assert!(text(at(target)).contains("good$tally_slice"));
    }
}

#[test]
fn devices_and_pipes_are_written_directly() {
    let folder = folder(&[("in.ptx", GOOD)]);
    ptxc("rewrite in.ptx -o /dev/null --manifest /dev/null").dir(folder.path()).run().expect(0);
    assert!(std::fs::metadata("/dev/null").expect("it is there").file_type().is_char_device());

    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo is there").success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || text(pipe)
    });
    ptxc("rewrite in.ptx -o pipe").dir(folder.path()).run().expect(0);
    assert!(reader.join().expect("the reader does not panic").starts_with(GOOD));
    assert!(std::fs::metadata(pipe).expect("it is there").file_type().is_fifo());
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let module = format!("{GOOD}// {}\n", "filler ".repeat(1 << 17));
    let folder = folder(&[("in.ptx", &module)]);
    let mut command = ptxc("print in.ptx").dir(folder.path()).command();
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it can be run");
    drop(child.stdout.take());
    let mut err = String::new();
    child.stderr.take().expect("it is piped").read_to_string(&mut err).expect("messages are UTF-8");
    assert_eq!(child.wait().expect("it can be waited for").code(), Some(0));
    assert_eq!(err, "");
}
