//! Writes instructions into a copy of a body.

use ptx_grammar::ir::*;
use ptx_grammar::source::Span;
use std::collections::BTreeMap;

/// Every head that a rewrite writes; [`crate::prepare`] interns them before modules are frozen.
pub const HEADS: &[&str] = &[
    "add.u64",
    "bra",
    "cvt.u16.u32",
    "cvt.u32.u64",
    "cvt.u64.u32",
    "ld.param.u32",
    "ld.param.u64",
    "mov.u32",
    "mul.hi.u64",
    "mul.lo.u32",
    "mul.lo.u64",
    "setp.eq.u32",
    "shr.u64",
    "sub.u32",
];

/// Adds registers and instructions to a body and collects the statements to insert.
#[derive(Debug)]
pub struct Emitter<'a> {
    module: &'a Module,
    /// The body that grows.
    pub body: &'a mut Body,
    /// Beginning of every new name; nothing in the body begins with it.
    prefix: &'a str,
    stmts: Vec<Stmt>,
    /// Names to declare, by type.
    declared: BTreeMap<String, Vec<String>>,
    near: Span,
    names: u32,
}

impl<'a> Emitter<'a> {
    /// Writes for a place near `near`, with names that begin with `prefix`.
    pub fn new(module: &'a Module, body: &'a mut Body, prefix: &'a str, near: Span) -> Self {
        Emitter { module, body, prefix, stmts: Vec::new(), declared: BTreeMap::new(), near, names: 0 }
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("{}_{}", self.prefix, self.names)
    }

    fn place(&mut self, kind: StmtKind) {
        self.stmts.push(Stmt { kind, span: Span::new(self.near.start, self.near.start) });
    }

    /// A new register.
    pub fn reg(&mut self, ty: &str) -> Reg {
        let name = self.name();
        self.declared.entry(ty.to_string()).or_default().push(name.clone());
        self.register(name, ty)
    }

    /// The statements to insert: declarations, then everything that was written, in order.
    pub fn finish(self) -> Vec<Stmt> {
        let span = Span::new(self.near.start, self.near.start);
        let mut out = Vec::with_capacity(self.stmts.len() + self.declared.len());
        for (ty, names) in self.declared {
            self.body.snippets.push(format!(".reg .{ty} {};", names.join(", ")).into());
            out.push(Stmt { kind: StmtKind::Snippet(self.body.snippets.len() as u32 - 1), span });
        }
        out.extend(self.stmts);
        out
    }

    /// A register that is declared elsewhere: a parameter of a function.
    pub fn register(&mut self, name: String, ty: &str) -> Reg {
        let bank =
            self.body.banks.push(BankData { name: name.into_bytes().into(), count: None, ty: ty.into(), lanes: 1 });
        self.body.regs.push(RegData { bank, index: 0 })
    }

    /// A parameter or variable that is declared elsewhere.
    pub fn local(&mut self, variable: Variable) -> LocalVar {
        self.body.locals.push(variable)
    }

    /// A label, to be placed by [`Emitter::bind`].
    pub fn label(&mut self) -> Label {
        let name = self.name().replace('%', "$");
        self.body.labels.push(LabelData { name: name.into_bytes().into(), span: self.near })
    }

    /// Places a label here.
    pub fn bind(&mut self, label: Label) {
        self.place(StmtKind::Label(label));
    }

    /// Writes an instruction.
    pub fn inst(&mut self, head: &str, operands: &[Operand]) {
        self.guarded(None, head, operands);
    }

    /// Writes an instruction under a guard.
    pub fn guarded(&mut self, guard: Option<Guard>, head: &str, operands: &[Operand]) {
        let head = self.module.heads.get(head).expect("HEADS holds every head that is written");
        let inst = self.body.add_inst(head, guard, operands, Origin::Inserted(self.near));
        self.place(StmtKind::Inst(inst));
    }

    /// `ld.param` of a field of the launch descriptor into a new register.
    pub fn load(&mut self, launch: LocalVar, field: tally_abi::Field) -> Reg {
        let (ty, head) = if field.size == 8 { ("b64", "ld.param.u64") } else { ("b32", "ld.param.u32") };
        let reg = self.reg(ty);
        let address = [
            Operand::Reg(reg),
            Operand::Group(Group::Address, 1),
            Operand::Group(Group::Plus, 2),
            Operand::Local(launch),
            Operand::Int(field.offset),
        ];
        self.inst(head, &address);
        reg
    }
}

/// A beginning for new names that no name of the body has: `%tally`, `%tally1`, ….
pub fn fresh_prefix(body: &Body) -> String {
    let names = || {
        let banks = body.banks.values().map(|b| &b.name);
        let labels = body.labels.values().map(|l| &l.name);
        banks.chain(labels).chain(body.locals.values().map(|l| &l.name)).chain(body.tables.values().map(|t| &t.name))
    };
    let taken = |prefix: &str| names().any(|n| n.len() >= prefix.len() && n[1..].starts_with(&prefix.as_bytes()[1..]));
    let first = std::iter::once("%tally".to_string());
    let mut candidates = first.chain((1..).map(|i| format!("%tally{i}_")));
    candidates.find(|p| !taken(p)).expect("there are endless numbers")
}
