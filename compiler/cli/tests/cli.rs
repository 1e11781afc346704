//! The program as its users see it: exit statuses, outputs, messages.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const SAXPY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/kernels/saxpy.ptx");
const SPIN_LOCK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/hazards/spin-lock.ptx");

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tally-ptxc"));
    command.env_remove("TALLY_PTXAS").env_remove("NO_COLOR").env("PATH", "/nonexistent");
    command
}

fn run(args: &[&str]) -> Output {
    program().args(args).output().expect("the program starts")
}

fn run_stdin(args: &[&str], stdin: &[u8]) -> Output {
    let mut child = program()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("stdin is piped");
    let input = stdin.to_vec();
    let writer = std::thread::spawn(move || drop(pipe.write_all(&input)));
    let out = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer does not panic");
    out
}

fn status(out: &Output) -> i32 {
    out.status.code().expect("no signal ended the program")
}

fn stderr(out: &Output) -> String {
    String::from_utf8_lossy(&out.stderr).into_owned()
}

fn file(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("the temporary folder is writable");
    path
}

fn module(body: &str) -> String {
    format!(".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{{\n{body}\nret;\n}}\n")
}

#[test]
fn rewriting_appends_and_is_deterministic() {
    let first = run(&["rewrite", SAXPY]);
    assert_eq!(status(&first), 0, "{}", stderr(&first));
    let original = std::fs::read(SAXPY).expect("the corpus is there");
    assert!(first.stdout.starts_with(&original));
    assert!(String::from_utf8_lossy(&first.stdout).contains("saxpy$tally_slice("));
    assert_eq!(first.stdout, run(&["rewrite", SAXPY]).stdout);
    assert_eq!(first.stdout, run_stdin(&["rewrite", "-"], &original).stdout);
}

#[test]
fn replacing_keeps_the_name_only() {
    let out = run(&["rewrite", SAXPY, "--replace", "--schemes", "slice"]);
    assert_eq!(status(&out), 0, "{}", stderr(&out));
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    assert_eq!(text.matches(".entry saxpy(").count(), 1);
    assert!(!text.contains("$tally_slice(") && text.contains("tally_launch[48]"));
}

#[test]
fn outputs_appear_whole_with_manifest_and_depfile() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let out = dir.path().join("a b.ptx");
    let manifest = dir.path().join("m.json");
    let args = ["rewrite", SAXPY, "-MD", "-o", out.to_str().unwrap(), "--manifest", manifest.to_str().unwrap()];
    assert_eq!(status(&run(&args)), 0);
    let parsed: serde_json::Value = serde_json::from_slice(&std::fs::read(manifest).unwrap()).unwrap();
    assert_eq!(parsed["kernels"][0]["variants"][0]["name"], "saxpy$tally_slice");
    assert_eq!(parsed["descriptor"]["size"], 48);
    let depfile = std::fs::read_to_string(dir.path().join("a b.ptx.d")).unwrap();
    assert_eq!(depfile, format!("{}: {SAXPY}\n", out.display().to_string().replace(' ', "\\ ")));
    let named = dir.path().join("deps");
    assert_eq!(status(&run(&["rewrite", SAXPY, "-MF", named.to_str().unwrap(), "-o", out.to_str().unwrap()])), 0);
    assert!(named.is_file());
    let files = std::fs::read_dir(dir.path()).unwrap().count();
    assert_eq!(files, 4, "no temporary file is left");
}

#[test]
fn nothing_is_written_when_the_input_is_bad() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let bad = file(dir.path(), "bad.ptx", module("add.s32 %r1 %r2;"));
    let out = file(dir.path(), "out.ptx", "old");
    let result = run(&["rewrite", bad.to_str().unwrap(), "-o", out.to_str().unwrap()]);
    assert_eq!(status(&result), 1);
    assert!(stderr(&result).contains("error[E0101]"), "{}", stderr(&result));
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "old");
    let fresh = dir.path().join("fresh.ptx");
    assert_eq!(status(&run(&["rewrite", bad.to_str().unwrap(), "-o", fresh.to_str().unwrap()])), 1);
    assert!(!fresh.exists());
}

#[test]
fn devices_can_be_outputs_and_folders_cannot() {
    assert_eq!(status(&run(&["rewrite", SAXPY, "-o", "/dev/null"])), 0);
    let dir = tempfile::tempdir().expect("a temporary folder");
    let result = run(&["rewrite", SAXPY, "-o", dir.path().to_str().unwrap()]);
    assert_eq!(status(&result), 1);
    assert!(stderr(&result).contains("is a folder"));
}

