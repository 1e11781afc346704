//! Natural loops, and what is cyclic without being one.
//!
//! A *back edge* leads to a block that dominates its source: the *header*. All back edges to one header make one loop:
//! the header and every block from which a back edge can be reached without passing the header. A cycle that has no
//! such edge is *irreducible*: it is reported as a [`Region`] with its entries and belongs to no loop of its own.
//!
//! Blocks that can't be reached belong to nothing. Virtual blocks take part like all others: an instruction that may
//! jump anywhere makes most cycles irreducible, which is what it deserves.

use super::cfg::{Block, Cfg};
use super::dom::Dominators;
use super::graph::Numbering;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap, entity_impl};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

/// A natural loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Loop(u32);
entity_impl!(Loop, "loop");

#[derive(Debug, Clone)]
struct LoopData {
    header: Block,
    parent: Option<Loop>,
    depth: u32,
    latches: Vec<Block>,
}

/// A maximal set of blocks on cycles that no loop explains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// Its blocks, in layout order.
    pub blocks: Vec<Block>,
    /// Those with a predecessor outside.
    pub entries: Vec<Block>,
}

/// The loops of a body. Outer loops have smaller numbers than the loops inside them.
#[derive(Debug, Clone)]
pub struct Loops {
    loops: PrimaryMap<Loop, LoopData>,
    innermost: SecondaryMap<Block, PackedOption<Loop>>,
    numbering: Numbering,
    /// Blocks in loops; those of a loop, inner ones included, stand together.
    blocks: Vec<Block>,
    irreducible: Vec<Region>,
}

impl Loops {
    /// Finds the loops.
    pub fn compute(cfg: &Cfg, dom: &Dominators) -> Self {
        let loops = headers(cfg, dom);
        let mut nest = Nest { outer: loops.keys().collect(), loops, innermost: SecondaryMap::new() };
        for l in nest.loops.keys().rev() {
            nest.discover(cfg, l);
        }
        nest.finish(cfg, irreducible(cfg, dom))
    }

    /// All loops, outer before inner.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Loop> + ExactSizeIterator + use<> {
        self.loops.keys()
    }

    /// The block through which the loop is entered.
    pub fn header(&self, l: Loop) -> Block {
        self.loops[l].header
    }

    /// The sources of the loop's back edges.
    pub fn latches(&self, l: Loop) -> &[Block] {
        &self.loops[l].latches
    }

    /// The loop around this one.
    pub fn parent(&self, l: Loop) -> Option<Loop> {
        self.loops[l].parent
    }

    /// Nesting depth: 1 for an outermost loop.
    pub fn depth(&self, l: Loop) -> u32 {
        self.loops[l].depth
    }

    /// The blocks of a loop and of those inside it; the header is the first.
    pub fn blocks(&self, l: Loop) -> &[Block] {
        &self.blocks[self.numbering.range(l.index())]
    }

    /// The innermost loop that a block belongs to.
    pub fn innermost(&self, block: Block) -> Option<Loop> {
        self.innermost[block].expand()
    }

    /// The loop that has this block as its header.
    pub fn headed_by(&self, block: Block) -> Option<Loop> {
        self.innermost(block).filter(|l| self.header(*l) == block)
    }

    /// How many loops are around a block.
    pub fn block_depth(&self, block: Block) -> u32 {
        self.innermost(block).map_or(0, |l| self.depth(l))
    }

    /// Does the block belong to the loop or to one inside it?
    pub fn contains(&self, l: Loop, block: Block) -> bool {
        self.innermost(block).is_some_and(|inner| self.encloses(l, inner))
    }

    /// Is `inner` equal to `outer` or inside it?
    pub fn encloses(&self, outer: Loop, inner: Loop) -> bool {
        self.numbering.contains(outer.index(), inner.index())
    }

    /// The edges that leave a loop.
    pub fn exits<'a>(&'a self, cfg: &'a Cfg, l: Loop) -> impl Iterator<Item = (Block, Block)> + 'a {
        let edges = self.blocks(l).iter().flat_map(|b| cfg.succs(*b).iter().map(|s| (*b, *s)));
        edges.filter(move |(_, to)| !self.contains(l, *to))
    }

    /// The edges that enter a loop's header from outside.
    pub fn entries<'a>(&'a self, cfg: &'a Cfg, l: Loop) -> impl Iterator<Item = Block> + 'a {
        let preds = cfg.preds(self.header(l)).iter().copied();
        preds.filter(move |p| cfg.is_reachable(*p) && !self.contains(l, *p))
    }

    /// Cycles that no loop explains.
    pub fn irreducible(&self) -> &[Region] {
        &self.irreducible
    }

    /// Does every cycle belong to a loop?
    pub fn is_reducible(&self) -> bool {
        self.irreducible.is_empty()
    }
}

