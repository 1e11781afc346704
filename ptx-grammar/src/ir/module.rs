//! Modules: items, functions, variables, interned heads and names.

use super::{Body, FuncId, GlobalId, Head, Name, Operand};
use crate::isa::{self, Row, Version};
use crate::source::{Source, Span};
use cranelift_entity::PrimaryMap;
use rustc_hash::FxHashMap;

/// State space of a variable or parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VarSpace {
    /// `.const`.
    Const,
    /// `.global`.
    Global,
    /// `.local`.
    Local,
    /// `.param`.
    Param,
    /// `.reg`, for parameters of functions.
    Reg,
    /// `.shared`.
    Shared,
    /// `.tex`.
    Tex,
}

/// Visibility of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Linkage {
    /// Known in this module only.
    #[default]
    Internal,
    /// `.visible`.
    Visible,
    /// `.extern`.
    Extern,
    /// `.weak`.
    Weak,
    /// `.common`.
    Common,
}

/// A variable or parameter.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Its name; `_` in prototypes.
    pub name: Box<[u8]>,
    /// State space.
    pub space: VarSpace,
    /// Visibility.
    pub linkage: Linkage,
    /// Alignment in bytes, if given.
    pub align: Option<u32>,
    /// Scalar type without its point; `texref` and the like for opaque ones.
    pub ty: Box<str>,
    /// Vector length; 1 for scalars.
    pub lanes: u8,
    /// Array dimensions; `None` for one that is left open (`[]`).
    pub dims: Vec<Option<u64>>,
    /// Does it have an initialiser?
    pub initialised: bool,
    /// `.ptr`: a kernel parameter that holds an address.
    pub pointer: bool,
    /// Its name in the source.
    pub span: Span,
}

impl Variable {
    /// Size in bytes; `None` for an opaque type or an open dimension, or when it does not fit 64 bits.
    pub fn size(&self) -> Option<u64> {
        let scalar = scalar_bytes(&self.ty)?;
        self.dims.iter().try_fold(scalar * u64::from(self.lanes), |size, d| size.checked_mul((*d)?))
    }

    /// Alignment in bytes: as given, else that of its type.
    pub fn alignment(&self) -> u64 {
        let natural = scalar_bytes(&self.ty).unwrap_or(8) * u64::from(self.lanes);
        self.align.map_or(natural, u64::from)
    }
}

/// Bytes of a scalar type named without its point.
pub fn scalar_bytes(ty: &str) -> Option<u64> {
    let digits = ty.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    match ty {
        "f16x2" | "bf16x2" => Some(4),
        "bf16" => Some(2),
        "tf32" => Some(4),
        "texref" | "samplerref" | "surfref" => Some(8),
        "pred" => None,
        _ => digits.parse::<u64>().ok().filter(|b| b.is_multiple_of(8)).map(|b| b / 8),
    }
}

/// A directive between a function's parameters and its body: `.maxntid 256, 1, 1`.
#[derive(Debug, Clone)]
pub struct Tuning {
    /// Name without its point.
    pub name: Box<str>,
    /// Its integer arguments.
    pub args: Vec<u64>,
    /// Where it stands.
    pub span: Span,
}

/// Kernel or function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FuncKind {
    /// `.entry`.
    Kernel,
    /// `.func`.
    Function,
}

/// Where the parts of a function's header stand, so that a copy can be given another name or more parameters.
#[derive(Debug, Clone, Copy, Default)]
pub struct HeaderSpans {
    /// The name.
    pub name: Span,
    /// The parameter list from `(` to `)`, if there is one.
    pub params: Option<Span>,
    /// The directives before `.entry` or `.func` and that word itself.
    pub intro: Span,
}

/// A kernel or function.
#[derive(Debug, Clone)]
pub struct Function {
    /// Its name.
    pub name: Box<[u8]>,
    /// Kernel or function.
    pub kind: FuncKind,
    /// Visibility.
    pub linkage: Linkage,
    /// Number of return parameters.
    pub returns: usize,
    /// Returns, then arguments.
    pub params: Vec<Variable>,
    /// Directives of the header.
    pub tuning: Vec<Tuning>,
    /// Places of the header.
    pub header: HeaderSpans,
    /// `None` for a prototype.
    pub body: Option<Body>,
    /// From the first directive to `}` or `;`, without the blank space before.
    pub span: Span,
    /// Is its address taken, in an initialiser or by an instruction other than a direct call?
    pub address_taken: bool,
}

