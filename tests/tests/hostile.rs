//! Inputs that nobody writes by hand: deep, long, wide. Each is so large that a step of the front end or of a rewrite that
//! took quadratic time, or recursed, would be noticed: the test would take minutes, or overflow its stack. No time is
//! measured. Without optimisation the inputs are a tenth of that.

use ptx_grammar::diag::Severity;
use ptx_grammar::source::Source;
use tally_compiler::{Request, compile};
use tally_tests::invariants;

const HEADER: &str = ".version 8.6\n.target sm_90a\n.address_size 64\n";

/// The size in an optimised build.
const fn big(size: usize) -> usize {
    if cfg!(debug_assertions) { size / 10 } else { size }
}

fn kernel(statements: &str) -> String {
    format!(
        "{HEADER}.visible .entry k(.param .u64 a)\n{{\n.reg .pred %p<9>;\n.reg .b32 %r<9>;\n{statements}\nret;\n}}\n"
    )
}

fn n<T: std::fmt::Display>(count: usize, each: impl Fn(usize) -> T) -> String {
    (0..count).map(|i| each(i).to_string()).collect()
}

/// Reads, prints and rewrites; gives the codes of the errors, each once, and whether there is a variant.
fn survive(text: impl AsRef<[u8]>) -> (Vec<&'static str>, bool) {
    let text = text.as_ref();
    let parsed = invariants::any_text(text);
    let mut codes: Vec<_> =
        parsed.diagnostics.iter().filter(|d| d.severity == Severity::Error).map(|d| d.code.id).collect();
    codes.dedup();
    codes.truncate(3);
    let request = Request { schemes: tally_abi::Scheme::ALL.to_vec(), ..Request::default() };
    let artifact = compile(Source::new("input", text), &request).unwrap_or_else(|e| panic!("{e}"));
    (codes, artifact.rewritten.variants().next().is_some())
}

fn valid(text: impl AsRef<[u8]>) {
    assert_eq!(survive(text), (vec![], true));
}

fn fails(text: impl AsRef<[u8]>, code: &'static str) {
    let (codes, _) = survive(text);
    assert!(codes.contains(&code), "{codes:?} instead of {code}");
}

#[test]
fn deep_scopes() {
    fails(kernel(&("{".repeat(big(100_000)) + &"}".repeat(big(100_000)))), "E0301");
    valid(kernel(&("{".repeat(1000) + &"}".repeat(1000))));
}

#[test]
fn deep_scopes_with_names_of_their_own() {
    let open = n(big(50_000), |_| "{ .reg .b32 %r<2>; mov.u32 %r8, %r1;\n");
    fails(kernel(&(open + &"}".repeat(big(50_000)))), "E0301");
}

#[test]
fn deep_scopes_with_branches_out() {
    let open = n(big(50_000), |_| "{ bra END;\n");
    fails(kernel(&(open + &"}".repeat(big(50_000)) + "END:")), "E0301");
    let open = n(1000, |_| "{ bra END; bra L; L:\n") + &n(big(100_000), |_| "bra END;\n");
    valid(kernel(&(open + &"}".repeat(1000) + "END:")));
}

#[test]
fn deep_brackets() {
    for (open, close) in [("(", ")"), ("[", "]"), ("{", "}"), ("-(", ")"), ("(-1+", ")")] {
        let deep = |count: usize| kernel(&format!("mov.u32 %r1, {}1{};", open.repeat(count), close.repeat(count)));
        fails(deep(big(100_000)), "E0301");
        survive(deep(1000));
    }
}

/// The evaluator of constants climbs through all levels of precedence at each parenthesis.
#[test]
fn deep_precedence() {
    for open in ["0||0&&0|0^0&0==0<0<<0+0*(", "1?0:("] {
        let deep = |count: usize| kernel(&format!("mov.u32 %r1, {}1{};", open.repeat(count), ")".repeat(count)));
        valid(deep(64));
        fails(deep(1000), "E0101");
    }
}

#[test]
fn deep_braces_of_an_initialiser() {
    let deep = |count: usize| format!("{HEADER}.global .b32 a[1] = {}1{};", "{".repeat(count), "}".repeat(count));
    fails(deep(big(100_000)), "E0301");
    assert_eq!(survive(deep(1000)).0, Vec::<&str>::new());
}

