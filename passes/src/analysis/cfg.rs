//! Control-flow graph: basic blocks and the edges between them (PTX ISA "Control Flow Instructions").
//!
//! Blocks are numbered in layout order. Behind the real ones come *virtual* blocks, which hold no instructions:
//!
//! - [`Cfg::exit`]: where `ret`, `exit`, `trap`, a call that does not return, and the end of the body lead to;
//! - [`Cfg::anywhere`], when there is an instruction that may jump to any label: it leads to every labelled block and to
//!   the exit, so that the graph stays linear in the text;
//! - one for each `.branchtargets` table that several `brx.idx` use, for the same reason.
//!
//! The entry is a block of its own that nothing jumps to: a label in front of the first instruction begins the next block.
//!
//! Not done here: a call counts as coming back even if the callee may end the thread (see [`super::calls`]); an index out
//! of a table's range is undefined in PTX and has no edge; text that a pass inserted verbatim ([`StmtKind::Snippet`])
//! and statements that could not be parsed count as straight-line.

use super::Frozen;
use super::calls::is_noreturn;
use super::graph::{Adjacency, postorder};
use super::roles::{operand_with, operands_with};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap, entity_impl};
use ptx_grammar::ir::{Inst, Label, Operand, StmtKind, Table, TableKind};
use ptx_grammar::isa::{Flow, Role};
use std::ops::Range;

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Block(u32);
entity_impl!(Block, "bb");

/// A real block: a run of statements, and the instructions among them.
#[derive(Debug, Clone, Copy)]
struct BlockData {
    first_stmt: u32,
    first_inst: u32,
    ending: Ending,
}

/// How a block ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Ending {
    falls: bool,
    jump: Jump,
}

impl Ending {
    const FALL: Ending = Ending { falls: true, jump: Jump::None };
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Jump {
    None,
    Label(Label),
    Table(Table),
    Exit,
    Anywhere,
}

/// The control-flow graph of a body.
#[derive(Debug, Clone)]
pub struct Cfg {
    real: PrimaryMap<Block, BlockData>,
    stmts: u32,
    insts: Vec<Inst>,
    nodes: usize,
    anywhere: Option<Block>,
    succs: Adjacency,
    preds: Adjacency,
    block_of: SecondaryMap<Inst, PackedOption<Block>>,
    labels: SecondaryMap<Label, PackedOption<Block>>,
    unknown: Vec<Inst>,
    rpo: Vec<Block>,
    rpo_number: Vec<u32>,
}

impl Cfg {
    /// Builds the graph of a body.
    pub fn compute(f: Frozen) -> Self {
        let mut cfg = Builder::default().split(f);
        let edges = cfg.edges(f);
        cfg.succs = Adjacency::new(cfg.nodes, &edges);
        cfg.preds = Adjacency::reversed(cfg.nodes, &edges);
        cfg.rpo = postorder(&cfg.succs, cfg.nodes, cfg.entry());
        cfg.rpo.reverse();
        cfg.rpo_number = vec![u32::MAX; cfg.nodes];
        for (i, block) in cfg.rpo.iter().enumerate() {
            cfg.rpo_number[block.index()] = i as u32;
        }
        cfg
    }

    /// Where the body begins. Nothing jumps here.
    pub fn entry(&self) -> Block {
        Block::new(0)
    }

    /// The virtual block where threads leave the body.
    pub fn exit(&self) -> Block {
        Block::new(self.real.len())
    }

    /// The virtual block that leads to every label, if an instruction may jump anywhere.
    pub fn anywhere(&self) -> Option<Block> {
        self.anywhere
    }

    /// Does the block hold no statements by its nature?
    pub fn is_virtual(&self, block: Block) -> bool {
        block.index() >= self.real.len()
    }

    /// The real blocks, in layout order.
    pub fn blocks(&self) -> impl DoubleEndedIterator<Item = Block> + ExactSizeIterator + use<> {
        self.real.keys()
    }

    /// Real and virtual blocks.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Block> + ExactSizeIterator + use<> {
        (0..self.nodes).map(Block::new)
    }

    /// The instructions of a block, in order; none for a virtual one.
    pub fn insts(&self, block: Block) -> &[Inst] {
        &self.insts[self.range(block, |b| b.first_inst, self.insts.len())]
    }

    /// The statements of a block as indices into the body's layout. The first block begins with the first statement;
    /// what stands between two blocks belongs to the former.
    pub fn stmts(&self, block: Block) -> Range<usize> {
        self.range(block, |b| b.first_stmt, self.stmts as usize)
    }

    fn range(&self, block: Block, first: impl Fn(&BlockData) -> u32, end: usize) -> Range<usize> {
        let at = |i: usize| self.real.get(Block::new(i)).map_or(end, |b| first(b) as usize);
        let i = block.index();
        at(i)..at(i + 1)
    }

    /// All instructions, in layout order.
    pub fn inst_order(&self) -> &[Inst] {
        &self.insts
    }

    /// Where control may go.
    pub fn succs(&self, block: Block) -> &[Block] {
        self.succs.of(block)
    }

