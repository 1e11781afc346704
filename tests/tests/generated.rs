//! Generated texts: bytes, tokens, and valid functions.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use ptx_grammar::print::{self, Style};
use ptx_grammar::source::Source;
use tally_tests::fuzz_bytes::fuzz_bytes;
use tally_tests::invariants;

const TOKENS: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    ";",
    ",",
    ":",
    "@",
    "!",
    "-",
    "+",
    "|",
    "=",
    "_",
    "?",
    "~",
    "%",
    "*",
    "\"s\"",
    "1",
    "0x1F",
    "0f3F800000",
    "1.5",
    "9",
    "a",
    "%r1",
    "%p1",
    "%rd1",
    "$L",
    "%tid.x",
    "%ctaid.x",
    "%nctaid",
    "mov.u32",
    "add.s32",
    "bra",
    "call",
    "ret",
    "ld.global.u32",
    "foo.bar",
    ".reg",
    ".b32",
    ".pred",
    ".global",
    ".param",
    ".entry",
    ".func",
    ".visible",
    ".version",
    "8.0",
    ".target",
    "sm_90",
    ".align",
    ".branchtargets",
    ".callprototype",
    ".section",
    ".loc",
    ".pragma",
    ".attribute",
    "WARP_SZ",
    "/*",
    "*/",
    "//\n",
    "\n",
    "@@DWARF",
    "\0",
    "é",
    "<9>",
    "\"",
];

const HEADER: &str = ".version 8.6\n.target sm_90a\n.address_size 64\n";

fn config() -> ProptestConfig {
    // Always the same cases, so that what fails once fails again, and no files of past failures: a failure becomes a file
    // of corpus/regressions.
    let rng_seed = RngSeed::Fixed(0x0074_616c_6c79);
    ProptestConfig { cases: 256, failure_persistence: None, rng_seed, ..ProptestConfig::default() }
}

/// A statement of a body. Registers `%p`, `%r`, `%rd`, `%f` and the labels `L0` to `L3` of the outermost scope are there.
fn statement() -> impl Strategy<Value = String> {
    let guard = select(&["", "", "@%p1 ", "@!%p2 "][..]);
    let instruction = (guard, instruction()).prop_map(|(g, i)| format!("{g}{i}"));
    let gap = select(&["\n", " ", "\n\t", " /* c */ ", "\n// c\n"][..]);
    let leaf = prop_oneof![
        8 => instruction,
        1 => (1u32..1000).prop_map(|n| format!(".reg .b32 %xUNIQUE_<{n}>;")),
        1 => Just(".reg .v2 .f32 yUNIQUE_;".to_string()),
        1 => (1u32..64).prop_map(|n| format!(".pragma \"x{n}\";")),
    ];
    let tree = leaf.prop_recursive(3, 24, 6, |inner| {
        (select(SHADOWS), vec(inner, 0..6)).prop_map(|(shadow, list)| format!("{{ {shadow} {} }}", list.join("\n")))
    });
    (gap, tree).prop_map(|(gap, text)| format!("{gap}{text}"))
}

/// What an inner scope declares: names of the outer ones again, and labels of its own.
const SHADOWS: &[&str] =
    &["", ".reg .b32 %r<3>;", ".reg .b32 %r2;", "L1:", ".local .b32 %r1; I:", ".reg .b64 %rd<5>, %r3; L0:"];

fn instruction() -> impl Strategy<Value = String> {
    prop_oneof![
        (select(&["add.s32", "sub.u32", "and.b32", "mul.lo.u32", "max.s32"][..]), register(), source(), source())
            .prop_map(|(op, d, a, b)| format!("{op} {d}, {a}, {b};")),
        (select(&["mov.u32", "mov.b32", "not.b32"][..]), register(), source())
            .prop_map(|(op, d, a)| format!("{op} {d}, {a};")),
        (register(), address()).prop_map(|(d, a)| format!("ld.global.u32 {d}, {a};")),
        (address(), register()).prop_map(|(a, s)| format!("st.global.u32 {a}, {s};")),
        (0u8..4).prop_map(|l| format!("bra L{l};")),
        (source(), source()).prop_map(|(a, b)| format!("setp.lt.s32 %p1|%p2, {a}, {b};")),
        any::<u32>().prop_map(|b| format!("add.f32 %f1, %f2, 0f{b:08x};")),
        any::<u64>().prop_map(|b| format!("mov.b64 %rd1, 0x{b:x};")),
        any::<i64>().prop_map(|b| format!("add.s64 %rd1, %rd2, {b};")),
        (register(), register()).prop_map(|(a, b)| format!("mov.b64 {{{a}, {b}}}, %rd3;")),
        (register(), register(), address()).prop_map(|(a, b, m)| format!("ld.global.v2.u32 {{{a}, {b}}}, {m};")),
        Just("ret;".to_string()),
        Just("bar.sync 0;".to_string()),
        Just("frob.b32 %r1, -%r2, !%p3, (%r4, _), WARP_SZ;".to_string()),
    ]
}