#[test]
fn long_chains_of_operators() {
    valid(kernel(&format!("mov.u32 %r1, {}1;", "- ".repeat(big(1_000_000)))));
    valid(kernel(&format!("mov.u32 %r1, {}1;", "~!".repeat(big(500_000)))));
    valid(kernel(&format!("mov.u32 %r1, 0{};", "+1".repeat(big(1_000_000)))));
    fails(kernel(&format!("mov.u32 %r1, %r2{};", "|%r3".repeat(70_000))), "E0302");
    survive(kernel(&format!("mov.u32 %r1, 1{};", "?1:1".repeat(big(300_000)))));
    survive(kernel(&format!("mov.u32 %r1, {}%r2;", "-".repeat(big(1_000_000)))));
    survive(kernel(&format!("ld.param.u64 %r1, [a{}];", "+1".repeat(big(300_000)))));
}

#[test]
fn long_lists() {
    let numbers = n(big(1_000_000), |i| format!("{i},"));
    assert_eq!(survive(format!("{HEADER}.global .b32 a[1000001] = {{{numbers} 7}};")).0, Vec::<&str>::new());
    let names = n(big(300_000), |_| "g,");
    assert_eq!(survive(format!("{HEADER}.global .b32 g;\n.global .b64 a[] = {{{names} g}};")).0, Vec::<&str>::new());
    let declared = n(big(200_000), |i| format!("x{i} = 1,"));
    assert_eq!(survive(format!("{HEADER}.global .b32 {declared} y;")).0, Vec::<&str>::new());
    fails(kernel(&format!("call f, ({} %r1);", "%r2,".repeat(70_000))), "E0302");
    let dims = "[1]".repeat(big(100_000));
    assert_eq!(survive(format!("{HEADER}.global .b32 a{dims};")).0, Vec::<&str>::new());
    survive(kernel(&format!("T: .branchtargets {} END; END:", n(big(200_000), |_| "END,"))));
    let params = n(big(100_000), |i| format!(".param .u64 p{i},"));
    assert_eq!(survive(format!("{HEADER}.entry k({params} .param .u8 q) {{ ret; }}")), (vec![], false));
}

#[test]
fn long_tokens() {
    let name = "x".repeat(big(1 << 20));
    fails(kernel(&format!(".reg .b32 {name}; mov.u32 {name}, 1;")), "E0302");
    fails(kernel(&format!("mov.u32 %r1, {};", "1".repeat(big(1 << 20)))), "E0101");
    survive(kernel(&format!("mov.u32 %r1, 1.{};", "1".repeat(big(1 << 20)))));
    survive(kernel(&format!("mov{} %r1, 1;", ".u32".repeat(big(1 << 18)))));
    survive(kernel(&format!("mov.u32 %r{}, 1;", "9".repeat(big(1 << 20)))));
    fails(kernel(&format!(".pragma \"{}", "x".repeat(big(1 << 20)))), "E0001");
    valid(kernel(&format!("// {}\n/* {} */", "x".repeat(big(5 << 20)), "* ".repeat(big(5 << 20)))));
}

#[test]
fn many_labels_and_pending_branches() {
    let branches = n(big(200_000), |i| format!("@%p1 bra L{i};\n"));
    let labels = n(big(200_000), |i| format!("L{i}:\n"));
    valid(kernel(&(branches + &labels)));
    fails(kernel(&n(big(200_000), |i| format!("bra L{i};\n"))), "E0203");
}

#[test]
fn many_register_declarations() {
    valid(kernel(&n(big(100_000), |i| format!(".reg .b32 %x{i}_<{}>;\nmov.u32 %x{i}_0, 1;\n", i + 1))));
    let singles = n(big(100_000), |i| format!(".reg .b32 %x{};\n", i + 100));
    valid(kernel(&(singles.clone() + ".reg .b32 %x<100>;\nmov.u32 %x99, %x100;")));
    fails(kernel(&(singles + ".reg .b32 %x<101>;")), "E0202");
    fails(kernel(&n(big(100_000), |i| format!(".reg .b32 %x<{i}>;\n"))), "E0202");
    // Many ranges of one prefix that are too small for what is used.
    let small = n(big(100_000), |_| ".reg .b32 %r<2>; mov.u32 %r8, 1;\n");
    fails(kernel(&small), "E0202");
    let few = n(300, |_| "{ .reg .b32 %r<2>;\n") + &n(big(50_000), |_| "mov.u32 %r8, 1;\n") + &"}".repeat(300);
    valid(kernel(&few));
}

