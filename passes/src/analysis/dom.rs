//! Dominators and post-dominators.
//!
//! The algorithm is that of Lengauer and Tarjan with path compression, O(edges × log blocks) for every graph. The simpler
//! one of Cooper, Harvey and Kennedy (also petgraph's) is quadratic on the most ordinary PTX there is: a long chain of
//! blocks each of which may leave to one common `ret`.

use super::cfg::{Block, Cfg};
use super::graph::{Adjacency, Numbering, extend_postorder};
use cranelift_entity::EntityRef;

const NONE: u32 = u32::MAX;

/// A dominator tree over the blocks that its root reaches.
#[derive(Debug, Clone)]
struct Tree {
    /// Preorder of the depth-first search; parents in the dominator tree come before their children.
    order: Vec<Block>,
    /// Place in `order`, or [`NONE`].
    number: Vec<u32>,
    /// Immediate dominators by place in `order`.
    idom: Vec<Option<u32>>,
    numbering: Numbering,
    depth: Vec<u32>,
}

impl Tree {
    fn compute(nodes: usize, root: Block, succs: &Adjacency, preds: &Adjacency) -> Self {
        let search = Search::run(nodes, root, succs);
        let idom = Solver::new(&search).solve(&search, preds);
        let numbering = Numbering::new(&idom, |_| 1);
        let mut depth = vec![0; idom.len()];
        for (i, parent) in idom.iter().enumerate() {
            depth[i] = parent.map_or(0, |p| depth[p as usize] + 1);
        }
        Tree { order: search.order, number: search.number, idom, numbering, depth }
    }

    fn place(&self, block: Block) -> Option<usize> {
        Some(self.number[block.index()]).filter(|n| *n != NONE).map(|n| n as usize)
    }

    fn idom(&self, block: Block) -> Option<Block> {
        self.idom[self.place(block)?].map(|p| self.order[p as usize])
    }

    fn dominates(&self, a: Block, b: Block) -> bool {
        matches!((self.place(a), self.place(b)), (Some(a), Some(b)) if self.numbering.contains(a, b))
    }

    fn common(&self, a: Block, b: Block) -> Option<Block> {
        let (mut a, mut b) = (self.place(a)?, self.place(b)?);
        while a != b {
            let deeper = if self.depth[a] >= self.depth[b] { &mut a } else { &mut b };
            *deeper = self.idom[*deeper]? as usize;
        }
        Some(self.order[a])
    }
}

/// A depth-first search.
struct Search {
    order: Vec<Block>,
    number: Vec<u32>,
    /// Parent in the search tree, by number.
    parent: Vec<u32>,
}

impl Search {
    fn run(nodes: usize, root: Block, succs: &Adjacency) -> Self {
        let mut search = Search { order: Vec::new(), number: vec![NONE; nodes], parent: Vec::new() };
        search.visit(root, NONE);
        let mut stack = vec![(root, 0usize)];
        while let Some((node, next)) = stack.last_mut() {
            let Some(to) = succs.of(*node).get(*next).copied() else {
                stack.pop();
                continue;
            };
            *next += 1;
            if search.number[to.index()] == NONE {
                search.visit(to, search.number[node.index()]);
                stack.push((to, 0));
            }
        }
        search
    }

    fn visit(&mut self, node: Block, parent: u32) {
        self.number[node.index()] = self.order.len() as u32;
        self.order.push(node);
        self.parent.push(parent);
    }
}

/// The arrays of Lengauer and Tarjan, all indexed by search number.
struct Solver {
    semi: Vec<u32>,
    ancestor: Vec<u32>,
    label: Vec<u32>,
    idom: Vec<u32>,
    /// Buckets as linked lists.
    bucket: Vec<u32>,
    bucket_next: Vec<u32>,
    path: Vec<u32>,
}

impl Solver {
    fn new(search: &Search) -> Self {
        let n = search.order.len() as u32;
        let none = || vec![NONE; n as usize];
        let same = || (0..n).collect::<Vec<u32>>();
        Solver {
            semi: same(),
            ancestor: none(),
            label: same(),
            idom: vec![0; n as usize],
            bucket: none(),
            bucket_next: none(),
            path: Vec::new(),
        }
    }

    fn solve(mut self, search: &Search, preds: &Adjacency) -> Vec<Option<u32>> {
        for w in (1..search.order.len() as u32).rev() {
            for pred in preds.of(search.order[w as usize]) {
                let v = search.number[pred.index()];
                if v != NONE {
                    let u = self.eval(v);
                    self.semi[w as usize] = self.semi[w as usize].min(self.semi[u as usize]);
                }
            }
            let parent = search.parent[w as usize];
            self.add_to_bucket(w);
            self.ancestor[w as usize] = parent;
            self.empty_bucket(parent);
        }
        for w in 1..self.idom.len() {
            if self.idom[w] != self.semi[w] {
                self.idom[w] = self.idom[self.idom[w] as usize];
            }
        }
        self.idom.iter().enumerate().map(|(w, d)| (w > 0).then_some(*d)).collect()
    }