    /// Where control may come from.
    pub fn preds(&self, block: Block) -> &[Block] {
        self.preds.of(block)
    }

    /// The block that control reaches by not jumping: the next one, or the exit behind the last.
    pub fn fallthrough(&self, block: Block) -> Option<Block> {
        let next = Block::new(block.index() + 1);
        self.real.get(block).filter(|b| b.ending.falls).map(|_| next)
    }

    /// The block of an instruction; `None` when the layout does not hold it.
    pub fn block_of(&self, inst: Inst) -> Option<Block> {
        self.block_of[inst].expand()
    }

    /// The block that a label begins; `None` when the layout does not hold it.
    pub fn block_of_label(&self, label: Label) -> Option<Block> {
        self.labels.get(label).and_then(|b| b.expand())
    }

    /// Instructions that may jump anywhere, in layout order: the table does not know them, or their target can't be told.
    pub fn unknown(&self) -> &[Inst] {
        &self.unknown
    }

    /// Blocks that can be reached, in reverse postorder from the entry.
    pub fn reverse_postorder(&self) -> &[Block] {
        &self.rpo
    }

    /// The place of a block in [`Cfg::reverse_postorder`].
    pub fn rpo_number(&self, block: Block) -> Option<u32> {
        Some(self.rpo_number[block.index()]).filter(|n| *n != u32::MAX)
    }

    /// Can the block be reached from the entry?
    pub fn is_reachable(&self, block: Block) -> bool {
        self.rpo_number(block).is_some()
    }

    /// Successors and predecessors of all nodes.
    pub(super) fn adjacency(&self) -> (&Adjacency, &Adjacency) {
        (&self.succs, &self.preds)
    }

    /// Number of real and virtual blocks.
    pub(super) fn node_count(&self) -> usize {
        self.nodes
    }

    /// Every edge, by source. Allots the virtual blocks.
    fn edges(&mut self, f: Frozen) -> Vec<(Block, Block)> {
        let tables = self.shared_tables();
        let mut edges = Edges { list: Vec::new(), last: vec![u32::MAX; self.nodes] };
        for block in self.real.keys() {
            let Ending { falls, jump } = self.real[block].ending;
            match jump {
                Jump::None => {}
                Jump::Label(label) => edges.extend(block, self.block_of_label(label)),
                Jump::Exit => edges.extend(block, [self.exit()]),
                Jump::Anywhere => edges.extend(block, self.anywhere),
                Jump::Table(table) => match tables[table].expand() {
                    Some(node) => edges.extend(block, [node]),
                    None => self.table_edges(f, block, table, &mut edges),
                },
            }
            edges.extend(block, falls.then(|| Block::new(block.index() + 1)));
        }
        if let Some(anywhere) = self.anywhere {
            edges.extend(anywhere, self.labels.values().filter_map(|b| b.expand()));
            edges.extend(anywhere, [self.exit()]);
        }
        for (table, node) in tables.iter() {
            if let Some(node) = node.expand() {
                self.table_edges(f, node, table, &mut edges);
            }
        }
        edges.list
    }

    /// Virtual blocks for the tables that several branches use.
    fn shared_tables(&mut self) -> SecondaryMap<Table, PackedOption<Block>> {
        let mut users: SecondaryMap<Table, u32> = SecondaryMap::new();
        let mut nodes = SecondaryMap::new();
        for block in self.real.values() {
            if let Jump::Table(table) = block.ending.jump {
                users[table] += 1;
                if users[table] == 2 {
                    nodes[table] = Block::new(self.nodes).into();
                    self.nodes += 1;
                }
            }
        }
        nodes
    }

    fn table_edges(&self, f: Frozen, from: Block, table: Table, edges: &mut Edges) {
        if let Some(labels) = branch_table(f, table) {
            edges.extend(from, labels.iter().filter_map(|l| self.block_of_label(*l)));
        }
    }
}

/// A list of edges without doubles; the edges of a source are added together.
struct Edges {
    list: Vec<(Block, Block)>,
    last: Vec<u32>,
}

impl Edges {
    fn extend(&mut self, from: Block, to: impl IntoIterator<Item = Block>) {
        for to in to {
            if std::mem::replace(&mut self.last[to.index()], from.as_u32()) != from.as_u32() {
                self.list.push((from, to));
            }
        }
    }
}

/// Splits the layout into blocks.
#[derive(Default)]
struct Builder {
    real: PrimaryMap<Block, BlockData>,
    insts: Vec<Inst>,
    block_of: SecondaryMap<Inst, PackedOption<Block>>,
    labels: SecondaryMap<Label, PackedOption<Block>>,
    unknown: Vec<Inst>,
    /// Has the last block had its last instruction?
    ended: bool,
}

impl Builder {
    fn split(mut self, f: Frozen) -> Cfg {
        self.begin(0);
        let targets = Targets::of(f);
        for (at, stmt) in f.body.layout.iter().enumerate() {
            match stmt.kind {
                StmtKind::Label(label) => self.label(at, label),
                StmtKind::Inst(inst) => self.inst(f, at, inst, &targets),
                StmtKind::Open
                | StmtKind::Close
                | StmtKind::Reg
                | StmtKind::Var
                | StmtKind::Table(_)
                | StmtKind::Loc
                | StmtKind::Pragma
                | StmtKind::Directive
                | StmtKind::Broken
                | StmtKind::Snippet(_) => {}
            }
        }
        self.finish(f)
    }