#[test]
fn huge_register_ranges() {
    let uses = n(big(50_000), |i| format!("mov.u32 %x{}, {i};\n", i * 39_999));
    valid(kernel(&format!(".reg .b32 %x<2000000000>;\n{uses}mov.u32 %x1999999999, 1;")));
    fails(kernel(".reg .b32 %x<99999999999999999999>;"), "E0101");
    let ranges =
        n(64, |i| format!(".reg .b32 %y{i}_<2000000000>; mov.u32 %y{i}_1999999999, 1; mov.u32 %y{i}_9000, 1;\n"));
    valid(kernel(&ranges));
}

#[test]
fn many_functions_and_heads() {
    let functions = n(big(50_000), |i| format!(".func f{i}() {{ ret; }}\n"));
    let calls = n(big(50_000), |i| format!("call f{i};\n"));
    valid(format!("{HEADER}{functions}{}", kernel(&calls).replace(HEADER, "")));
    let heads = n(big(100_000), |i| format!("op{i}.u32 %r1;\n"));
    assert_eq!(survive(kernel(&heads)), (vec![], false));
    assert_eq!(survive(kernel(&n(big(200_000), |i| format!("op{} .u32 %r1;\n", i % 5000)))), (vec![], false));
    let chain = n(big(20_000), |i| format!(".func f{}() {{ call f{i}; ret; }}\n", i + 1));
    valid(format!("{HEADER}.func f0() {{ ret; }}\n{chain}.entry k() {{ call f{}; ret; }}", big(20_000)));
}

#[test]
fn many_kernels_that_read_the_grid() {
    let kernels = n(big(5000), |i| format!(".entry k{i}() {{ .reg .b32 %r; mov.u32 %r, %ctaid.y; call f; ret; }}\n"));
    valid(format!("{HEADER}.func f() {{ .reg .b32 %r; mov.u32 %r, %ctaid.x; ret; }}\n{kernels}"));
}

#[test]
fn nothing_but_one_byte() {
    fails("{".repeat(big(5 << 20)), "E0105");
    fails(format!("{HEADER}{}", "{".repeat(big(5 << 20))), "E0105");
    fails(format!("{HEADER}{}", "}".repeat(big(5 << 20))), "E0103");
    fails(format!("{HEADER}{}", ";".repeat(big(5 << 20))), "E0105");
    fails(kernel(&";".repeat(big(5 << 20))), "E0101");
    for byte in [b'(', b'[', b'<', b'@', b':', b'.', b'"', b'%', b'-', b'0', b'a', b'\0', 0xff] {
        survive([HEADER.as_bytes(), &vec![byte; big(1 << 20)]].concat());
        survive([kernel("").replace("ret;\n}\n", "").as_bytes(), &vec![byte; big(1 << 20)]].concat());
    }
}

#[test]
fn comments_that_never_end() {
    fails(format!("{HEADER}/*{}", "* x\n".repeat(big(10 << 18))), "E0001");
    fails(format!("{HEADER}{}", "/*".repeat(big(5 << 20))), "E0001");
    survive(format!("{HEADER}{}", "/* */".repeat(big(2 << 20))));
    survive(format!("{HEADER}{}", "/".repeat(big(5 << 20))));
}

#[test]
fn many_errors_leave_no_kernel_with_errors_whole() {
    let warnings = n(1000, |i| format!("op{i}.u32 %r1;\n"));
    let text =
        format!("{HEADER}.entry w() {{ .reg .b32 %r<9>; {warnings} ret; }}\n.entry e() {{ mov.u32 %nothing9, 1; }}\n");
    assert_eq!(survive(text), (vec!["E0201"], false));
    let errors = n(1000, |i| format!("mov.u32 x{i}, 1;\n"));
    let text = format!("{HEADER}.entry w() {{ {errors} ret; }}\n.entry e() {{ mov.u32 y, 1; }}\n");
    assert_eq!(survive(text), (vec!["E0201"], false));
}
