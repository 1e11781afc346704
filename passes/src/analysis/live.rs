//! Liveness of registers: backward data flow over the control-flow graph.
//!
//! A register is live where some path leads to a read without a write that kills the old value in between. A write under
//! a guard kills nothing. What can't be reached has no live registers. Returned `.reg` parameters of a function are live
//! at its exit.
//!
//! Most registers live inside one block only and never enter the data flow. The others are taken 64 at a time, each time
//! as a work list that begins at their reads, so that time follows the length of live ranges and 64 neighbours share
//! it. Live sets are kept sparse, per block. Programs written to make this explode run into [`LIMITS`]: from then on the
//! remaining registers count as live everywhere, which is safe, and [`Liveness::is_exact`] says so.

use super::Frozen;
use super::cfg::{Block, Cfg};
use super::graph::group;
use super::roles::RegUses;
use cranelift_entity::EntityRef;
use ptx_grammar::ir::{Inst, Reg, VarSpace};
use rustc_hash::FxHashSet;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// Bounds on the work for one body.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Visits of blocks.
    pub visits: u64,
    /// Words of 64 registers that are kept.
    pub words: usize,
}

/// A few seconds, and 256 MiB.
pub const LIMITS: Limits = Limits { visits: 1 << 27, words: 1 << 24 };

/// Up to 64 registers that are live at the start of a block.
#[derive(Debug, Clone, Copy)]
struct Word {
    chunk: u32,
    bits: u64,
}

/// Live registers of a body.
#[derive(Debug, Clone)]
pub struct Liveness {
    cfg: Arc<Cfg>,
    uses: Arc<RegUses>,
    /// Registers that are live into some block, ascending; 64 of them are a chunk.
    global: Vec<Reg>,
    start: Vec<u32>,
    words: Vec<Word>,
    /// Registers of `global` from here on count as live everywhere.
    given_up: usize,
}

/// What a block does to a register before anything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Event {
    /// Reads it first.
    Exposed,
    /// Kills it somewhere.
    Kill,
}

/// The registers in which a function returns its results: they are read when it returns.
///
/// Relies on lowering, which declares `.reg` parameters in front of all other registers.
fn returned(f: Frozen) -> impl Iterator<Item = Reg> {
    let returns = f.func.params.iter().take(f.func.returns).filter(|p| p.space == VarSpace::Reg).count();
    f.body.regs.iter().filter(move |(_, data)| data.bank.index() < returns).map(|(reg, _)| reg)
}

impl Liveness {
    /// Computes liveness within [`LIMITS`].
    pub fn compute(f: Frozen, cfg: &Arc<Cfg>, uses: &Arc<RegUses>) -> Self {
        Self::within(f, cfg, uses, LIMITS)
    }

    /// Computes liveness within given limits.
    pub fn within(f: Frozen, cfg: &Arc<Cfg>, uses: &Arc<RegUses>, limits: Limits) -> Self {
        let events = events(f, cfg, uses);
        let mut live = Liveness {
            cfg: cfg.clone(),
            uses: uses.clone(),
            global: Vec::new(),
            start: Vec::new(),
            words: Vec::new(),
            given_up: 0,
        };
        let dense = live.number(f, &events);
        let chunks = live.global.len().div_ceil(64);
        let kept = events.iter().filter_map(|(reg, block, event)| {
            let i = dense[reg.index()];
            (i != u32::MAX).then_some((i as usize / 64, (i % 64, *block, *event)))
        });
        let (start, events) = group(chunks, kept, (0, cfg.entry(), Event::Kill));
        let mut flow = Flow::new(cfg, limits);
        let done = (0..chunks).take_while(|c| flow.chunk(*c, &events[start[*c] as usize..start[*c + 1] as usize]));
        let done = done.count();
        live.given_up = if done == chunks { live.global.len() } else { done * 64 };
        flow.found.retain(|(_, word)| (word.chunk as usize) < done);
        (live.start, live.words) = group(cfg.node_count(), flow.found.iter().copied(), Word { chunk: 0, bits: 0 });
        live
    }

