//! Messages: their forms, colours, and what must never be in them.

use super::support::*;
use serde_json::Value;

fn json_messages(err: &str) -> Vec<Value> {
    err.lines().map(|l| serde_json::from_str(l).expect("each line is an object")).collect()
}

#[test]
fn json_has_a_place_and_a_code() {
    let ended = ptxc("check - --message-format json").stdin(BAD).run().expect(1);
    let messages = json_messages(&ended.err);
    let first = &messages[0];
    assert_eq!(first["severity"], "error");
    assert_eq!(first["code"], "E0201");
    assert_eq!(first["file"], "<stdin>");
    assert_eq!(first["at"]["line"], 6);
    assert_eq!(first["at"]["column"], 10);
    assert_eq!(first["at"]["end_line"], 6);
    assert!(first["at"]["end_column"].as_u64() > Some(10));
    assert!(first["message"].as_str().is_some_and(|m| m.contains("nowhere")));
}

#[test]
fn every_json_message_has_the_same_keys() {
    let keys = |v: &Value| v.as_object().expect("it is an object").keys().cloned().collect::<Vec<_>>();
    let bad = ptxc("check - --message-format json").stdin(BAD).run().expect(1);
    let expected = keys(&json_messages(&bad.err)[0]);
    let missing = ptxc("check /nonexistent --message-format json").run().expect(1);
    let refused = ptxc("rewrite - --message-format json").stdin(mixed()).run().expect(0);
    let internal = ptxc("internal-error --message-format json").run().expect(70);
    for ended in [missing, refused, internal] {
        let messages = json_messages(&ended.err);
        assert!(!messages.is_empty());
        messages.iter().for_each(|m| assert_eq!(keys(m), expected));
    }
}

#[test]
fn a_refusal_in_json_has_the_severity_that_it_was_given() {
    for (how, status, severity) in [("keep", 0, "note"), ("error", 1, "error")] {
        let call = ptxc("rewrite - --message-format json --on-refuse").arg(how).stdin(mixed());
        let messages = json_messages(&call.run().expect(status).err);
        assert_eq!(messages.len(), tally_abi::Scheme::ALL.len());
        assert!(messages.iter().all(|m| m["severity"] == severity && m["at"]["line"] == 18));
    }
}

#[test]
fn short_messages_are_one_line_each() {
    let ended = ptxc("check - --message-format short").stdin(BAD).run().expect(1);
    assert!(ended.err.starts_with("<stdin>:6:10: error[E0201]: "), "{}", ended.err);
    assert_eq!(ended.err.lines().count(), 1);
}

#[test]
fn human_messages_show_the_line() {
    let ended = ptxc("check -").stdin(BAD).run().expect(1);
    for part in ["error[E0201]", "<stdin>:6:10", "mov.u32 nowhere, 1;", "^^^"] {
        assert!(ended.err.contains(part), "{part} is not in {}", ended.err);
    }
}

#[test]
fn colour_is_for_terminals_or_on_request() {
    for (arguments, no_color, colored) in [
        ("check -", "", false),
        ("check - --color never", "", false),
        ("check - --color always", "", true),
        ("check - --color=auto", "1", false),
        ("check - --color=always", "1", true),
    ] {
        let ended = ptxc(arguments).env("NO_COLOR", no_color).stdin(BAD).run().expect(1);
        assert_eq!(ended.err.contains('\u{1b}'), colored, "{arguments} with NO_COLOR={no_color}");
    }
}

#[test]
fn control_characters_never_reach_the_terminal() {
    let module =
        format!("{HEADER}.visible .entry k() {{ \u{1b}[31m mov.u32 %r1\u{7}, 1; ret; }}\n// \u{1b}]0;title\u{7}\n");
    let folder = folder(&[("\u{1b}[31m.ptx", &module)]);
    for form in ["human", "short", "json"] {
        let call = ptxc("check --color never --message-format").arg(form).arg("\u{1b}[31m.ptx").dir(folder.path());
        let err = call.run().expect(1).err;
        assert!(!err.contains(['\u{1b}', '\u{7}']), "{form}: {err:?}");
    }
}

#[test]
fn long_lines_are_not_shown() {
    let filler = "add.u32 %r1, %r1, 1; ".repeat(100_000);
    let module = format!("{HEADER}.visible .entry k() {{ .reg .b32 %r<2>; {filler} mov.u32 nowhere, 1; ret; }}\n");
    let ended = ptxc("check -").stdin(module).run().expect(1);
    assert!(ended.err.len() < 10_000, "{} bytes", ended.err.len());
    assert!(ended.err.contains("error[E0201]") && ended.err.contains("<stdin>:4:"), "{}", ended.err);
}

#[test]
fn an_internal_error_says_so() {
    let ended = ptxc("internal-error").run().expect(70);
    assert!(ended.out.is_empty());
    assert!(
        ended.err.starts_with("error: internal error: ") && ended.err.contains("please report it"),
        "{}",
        ended.err
    );
    assert_eq!(ended.err.lines().count(), 1);
}