/// The loops by their back edges, in preorder of the dominator tree, so that outer ones come first.
fn headers(cfg: &Cfg, dom: &Dominators) -> PrimaryMap<Loop, LoopData> {
    let mut back = Vec::new();
    for block in cfg.reverse_postorder() {
        back.extend(cfg.succs(*block).iter().filter(|s| dom.dominates(**s, *block)).map(|s| (*s, *block)));
    }
    back.sort_by_key(|(header, latch)| (dom.preorder(*header), *latch));
    let mut loops: PrimaryMap<Loop, LoopData> = PrimaryMap::new();
    for (header, latch) in back {
        match loops.values_mut().next_back().filter(|l| l.header == header) {
            Some(l) => l.latches.push(latch),
            None => {
                loops.push(LoopData { header, parent: None, depth: 1, latches: vec![latch] });
            }
        }
    }
    loops
}

/// Loops while their blocks are found, inner ones first.
struct Nest {
    loops: PrimaryMap<Loop, LoopData>,
    innermost: SecondaryMap<Block, PackedOption<Loop>>,
    /// The outermost loop around each that is known so far (union-find).
    outer: Vec<Loop>,
}

impl Nest {
    fn discover(&mut self, cfg: &Cfg, l: Loop) {
        let header = self.loops[l].header;
        self.innermost[header] = l.into();
        let mut work = self.loops[l].latches.clone();
        while let Some(block) = work.pop() {
            let entered = match self.innermost[block].expand().map(|i| self.outermost(i)) {
                None => {
                    self.innermost[block] = l.into();
                    block
                }
                Some(known) if known == l => continue,
                Some(inside) => {
                    self.loops[inside].parent = Some(l);
                    self.outer[inside.index()] = l;
                    self.loops[inside].header
                }
            };
            work.extend(cfg.preds(entered).iter().filter(|p| cfg.is_reachable(**p)));
        }
    }

    fn outermost(&mut self, l: Loop) -> Loop {
        let mut top = l;
        while self.outer[top.index()] != top {
            top = self.outer[top.index()];
        }
        let mut at = l;
        while at != top {
            at = std::mem::replace(&mut self.outer[at.index()], top);
        }
        top
    }

    fn finish(mut self, cfg: &Cfg, irreducible: Vec<Region>) -> Loops {
        for l in self.loops.keys() {
            self.loops[l].depth = self.loops[l].parent.map_or(1, |p| self.loops[p].depth + 1);
        }
        let parents: Vec<Option<u32>> = self.loops.values().map(|l| l.parent.map(|p| p.as_u32())).collect();
        let mut own = vec![0u32; self.loops.len()];
        let in_loops = || cfg.reverse_postorder().iter().filter_map(|b| Some((*b, self.innermost[*b].expand()?)));
        for (_, l) in in_loops() {
            own[l.index()] += 1;
        }
        let numbering = Numbering::new(&parents, |i| own[i]);
        let mut next: Vec<usize> = (0..own.len()).map(|i| numbering.range(i).start).collect();
        let mut blocks = vec![cfg.entry(); in_loops().count()];
        for (block, l) in in_loops() {
            blocks[next[l.index()]] = block;
            next[l.index()] += 1;
        }
        Loops { loops: self.loops, innermost: self.innermost, numbering, blocks, irreducible }
    }
}

/// Strongly connected regions that stay when all back edges to dominating headers are taken away.
fn irreducible(cfg: &Cfg, dom: &Dominators) -> Vec<Region> {
    let forward = |from: Block| cfg.succs(from).iter().copied().filter(move |to| !dom.dominates(*to, from));
    let retreats = |from: Block| forward(from).any(|to| cfg.rpo_number(to) <= cfg.rpo_number(from));
    if !cfg.reverse_postorder().iter().any(|b| retreats(*b)) {
        return Vec::new();
    }
    let mut graph = DiGraph::<(), ()>::with_capacity(cfg.node_count(), 0);
    for _ in cfg.nodes() {
        graph.add_node(());
    }
    for from in cfg.reverse_postorder() {
        for to in forward(*from) {
            graph.add_edge(from.as_u32().into(), to.as_u32().into(), ());
        }
    }
    let regions = kosaraju_scc(&graph).into_iter().filter(|c| c.len() > 1);
    let mut regions: Vec<Region> = regions.map(|c| region(cfg, c.iter().map(|n| Block::new(n.index())))).collect();
    regions.sort_by_key(|r| r.blocks[0]);
    regions
}

fn region(cfg: &Cfg, blocks: impl Iterator<Item = Block>) -> Region {
    let mut blocks: Vec<Block> = blocks.collect();
    blocks.sort_unstable();
    let outside = |p: &Block| cfg.is_reachable(*p) && blocks.binary_search(p).is_err();
    let entries = blocks.iter().copied().filter(|b| cfg.preds(*b).iter().any(outside)).collect();
    Region { blocks, entries }
}
