//! Tests of all analyses, mostly on small bodies written as text.

use super::*;
use cranelift_entity::EntityRef;
use ptx_grammar::ir::{Label, Origin, Reg, Stmt, StmtKind};
use ptx_grammar::isa::{A, D, F, L, OA, OD, OG, OP, OR, OU, Role, T, U, X};
use ptx_grammar::source::{Source, Span};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

const HEADER: &str = ".version 8.6\n.target sm_90a\n.address_size 64\n";
const REGISTERS: &str = ".reg .pred %p<4>; .reg .b32 %r<10>; .reg .b64 %rd<4>; .reg .v4 .f32 %v;\n";

fn module(text: &str) -> Module {
    ptx_grammar::parse(Source::new("test", text.as_bytes().to_vec())).module
}

/// A module with one kernel `k` around these statements.
fn kernel(statements: &str) -> Module {
    module(&format!("{HEADER}.entry k() {{\n{REGISTERS}{statements}\n}}\n"))
}

fn func(module: &Module, name: &str) -> FuncId {
    let found = module.funcs.iter().rfind(|(_, f)| &*f.name == name.as_bytes());
    found.expect("the test names a function").0
}

fn frozen<'a>(module: &'a Module, name: &str) -> Frozen<'a> {
    Frozen::of(module, func(module, name)).expect("the function has a body")
}

fn annotated(statements: &str, facts: &str) -> String {
    let module = kernel(statements);
    annotate(&module, func(&module, "k"), Facts::parse(facts).expect("facts are spelled right"))
}

/// The comments that concern blocks, without their slashes.
fn blocks(statements: &str, facts: &str) -> Vec<String> {
    let text = annotated(statements, facts);
    text.lines().filter_map(|l| l.strip_prefix("// ")).skip(1).map(str::to_string).collect()
}

fn bb(i: usize) -> Block {
    Block::new(i)
}

/// The register with this spelling.
fn reg(f: Frozen, name: &str) -> Reg {
    f.body.regs.keys().find(|r| f.body.reg_name(*r) == name).expect("the test names a register that is used")
}

fn names(f: Frozen, regs: impl IntoIterator<Item = Reg>) -> Vec<String> {
    regs.into_iter().map(|r| f.body.reg_name(r)).collect()
}

/// The instruction with this number, in layout order.
fn nth(f: Frozen, n: usize) -> Inst {
    f.body.inst_order().nth(n).expect("the test numbers an instruction")
}

const DIAMOND: &str = "
    setp.eq.u32 %p1, %r1, 0;
    @%p1 bra right;
    mov.u32 %r2, 1;
    bra join;
right:
    mov.u32 %r2, 2;
join:
    add.u32 %r3, %r2, 1;
    ret;";

#[test]
fn diamond() {
    assert_eq!(
        blocks(DIAMOND, "cfg dom loops"),
        [
            "bb0 entry <- -> bb2 bb1 | idom=- ipdom=bb3",
            "bb1 <- bb0 -> bb3 | idom=bb0 ipdom=bb3",
            "bb2 <- bb0 -> bb3 | idom=bb0 ipdom=bb3",
            "bb3 <- bb1 bb2 -> bb4 | idom=bb0 ipdom=bb4",
            "bb4 exit <- bb3 -> | idom=bb3 ipdom=-",
        ]
    );
}

#[test]
fn order_and_dominance_in_a_diamond() {
    let module = kernel(DIAMOND);
    let a = Analyses::new(frozen(&module, "k"));
    let dom = a.dominators();
    assert_eq!(a.cfg().reverse_postorder().first(), Some(&bb(0)));
    assert_eq!(a.cfg().reverse_postorder()[3..], [bb(3), bb(4)]);
    assert!(dom.dominates(bb(0), bb(3)) && dom.dominates(bb(3), bb(3)) && !dom.dominates(bb(1), bb(3)));
    assert_eq!(dom.common(bb(1), bb(2)), Some(bb(0)));
    assert_eq!(a.post_dominators().common(bb(1), bb(2)), Some(bb(3)));
    assert!(a.post_dominators().postdominates(bb(3), bb(0)));
    assert_eq!(a.cfg().fallthrough(bb(0)), Some(bb(1)));
    assert_eq!(a.cfg().fallthrough(bb(1)), None);
    assert_eq!(a.cfg().insts(bb(1)).len(), 2);
    assert_eq!(a.cfg().block_of(nth(a.frozen(), 4)), Some(bb(2)));
}

#[test]
fn nested_loops() {
    let text = "
outer:
    mov.u32 %r1, 0;
inner:
    add.u32 %r1, %r1, 1;
    @%p1 bra inner;
    @%p2 bra outer;
    ret;";
    let found = ["bb1 loop=bb1 depth=1 header", "bb2 loop=bb2 depth=2 header", "bb3 loop=bb1 depth=1"];
    assert_eq!(blocks(text, "loops"), found);
    let module = kernel(text);
    let a = Analyses::new(frozen(&module, "k"));
    let loops = a.loops();
    let [outer, inner] = loops.iter().collect::<Vec<_>>()[..] else { panic!("two loops") };
    assert_eq!((loops.parent(inner), loops.parent(outer)), (Some(outer), None));
    assert_eq!(loops.blocks(outer), [bb(1), bb(3), bb(2)]);
    assert_eq!(loops.blocks(inner), [bb(2)]);
    assert_eq!(loops.latches(outer), [bb(3)]);
    assert_eq!(loops.exits(a.cfg(), inner).collect::<Vec<_>>(), [(bb(2), bb(3))]);
    assert_eq!(loops.exits(a.cfg(), outer).collect::<Vec<_>>(), [(bb(3), bb(4))]);
    assert_eq!(loops.entries(a.cfg(), outer).collect::<Vec<_>>(), [bb(0)]);
    assert!(loops.encloses(outer, inner) && !loops.encloses(inner, outer));
    assert!(loops.is_reducible());
}