    /// Lists the registers that are exposed somewhere; gives each register's place in the list.
    fn number(&mut self, f: Frozen, events: &[(Reg, Block, Event)]) -> Vec<u32> {
        let mut dense = vec![u32::MAX; f.body.regs.len()];
        for (reg, _, event) in events {
            if *event == Event::Exposed {
                dense[reg.index()] = 0;
            }
        }
        for (reg, place) in f.body.regs.keys().zip(&mut dense) {
            if *place == 0 {
                *place = self.global.len() as u32;
                self.global.push(reg);
            }
        }
        dense
    }

    /// Is the answer exact, or are some registers live everywhere because the work grew over its limit?
    pub fn is_exact(&self) -> bool {
        self.given_up == self.global.len()
    }

    /// The registers that are live at the start of a block, in ascending order.
    pub fn live_in(&self, block: Block) -> impl Iterator<Item = Reg> + '_ {
        let given_up = if self.cfg.is_reachable(block) { self.given_up } else { self.global.len() };
        let known = self.words_of(block).iter().flat_map(move |word| {
            let first = word.chunk as usize * 64;
            bits(word.bits).map(move |bit| self.global[first + bit as usize])
        });
        known.chain(self.global[given_up..].iter().copied())
    }

    fn words_of(&self, block: Block) -> &[Word] {
        let i = block.index();
        &self.words[self.start[i] as usize..self.start[i + 1] as usize]
    }

    /// Is the register live at the start of a block?
    pub fn is_live_in(&self, block: Block, reg: Reg) -> bool {
        let Ok(place) = self.global.binary_search(&reg) else { return false };
        if place >= self.given_up {
            return self.cfg.is_reachable(block);
        }
        let words = self.words_of(block);
        let word = words.binary_search_by_key(&(place / 64), |w| w.chunk as usize);
        word.is_ok_and(|w| words[w].bits >> (place % 64) & 1 == 1)
    }

    /// The registers that are live at the end of a block, in ascending order.
    pub fn live_out(&self, block: Block) -> Vec<Reg> {
        let mut out: Vec<Reg> = self.cfg.succs(block).iter().flat_map(|s| self.live_in(*s)).collect();
        if !self.cfg.is_reachable(block) {
            out.clear();
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Is the register live at the end of a block?
    pub fn is_live_out(&self, block: Block, reg: Reg) -> bool {
        self.cfg.is_reachable(block) && self.cfg.succs(block).iter().any(|s| self.is_live_in(*s, reg))
    }

    /// The registers that are live before an instruction, in ascending order. Takes time linear in its block.
    pub fn live_before(&self, inst: Inst) -> Vec<Reg> {
        self.around(inst, |live, uses| step(live, uses, inst))
    }

    /// The registers that are live after an instruction, in ascending order. Takes time linear in its block.
    pub fn live_after(&self, inst: Inst) -> Vec<Reg> {
        self.around(inst, |_, _| {})
    }

    fn around(&self, inst: Inst, last: impl Fn(&mut FxHashSet<Reg>, &RegUses)) -> Vec<Reg> {
        let Some(block) = self.cfg.block_of(inst).filter(|b| self.cfg.is_reachable(*b)) else { return Vec::new() };
        let mut live = self.live_out(block).into_iter().collect();
        for later in self.cfg.insts(block).iter().rev().take_while(|i| **i != inst) {
            step(&mut live, &self.uses, *later);
        }
        last(&mut live, &self.uses);
        let mut live: Vec<Reg> = live.into_iter().collect();
        live.sort_unstable();
        live
    }

    /// Calls `each` for the instructions of a block, last first, with what is live after it.
    pub fn backwards(&self, block: Block, mut each: impl FnMut(Inst, &FxHashSet<Reg>)) {
        let mut live = self.live_out(block).into_iter().collect();
        for inst in self.cfg.insts(block).iter().rev() {
            each(*inst, &live);
            step(&mut live, &self.uses, *inst);
        }
    }
}

/// The numbers of the bits that are set, ascending.
fn bits(word: u64) -> impl Iterator<Item = u32> {
    let some = |w: u64| (w != 0).then_some(w);
    std::iter::successors(some(word), move |w| some(w & (w - 1))).map(u64::trailing_zeros)
}

/// Goes from behind an instruction to before it.
fn step(live: &mut FxHashSet<Reg>, uses: &RegUses, inst: Inst) {
    for write in uses.writes(inst).iter().filter(|w| w.kills) {
        live.remove(&write.reg);
    }
    live.extend(uses.reads(inst).iter().copied());
}

/// At most one of each kind per register and block.
fn events(f: Frozen, cfg: &Cfg, uses: &RegUses) -> Vec<(Reg, Block, Event)> {
    let mut out: Vec<_> = returned(f).map(|reg| (reg, cfg.exit(), Event::Exposed)).collect();
    let mut exposed = vec![u32::MAX; f.body.regs.len()];
    let mut killed = exposed.clone();
    for block in cfg.blocks().filter(|b| cfg.is_reachable(*b)) {
        let first = |seen: &mut u32| std::mem::replace(seen, block.as_u32()) != block.as_u32();
        for inst in cfg.insts(block) {
            for reg in uses.reads(*inst) {
                if killed[reg.index()] != block.as_u32() && first(&mut exposed[reg.index()]) {
                    out.push((*reg, block, Event::Exposed));
                }
            }
            for write in uses.writes(*inst).iter().filter(|w| w.kills) {
                if first(&mut killed[write.reg.index()]) {
                    out.push((write.reg, block, Event::Kill));
                }
            }
        }
    }
    out
}

/// The data flow of one chunk after the other.
struct Flow<'a> {
    cfg: &'a Cfg,
    limits: Limits,
    live: Vec<u64>,
    kill: Vec<u64>,
    queued: Vec<bool>,
    /// Blocks by their place in reverse postorder: the last comes first.
    queue: BinaryHeap<u32>,
    visited: Vec<Block>,
    found: Vec<(usize, Word)>,
}