#[test]
fn permissions_of_a_replaced_file_are_kept() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().expect("a temporary folder");
    let out = file(dir.path(), "out.ptx", "old");
    std::fs::set_permissions(&out, std::fs::Permissions::from_mode(0o640)).unwrap();
    assert_eq!(status(&run(&["rewrite", SAXPY, "-o", out.to_str().unwrap()])), 0);
    assert_eq!(std::fs::metadata(&out).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn refusals_are_notes_or_errors() {
    let keep = run(&["rewrite", SPIN_LOCK]);
    assert_eq!(status(&keep), 0);
    assert!(stderr(&keep).contains("note[R0110]"), "{}", stderr(&keep));
    assert_eq!(keep.stdout, std::fs::read(SPIN_LOCK).unwrap(), "a module without variants is unchanged");
    let error = run(&["rewrite", SPIN_LOCK, "--on-refuse", "error"]);
    assert_eq!(status(&error), 1);
    assert!(error.stdout.is_empty() && stderr(&error).contains("error[R0110]"));
}

#[test]
fn messages_come_in_three_forms() {
    let bad = module("mov.u32 x, 1;");
    let human = run_stdin(&["check", "-"], bad.as_bytes());
    assert!(stderr(&human).contains("┌─ <stdin>:6:9"), "{}", stderr(&human));
    let short = run_stdin(&["check", "-", "--message-format", "short"], bad.as_bytes());
    assert_eq!(stderr(&short), "<stdin>:6:9: error[E0201]: `x` is not declared here\n");
    let json = run_stdin(&["--message-format", "json", "check", "-"], bad.as_bytes());
    let object: serde_json::Value = serde_json::from_str(stderr(&json).trim()).expect("one object per line");
    assert_eq!((&object["code"], &object["at"]["line"], &object["at"]["column"]), (&"E0201".into(), &6.into(), &9.into()));
}

#[test]
fn colour_is_asked_for() {
    let bad = module("mov.u32 x, 1;");
    let escape = |args: &[&str]| stderr(&run_stdin(args, bad.as_bytes())).contains('\u{1b}');
    assert!(escape(&["check", "-", "--color", "always"]));
    assert!(!escape(&["check", "-"]), "standard error is no terminal here");
    assert!(!escape(&["check", "-", "--color", "never"]));
}

#[test]
fn control_characters_of_the_input_do_not_reach_the_terminal() {
    let out = run_stdin(&["check", "-"], &[b".version 8.0 \x1b[31m".as_slice(), module("").as_bytes()].concat());
    assert_eq!(status(&out), 1);
    assert!(!stderr(&out).contains('\u{1b}'));
}

#[test]
fn every_file_is_checked() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let bad = file(dir.path(), "bad.ptx", module("bra NOWHERE;"));
    let out = run(&["check", "missing.ptx", bad.to_str().unwrap(), SAXPY, "--message-format", "short"]);
    assert_eq!(status(&out), 1);
    assert!(stderr(&out).contains("missing.ptx") && stderr(&out).contains("E0203"));
    assert_eq!(status(&run(&["check", SAXPY])), 0);
}

#[test]
fn printing_gives_the_input_back() {
    let text = b".version 8.0\r\n.target sm_90 // \xff\r\n.visible .entry k(){ret;}".as_slice();
    let out = run_stdin(&["print", "-"], text);
    assert_eq!(status(&out), 0, "{}", stderr(&out));
    assert_eq!(out.stdout, text);
    let formatted = run_stdin(&["print", "--format", "-"], module(".reg .b32 %r<3>;\nmov.u32   %r1 ,(4+3)*2;").as_bytes());
    assert!(String::from_utf8_lossy(&formatted.stdout).contains("mov.u32 \t%r1, 14;"));
}

#[test]
fn usage_errors_exit_with_2() {
    let wrong: &[&[&str]] = &[
        &[],
        &["frobnicate"],
        &["rewrite"],
        &["rewrite", SAXPY, "--schemes", "nothing"],
        &["rewrite", SAXPY, "--emit", "nothing"],
        &["check"],
        &["print"],
        &["inspect"],
        &["explain", "a", "b"],
        &["isa", "a", "b"],
        &["passes", "x"],
        &["doctor", "x"],
        &["completions", "x"],
        &["man"],
        &["check", SAXPY, "--color", "sometimes"],
    ];
    for args in wrong {
        let out = run(args);
        assert_eq!(status(&out), 2, "{args:?}: {}", stderr(&out));
    }
}

#[test]
fn requests_that_make_no_sense_exit_with_1() {
    assert_eq!(status(&run(&["rewrite", SAXPY, "--kernel", "nothing"])), 1);
    assert_eq!(status(&run(&["explain", "E9999"])), 1);
    assert_eq!(status(&run(&["isa", "frobnicate"])), 1);
    assert_eq!(status(&run(&["rewrite", "/nonexistent/x.ptx"])), 1);
}