#[test]
fn back_edges_to_one_header_make_one_loop() {
    let module = kernel("head: @%p1 bra head; @%p2 bra out; bra head; out: ret;");
    let a = Analyses::new(frozen(&module, "k"));
    let [only] = a.loops().iter().collect::<Vec<_>>()[..] else { panic!("one loop") };
    assert_eq!(a.loops().latches(only), [bb(1), bb(3)]);
    assert_eq!(a.loops().blocks(only).len(), 3);
}

#[test]
fn irreducible() {
    let text = "
    @%p1 bra b;
a:
    mov.u32 %r1, 1;
b:
    @%p2 bra a;
    ret;";
    let module = kernel(text);
    let a = Analyses::new(frozen(&module, "k"));
    assert_eq!(a.loops().iter().len(), 0);
    assert_eq!(a.loops().irreducible(), [Region { blocks: vec![bb(1), bb(2)], entries: vec![bb(1), bb(2)] }]);
    assert!(annotated(text, "loops").ends_with("// irreducible: bb1 bb2 entered at bb1 bb2\n"));
}

#[test]
fn a_loop_inside_and_around_an_irreducible_region() {
    let text = "
head:
    @%p1 bra b;
a:  @%p2 bra a;
b:  @%p3 bra a;
    @%p1 bra head;
    ret;";
    let module = kernel(text);
    let a = Analyses::new(frozen(&module, "k"));
    let headers: Vec<Block> = a.loops().iter().map(|l| a.loops().header(l)).collect();
    assert_eq!(headers, [bb(1), bb(2)]);
    assert_eq!(a.loops().irreducible().len(), 1);
    assert_eq!(a.loops().irreducible()[0].blocks, [bb(2), bb(3)]);
}

#[test]
fn branch_table() {
    let text = "
    t: .branchtargets a, b, a;
    brx.idx %r1, t;
a:  mov.u32 %r2, 1;
b:  ret;";
    let found = blocks(text, "cfg");
    assert_eq!(found, ["bb0 entry <- -> bb1 bb2", "bb1 <- bb0 -> bb2", "bb2 <- bb0 bb1 -> bb3", "bb3 exit <- bb2 ->"]);
}

#[test]
fn a_table_with_several_users_is_a_node() {
    let text = "
    t: .branchtargets a, b;
    @%p1 brx.idx %r1, t;
    brx.idx %r2, t;
a:  mov.u32 %r2, 1;
b:  ret;";
    let found = blocks(text, "cfg");
    assert_eq!(found[0], "bb0 entry <- -> bb5 bb1");
    assert_eq!(found[1], "bb1 <- bb0 -> bb5");
    assert_eq!(found[5], "bb5 table <- bb0 bb1 -> bb2 bb3");
}

#[test]
fn falls_off_the_end() {
    assert_eq!(blocks("mov.u32 %r1, 1;", "cfg"), ["bb0 entry <- -> bb1", "bb1 exit <- bb0 ->"]);
    assert_eq!(blocks("", "cfg"), ["bb0 entry <- -> bb1", "bb1 exit <- bb0 ->"]);
    let label_at_end = blocks("@%p1 bra end; ret; end:", "cfg");
    assert_eq!(label_at_end[2], "bb2 <- bb0 -> bb3");
}

#[test]
fn predicated_ret_is_conditional() {
    let found = blocks("@!%p1 ret; mov.u32 %r1, 1; exit;", "cfg dom");
    assert_eq!(found[0], "bb0 entry <- -> bb2 bb1 | idom=- ipdom=bb2");
    assert_eq!(found[1], "bb1 <- bb0 -> bb2 | idom=bb0 ipdom=bb2");
    assert_eq!(blocks("@%p1 trap;", "cfg")[0], "bb0 entry <- -> bb1");
}

#[test]
fn unreachable_code() {
    let text = "bra out; mov.u32 %r1, 1; loop: bra loop; out: ret;";
    let found = blocks(text, "cfg dom loops live");
    assert_eq!(found[2], "bb1 <- -> bb2 unreachable | idom=- ipdom=-");
    assert_eq!(found[4], "bb2 <- bb1 bb2 -> bb2 unreachable | idom=- ipdom=-");
    let module = kernel(text);
    let a = Analyses::new(frozen(&module, "k"));
    assert_eq!(a.loops().iter().len(), 0);
    assert!(!a.dominators().dominates(bb(1), bb(1)));
}