fn register() -> impl Strategy<Value = String> {
    (0u8..9).prop_map(|n| format!("%r{n}"))
}

fn source() -> impl Strategy<Value = String> {
    prop_oneof![
        register(),
        any::<i32>().prop_map(|v| v.to_string()),
        select(
            &["%tid.x", "%ctaid.y", "%nctaid.x", "%laneid", "(3+4)*2", "1 << 5", "-(7)", "~0", "0b101", "017", "0x7fU"]
                [..]
        )
        .prop_map(str::to_string),
    ]
}

fn address() -> impl Strategy<Value = String> {
    let offset = prop_oneof![
        Just(String::new()),
        (0u32..5000).prop_map(|n| format!("+{n}")),
        (1u32..5000).prop_map(|n| format!("+-{n}")),
    ];
    prop_oneof![
        (0u8..9, offset.clone()).prop_map(|(r, o)| format!("[%rd{r}{o}]")),
        offset.prop_map(|o| format!("[g{o}]"))
    ]
}

fn function(statements: &[String]) -> String {
    let mut body: Vec<&str> = statements.iter().map(String::as_str).collect();
    for (i, label) in ["\nL0:", "\nL1:", "\nL2:", "\nL3:"].iter().enumerate() {
        body.insert((i * 3).min(body.len()), label);
    }
    let body = body.concat();
    let mut parts = body.split("UNIQUE");
    let first = parts.next().unwrap_or_default().to_string();
    let body: String = parts.enumerate().fold(first, |text, (i, part)| format!("{text}{i}{part}"));
    format!(
        "{HEADER}.global .b32 g[64];\n.visible .entry k(.param .u64 a)\n{{\n.reg .pred %p<9>;\n.reg .b32 %r<9>;\n\
         .reg .b64 %rd<9>;\n.reg .f32 %f<9>;{body}\nret;\n}}\n"
    )
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_bytes(data in vec(any::<u8>(), 0..300)) {
        fuzz_bytes(&data);
    }

    #[test]
    fn any_tokens(words in vec(select(TOKENS), 0..80), blanks in any::<bool>()) {
        fuzz_bytes(words.join(if blanks { " " } else { "" }).as_bytes());
    }

    #[test]
    fn any_tokens_in_a_kernel(words in vec(select(TOKENS), 0..60)) {
        let text = format!("{HEADER}.entry k(.param .u64 p) {{ .reg .b32 %r<4>; .reg .pred %p<4>; {} ret; }}", words.join(" "));
        fuzz_bytes(text.as_bytes());
    }

    #[test]
    fn valid_functions(statements in vec(statement(), 0..30)) {
        let text = function(&statements);
        let parsed = invariants::any_text(text.as_bytes());
        prop_assert!(parsed.is_valid(), "{}", invariants::messages(&parsed));
        let formatted = invariants::formats(&parsed.module);
        prop_assert_eq!(listing(text.as_bytes()), listing(&formatted));
        fuzz_bytes(text.as_bytes());
    }
}

/// Every instruction with the identity of each register and label, which text alone does not show.
fn listing(text: &[u8]) -> Vec<String> {
    let module = ptx_grammar::parse(Source::new("input", text)).module;
    let bodies = module.funcs.values().filter_map(|f| f.body.as_ref());
    bodies
        .flat_map(|body| {
            let module = &module;
            body.inst_order().map(move |inst| {
                let text = print::instruction(module, body, inst);
                format!("{text} {:?} {:?}", body.operand_nodes(inst), body.insts[inst].guard)
            })
        })
        .collect()
}

#[test]
fn formatting_keeps_every_statement() {
    let text = function(&[" mov.u32 %r1, 1;".to_string(), " { .reg .b32 %r1; mov.u32 %r1, 2; }".to_string()]);
    let module = ptx_grammar::parse(Source::new("input", text.as_bytes())).module;
    let formatted = print::module(&module, Style::Format);
    assert_eq!(listing(text.as_bytes()), listing(&formatted));
    assert_eq!(listing(text.as_bytes()).len(), 3);
}
