//! The commands other than `rewrite`.

use super::support::*;
use serde_json::Value;

#[test]
fn check_goes_on_behind_a_bad_file() {
    let folder = folder(&[("bad.ptx", BAD), ("good.ptx", GOOD), ("bad2.ptx", BAD)]);
    let call = ptxc("check bad.ptx missing.ptx good.ptx bad2.ptx --message-format short").dir(folder.path());
    let ended = call.run().expect(1);
    for part in ["bad.ptx:6:", "cannot open `missing.ptx`", "bad2.ptx:6:"] {
        assert!(ended.err.contains(part), "{part} is not in {}", ended.err);
    }
    let good = ptxc("check good.ptx good.ptx").dir(folder.path()).run().expect(0);
    assert_eq!((good.text(), good.err.as_str()), ("", ""));
}

#[test]
fn print_gives_back_what_it_read() {
    let odd = format!("{GOOD}  // no newline at the end \u{e9}");
    assert_eq!(ptxc("print -").stdin(&odd).run().expect(0).text(), odd);
    let bad = ptxc("print -").stdin(BAD).run().expect(1);
    assert_eq!(bad.text(), BAD, "also what could not be understood");
}

#[test]
fn print_formats_to_the_same_program() {
    let once = ptxc("print --format -").stdin(GOOD).run().expect(0);
    assert!(once.text().contains("mul.wide.u32 \t%rd2, %r1, 4;"));
    let twice = ptxc("print --format -").stdin(&once.out).run().expect(0);
    assert_eq!(once.out, twice.out);
}

#[test]
fn inspect_tells_schemes_or_codes() {
    let ended = ptxc("inspect -").stdin(mixed()).run().expect(0);
    assert!(ended.text().contains("good\n  slice      yes\n"), "{}", ended.text());
    assert!(ended.text().contains("refused\n  slice      R0104 at line 18: "), "{}", ended.text());
    let json = ptxc("inspect --json -").stdin(mixed()).run().expect(0);
    let value: Value = serde_json::from_slice(&json.out).expect("it is JSON");
    assert_eq!(value["kernels"][0]["name"], "good");
    assert_eq!(value["kernels"][0]["resources"]["parameter_bytes"], 8);
    assert_eq!(value["kernels"][1]["refused"][0]["code"], "R0104");
    ptxc("inspect -").stdin(BAD).run().expect(1);
}

#[test]
fn every_code_is_explained() {
    let list = ptxc("explain").run().expect(0);
    let codes: Vec<&str> = list.text().lines().map(|l| l.split(' ').next().expect("a line has words")).collect();
    assert!(codes.len() > 20, "{codes:?}");
    for code in codes {
        let long = ptxc("explain").arg(code).run().expect(0);
        assert!(long.text().starts_with(code));
    }
    assert!(ptxc("explain r0104").run().expect(0).text().starts_with("R0104: "));
    assert!(ptxc("explain R9999").run().expect(1).err.contains("no code `R9999`"));
}

#[test]
fn the_instruction_table_can_be_queried() {
    let row = ptxc("isa ld.global.u32").run().expect(0);
    assert!(row.text().starts_with("ld") && row.text().contains("operands  def address"), "{}", row.text());
    let rows = ptxc("isa cp.async --json").run().expect(0);
    let rows: Vec<Value> = rows.text().lines().map(|l| serde_json::from_str(l).expect("it is JSON")).collect();
    assert!(rows.len() > 1 && rows.iter().all(|r| r["key"].as_str().is_some_and(|k| k.starts_with("cp.async"))));
    let all = ptxc("isa --json").run().expect(0);
    assert_eq!(all.text().lines().count(), ptx_grammar::isa::all_rows().count());
    assert!(ptxc("isa frobnicate").run().expect(1).err.contains("frobnicate"));
}

#[test]
fn special_registers_can_be_queried() {
    let line = ptxc("isa --sregs gridid").run().expect(0);
    assert!(line.text().starts_with("%gridid ") && line.text().contains("slice Forbidden"), "{}", line.text());
    let all = ptxc("isa --sregs --json").run().expect(0);
    assert!(all.text().lines().all(|l| serde_json::from_str::<Value>(l).is_ok()));
}

#[test]
fn the_rewrites_are_described() {
    let text = ptxc("passes").run().expect(0);
    for pass in tally_passes::PASSES {
        assert!(text.text().contains(&format!("`{}`", pass.scheme.word())));
    }
    assert!(text.text().contains("# When it refuses"));
}

#[test]
fn doctor_finds_what_is_there() {
    let without = ptxc("doctor").run().expect(0);
    assert!(without.text().contains("ptxas              not found"), "{}", without.text());
    ptxc("doctor --strict").run().expect(3);
    let with = ptxc("doctor --strict --json").env("TALLY_PTXAS", fake_ptxas()).run().expect(0);
    let value: Value = serde_json::from_slice(&with.out).expect("it is JSON");
    assert!(value["ptxas version"].as_str().is_some_and(|v| v.contains("release 99.9")), "{value}");
    ptxc("doctor --strict").env("TALLY_PTXAS", "/nonexistent/ptxas").run().expect(3);
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = ptxc("completions").arg(shell).run().expect(0);
        assert!(script.text().contains("rewrite") && script.text().contains("inspect"), "{shell}");
    }
}

#[test]
fn there_is_a_manual_page_per_command() {
    let folder = folder(&[]);
    ptxc("man pages").dir(folder.path()).run().expect(0);
    let pages = names(&folder.path().join("pages"));
    assert!(pages.contains(&"tally-ptxc.1".into()) && pages.contains(&"tally-ptxc-rewrite.1".into()), "{pages:?}");
    assert!(!pages.iter().any(|p| p.contains("internal-error")));
    assert!(text(folder.path().join("pages/tally-ptxc.1")).contains("Exit status"));
}

#[test]
fn a_wrong_command_line_is_status_2() {
    for arguments in [
        "",
        "nonsense",
        "--nonsense",
        "rewrite",
        "rewrite a b",
        "rewrite - --nonsense",
        "rewrite - --emit nonsense",
        "rewrite - --on-refuse nonsense",
        "rewrite - --ptxas-timeout nonsense",
        "rewrite - --message-format nonsense",
        "check",
        "check - --color nonsense",
        "print",
        "print a b",
        "inspect",
        "inspect - --nonsense",
        "explain a b",
        "isa a b",
        "passes a",
        "doctor a",
        "completions",
        "completions nonsense",
        "man",
    ] {
        let ended = ptxc(arguments).run().expect(2);
        assert!(ended.out.is_empty() && !ended.err.is_empty(), "{arguments}");
    }
}