#[test]
fn endless_loops_have_post_dominators() {
    let text = "@%p1 bra out; head: mov.u32 %r1, 1; @%p2 bra head; bra head; out: ret;";
    let module = kernel(text);
    let a = Analyses::new(frozen(&module, "k"));
    assert_eq!(a.post_dominators().endless(), [bb(2)]);
    assert_eq!(a.post_dominators().ipdom(bb(1)), Some(bb(2)));
    assert_eq!(a.post_dominators().ipdom(bb(2)), Some(a.cfg().exit()));
    assert_eq!(a.post_dominators().ipdom(bb(0)), Some(a.cfg().exit()));
}

#[test]
fn labels_in_front_begin_the_second_block() {
    let found = blocks("a: b: @%p1 bra a; @%p2 bra b; ret;", "cfg");
    assert_eq!(found[0], "bb0 entry <- -> bb1");
    assert_eq!(found[1], "bb1 <- bb0 bb1 bb2 -> bb1 bb2");
}

#[test]
fn calls_that_do_not_return() {
    let text = format!(
        "{HEADER}.func gone() .noreturn;
        .func back() {{ ret; }}
        .entry k() {{ .reg .pred %p; .reg .b64 %f;
            call back, (); call gone, (); mov.u64 %f, 1; @%p call gone; ret; }}
        .entry i() {{ .reg .b64 %f; proto: .callprototype _ () .noreturn; mov.u64 %f, back; call %f, (), proto; ret; }}"
    );
    let module = module(&text);
    let a = Analyses::new(frozen(&module, "k"));
    let cfg = a.cfg();
    assert_eq!(cfg.succs(bb(0)), [cfg.exit()]);
    assert!(!cfg.is_reachable(bb(1)));
    assert_eq!(cfg.succs(bb(1)), [cfg.exit(), bb(2)]);
    let a = Analyses::new(frozen(&module, "i"));
    assert_eq!(a.cfg().succs(bb(0)), [a.cfg().exit()]);
}

#[test]
fn an_unknown_instruction_may_go_anywhere() {
    let text = "
    mov.u32 %r2, 1;
    frobnicate.u32 %r1, [%r2];
a:  mov.u32 %r3, %r2;
b:  ret;";
    let found = blocks(text, "cfg");
    assert_eq!(found[0], "bb0 entry <- -> bb4 bb1");
    assert_eq!(found[1], "bb1 <- bb0 bb4 -> bb2");
    assert_eq!(found[4], "bb4 anywhere <- bb0 -> bb1 bb2 bb3");
    let module = kernel(text);
    let f = frozen(&module, "k");
    let a = Analyses::new(f);
    assert_eq!(a.cfg().unknown(), [nth(f, 1)]);
    let both: Vec<Reg> = vec![reg(f, "%r1"), reg(f, "%r2")];
    assert_eq!(a.reg_uses().reads(nth(f, 1)), both);
    assert!(a.reg_uses().writes(nth(f, 1)).iter().map(|w| w.reg).eq(both));
    assert!(a.reg_uses().writes(nth(f, 1)).iter().all(|w| !w.kills));
}

#[test]
fn a_branch_to_nowhere_may_go_anywhere() {
    let module = kernel("bra nowhere; a: ret;");
    let f = frozen(&module, "k");
    let cfg = Cfg::compute(f);
    assert_eq!(cfg.unknown(), [nth(f, 0)]);
    assert_eq!(cfg.succs(bb(0)), [cfg.anywhere().expect("it is needed"), bb(1)]);
}

#[test]
fn slots() {
    let fill = |slots: &[ptx_grammar::isa::Slot], statement: &str| {
        let module = kernel(&format!("L: t: .branchtargets L; f: .calltargets k; {statement}"));
        let f = frozen(&module, "k");
        assign(slots, f.body.operand_nodes(nth(f, 0))).map(|a| a.iter().map(|(place, _)| place).collect::<Vec<_>>())
    };
    let barrier = [D, U, OU, U];
    assert_eq!(fill(&barrier, "x %p1, 0, %p2;"), Some(vec![0, 1, 3]));
    assert_eq!(fill(&barrier, "x %p1, 0, 64, %p2;"), Some(vec![0, 1, 2, 3]));
    assert_eq!(fill(&barrier, "x %p1, 0;"), None);
    assert_eq!(fill(&barrier, "x 1, 2, 3, 4, 5;"), None);
    assert_eq!(fill(&[A, OA, OU, U], "x [%r1], [%r2], %r3;"), Some(vec![0, 1, 3]));
    assert_eq!(fill(&[A, OA, OU, U], "x [%r1], %r2, %r3;"), Some(vec![0, 2, 3]));
    assert_eq!(fill(&[OD, OD, U], "x %r1, %r2;"), Some(vec![0, 2]));
    assert_eq!(fill(&[OR, F, OG, OP], "call (%r1), k, (%r2), f;"), Some(vec![0, 1, 2, 3]));
    assert_eq!(fill(&[OR, F, OG, OP], "call k;"), Some(vec![1]));
    assert_eq!(fill(&[OR, F, OG, OP], "call %rd1, (%r2), f;"), Some(vec![1, 2, 3]));
    assert_eq!(fill(&[D, U], "x %r1, [%rd1];"), Some(vec![0, 1]));
    assert_eq!(fill(&[L], "x %r1;"), None);
    assert_eq!(fill(&[U, T], "x %r1, t;"), Some(vec![0, 1]));
    assert_eq!(fill(&[X; 40], "x %r1;"), None);
    assert_eq!(fill(&[], "x;"), Some(vec![]));
    let call = assign(&[OR, F, OG, OP], &[]);
    assert!(call.is_none());
    assert_eq!(
        assign(&[OU, D], &[ptx_grammar::ir::Operand::Sink]).expect("fits").roles().collect::<Vec<_>>(),
        [Role::Def]
    );
}

