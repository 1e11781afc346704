//! Finds waits for other CTAs.
//!
//! A *wait* is a cycle that can repeat for ever unless another CTA writes memory. This looks for cycles of the flow graph
//! in which a value that is meant for communication (a volatile or stronger load, or an atomic operation, on memory that
//! other CTAs see) decides, through any chain of instructions of the cycle, about a guard of the cycle.
//!
//! Two kinds of atomics are no observation, since each round changes the location itself: adding a constant other than
//! zero (a work counter), and a compare-and-swap whose comparand comes from its own last result (a retry).
//!
//! Not seen: plain weak loads, which the language does not let a program wait on; values that go through memory in
//! between, unless that memory is read again in the same cycle.

use crate::analysis::{Analyses, Block, Cfg, Frozen, RegUses};
use crate::legality::may_observe_others;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use ptx_grammar::ir::{Inst, Operand, Reg};
use ptx_grammar::isa::query;
use rustc_hash::FxHashSet;

/// An instruction that a cycle reads until another CTA changes it.
pub fn find(f: Frozen<'_>) -> Option<Inst> {
    if !f.body.insts.keys().any(|inst| observes(f, inst)) {
        return None;
    }
    let analyses = Analyses::new(f);
    let cfg = analyses.cfg();
    let uses = analyses.reg_uses();
    cycles(cfg).into_iter().find_map(|insts| wait_in(f, uses, &insts))
}

fn observes(f: Frozen<'_>, inst: Inst) -> bool {
    may_observe_others(f.module, f.body, inst)
}

/// The instructions of each cycle, nested cycles together, in layout order.
fn cycles(cfg: &Cfg) -> Vec<Vec<Inst>> {
    let mut graph: DiGraph<Block, ()> = DiGraph::new();
    let nodes: Vec<NodeIndex> = cfg.nodes().map(|b| graph.add_node(b)).collect();
    for (from, block) in cfg.nodes().enumerate() {
        for to in cfg.succs(block) {
            graph.add_edge(nodes[from], nodes[cranelift_entity::EntityRef::index(*to)], ());
        }
    }
    let is_cycle = |scc: &Vec<NodeIndex>| scc.len() > 1 || graph.contains_edge(scc[0], scc[0]);
    let insts = |scc: Vec<NodeIndex>| {
        let mut blocks: Vec<Block> = scc.into_iter().map(|n| graph[n]).filter(|b| !cfg.is_virtual(*b)).collect();
        blocks.sort_unstable();
        blocks.into_iter().flat_map(|b| cfg.insts(b).iter().copied()).collect()
    };
    kosaraju_scc(&graph).into_iter().filter(is_cycle).map(insts).collect()
}

fn wait_in(f: Frozen<'_>, uses: &RegUses, cycle: &[Inst]) -> Option<Inst> {
    let sources: Vec<Inst> =
        cycle.iter().copied().filter(|i| observes(f, *i) && !makes_progress(f, uses, cycle, *i)).collect();
    let written = |inst: &Inst| uses.writes(*inst).iter().map(|w| w.reg);
    // All at once first: most cycles hold no wait, and then one walk is enough.
    if !decides(f, uses, cycle, sources.iter().flat_map(written)) {
        return None;
    }
    sources.iter().copied().find(|source| decides(f, uses, cycle, written(source))).or(sources.first().copied())
}

/// Does a value of one of these registers reach a guard of the cycle?
fn decides(f: Frozen<'_>, uses: &RegUses, cycle: &[Inst], from: impl Iterator<Item = Reg>) -> bool {
    let tainted = spread(f, uses, cycle, from.collect());
    cycle.iter().any(|i| f.body.insts[*i].guard.is_some_and(|g| tainted.contains(&g.reg)))
        || cycle.iter().any(|i| {
            let table = f.row(*i).is_none_or(query::ends_block);
            table && uses.reads(*i).iter().any(|r| tainted.contains(r))
        })
}

/// Everything that is computed in the cycle from these registers.
fn spread(f: Frozen<'_>, uses: &RegUses, cycle: &[Inst], mut tainted: FxHashSet<Reg>) -> FxHashSet<Reg> {
    // A value that is stored and loaded again in the cycle keeps its taint, whatever the addresses.
    let mut memory = false;
    loop {
        let before = (tainted.len(), memory);
        for inst in cycle {
            let row = f.row(*inst);
            let reads = uses.reads(*inst).iter().any(|r| tainted.contains(r));
            let loads = memory && row.is_none_or(query::may_read_memory);
            if reads || loads {
                tainted.extend(uses.writes(*inst).iter().map(|w| w.reg));
                memory |= row.is_none_or(query::may_write_memory);
            }
        }
        if before == (tainted.len(), memory) {
            return tainted;
        }
    }
}

/// Does an atomic change its own location in each round?
fn makes_progress(f: Frozen<'_>, uses: &RegUses, cycle: &[Inst], inst: Inst) -> bool {
    let operands: Vec<&[Operand]> = f.body.operands(inst).collect();
    let [_, _, argument, rest @ ..] = operands.as_slice() else { return false };
    match (query::atomic_operation(&f.module.heads[f.body.insts[inst].head].text), rest) {
        (Some("add"), _) => matches!(argument, [o] if f.body.int_value(*o).is_some_and(|v| v != 0)),
        (Some("cas"), _) => {
            let results = uses.writes(inst).iter().map(|w| w.reg).collect();
            let from_result = spread(f, uses, cycle, results);
            f.body.regs_in(argument).any(|r| from_result.contains(&r))
        }
        (Some(_) | None, _) => false,
    }
}