    fn add_to_bucket(&mut self, w: u32) {
        let head = &mut self.bucket[self.semi[w as usize] as usize];
        self.bucket_next[w as usize] = std::mem::replace(head, w);
    }

    fn empty_bucket(&mut self, parent: u32) {
        let mut v = std::mem::replace(&mut self.bucket[parent as usize], NONE);
        while v != NONE {
            let u = self.eval(v);
            let nearer = self.semi[u as usize] < self.semi[v as usize];
            self.idom[v as usize] = if nearer { u } else { parent };
            v = self.bucket_next[v as usize];
        }
    }

    /// The node with the least semidominator on the linked path above `v`.
    fn eval(&mut self, v: u32) -> u32 {
        if self.ancestor[v as usize] == NONE {
            return v;
        }
        self.compress(v);
        self.label[v as usize]
    }

    fn compress(&mut self, v: u32) {
        let mut at = v;
        while self.ancestor[self.ancestor[at as usize] as usize] != NONE {
            self.path.push(at);
            at = self.ancestor[at as usize];
        }
        while let Some(below) = self.path.pop() {
            let above = self.ancestor[below as usize] as usize;
            let (mine, theirs) = (self.label[below as usize], self.label[above]);
            if self.semi[theirs as usize] < self.semi[mine as usize] {
                self.label[below as usize] = theirs;
            }
            self.ancestor[below as usize] = self.ancestor[above];
        }
    }
}

/// The dominator tree of the blocks that can be reached from the entry.
#[derive(Debug, Clone)]
pub struct Dominators(Tree);

impl Dominators {
    /// Computes the tree.
    pub fn compute(cfg: &Cfg) -> Self {
        let (succs, preds) = cfg.adjacency();
        Dominators(Tree::compute(cfg.node_count(), cfg.entry(), succs, preds))
    }

    /// The immediate dominator; `None` for the entry and for what can't be reached.
    pub fn idom(&self, block: Block) -> Option<Block> {
        self.0.idom(block)
    }

    /// Does every path from the entry to `b` go through `a`? A block dominates itself; what can't be reached dominates
    /// nothing and is dominated by nothing.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        self.0.dominates(a, b)
    }

    /// The nearest block that dominates both. Takes time linear in the depth of the tree.
    pub fn common(&self, a: Block, b: Block) -> Option<Block> {
        self.0.common(a, b)
    }

    /// The place of a block in a preorder of the tree.
    pub(super) fn preorder(&self, block: Block) -> Option<usize> {
        self.0.place(block).map(|p| self.0.numbering.range(p).start)
    }
}

/// The post-dominator tree, rooted at the virtual exit.
///
/// A loop without a way out would have no post-dominators. So one block of each such region counts as leading to the
/// exit too: the last of the region in reverse postorder. [`PostDominators::endless`] lists them.
#[derive(Debug, Clone)]
pub struct PostDominators {
    tree: Tree,
    endless: Vec<Block>,
}

impl PostDominators {
    /// Computes the tree.
    pub fn compute(cfg: &Cfg) -> Self {
        let (succs, preds) = cfg.adjacency();
        let endless = endless_blocks(cfg, preds);
        if endless.is_empty() {
            let tree = Tree::compute(cfg.node_count(), cfg.exit(), preds, succs);
            return PostDominators { tree, endless };
        }
        let mut edges: Vec<_> = cfg.nodes().flat_map(|b| succs.of(b).iter().map(move |s| (b, *s))).collect();
        edges.extend(endless.iter().map(|b| (*b, cfg.exit())));
        let succs = Adjacency::new(cfg.node_count(), &edges);
        let preds = Adjacency::reversed(cfg.node_count(), &edges);
        let tree = Tree::compute(cfg.node_count(), cfg.exit(), &preds, &succs);
        PostDominators { tree, endless }
    }

    /// The immediate post-dominator; `None` for the exit, and for a block that neither the entry reaches nor the exit
    /// can be reached from.
    pub fn ipdom(&self, block: Block) -> Option<Block> {
        self.tree.idom(block)
    }

    /// Does every path from `b` to the exit go through `a`? A block post-dominates itself.
    pub fn postdominates(&self, a: Block, b: Block) -> bool {
        self.tree.dominates(a, b)
    }

    /// The nearest block that post-dominates both. Takes time linear in the depth of the tree.
    pub fn common(&self, a: Block, b: Block) -> Option<Block> {
        self.tree.common(a, b)
    }

    /// Blocks, one of each region that is never left, that count as leading to the exit.
    pub fn endless(&self) -> &[Block] {
        &self.endless
    }
}

fn endless_blocks(cfg: &Cfg, preds: &Adjacency) -> Vec<Block> {
    let mut seen = vec![false; cfg.node_count()];
    let mut scratch = Vec::new();
    extend_postorder(preds, cfg.exit(), &mut seen, &mut scratch);
    let mut endless = Vec::new();
    for block in cfg.reverse_postorder().iter().rev() {
        if !seen[block.index()] {
            endless.push(*block);
            extend_postorder(preds, *block, &mut seen, &mut scratch);
        }
    }
    endless
}