#[test]
fn registers_by_role() {
    let text = annotated(
        "
    @%p1 mov.u32 %r1, %r2;
    ld.global.v2.u32 {%r3, _}, [%rd1+4];
    setp.lt.and.u32 %p2|%p3, %r1, %r2, !%p1;
    st.global.u32 [%rd2], %r1;
    vadd.s32.u32.s32 %r4.b0, %r1, %r2.h1, %r3;
    mov.f32 %v.x, 0f00000000;
    ret;",
        "roles",
    );
    let facts: Vec<&str> = text.lines().filter_map(|l| Some(l.split_once("// ")?.1)).skip(1).collect();
    assert_eq!(
        facts,
        [
            "reads %p1 %r2 writes %r1?",
            "reads %rd1 writes %r3",
            "reads %r1 %r2 %p1 writes %p2 %p3",
            "reads %rd2 %r1",
            "reads %r1 %r2 %r3 writes %r4?",
            "writes %v?",
        ]
    );
}

#[test]
fn liveness_through_guards() {
    let module =
        kernel("@%p1 mov.u32 %r1, 1; st.global.u32 [%rd1], %r1; mov.u32 %r1, 2; st.global.u32 [%rd1], %r1; ret;");
    let f = frozen(&module, "k");
    let a = Analyses::new(f);
    let live = a.liveness();
    assert_eq!(names(f, live.live_before(nth(f, 0))), ["%p1", "%r1", "%rd1"]);
    assert_eq!(names(f, live.live_before(nth(f, 2))), ["%rd1"]);
    assert_eq!(names(f, live.live_after(nth(f, 2))), ["%r1", "%rd1"]);
    assert_eq!(names(f, live.live_after(nth(f, 3))), Vec::<String>::new());
    assert!(live.is_exact());
}

#[test]
fn liveness_around_a_loop() {
    let text = "
    mov.u32 %r1, 0;
    mov.u32 %r2, 0;
    mov.u32 %r4, 5;
head:
    add.u32 %r3, %r1, 1;
    mov.u32 %r1, %r3;
    setp.lt.u32 %p1, %r1, %r4;
    @%p1 bra head;
    st.global.u32 [%rd1], %r2;
    ret;";
    let found = blocks(text, "live");
    assert_eq!(found, ["  live: %rd1", "  live: %r1 %r2 %r4 %rd1", "  live: %r2 %rd1"]);
    let module = kernel(text);
    let f = frozen(&module, "k");
    let a = Analyses::new(f);
    assert!(a.liveness().is_live_in(bb(1), reg(f, "%r4")) && !a.liveness().is_live_in(bb(1), reg(f, "%r3")));
    assert!(a.liveness().is_live_out(bb(0), reg(f, "%r2")) && !a.liveness().is_live_out(bb(2), reg(f, "%r2")));
    let mut seen = Vec::new();
    a.liveness().backwards(bb(2), |inst, live| seen.push((inst, live.len())));
    assert_eq!(seen, [(nth(f, 8), 0), (nth(f, 7), 0)]);
}

#[test]
fn limits_make_liveness_coarser_but_safe() {
    let module = kernel(DIAMOND);
    let f = frozen(&module, "k");
    let a = Analyses::new(f);
    let none = Limits { visits: 0, words: 0 };
    let coarse = Liveness::within(f, a.cfg(), a.reg_uses(), none);
    assert!(!coarse.is_exact());
    for block in a.cfg().blocks() {
        let coarse: BTreeSet<Reg> = coarse.live_in(block).collect();
        assert!(a.liveness().live_in(block).all(|r| coarse.contains(&r)));
    }
}

#[test]
fn returned_registers_are_live_at_the_end() {
    let text = format!("{HEADER}.func (.reg .b32 %o) f(.reg .b32 %i) {{ .reg .b32 %t; add.u32 %o, %i, %t; ret; }}");
    let module = module(&text);
    let f = frozen(&module, "f");
    let a = Analyses::new(f);
    assert_eq!(names(f, a.liveness().live_after(nth(f, 0))), ["%o"]);
    assert_eq!(names(f, a.liveness().live_in(bb(0))), ["%i", "%t"]);
    let reaching = a.reaching();
    assert_eq!(reaching.defs(nth(f, 0), reg(f, "%i")), [Def::Argument]);
    assert_eq!(reaching.defs(nth(f, 0), reg(f, "%t")), [Def::Undefined]);
    assert_eq!(reaching.defs(nth(f, 1), reg(f, "%o")), [Def::Inst(nth(f, 0))]);
}

#[test]
fn definitions_that_reach() {
    let module = kernel(DIAMOND);
    let f = frozen(&module, "k");
    let a = Analyses::new(f);
    let add = nth(f, 5);
    assert_eq!(a.reaching().defs(add, reg(f, "%r2")), [Def::Inst(nth(f, 2)), Def::Inst(nth(f, 4))]);
    assert_eq!(a.reaching().defs(nth(f, 0), reg(f, "%r1")), [Def::Undefined]);
    assert!(
        a.reaching().maybe_undefined(nth(f, 0), reg(f, "%r1")) && !a.reaching().maybe_undefined(add, reg(f, "%r2"))
    );
}

