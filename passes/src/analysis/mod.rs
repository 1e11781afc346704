//! What is known about a function before anything is changed.
//!
//! # Rules
//!
//! - **Frozen.** An analysis reads a module and one body that nobody changes meanwhile ([`Frozen`]), and borrows them as
//!   long as it lives: a pass plans with analyses of the original and applies its plan to a copy. There is nothing to
//!   invalidate.
//! - **The table knows.** What an instruction does is read from the columns of its row; no analysis knows an opcode. An
//!   instruction without a row, or whose operands don't fit its row, may read and write every register it names; without
//!   a row it may also jump to any label, leave the function, and call anything.
//! - **Safe in one direction.** Where the truth is not known, [`Cfg`] has more paths, [`Liveness`] more live registers,
//!   [`Reaching`] more definitions, [`CallGraph`] more calls. Facts that come from *all* paths ([`Dominators`],
//!   [`PostDominators`], kills) are fewer.
//! - **A culprit.** An answer that will make a kernel refuse names the instruction behind it ([`Place`]).
//! - **Large input.** Nothing recurses, and nothing is quadratic in the text: bodies with a million instructions or a
//!   hundred thousand branches over one table are input like any other. Where the answer itself would be too large
//!   ([`Liveness`]), a stated limit makes it coarser.
//! - **Lazy.** [`Analyses`] computes each analysis when it is asked for, once.
//!
//! Not here: uniformity, asynchronous operations in flight, waits for other CTAs.

mod calls;
mod cfg;
mod dom;
mod facts;
mod graph;
mod live;
mod loops;
mod reach;
mod resources;
mod roles;
#[cfg(test)]
mod tests;

pub use calls::{Answer, Call, CallGraph, Callee, Place, Reachable, is_noreturn, special};
pub use cfg::{Block, Cfg};
pub use dom::{Dominators, PostDominators};
pub use facts::{Fact, Facts, annotate};
pub use live::{LIMITS, Limits, Liveness};
pub use loops::{Loop, Loops, Region};
pub use reach::{Def, Reaching};
pub use resources::{BarrierId, BarrierUse, Bounds, Feature, Layout, ParamPlace, RegCount, Resources, param_layout};
pub use roles::{Assignment, MAX_SLOTS, RegUses, Write, assign, operand_with, operands_with, roles};

use ptx_grammar::ir::{Body, FuncId, Function, Inst, Module};
use ptx_grammar::isa::Row;
use std::cell::OnceCell;
use std::sync::Arc;

/// A function with a body, which nobody changes.
///
/// The body may be another than the function's own: a copy that a pass has edited.
#[derive(Debug, Clone, Copy)]
pub struct Frozen<'a> {
    /// The module.
    pub module: &'a Module,
    /// The function: its header counts.
    pub func: &'a Function,
    /// The body.
    pub body: &'a Body,
}

impl<'a> Frozen<'a> {
    /// A function of a module; `None` for a prototype.
    pub fn of(module: &'a Module, func: FuncId) -> Option<Self> {
        let func = &module.funcs[func];
        func.body.as_ref().map(|body| Frozen { module, func, body })
    }

    /// The table row of an instruction.
    pub fn row(self, inst: Inst) -> Option<&'static Row> {
        self.module.row(self.body, inst)
    }
}

/// All analyses of one function, each computed when it is first asked for.
#[derive(Debug)]
pub struct Analyses<'a> {
    frozen: Frozen<'a>,
    cells: Box<Cells>,
}

#[derive(Debug, Default)]
struct Cells {
    cfg: OnceCell<Arc<Cfg>>,
    dominators: OnceCell<Dominators>,
    post_dominators: OnceCell<PostDominators>,
    loops: OnceCell<Loops>,
    reg_uses: OnceCell<Arc<RegUses>>,
    liveness: OnceCell<Liveness>,
    reaching: OnceCell<Reaching>,
}

impl<'a> Analyses<'a> {
    /// Nothing is computed yet.
    pub fn new(frozen: Frozen<'a>) -> Self {
        Analyses { frozen, cells: Box::default() }
    }

    /// What is analysed.
    pub fn frozen(&self) -> Frozen<'a> {
        self.frozen
    }

    /// Blocks and edges.
    pub fn cfg(&self) -> &Arc<Cfg> {
        self.cells.cfg.get_or_init(|| Cfg::compute(self.frozen).into())
    }

    /// Dominators.
    pub fn dominators(&self) -> &Dominators {
        self.cells.dominators.get_or_init(|| Dominators::compute(self.cfg()))
    }

    /// Post-dominators.
    pub fn post_dominators(&self) -> &PostDominators {
        self.cells.post_dominators.get_or_init(|| PostDominators::compute(self.cfg()))
    }

    /// Loops.
    pub fn loops(&self) -> &Loops {
        self.cells.loops.get_or_init(|| Loops::compute(self.cfg(), self.dominators()))
    }

    /// Registers read and written.
    pub fn reg_uses(&self) -> &Arc<RegUses> {
        self.cells.reg_uses.get_or_init(|| RegUses::compute(self.frozen).into())
    }

    /// Live registers.
    pub fn liveness(&self) -> &Liveness {
        self.cells.liveness.get_or_init(|| Liveness::compute(self.frozen, self.cfg(), self.reg_uses()))
    }

    /// Reaching definitions.
    pub fn reaching(&self) -> &Reaching {
        self.cells.reaching.get_or_init(|| Reaching::compute(self.frozen, self.cfg(), self.reg_uses()))
    }
}