#[test]
fn queries_answer() {
    for (args, word) in [
        (&["explain", "r0110"] as &[&str], "another CTA"),
        (&["explain"], "E0101"),
        (&["isa", "ld.global.u32"], "Read(Named)"),
        (&["isa", "--sregs", "%ctaid", "--json"], "\"Identity\""),
        (&["passes"], "# When it refuses"),
        (&["doctor"], "instruction table"),
        (&["doctor", "--json"], "\"ptxas\":null"),
        (&["inspect", SPIN_LOCK], "R0110 at line"),
        (&["inspect", SAXPY, "--json"], "\"parameter_bytes\":24"),
        (&["completions", "bash"], "_tally-ptxc"),
        (&["rewrite", SAXPY, "--emit", "ir"], "bb0"),
        (&["rewrite", SAXPY, "--emit", "cfg-dot"], "digraph \"saxpy$tally_slice\""),
        (&["rewrite", SAXPY, "--emit", "json"], "\"input_sha256\""),
        (&["--help"], "Exit status"),
    ] {
        let out = run(args);
        assert_eq!(status(&out), 0, "{args:?}: {}", stderr(&out));
        assert!(String::from_utf8_lossy(&out.stdout).contains(word), "{args:?} does not say {word}");
    }
    assert_eq!(status(&run(&["doctor", "--strict"])), 3);
}

#[test]
fn manual_pages_are_made() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    assert_eq!(status(&run(&["man", dir.path().join("man1").to_str().unwrap()])), 0);
    let page = std::fs::read_to_string(dir.path().join("man1/tally-ptxc-rewrite.1")).unwrap();
    assert!(page.contains("on\\-refuse"));
    assert!(std::fs::read_dir(dir.path().join("man1")).unwrap().count() >= 11);
}

/// A stand-in for ptxas.
fn fake_ptxas(folder: &Path, script: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = file(folder, "ptxas", format!("#!/bin/sh\n{script}\n"));
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[test]
fn cubins_come_from_ptxas_or_status_3() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let out = dir.path().join("out.cubin");
    let emit = |ptxas: &Path, more: &[&str]| {
        let common = ["rewrite", SAXPY, "--emit", "cubin", "-o", out.to_str().unwrap(), "--ptxas", ptxas.to_str().unwrap()];
        run(&[&common, more].concat())
    };
    let missing = emit(Path::new("/nonexistent/ptxas"), &[]);
    assert_eq!(status(&missing), 3, "{}", stderr(&missing));
    let failing = fake_ptxas(dir.path(), "echo 'ptxas error : no' >&2; exit 255");
    let failed = emit(&failing, &[]);
    assert_eq!(status(&failed), 3);
    assert!(stderr(&failed).contains("ptxas error : no"));
    let hanging = fake_ptxas(dir.path(), "exec /bin/sleep 100");
    let hung = emit(&hanging, &["--ptxas-timeout", "1"]);
    assert_eq!(status(&hung), 3);
    assert!(stderr(&hung).contains("no answer within 1 s"), "{}", stderr(&hung));
    assert!(!out.exists());
    // The last two arguments are -o OUTPUT.
    let working = fake_ptxas(dir.path(), "for last; do :; done; echo \"$1\" > \"$last\"");
    let done = emit(&working, &["--arch", "sm_90"]);
    assert_eq!(status(&done), 0, "{}", stderr(&done));
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "-arch=sm_90\n");
    let no_ptxas = run(&["rewrite", SAXPY, "--emit", "cubin"]);
    assert_eq!(status(&no_ptxas), 3);
}

#[test]
fn hostile_inputs_end_with_an_error() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let out = dir.path().join("out.ptx");
    let mut seed = 7u64;
    let noise: Vec<u8> = (0..4 << 20)
        .map(|_| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as u8
        })
        .collect();
    let saxpy = std::fs::read(SAXPY).unwrap();
    let inputs: Vec<(&str, Vec<u8>)> = vec![
        ("empty", Vec::new()),
        ("noise", noise),
        ("zeros", vec![0; 1 << 20]),
        ("truncated", saxpy[..saxpy.len() - 40].to_vec()),
        ("open comment", [saxpy.as_slice(), b"/*"].concat()),
        ("nested scopes", module(&"{".repeat(100_000)).into_bytes()),
        ("nested parentheses", module(&format!("mov.u32 %r1, {}1;", "(".repeat(100_000))).into_bytes()),
        ("closing braces", module(&"}".repeat(100_000)).into_bytes()),
    ];
    for (name, input) in &inputs {
        let result = run_stdin(&["rewrite", "-", "-o", out.to_str().unwrap()], input);
        assert_eq!(status(&result), 1, "{name}: {}", stderr(&result));
        assert!(!out.exists(), "{name}");
    }
    let huge = run_stdin(&["rewrite", "-", "-o", out.to_str().unwrap()], module(".reg .b32 %r<2000000000>;").as_bytes());
    assert_eq!(status(&huge), 0, "a huge range of registers costs nothing: {}", stderr(&huge));
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let mut child = program().args(["isa"]).stdout(Stdio::piped()).spawn().expect("the program starts");
    drop(child.stdout.take());
    assert!(child.wait().expect("the program ends").success());
}