#[test]
fn definitions_around_a_loop_and_through_guards() {
    let text = "
    mov.u32 %r1, 0;
head:
    add.u32 %r1, %r1, 1;
    @%p1 mov.u32 %r1, 7;
    @%p2 mov.u32 %r2, 7;
    @%p1 bra head;
    add.u32 %r3, %r2, %r1;
    ret;";
    let module = kernel(text);
    let f = frozen(&module, "k");
    let a = Analyses::new(f);
    let [init, add, guarded, second] = [0, 1, 2, 3].map(|i| Def::Inst(nth(f, i)));
    assert_eq!(a.reaching().defs(nth(f, 1), reg(f, "%r1")), [init, add, guarded]);
    assert_eq!(a.reaching().defs(nth(f, 5), reg(f, "%r1")), [add, guarded]);
    assert_eq!(a.reaching().defs(nth(f, 5), reg(f, "%r2")), [Def::Undefined, second]);
}

const CALLS: &str = "
.extern .func far();
.func late();
.func pong();
.func leaf() { .reg .b32 %r; mov.u32 %r, %ctaid.x; ret; }
.func middle() { call leaf; call late; ret; }
.func late() { exit; }
.func ping() { call pong; ret; }
.func pong() { call ping; ret; }
.func taken() { .reg .b32 %r; mov.u32 %r, %smid; ret; }
.entry direct() { call middle; ret; }
.entry outside() { call far; ret; }
.entry quiet() { ret; }
.entry cycle() { call ping; ret; }
.entry listed() { .reg .b64 %f; mov.u64 %f, taken; t: .calltargets taken, leaf; call %f, (), t; ret; }
.entry open() { .reg .b64 %f; p: .callprototype _ (); call %f, (), p; ret; }
.entry strange() { frobnicate; ret; }
";

fn reached(module: &Module, name: &str) -> (Vec<String>, bool) {
    let calls = CallGraph::compute(module);
    let found = calls.reachable(module, func(module, name));
    (found.funcs.iter().map(|f| module.funcs[*f].display_name().into_owned()).collect(), found.is_complete())
}

#[test]
fn what_calls_reach() {
    let module = module(&format!("{HEADER}{CALLS}"));
    let is = |name, list: &[&str], complete| {
        assert_eq!(reached(&module, name), (list.iter().map(|s| s.to_string()).collect(), complete), "{name}");
    };
    is("direct", &["direct", "middle", "leaf", "late"], true);
    is("quiet", &["quiet"], true);
    is("outside", &["outside"], false);
    is("cycle", &["cycle", "ping", "pong"], true);
    is("listed", &["listed", "taken", "leaf"], true);
    is("open", &["open", "leaf", "taken"], false);
    is("strange", &["strange", "leaf", "taken"], false);
}

#[test]
fn recursion_and_special_registers() {
    let module = module(&format!("{HEADER}{CALLS}"));
    let calls = CallGraph::compute(&module);
    let id = |name| func(&module, name);
    let recursive: Vec<bool> = ["ping", "pong", "cycle", "leaf", "open"].map(|n| calls.is_recursive(id(n))).into();
    assert_eq!(recursive, [true, true, false, false, false]);
    assert_eq!(calls.address_taken(), [id("leaf"), id("taken")]);
    let reads = |name, register| calls.reads_special(&module, id(name), |r| r.name == register);
    assert!(matches!(reads("direct", "%ctaid"), Answer::Yes(place) if place.func == id("leaf")));
    assert_eq!(reads("direct", "%smid"), Answer::No);
    assert!(matches!(reads("listed", "%smid"), Answer::Yes(_)));
    assert!(matches!(reads("outside", "%smid"), Answer::Unknown(_)));
    assert!(matches!(calls.may_exit(&module, id("direct")), Answer::Yes(place) if place.func == id("late")));
    assert_eq!(calls.may_exit(&module, id("quiet")), Answer::No);
    assert!(matches!(calls.may_exit(&module, id("strange")), Answer::Unknown(_)));
}