    fn finish(self, f: Frozen) -> Cfg {
        let exit = self.real.len();
        let anywhere = (!self.unknown.is_empty()).then(|| Block::new(exit + 1));
        Cfg {
            nodes: exit + 1 + usize::from(anywhere.is_some()),
            real: self.real,
            stmts: f.body.layout.len() as u32,
            insts: self.insts,
            anywhere,
            succs: Adjacency::default(),
            preds: Adjacency::default(),
            block_of: self.block_of,
            labels: self.labels,
            unknown: self.unknown,
            rpo: Vec::new(),
            rpo_number: Vec::new(),
        }
    }

    fn begin(&mut self, at: usize) {
        let first_inst = self.insts.len() as u32;
        self.real.push(BlockData { first_stmt: at as u32, first_inst, ending: Ending::FALL });
        self.ended = false;
    }

    fn last(&self) -> Block {
        Block::new(self.real.len() - 1)
    }

    fn label(&mut self, at: usize, label: Label) {
        let last = self.last();
        let empty = self.real[last].first_inst as usize == self.insts.len() && last != Block::new(0);
        if self.ended || !empty {
            self.begin(at);
        }
        self.labels[label] = self.last().into();
    }

    fn inst(&mut self, f: Frozen, at: usize, inst: Inst, targets: &Targets) {
        if self.ended {
            self.begin(at);
        }
        self.insts.push(inst);
        let block = self.last();
        self.block_of[inst] = block.into();
        if let Some(ending) = ending(f, inst, targets) {
            self.real[block].ending = ending;
            self.ended = true;
            if ending.jump == Jump::Anywhere {
                self.unknown.push(inst);
            }
        }
    }
}

/// Labels and branch tables that can be jumped to: the layout holds the label, or all of a table's.
struct Targets {
    labels: SecondaryMap<Label, bool>,
    tables: SecondaryMap<Table, bool>,
}

impl Targets {
    fn of(f: Frozen) -> Self {
        let mut targets = Targets { labels: SecondaryMap::new(), tables: SecondaryMap::new() };
        for stmt in &f.body.layout {
            if let StmtKind::Label(label) = stmt.kind {
                targets.labels[label] = true;
            }
        }
        for table in f.body.tables.keys() {
            let labels = branch_table(f, table).unwrap_or(&[]);
            targets.tables[table] = !labels.is_empty() && labels.iter().all(|l| targets.has(*l));
        }
        targets
    }

    fn has(&self, label: Label) -> bool {
        // Labels of broken bodies may be reserved values: `get` takes them, indexing would not.
        self.labels.get(label).copied().unwrap_or(false)
    }
}

/// How an instruction ends its block; `None` when it does not.
fn ending(f: Frozen, inst: Inst, targets: &Targets) -> Option<Ending> {
    let Some(row) = f.row(inst) else {
        return Some(Ending { falls: true, jump: Jump::Anywhere });
    };
    let jump = match row.flow {
        Flow::Next => return None,
        Flow::Call if returns(f, inst) => return None,
        Flow::Call | Flow::Return | Flow::Exit | Flow::Trap => Jump::Exit,
        Flow::Branch => branch_target(f, inst, targets).map_or(Jump::Anywhere, Jump::Label),
        Flow::BranchTable => table_target(f, inst, targets).map_or(Jump::Anywhere, Jump::Table),
    };
    Some(Ending { falls: f.body.insts[inst].guard.is_some() || jump == Jump::Anywhere, jump })
}

fn branch_target(f: Frozen, inst: Inst, targets: &Targets) -> Option<Label> {
    match operand_with(f, inst, Role::Label)? {
        [Operand::Label(label)] if targets.has(*label) => Some(*label),
        _ => None,
    }
}

fn table_target(f: Frozen, inst: Inst, targets: &Targets) -> Option<Table> {
    match operand_with(f, inst, Role::Table)? {
        [Operand::Table(table)] if targets.tables.get(*table) == Some(&true) => Some(*table),
        _ => None,
    }
}

fn branch_table<'a>(f: Frozen<'a>, table: Table) -> Option<&'a [Label]> {
    match &f.body.tables.get(table)?.kind {
        TableKind::Branch(labels) => Some(labels),
        TableKind::Call(_) | TableKind::Prototype { .. } => None,
    }
}

/// May control come back from a call, as far as declarations tell?
fn returns(f: Frozen, inst: Inst) -> bool {
    let noreturn = |operand: &[Operand]| match operand {
        [Operand::Func(func)] => f.module.funcs.get(*func).is_some_and(is_noreturn),
        [Operand::Table(table)] => {
            f.body.tables.get(*table).is_some_and(|t| matches!(t.kind, TableKind::Prototype { noreturn: true }))
        }
        _ => false,
    };
    !operands_with(f, inst, |role| matches!(role, Role::Callee | Role::Prototype)).any(noreturn)
}