impl Function {
    /// Name for messages.
    pub fn display_name(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.name)
    }

    /// The same without its body.
    pub fn prototype(&self) -> Function {
        Function {
            name: self.name.clone(),
            kind: self.kind,
            linkage: self.linkage,
            returns: self.returns,
            params: self.params.clone(),
            tuning: self.tuning.clone(),
            header: self.header,
            body: None,
            span: self.span,
            address_taken: self.address_taken,
        }
    }

    /// The argument parameters.
    pub fn arguments(&self) -> &[Variable] {
        &self.params[self.returns..]
    }

    /// The tuning directive with this name.
    pub fn tuning(&self, name: &str) -> Option<&Tuning> {
        self.tuning.iter().find(|t| &*t.name == name)
    }
}

/// What an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ItemKind {
    /// `.version`.
    Version,
    /// `.target`.
    Target,
    /// `.address_size`.
    AddressSize,
    /// A kernel, function or prototype.
    Function(FuncId),
    /// A variable declaration: `count` variables from `first` on.
    Variables {
        /// The first.
        first: GlobalId,
        /// How many.
        count: u32,
    },
    /// `.alias`.
    Alias,
    /// `.file`.
    File,
    /// `.section`.
    Section,
    /// `.pragma`, `.loc`, `@@DWARF` lines, directives that are not known.
    Directive,
    /// Something that could not be parsed; reported, kept verbatim.
    Broken,
}

/// One item of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// Its text, blank space and comments before it included.
    pub span: Span,
}

/// An interned head.
#[derive(Debug, Clone)]
pub struct HeadData {
    /// Opcode and modifiers without blanks: `ld.global.u32`.
    pub text: Box<str>,
    /// The row of the instruction table; `None` counts as *could do anything*.
    pub row: Option<&'static Row>,
}

/// Interned heads of a module.
#[derive(Debug, Clone, Default)]
pub struct Heads {
    data: PrimaryMap<Head, HeadData>,
    by_text: FxHashMap<Box<str>, Head>,
}

impl Heads {
    /// The head with this text; interned when it is new.
    pub fn intern(&mut self, text: &str) -> Head {
        if let Some(head) = self.by_text.get(text) {
            return *head;
        }
        let head = self.data.push(HeadData { text: text.into(), row: isa::lookup(text) });
        self.by_text.insert(text.into(), head);
        head
    }

    /// The head with this text, if it was interned.
    pub fn get(&self, text: &str) -> Option<Head> {
        self.by_text.get(text).copied()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// All heads.
    pub fn iter(&self) -> impl Iterator<Item = (Head, &HeadData)> {
        self.data.iter()
    }
}

impl std::ops::Index<Head> for Heads {
    type Output = HeadData;
    fn index(&self, head: Head) -> &HeadData {
        &self.data[head]
    }
}

/// A whole PTX module.
#[derive(Debug, Clone)]
pub struct Module {
    /// The text it was read from.
    pub source: Source,
    /// `.version`, if it was readable.
    pub version: Option<Version>,
    /// The words of `.target`, in order.
    pub targets: Vec<Box<str>>,
    /// `.address_size`; 64 when it is not given, as this toolchain supports no 32-bit machine.
    pub address_size: u32,
    /// The items that tile the source.
    pub items: Vec<Item>,
    /// Blank space and comments behind the last item.
    pub tail: Span,
    /// Kernels, functions and prototypes.
    pub funcs: PrimaryMap<FuncId, Function>,
    /// Module-scope variables.
    pub globals: PrimaryMap<GlobalId, Variable>,
    /// Interned heads.
    pub heads: Heads,
    /// Names that are no entity.
    pub names: PrimaryMap<Name, Box<[u8]>>,
}

impl Module {
    /// Kernels that have a body, in source order.
    pub fn kernels(&self) -> impl Iterator<Item = (FuncId, &Function)> {
        self.funcs.iter().filter(|(_, f)| f.kind == FuncKind::Kernel && f.body.is_some())
    }

    /// Where the text ends within something that stands open, if it does: nothing can be appended then.
    pub fn open_end(&self) -> Option<Span> {
        let last = self.items.last()?;
        let open = match last.kind {
            ItemKind::Broken => true,
            ItemKind::Function(func) => self.funcs[func].body.as_ref().is_some_and(|b| !b.is_closed()),
            ItemKind::Version
            | ItemKind::Target
            | ItemKind::AddressSize
            | ItemKind::Variables { .. }
            | ItemKind::Alias
            | ItemKind::File
            | ItemKind::Section
            | ItemKind::Directive => false,
        };
        open.then_some(Span::new(last.span.end - 1, last.span.end))
    }

    /// The table row of an instruction of one of this module's bodies.
    pub fn row(&self, body: &Body, inst: super::Inst) -> Option<&'static Row> {
        self.heads[body.insts[inst].head].row
    }

    /// The function that a callee operand names, if it names one.
    pub fn callee(&self, operand: &[Operand]) -> Option<FuncId> {
        if let [Operand::Func(f)] = operand { Some(*f) } else { None }
    }
}
