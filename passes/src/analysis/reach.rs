//! Reaching definitions, on demand: which writes may have given a register the value that an instruction reads.
//!
//! A write that does not kill lets older ones through. [`Def::Undefined`] stands for the register's value at the entry:
//! none at all for an ordinary register, the argument for a `.reg` parameter ([`Def::Argument`]).
//!
//! A question costs at most one walk over the blocks before the use. Answers for the start of a block are kept, up to a
//! bound, since neighbouring instructions ask the same. Not refined: `@p` and `@!p` writes together kill too, but count as
//! if neither did.

use super::Frozen;
use super::cfg::{Block, Cfg};
use super::roles::RegUses;
use cranelift_entity::EntityRef;
use ptx_grammar::ir::{Inst, Reg, VarSpace};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::Arc;

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Def {
    /// Nothing was written since the entry.
    Undefined,
    /// It is an argument of the function, passed in a register.
    Argument,
    /// This instruction wrote it, or may have.
    Inst(Inst),
}

/// At most this many definitions are kept in answered questions.
const KEPT: usize = 1 << 22;

/// A write with its place in the layout.
#[derive(Debug, Clone, Copy)]
struct Site {
    reg: Reg,
    at: u32,
    inst: Inst,
    kills: bool,
}

/// Use-def chains of a body.
#[derive(Debug)]
pub struct Reaching {
    cfg: Arc<Cfg>,
    start: Vec<u32>,
    /// Writes by block, in each by register, then in layout order.
    sites: Vec<Site>,
    /// Places of instructions in the layout.
    place: Vec<u32>,
    /// Banks below this belong to `.reg` parameters: returns, then arguments.
    arguments: std::ops::Range<usize>,
    banks: Vec<usize>,
    kept: RefCell<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    answers: FxHashMap<(Reg, Block), Arc<[Def]>>,
    defs: usize,
    /// The last walk that saw each block.
    seen: Vec<u32>,
    walk: u32,
}

impl Kept {
    fn next_walk(&mut self, nodes: usize) -> u32 {
        self.walk = self.walk.wrapping_add(1);
        if self.walk == 0 || self.seen.len() < nodes {
            self.seen = vec![0; nodes];
            self.walk = 1;
        }
        self.walk
    }
}

impl Reaching {
    /// Prepares the index of writes; nothing is solved before it is asked for.
    pub fn compute(f: Frozen, cfg: &Arc<Cfg>, uses: &RegUses) -> Self {
        let mut place = vec![u32::MAX; f.body.insts.len()];
        for (at, inst) in cfg.inst_order().iter().enumerate() {
            place[inst.index()] = at as u32;
        }
        let (mut start, mut sites) = (vec![0], Vec::<Site>::new());
        for block in cfg.nodes() {
            let first = sites.len();
            for inst in cfg.insts(block).iter().copied() {
                let at = place[inst.index()];
                sites.extend(uses.writes(inst).iter().map(|w| Site { reg: w.reg, at, inst, kills: w.kills }));
            }
            sites[first..].sort_by_key(|s| (s.reg, s.at));
            start.push(sites.len() as u32);
        }
        let in_registers =
            |params: &[ptx_grammar::ir::Variable]| params.iter().filter(|p| p.space == VarSpace::Reg).count();
        let returns = in_registers(&f.func.params[..f.func.returns.min(f.func.params.len())]);
        let arguments = returns..in_registers(&f.func.params);
        let banks = f.body.regs.values().map(|r| r.bank.index()).collect();
        Reaching { cfg: cfg.clone(), start, sites, place, arguments, banks, kept: RefCell::default() }
    }

    /// The definitions of a register that may reach an instruction, sorted. Empty for an instruction that the layout
    /// does not hold.
    pub fn defs(&self, inst: Inst, reg: Reg) -> Vec<Def> {
        let Some(block) = self.cfg.block_of(inst) else { return Vec::new() };
        let mut out = Vec::new();
        let killed = collect(self.sites_before(reg, block, self.place[inst.index()]), &mut out);
        if !killed {
            out.extend(self.defs_at_start(block, reg).iter());
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// The definitions of a register that may reach the start of a block, sorted.
    pub fn defs_at_start(&self, block: Block, reg: Reg) -> Arc<[Def]> {
        let mut kept = self.kept.borrow_mut();
        if let Some(known) = kept.answers.get(&(reg, block)) {
            return known.clone();
        }
        let defs: Arc<[Def]> = self.walk(block, reg, &mut kept).into();
        if kept.defs + defs.len() < KEPT {
            kept.defs += defs.len() + 1;
            kept.answers.insert((reg, block), defs.clone());
        }
        defs
    }

    /// May the register be read at an instruction before anything was written to it?
    pub fn maybe_undefined(&self, inst: Inst, reg: Reg) -> bool {
        self.defs(inst, reg).contains(&Def::Undefined)
    }

    fn walk(&self, block: Block, reg: Reg, kept: &mut Kept) -> Vec<Def> {
        let walk = kept.next_walk(self.cfg.node_count());
        let mut out = Vec::new();
        let mut work = vec![block];
        while let Some(block) = work.pop() {
            if block == self.cfg.entry() {
                out.push(self.at_entry(reg));
            }
            for pred in self.cfg.preds(block).iter().filter(|p| self.cfg.is_reachable(**p)) {
                let new = std::mem::replace(&mut kept.seen[pred.index()], walk) != walk;
                if new && !collect(self.sites_before(reg, *pred, u32::MAX), &mut out) {
                    work.push(*pred);
                }
            }
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    fn at_entry(&self, reg: Reg) -> Def {
        let argument = self.banks.get(reg.index()).is_some_and(|b| self.arguments.contains(b));
        if argument { Def::Argument } else { Def::Undefined }
    }

    /// Writes of a register in a block, in front of a place in the layout.
    fn sites_before(&self, reg: Reg, block: Block, at: u32) -> &[Site] {
        let i = block.index();
        let sites = &self.sites[self.start[i] as usize..self.start[i + 1] as usize];
        let first = sites.partition_point(|s| s.reg < reg);
        let end = sites.partition_point(|s| (s.reg, s.at) < (reg, at));
        &sites[first..end]
    }
}

/// Adds the writes that reach the end of a list of them; `true` when one kills.
fn collect(sites: &[Site], out: &mut Vec<Def>) -> bool {
    for site in sites.iter().rev() {
        out.push(Def::Inst(site.inst));
        if site.kills {
            return true;
        }
    }
    false
}
