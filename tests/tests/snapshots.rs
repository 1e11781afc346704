//! Messages as people see them, without colour. `make bless` writes the snapshots again.

use insta::assert_snapshot;
use ptx_grammar::diag::render;
use ptx_grammar::parse;
use ptx_grammar::source::Source;

const HEADER: &str = ".version 8.6\n.target sm_90a\n.address_size 64\n";

fn rendered(text: impl AsRef<[u8]>) -> String {
    let parsed = parse(Source::new("a.ptx", text.as_ref()));
    render(&parsed.module.source, &parsed.diagnostics, false)
}

fn kernel(statements: &str) -> String {
    rendered(format!("{HEADER}.entry k() {{\n    .reg .pred %p<2>;\n    .reg .b32 %r<4>;\n{statements}\n}}\n"))
}

/// One line each, for texts that are too large to show.
fn short(text: &str) -> String {
    let parsed = parse(Source::new("a.ptx", text.as_bytes()));
    parsed.diagnostics.iter().map(|d| d.short(&parsed.module.source) + "\n").collect()
}

#[test]
fn missing_comma() {
    assert_snapshot!(kernel("    add.s32 %r1 %r2, %r3;"));
}

#[test]
fn missing_semicolon() {
    assert_snapshot!(kernel("    add.s32 %r1, %r2, %r3\n    ret;"));
}

#[test]
fn missing_semicolon_at_the_end() {
    assert_snapshot!(kernel("    mov.u32 %r1,\n        1"));
}

#[test]
fn empty_statement() {
    assert_snapshot!(kernel("    ret;;"));
}

#[test]
fn undeclared() {
    assert_snapshot!(kernel("    mov.u32 %r4, 1;"));
}

#[test]
fn declared_twice() {
    assert_snapshot!(kernel("    .reg .b32 %r3;"));
}

#[test]
fn label_in_an_inner_scope() {
    assert_snapshot!(kernel("    bra IN;\n    { IN: }"));
}

#[test]
fn brace_never_closed() {
    assert_snapshot!(rendered(format!("{HEADER}.entry a()\n{{\n    ret;\n\n.entry b()\n{{\n    ret;\n}}\n")));
}

#[test]
fn no_version() {
    assert_snapshot!(rendered(".target sm_90\n.entry k() { ret; }\n"));
}

#[test]
fn unknown_instruction() {
    assert_snapshot!(kernel("    frobnicate.b32 %r1, %r2;"));
}

#[test]
fn unknown_special_register() {
    assert_snapshot!(kernel("    mov.u32 %r1, %newreg;"));
}

#[test]
fn not_for_this_target() {
    assert_snapshot!(rendered(".version 8.0\n.target sm_80\n.entry k() {\n    wgmma.fence.sync.aligned;\n}\n"));
}

#[test]
fn several_lines() {
    assert_snapshot!(kernel("    mov.u32 %r1,\n        1 /\n        0;"));
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    assert_snapshot!(kernel("    mov.u32 \x1b[31m%r1, 1; // \x07\n    mov.u32 %r1, \0;"));
}

#[test]
fn bytes_that_are_no_utf8() {
    let text = [HEADER.as_bytes(), b".entry k() {\n    mov.u32 gr\xf6\xdfe, 1; // \xe9\n}\n"].concat();
    assert_snapshot!(rendered(text));
}

#[test]
fn tabs_and_wide_letters() {
    assert_snapshot!(rendered(format!("{HEADER}// 漢字 é\n.entry k() {{\n/* 漢 */\tmov.u32\tx,\t1;\n}}\n")));
}

#[test]
fn comment_never_closed() {
    assert_snapshot!(rendered(format!("{HEADER}.entry k() {{ ret; }}\n/* to be\ncontinued\n")));
}

#[test]
fn too_deep() {
    let scopes = format!("{HEADER}.entry k() {{\n{}\n{}\n}}\n", "{".repeat(1025), "}".repeat(1025));
    let brackets = format!("{HEADER}.entry k() {{\nmov.u32 x, {}1{};\n}}\n", "(".repeat(1026), ")".repeat(1026));
    assert_snapshot!(short(&scopes) + &short(&brackets));
}

#[test]
fn too_long() {
    let name = format!("{HEADER}.entry k() {{\n.reg .b32 {};\n}}\n", "x".repeat(65_537));
    let operands = format!("{HEADER}.entry k() {{\n.reg .b32 r;\ncall f, ({} r);\n}}\n", "r,".repeat(65_535));
    assert_snapshot!(short(&name) + &short(&operands));
}
