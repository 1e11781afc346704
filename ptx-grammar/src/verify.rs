//! Holds a body against the rules of the IR. Lowering must give bodies that obey them, and so must every rewrite.
//!
//! Checked:
//! 1. statements stand in the order of their places, do not overlap, and lie inside the body;
//! 2. every instruction, label and table of the layout exists, and none stands there twice;
//! 3. operand nodes of an instruction form whole trees: each group has as many members as it says;
//! 4. every entity that an operand, guard or table names exists;
//! 5. a label that is jumped to stands in the layout;
//! 6. a guard is a register of type `.pred`;
//! 7. scopes that are opened are closed.
//!
//! Not checked: types of operands, and whether a register is visible in the scope where it is used.

use crate::ir::*;
use cranelift_entity::EntitySet;

/// A rule that is broken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The statement of the layout, by position.
    pub stmt: usize,
    /// What is wrong with it.
    pub what: String,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "statement {}: {}", self.stmt, self.what)
    }
}

/// Everything that is wrong with a body that was understood ([`Body::broken`] is 0).
pub fn body(module: &Module, body: &Body) -> Vec<Violation> {
    let mut verifier = Verifier {
        module,
        body,
        violations: Vec::new(),
        insts: EntitySet::new(),
        labels: EntitySet::new(),
        tables: EntitySet::new(),
    };
    verifier.order();
    verifier.contents();
    verifier.violations
}

struct Verifier<'a> {
    module: &'a Module,
    body: &'a Body,
    violations: Vec<Violation>,
    insts: EntitySet<Inst>,
    labels: EntitySet<Label>,
    tables: EntitySet<Table>,
}

impl Verifier<'_> {
    fn fail(&mut self, stmt: usize, what: impl Into<String>) {
        self.violations.push(Violation { stmt, what: what.into() });
    }

    fn order(&mut self) {
        let mut at = self.body.span.start;
        let mut depth = 0u32;
        for (i, stmt) in self.body.layout.iter().enumerate() {
            if !stmt.span.is_empty() && (stmt.span.start < at || stmt.span.end > self.body.span.end) {
                self.fail(i, "stands outside the body or before its predecessor");
            }
            at = at.max(stmt.span.end);
            let twice = match stmt.kind {
                StmtKind::Inst(inst) => !self.insts.insert(inst),
                StmtKind::Label(label) => !self.labels.insert(label),
                StmtKind::Table(table) => !self.tables.insert(table),
                StmtKind::Open => {
                    depth += 1;
                    false
                }
                StmtKind::Close if depth == 0 => {
                    self.fail(i, "closes a scope that is not open");
                    false
                }
                StmtKind::Close => {
                    depth -= 1;
                    false
                }
                StmtKind::Reg
                | StmtKind::Var
                | StmtKind::Loc
                | StmtKind::Pragma
                | StmtKind::Directive
                | StmtKind::Broken
                | StmtKind::Snippet(_) => false,
            };
            if twice {
                self.fail(i, "stands in the layout twice");
            }
        }
        if depth > 0 {
            self.fail(self.body.layout.len(), "a scope is never closed");
        }
    }

    fn contents(&mut self) {
        for (i, stmt) in self.body.layout.iter().enumerate() {
            match stmt.kind {
                StmtKind::Inst(inst) if self.body.insts.is_valid(inst) => self.instruction(i, inst),
                StmtKind::Inst(_) => self.fail(i, "no such instruction"),
                StmtKind::Label(label) if !self.body.labels.is_valid(label) => self.fail(i, "no such label"),
                StmtKind::Table(table) => self.table(i, table),
                StmtKind::Snippet(n) if n as usize >= self.body.snippets.len() => self.fail(i, "no such snippet"),
                StmtKind::Label(_)
                | StmtKind::Snippet(_)
                | StmtKind::Open
                | StmtKind::Close
                | StmtKind::Reg
                | StmtKind::Var
                | StmtKind::Loc
                | StmtKind::Pragma
                | StmtKind::Directive
                | StmtKind::Broken => {}
            }
        }
    }

    fn instruction(&mut self, at: usize, inst: Inst) {
        let data = &self.body.insts[inst];
        if let Some(guard) = data.guard {
            let is_pred = self.body.regs.is_valid(guard.reg) && self.body.reg_type(guard.reg) == "pred";
            if !is_pred {
                self.fail(at, "the guard is no predicate register");
            }
        }
        let nodes = self.body.operand_nodes(inst);
        let whole: usize = each_operand(nodes).map(<[Operand]>::len).sum();
        if whole != nodes.len() {
            self.fail(at, "a group of operands has fewer members than it says");
        }
        for node in nodes {
            if let Some(what) = self.operand(*node) {
                self.fail(at, what);
            }
        }
    }

    /// What is wrong with an operand node.
    fn operand(&self, node: Operand) -> Option<&'static str> {
        let body = self.body;
        let valid = match node {
            Operand::Reg(reg) => body.regs.is_valid(reg) && body.banks.is_valid(body.regs[reg].bank),
            Operand::Label(label) => body.labels.is_valid(label) && self.labels.contains(label),
            Operand::Local(local) => body.locals.is_valid(local),
            Operand::Table(table) => body.tables.is_valid(table),
            Operand::Global(global) => self.module.globals.is_valid(global),
            Operand::Func(func) => self.module.funcs.is_valid(func),
            Operand::Name(name) => self.module.names.is_valid(name),
            Operand::WideInt(i) | Operand::F64(i) => (i as usize) < body.wide.len(),
            Operand::Added(i) => (i as usize) < body.snippets.len(),
            Operand::Special(index, component) => {
                (index as usize) < crate::isa::sregs::special_registers().len() && component <= 4
            }
            Operand::Group(..)
            | Operand::Sink
            | Operand::Int(_)
            | Operand::F32(_)
            | Operand::WarpSize
            | Operand::Selector(_) => true,
        };
        (!valid).then_some("an operand names something that does not exist, or a label that stands nowhere")
    }

    fn table(&mut self, at: usize, table: Table) {
        let Some(data) = self.body.tables.get(table) else { return self.fail(at, "no such table") };
        let bad = match &data.kind {
            TableKind::Branch(labels) => labels.iter().any(|l| !self.labels.contains(*l)),
            TableKind::Call(callees) => callees.iter().any(|c| self.operand(*c).is_some()),
            TableKind::Prototype { .. } => false,
        };
        if bad {
            self.fail(at, "a table names something that does not exist");
        }
    }
}
