//! Bodies of functions and kernels.

use super::{Bank, Group, Head, Inst, Label, LocalVar, Operand, Reg, Table, Variable, each_operand};
use crate::source::Span;
use cranelift_entity::PrimaryMap;

/// The guard of an instruction: `@p` or `@!p`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Guard {
    /// The predicate register.
    pub reg: Reg,
    /// Is it negated?
    pub negated: bool,
}

/// Where an instruction comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// It stands in the source, as written there.
    Source(Span),
    /// It replaces, or is derived from, the instruction at this place.
    Derived(Span),
    /// A pass made it; the place is the nearest statement of the source, for messages.
    Inserted(Span),
}

impl Origin {
    /// The place in the source.
    pub fn span(self) -> Span {
        match self {
            Origin::Source(s) | Origin::Derived(s) | Origin::Inserted(s) => s,
        }
    }
}

/// One instruction.
#[derive(Debug, Clone, Copy)]
pub struct InstData {
    /// Opcode with modifiers.
    pub head: Head,
    /// Guard.
    pub guard: Option<Guard>,
    /// First operand node in [`Body::operands`].
    pub(crate) first: u32,
    /// Number of operand nodes.
    pub(crate) len: u16,
    /// Where it comes from.
    pub origin: Origin,
}

/// A declaration of registers: one name, or a range `%r<n>` of names `%r0 … %r(n-1)`.
#[derive(Debug, Clone)]
pub struct BankData {
    /// The name, or the prefix of a range.
    pub name: Box<[u8]>,
    /// Number of registers of a range; `None` for one register.
    pub count: Option<u32>,
    /// Scalar type without its point: `b32`, `pred`.
    pub ty: Box<str>,
    /// Vector length; 1 for scalars.
    pub lanes: u8,
}

/// A register that is used in a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RegData {
    /// Its declaration.
    pub bank: Bank,
    /// Its number in a range; 0 for a single register.
    pub index: u32,
}

/// A label.
#[derive(Debug, Clone)]
pub struct LabelData {
    /// Its name; not unique in a body: sibling scopes may use the same.
    pub name: Box<[u8]>,
    /// Where it stands.
    pub span: Span,
}

/// What a table lists.
#[derive(Debug, Clone)]
pub enum TableKind {
    /// `.branchtargets`.
    Branch(Vec<Label>),
    /// `.calltargets`.
    Call(Vec<Operand>),
    /// `.callprototype`.
    Prototype {
        /// `.noreturn`.
        noreturn: bool,
    },
}

/// A named table of a body.
#[derive(Debug, Clone)]
pub struct TableData {
    /// Its name.
    pub name: Box<[u8]>,
    /// What it lists.
    pub kind: TableKind,
    /// Where it stands.
    pub span: Span,
}

/// What a statement is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StmtKind {
    /// An instruction.
    Inst(Inst),
    /// A label.
    Label(Label),
    /// `{`.
    Open,
    /// `}` of an inner scope.
    Close,
    /// A register declaration.
    Reg,
    /// A variable declaration (one or more variables).
    Var,
    /// A `.branchtargets`, `.calltargets` or `.callprototype`.
    Table(Table),
    /// `.loc`.
    Loc,
    /// `.pragma`.
    Pragma,
    /// Anything else that ends well (`.file`, `.section`, unknown directives).
    Directive,
    /// Something that could not be parsed; reported, kept verbatim.
    Broken,
    /// Text that a pass inserts verbatim: index into [`Body::snippets`].
    Snippet(u32),
}

/// One statement of a body's layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Its text, blank space and comments before it included. Empty for what a pass inserted.
    pub span: Span,
}