#[test]
fn resources() {
    let text = format!(
        "{HEADER}
.shared .align 4 .b8 one[5];
.shared .align 16 .b8 two[32];
.shared .b32 unused;
.extern .shared .align 16 .b8 more[];
.func helper() {{ .local .align 8 .b8 depot[24]; .reg .b32 %r; ld.shared.u32 %r, [two]; bar.sync %r; ret; }}
.entry k(.param .u32 a, .param .u64 b, .param .align 16 .b8 c[20]) .reqntid 32, 4 .minnctapersm 2
{{
    .reg .b32 %r<7>; .reg .pred %p; .reg .b64 %rd;
    .shared .b64 own;
    ld.shared.u32 %r1, [one];
    ld.shared.u32 %r2, [more];
    bar.sync 0;
    bar.sync 1, 64;
    bar.arrive 2, 64;
    bar.red.popc.u32 %r1, 3, %p;
    bar.red.popc.u32 %r1, 4, 32, %p;
    cp.async.wait_all;
    atom.global.add.u32 %r1, [%rd], 1;
    call helper;
    ret;
}}"
    );
    let module = module(&text);
    let calls = CallGraph::compute(&module);
    let k = func(&module, "k");
    let r = Resources::compute(&module, &calls, k).expect("it has a body");
    assert_eq!(r.shared, Some(Layout { size: 8 + 5 + 3 + 32, align: 16 }));
    assert!(r.dynamic_shared && r.is_complete());
    assert_eq!(r.local, Some(Layout { size: 24, align: 8 }));
    assert_eq!(r.params, Some(Layout { size: 36, align: 16 }));
    let offsets: Vec<u64> =
        param_layout(&module.funcs[k]).expect("sizes are known").0.iter().map(|p| p.offset).collect();
    assert_eq!(offsets, [0, 8, 16]);
    assert_eq!(r.registers["b32"], RegCount { declared: 7, used: 2 });
    assert_eq!(r.bounds.reqntid, Some([32, 4, 1]));
    assert_eq!((r.bounds.max_threads(), r.bounds.minnctapersm, r.bounds.maxnreg), (Some(128), Some(2), None));
    let barriers: Vec<(BarrierId, bool)> = r.barriers.iter().map(|b| (b.id, b.counted)).collect();
    let constant = BarrierId::Constant;
    assert_eq!(
        barriers,
        [
            (constant(0), false),
            (constant(1), true),
            (constant(2), true),
            (constant(3), false),
            (constant(4), true),
            (BarrierId::Dynamic, false)
        ]
    );
    assert_eq!(r.features.keys().copied().collect::<Vec<_>>(), [Feature::AsyncCopy, Feature::GlobalAtomic]);
}

#[test]
fn facts_are_named() {
    assert_eq!(Facts::parse("cfg nonsense live"), Err("nonsense"));
    assert_eq!(Facts::parse("cfg dom loops roles live reach calls resources"), Ok(Facts::all()));
    let text = annotated(DIAMOND, "cfg reach");
    assert!(text.contains("add.u32 %r3, %r2, 1;"), "{text}");
    assert!(text.contains("// %r2 from L"), "{text}");
}

/// Every function of the corpus, also of what must be rejected, can be printed with all facts; and wherever parsing
/// found no errors, operands fit the rows of their instructions.
#[test]
fn the_corpus_is_annotated() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus");
    let (mut functions, mut work) = (0, vec![std::path::PathBuf::from(root)]);
    while let Some(path) = work.pop() {
        if let Ok(folder) = std::fs::read_dir(&path) {
            work.extend(folder.flatten().map(|e| e.path()));
        } else if path.extension().is_some_and(|e| e == "ptx") {
            let text = std::fs::read(&path).expect("the corpus can be read");
            functions += annotate_all(ptx_grammar::parse(Source::new(path.display().to_string(), text)));
        }
    }
    assert!(functions >= 100, "only {functions} functions");
}

fn annotate_all(parsed: ptx_grammar::Parsed) -> usize {
    let module = &parsed.module;
    for (id, func) in module.funcs.iter() {
        let text = annotate(module, id, Facts::all());
        let statements = func.body.as_ref().map_or(0, |b| b.layout.len());
        assert!(text.lines().count() > statements, "{}", module.source.name());
        let Some(f) = Frozen::of(module, id).filter(|_| parsed.is_valid()) else { continue };
        for inst in f.body.inst_order().filter(|i| f.row(*i).is_some()) {
            assert!(
                roles(f, inst).is_some(),
                "{}: {}",
                module.source.name(),
                f.module.heads[f.body.insts[inst].head].text
            );
        }
    }
    module.funcs.len()
}

/// Runs everything on a body and gives the time.
fn everything(module: &Module) -> Duration {
    let start = Instant::now();
    let f = frozen(module, "k");
    let a = Analyses::new(f);
    a.post_dominators();
    a.loops();
    a.liveness();
    for inst in f.body.inst_order().step_by(9973) {
        for reg in a.reg_uses().reads(inst) {
            a.reaching().defs(inst, *reg);
        }
    }
    CallGraph::compute(module);
    start.elapsed()
}

/// Long bodies, each of which makes some well-known algorithm quadratic or overflow its stack.
#[test]
fn large_bodies_are_fast() {
    let n = 30_000;
    let long_chain = (0..100_000).map(|i| format!("L{i}: add.u32 %r1, %r1, 1;\n")).collect::<String>();
    let lines = |each: &dyn Fn(usize) -> String| (0..n).map(each).collect::<String>();
    let cases = [
        ("chain", long_chain + "ret;"),
        ("ladder to one exit", lines(&|_| "@%p1 bra out;\n".into()) + "out: ret;"),
        ("returns", lines(&|_| "@%p1 ret;\n".into())),
        ("diamonds", lines(&|i| format!("@%p1 bra L{i}; mov.u32 %r2, 1; L{i}: add.u32 %r1, %r2, 1;\n"))),
        ("two rails", lines(&|i| format!("L{i}: @%p1 bra L{};\n", (i + 2).min(n - 1))) + "ret;"),
        ("one header", "head:\n".to_string() + &lines(&|_| "@%p1 bra head;\n".into())),
        ("loops in a row", lines(&|i| format!("L{i}: @%p1 bra L{i};\n"))),
        (
            "nested loops",
            lines(&|i| {
                if i < n / 2 { format!("L{i}: mov.u32 %r1, 1;\n") } else { format!("@%p1 bra L{};\n", n - 1 - i) }
            }),
        ),
        ("a jump back to everywhere", lines(&|i| format!("L{i}: @%p1 bra L{};\n", i * 7919 % n))),
        ("unknown instructions", lines(&|i| format!("L{i}: frobnicate %r1;\n"))),
        (
            "tables",
            format!("t: .branchtargets {};\n", (0..n).map(|i| format!("L{i}")).collect::<Vec<_>>().join(","))
                + &lines(&|i| format!("L{i}: @%p1 brx.idx %r1, t;\n")),
        ),
        ("no way out", lines(&|i| format!("@%p1 bra L{i}; L{i}: @%p2 bra L{i}; E{i}: bra E{i};\n"))),
    ];
    for (name, text) in cases {
        let module = kernel(&text);
        assert!(frozen(&module, "k").body.layout.len() >= n, "{name}");
        let time = everything(&module);
        assert!(time < Duration::from_secs(10), "{name}: {time:?}");
    }
}

