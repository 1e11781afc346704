//! Small pieces of graph machinery that the analyses share: adjacency lists and the numbering of trees.
//!
//! Everything here takes time linear in nodes and edges and keeps its own stacks: a body may have a million blocks.

use super::cfg::Block;
use cranelift_entity::EntityRef;
use std::ops::Range;

/// Lists of neighbours, one after the other.
#[derive(Debug, Clone, Default)]
pub(super) struct Adjacency {
    start: Vec<u32>,
    to: Vec<Block>,
}

impl Adjacency {
    /// The adjacency of a graph with `nodes` nodes; each node's neighbours keep the order of `edges`.
    pub(super) fn new(nodes: usize, edges: &[(Block, Block)]) -> Self {
        Self::grouped(nodes, edges.iter().copied())
    }

    /// As [`Adjacency::new`], with every edge turned round.
    pub(super) fn reversed(nodes: usize, edges: &[(Block, Block)]) -> Self {
        Self::grouped(nodes, edges.iter().map(|(from, to)| (*to, *from)))
    }

    fn grouped(nodes: usize, edges: impl Iterator<Item = (Block, Block)> + Clone) -> Self {
        let (start, to) = group(nodes, edges.map(|(from, to)| (from.index(), to)), Block::new(0));
        Adjacency { start, to }
    }

    /// The neighbours of a node.
    pub(super) fn of(&self, node: Block) -> &[Block] {
        let i = node.index();
        &self.to[self.start[i] as usize..self.start[i + 1] as usize]
    }
}

/// Sorts items by a small key, keeping their order (counting sort): those with key *k* are `items[start[k]..start[k+1]]`.
pub(super) fn group<T: Copy>(
    keys: usize,
    items: impl Iterator<Item = (usize, T)> + Clone,
    filler: T,
) -> (Vec<u32>, Vec<T>) {
    let mut start = vec![0u32; keys + 1];
    for (key, _) in items.clone() {
        start[key + 1] += 1;
    }
    for i in 0..keys {
        start[i + 1] += start[i];
    }
    let mut out = vec![filler; start[keys] as usize];
    let mut next = start.clone();
    for (key, item) in items {
        out[next[key] as usize] = item;
        next[key] += 1;
    }
    (start, out)
}

/// Blocks in depth-first postorder from `root`, each with the block that led to it.
pub(super) fn postorder(graph: &Adjacency, nodes: usize, root: Block) -> Vec<Block> {
    let mut seen = vec![false; nodes];
    let mut out = Vec::new();
    extend_postorder(graph, root, &mut seen, &mut out);
    out
}

/// Adds what can be reached from `root` and was not seen yet.
pub(super) fn extend_postorder(graph: &Adjacency, root: Block, seen: &mut [bool], out: &mut Vec<Block>) {
    if std::mem::replace(&mut seen[root.index()], true) {
        return;
    }
    let mut stack = vec![(root, 0usize)];
    while let Some((node, next)) = stack.last_mut() {
        match graph.of(*node).get(*next) {
            Some(to) => {
                *next += 1;
                if !std::mem::replace(&mut seen[to.index()], true) {
                    stack.push((*to, 0));
                }
            }
            None => {
                out.push(*node);
                stack.pop();
            }
        }
    }
}

/// Preorder numbers of a forest, so that "is an ancestor of" is two comparisons.
///
/// Every node has a weight, and owns that many numbers in front of its descendants' numbers.
#[derive(Debug, Clone, Default)]
pub(super) struct Numbering {
    enter: Vec<u32>,
    leave: Vec<u32>,
}

impl Numbering {
    /// `parents[i]` is below `i`; `None` for a root.
    pub(super) fn new(parents: &[Option<u32>], weights: impl Fn(usize) -> u32) -> Self {
        let mut size: Vec<u32> = (0..parents.len()).map(weights).collect();
        let own = size.clone();
        for i in (0..parents.len()).rev() {
            if let Some(parent) = parents[i] {
                size[parent as usize] += size[i];
            }
        }
        let mut numbering = Numbering { enter: vec![0; parents.len()], leave: vec![0; parents.len()] };
        let mut next = own.clone();
        let mut next_root = 0;
        for (i, parent) in parents.iter().enumerate() {
            let cursor = parent.map_or(&mut next_root, |p| &mut next[p as usize]);
            numbering.enter[i] = *cursor;
            numbering.leave[i] = *cursor + size[i];
            *cursor += size[i];
            next[i] += numbering.enter[i];
        }
        numbering
    }

    /// The numbers of a node and its descendants.
    pub(super) fn range(&self, node: usize) -> Range<usize> {
        self.enter[node] as usize..self.leave[node] as usize
    }

    /// Is `a` equal to `b` or an ancestor of it? Weights must not be zero.
    pub(super) fn contains(&self, a: usize, b: usize) -> bool {
        self.range(a).contains(&(self.enter[b] as usize))
    }
}