impl<'a> Flow<'a> {
    fn new(cfg: &'a Cfg, limits: Limits) -> Self {
        let nodes = cfg.node_count();
        Flow {
            cfg,
            limits,
            live: vec![0; nodes],
            kill: vec![0; nodes],
            queued: vec![false; nodes],
            queue: BinaryHeap::new(),
            visited: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Finds where the registers of a chunk are live; `false` when a limit is reached.
    fn chunk(&mut self, chunk: usize, events: &[(u32, Block, Event)]) -> bool {
        for (bit, block, event) in events {
            match event {
                Event::Kill => self.kill[block.index()] |= 1 << bit,
                Event::Exposed => self.mark(*block, 1 << bit),
            }
        }
        let done = self.run();
        for (_, block, _) in events {
            self.kill[block.index()] = 0;
        }
        let words = self.visited.drain(..).map(|block| {
            let bits = std::mem::take(&mut self.live[block.index()]);
            (block.index(), Word { chunk: chunk as u32, bits })
        });
        self.found.extend(words);
        done && self.found.len() <= self.limits.words
    }

    fn run(&mut self) -> bool {
        while let Some(number) = self.queue.pop() {
            let block = self.cfg.reverse_postorder()[number as usize];
            self.queued[block.index()] = false;
            let live = self.live[block.index()];
            for pred in self.cfg.preds(block) {
                let cost = self.limits.visits.checked_sub(1);
                let Some(left) = cost else {
                    self.queue.clear();
                    return false;
                };
                self.limits.visits = left;
                self.mark(*pred, live & !self.kill[pred.index()]);
            }
        }
        true
    }

    fn mark(&mut self, block: Block, bits: u64) {
        let Some(number) = self.cfg.rpo_number(block) else { return };
        let live = &mut self.live[block.index()];
        if bits & !*live == 0 {
            return;
        }
        if *live == 0 {
            self.visited.push(block);
        }
        *live |= bits;
        if !std::mem::replace(&mut self.queued[block.index()], true) {
            self.queue.push(number);
        }
    }
}