#[test]
fn many_long_live_ranges_are_cheap_or_coarse() {
    let n = 20_000;
    let defs: String = (0..n).map(|i| format!("mov.u32 %x{i}, {i};\n")).collect();
    let chain: String = (0..n).map(|i| format!("@%p1 bra L{i}; L{i}:\n")).collect();
    let uses: String = (0..n).map(|i| format!("st.global.u32 [%rd1], %x{i};\n")).collect();
    let module = kernel(&format!(".reg .b32 %x<{n}>;\n{defs}{chain}{uses}ret;"));
    let f = frozen(&module, "k");
    let a = Analyses::new(f);
    let start = Instant::now();
    let live = a.liveness();
    assert!(start.elapsed() < Duration::from_secs(20));
    assert!(live.is_exact());
    assert_eq!(live.live_in(bb(n / 2)).count(), n + 2);
}

/// A body that is put together by hand, with labels and instructions that the layout does not hold.
#[test]
fn bodies_that_no_parser_makes() {
    let mut module = kernel(DIAMOND);
    let id = func(&module, "k");
    let bra = module.heads.intern("bra");
    let origin = Origin::Inserted(Span::new(0, 0));
    let body = module.funcs[id].body.as_mut().expect("it has a body");
    let nowhere = [ptx_grammar::ir::Operand::Label(Label::from_u32(77))];
    let placed = body.add_inst(bra, None, &nowhere, origin);
    let loose = body.add_inst(bra, None, &[], origin);
    body.layout.insert(0, Stmt { kind: StmtKind::Inst(placed), span: Span::new(0, 0) });
    let a = Analyses::new(Frozen::of(&module, id).expect("it has a body"));
    assert_eq!(a.cfg().unknown(), [placed]);
    assert_eq!(a.cfg().block_of(loose), None);
    assert_eq!(a.reaching().defs(loose, Reg::from_u32(0)), []);
    assert!(a.liveness().live_before(loose).is_empty());
    assert_eq!(a.reaching().defs(placed, Reg::from_u32(1000)), [Def::Undefined]);
    assert!(!a.liveness().is_live_in(bb(0), Reg::from_u32(1000)));
    let text = annotate(&module, id, Facts::all());
    assert!(text.lines().count() > 10, "{text}");
}

/// Slow and obvious definitions of the same facts, compared on random graphs.
mod oracle {
    use super::*;

    struct Random(u64);