/// A function's statements and everything they refer to.
#[derive(Debug, Clone, Default)]
pub struct Body {
    /// Instructions.
    pub insts: PrimaryMap<Inst, InstData>,
    /// Operand nodes of all instructions.
    pub operands: Vec<Operand>,
    /// Literals of 64 bits.
    pub wide: Vec<u64>,
    /// Registers that are used.
    pub regs: PrimaryMap<Reg, RegData>,
    /// Register declarations.
    pub banks: PrimaryMap<Bank, BankData>,
    /// Labels.
    pub labels: PrimaryMap<Label, LabelData>,
    /// Parameters (first, in order, returns before arguments), then variables declared in the body.
    pub locals: PrimaryMap<LocalVar, Variable>,
    /// Branch and call tables, prototypes.
    pub tables: PrimaryMap<Table, TableData>,
    /// The order of statements.
    pub layout: Vec<Stmt>,
    /// Text that passes insert.
    pub snippets: Vec<Box<str>>,
    /// From `{` to `}`, both included.
    pub span: Span,
    /// Statements that could not be parsed or resolved; such a body is never rewritten.
    pub broken: u32,
    /// The first directive that is not known, in the header or the body; such a body is never rewritten.
    pub unknown_directive: Option<Span>,
}

impl Body {
    /// The operand nodes of an instruction, in prefix order.
    pub fn operand_nodes(&self, inst: Inst) -> &[Operand] {
        let data = &self.insts[inst];
        &self.operands[data.first as usize..data.first as usize + data.len as usize]
    }

    /// The top-level operands of an instruction.
    pub fn operands(&self, inst: Inst) -> impl Iterator<Item = &[Operand]> {
        each_operand(self.operand_nodes(inst))
    }

    /// Adds an instruction without placing it in the layout.
    pub fn add_inst(&mut self, head: Head, guard: Option<Guard>, operands: &[Operand], origin: Origin) -> Inst {
        let first = self.operands.len() as u32;
        let len = u16::try_from(operands.len()).expect("the parser limits operands per instruction");
        self.operands.extend_from_slice(operands);
        self.insts.push(InstData { head, guard, first, len, origin })
    }

    /// Replaces the operands of an instruction.
    pub fn set_operands(&mut self, inst: Inst, operands: &[Operand]) {
        let first = self.operands.len() as u32;
        self.operands.extend_from_slice(operands);
        let data = &mut self.insts[inst];
        data.first = first;
        data.len = u16::try_from(operands.len()).expect("the parser limits operands per instruction");
    }

    /// Does it end with its `}`? Only a broken one may not.
    pub fn is_closed(&self) -> bool {
        let end = self.layout.last().map_or(self.span.start + 1, |s| s.span.end);
        end < self.span.end
    }

    /// Instructions in layout order.
    pub fn inst_order(&self) -> impl Iterator<Item = Inst> + '_ {
        self.layout.iter().filter_map(|s| if let StmtKind::Inst(i) = s.kind { Some(i) } else { None })
    }

    /// The spelling of a register.
    pub fn reg_name(&self, reg: Reg) -> String {
        let RegData { bank, index } = self.regs[reg];
        let bank = &self.banks[bank];
        let name = String::from_utf8_lossy(&bank.name);
        match bank.count {
            Some(_) => format!("{name}{index}"),
            None => name.into_owned(),
        }
    }

    /// The scalar type of a register, without its point.
    pub fn reg_type(&self, reg: Reg) -> &str {
        &self.banks[self.regs[reg].bank].ty
    }

    /// The value of an integer literal node.
    pub fn int_value(&self, operand: Operand) -> Option<u64> {
        match operand {
            Operand::Int(v) => Some(u64::from(v)),
            Operand::WideInt(i) => Some(self.wide[i as usize]),
            Operand::Group(..)
            | Operand::Reg(_)
            | Operand::Special(..)
            | Operand::Sink
            | Operand::F32(_)
            | Operand::F64(_)
            | Operand::Label(_)
            | Operand::Local(_)
            | Operand::Global(_)
            | Operand::Func(_)
            | Operand::Table(_)
            | Operand::WarpSize
            | Operand::Selector(_)
            | Operand::Name(_)
            | Operand::Added(_) => None,
        }
    }

    /// Every register that stands in a list of operand nodes.
    pub fn regs_in<'a>(&self, operands: &'a [Operand]) -> impl Iterator<Item = Reg> + 'a {
        operands.iter().filter_map(|o| o.reg())
    }
}

/// Is the operand a group of this kind?
pub fn is_group(operand: &[Operand], group: Group) -> bool {
    matches!(operand.first(), Some(Operand::Group(g, _)) if *g == group)
}
