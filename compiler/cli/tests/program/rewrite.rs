//! `rewrite`: what it writes, for whom, and when it refuses.

use super::support::*;
use serde_json::Value;

#[test]
fn a_filter_from_standard_input_to_standard_output() {
    let ended = ptxc("rewrite -").stdin(GOOD).run().expect(0);
    assert!(ended.text().starts_with(GOOD), "the original stays, byte for byte");
    assert!(ended.text().contains(".visible .entry good$tally_slice("));
    assert_eq!(ended.err, "");
}

#[test]
fn output_does_not_depend_on_the_run() {
    let first = ptxc("rewrite -").stdin(mixed()).run().expect(0);
    for threads in ["1", "2", "7"] {
        let again = ptxc("rewrite -").env("RAYON_NUM_THREADS", threads).stdin(mixed()).run().expect(0);
        assert_eq!((&again.out, &again.err), (&first.out, &first.err));
    }
}

#[test]
fn what_is_written_can_be_read_and_is_not_worse() {
    let folder = folder(&[("in.ptx", &mixed())]);
    ptxc("rewrite in.ptx -o out.ptx").dir(folder.path()).run().expect(0);
    assert_eq!(ptxc("check out.ptx").dir(folder.path()).run().expect(0).err, "");
}

#[test]
fn schemes_are_chosen_by_word() {
    let all = ptxc("rewrite -").stdin(GOOD).run().expect(0);
    let named = ptxc("rewrite - --schemes slice,slice").stdin(GOOD).run().expect(0);
    assert!(named.text().contains("good$tally_slice"));
    assert!(all.out.len() >= named.out.len());
    let unknown = ptxc("rewrite - --schemes slice,none").stdin(GOOD).run().expect(2);
    assert!(unknown.err.contains("no scheme `none`"), "{}", unknown.err);
}

#[test]
fn kernels_are_chosen_by_name() {
    let ended = ptxc("rewrite - --kernel good").stdin(mixed()).run().expect(0);
    assert_eq!(ended.err, "", "a kernel that was not asked for is not refused");
    assert!(ended.text().contains("good$tally_slice"));
    let missing = ptxc("rewrite - --kernel absent").stdin(GOOD).run().expect(1);
    assert!(missing.out.is_empty());
    assert!(missing.err.contains("no kernel `absent`"), "{}", missing.err);
}

#[test]
fn replace_keeps_only_the_variant() {
    let ended = ptxc("rewrite - --replace --schemes slice").stdin(GOOD).run().expect(0);
    assert_eq!(ended.text().matches(".entry").count(), 1);
    assert!(ended.text().contains(".visible .entry good("));
    assert!(!ended.text().contains("good$tally_slice("));
}

#[test]
fn replace_keeps_what_is_refused() {
    let ended = ptxc("rewrite - --replace --schemes slice").stdin(mixed()).run().expect(0);
    assert!(ended.text().contains(REFUSED_KERNEL));
}

#[test]
fn a_refusal_is_a_note_and_the_kernel_is_kept() {
    let ended = ptxc("rewrite - --message-format short").stdin(mixed()).run().expect(0);
    assert!(ended.err.contains("<stdin>:18:") && ended.err.contains("note[R0104]"), "{}", ended.err);
    assert!(ended.text().starts_with(&mixed()));
    assert!(!ended.text().contains("refused$tally"));
}

#[test]
fn a_refusal_is_an_error_when_asked() {
    let folder = folder(&[("in.ptx", &mixed()), ("out.ptx", "old")]);
    let ended = ptxc("rewrite in.ptx -o out.ptx --on-refuse error --message-format short").dir(folder.path()).run();
    assert!(ended.expect(1).err.contains("error[R0104]"));
    assert_eq!(text(folder.path().join("out.ptx")), "old");
    ptxc("rewrite - --on-refuse error").stdin(GOOD).run().expect(0);
}

#[test]
fn a_module_that_gets_no_variant_comes_back_unchanged() {
    let module = format!("{HEADER}{REFUSED_KERNEL}");
    assert_eq!(ptxc("rewrite -").stdin(&module).run().expect(0).text(), module);
}

#[test]
fn an_invalid_module_is_not_written() {
    let ended = ptxc("rewrite - --message-format short").stdin(BAD).run().expect(1);
    assert!(ended.out.is_empty());
    assert!(ended.err.contains("<stdin>:6:") && ended.err.contains("error[E0201]"), "{}", ended.err);
}

#[test]
fn the_manifest_says_what_was_done() {
    let folder = folder(&[("in.ptx", &mixed())]);
    ptxc("rewrite in.ptx -o out.ptx --manifest out.json").dir(folder.path()).run().expect(0);
    let manifest = text(folder.path().join("out.json"));
    let value: Value = serde_json::from_str(&manifest).expect("the manifest is JSON");
    assert_eq!(value["kernels"][0]["variants"][0]["name"], "good$tally_slice");
    assert_eq!(value["kernels"][1]["refused"][0]["code"], "R0104");
    assert_eq!(value["kernels"][1]["refused"][0]["line"], 18);
    let emitted = ptxc("rewrite in.ptx --emit json").dir(folder.path()).run().expect(0);
    assert_eq!(emitted.text(), manifest);
}

#[test]
fn statements_and_flow_graphs_can_be_looked_at() {
    let ir = ptxc("rewrite - --emit ir").stdin(GOOD).run().expect(0);
    for part in ["// good\n", "// good$tally_slice\n", "// bb0 entry"] {
        assert!(ir.text().contains(part), "{part}");
    }
    let graph = ptxc("rewrite - --emit cfg-dot").stdin(GOOD).run().expect(0);
    assert!(graph.text().starts_with("digraph \"good\" {\n"));
    assert!(graph.text().contains("  bb0 -> bb1;\n"));
    assert_eq!(graph.text().matches("digraph").count(), graph.text().matches("\n}\n").count());
}

#[test]
fn replace_with_several_schemes_is_a_usage_error() {
    let several = tally_abi::Scheme::ALL.len() > 1;
    ptxc("rewrite - --replace").stdin(GOOD).run().expect(if several { 2 } else { 0 });
}