    impl Random {
        fn below(&mut self, n: usize) -> usize {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 33) as usize % n
        }
    }

    fn random_kernel(random: &mut Random) -> Module {
        let n = 2 + random.below(12);
        let mut text = String::new();
        for i in 0..n {
            text += &format!("L{i}:\n");
            for _ in 0..random.below(3) {
                let guard = ["", "", "@%p1 "][random.below(3)];
                text += &format!("{guard}add.u32 %r{}, %r{}, 1;\n", random.below(6), random.below(6));
            }
            let target = random.below(n);
            text += &match random.below(8) {
                0..4 => format!("@%p2 bra L{target};\n"),
                4 => format!("bra L{target};\n"),
                5 => ["ret;\n", "@%p1 exit;\n"][random.below(2)].to_string(),
                _ => String::new(),
            };
        }
        kernel(&text)
    }

    fn reach_without(succs: &dyn Fn(Block) -> Vec<Block>, from: Block, without: Option<Block>) -> BTreeSet<Block> {
        let mut seen = BTreeSet::new();
        let mut work = vec![from];
        while let Some(block) = work.pop() {
            if Some(block) != without && seen.insert(block) {
                work.extend(succs(block));
            }
        }
        seen
    }

    fn check_dominance(a: &Analyses) {
        let cfg = a.cfg();
        let forward = |b: Block| cfg.succs(b).to_vec();
        let endless = a.post_dominators().endless();
        let backward = |b: Block| {
            let more: &[Block] = if b == cfg.exit() { endless } else { &[] };
            [cfg.preds(b), more].concat()
        };
        let (all, back) = (reach_without(&forward, cfg.entry(), None), reach_without(&backward, cfg.exit(), None));
        for x in cfg.nodes() {
            let missing = reach_without(&forward, cfg.entry(), Some(x));
            let missing_back = reach_without(&backward, cfg.exit(), Some(x));
            for y in cfg.nodes() {
                let dominates = all.contains(&y) && all.contains(&x) && !missing.contains(&y);
                assert_eq!(a.dominators().dominates(x, y), dominates, "{x} dom {y}");
                let post = back.contains(&y) && back.contains(&x) && !missing_back.contains(&y);
                assert_eq!(a.post_dominators().postdominates(x, y), post, "{x} pdom {y}");
            }
            assert!(!all.contains(&x) || back.contains(&x), "{x} has no post-dominator");
        }
    }

    fn check_loops(a: &Analyses) {
        let (cfg, dom, loops) = (a.cfg(), a.dominators(), a.loops());
        for header in cfg.nodes().filter(|b| cfg.is_reachable(*b)) {
            let latches: Vec<Block> = cfg.preds(header).iter().copied().filter(|p| dom.dominates(header, *p)).collect();
            let Some(l) = loops.headed_by(header) else {
                assert!(latches.is_empty());
                continue;
            };
            let mut body = BTreeSet::from([header]);
            let mut work = latches;
            while let Some(block) = work.pop() {
                if body.insert(block) {
                    work.extend(cfg.preds(block).iter().filter(|p| cfg.is_reachable(**p)));
                }
            }
            assert_eq!(loops.blocks(l).iter().copied().collect::<BTreeSet<_>>(), body);
            assert_eq!(loops.blocks(l)[0], header);
            assert!(cfg.nodes().all(|b| loops.contains(l, b) == body.contains(&b)));
        }
        let forward = |b: Block| cfg.succs(b).iter().copied().filter(|s| !dom.dominates(*s, b)).collect::<Vec<_>>();
        for block in cfg.nodes().filter(|b| cfg.is_reachable(*b)) {
            let cyclic = forward(block).into_iter().any(|s| reach_without(&forward, s, None).contains(&block));
            assert_eq!(loops.irreducible().iter().any(|r| r.blocks.contains(&block)), cyclic, "{block}");
        }
    }

    /// Iterates the equations of liveness over sets until nothing changes.
    fn check_liveness(a: &Analyses) {
        let (cfg, uses) = (a.cfg(), a.reg_uses());
        let mut live: Vec<BTreeSet<Reg>> = vec![BTreeSet::new(); cfg.nodes().len()];
        let mut changed = true;
        while changed {
            changed = false;
            for block in cfg.reverse_postorder() {
                let mut now: BTreeSet<Reg> =
                    cfg.succs(*block).iter().flat_map(|s| live[s.index()].iter().copied()).collect();
                for inst in cfg.insts(*block).iter().rev() {
                    uses.writes(*inst).iter().filter(|w| w.kills).for_each(|w| {
                        now.remove(&w.reg);
                    });
                    now.extend(uses.reads(*inst));
                }
                changed |= live[block.index()] != now;
                live[block.index()] = now;
            }
        }
        for block in cfg.nodes() {
            assert!(a.liveness().live_in(block).eq(live[block.index()].iter().copied()), "{block}");
            for reg in a.frozen().body.regs.keys() {
                assert_eq!(a.liveness().is_live_in(block, reg), live[block.index()].contains(&reg));
            }
        }
    }

    /// Runs forward from each write for as long as it is not killed.
    fn check_reaching(a: &Analyses) {
        let (cfg, uses) = (a.cfg(), a.reg_uses());
        for reg in a.frozen().body.regs.keys() {
            let kills = |i: Inst| uses.writes(i).iter().any(|w| w.reg == reg && w.kills);
            let mut expected: BTreeSet<(Inst, Def)> = BTreeSet::new();
            let mut run = |def: Def, block: Block, from: usize| {
                let mut seen = BTreeSet::new();
                let mut work = vec![(block, from)];
                while let Some((block, from)) = work.pop() {
                    let rest = &cfg.insts(block)[from..];
                    let end = rest.iter().position(|i| kills(*i));
                    expected.extend(rest[..end.map_or(rest.len(), |e| e + 1)].iter().map(|i| (*i, def)));
                    if end.is_none() {
                        work.extend(cfg.succs(block).iter().filter(|s| seen.insert(**s)).map(|s| (*s, 0)));
                    }
                }
            };
            run(Def::Undefined, cfg.entry(), 0);
            for block in cfg.blocks().filter(|b| cfg.is_reachable(*b)) {
                for (i, inst) in cfg.insts(block).iter().enumerate() {
                    if uses.writes(*inst).iter().any(|w| w.reg == reg) {
                        run(Def::Inst(*inst), block, i + 1);
                    }
                }
            }
            for block in cfg.blocks().filter(|b| cfg.is_reachable(*b)) {
                for inst in cfg.insts(block) {
                    let here = expected.range((*inst, Def::Undefined)..).take_while(|(i, _)| i == inst);
                    let here: Vec<Def> = here.map(|(_, d)| *d).collect();
                    assert_eq!(a.reaching().defs(*inst, reg), here);
                }
            }
        }
    }

    #[test]
    fn random_bodies_agree_with_the_definitions() {
        let mut random = Random(1);
        let mut irreducible = 0;
        for _ in 0..2000 {
            let module = random_kernel(&mut random);
            let a = Analyses::new(frozen(&module, "k"));
            check_dominance(&a);
            check_loops(&a);
            check_liveness(&a);
            check_reaching(&a);
            irreducible += usize::from(!a.loops().is_reducible());
        }
        assert!(irreducible > 50, "only {irreducible} of the random bodies were irreducible");
    }
}
