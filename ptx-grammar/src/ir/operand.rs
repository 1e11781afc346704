//! Operands: flat, in prefix order, eight bytes each.

use super::{FuncId, GlobalId, Label, LocalVar, Name, Reg, Table};

/// A component or selector that follows a name: `.x`, `.b0`, `.h1`, `.b3210`.
///
/// Kept as the text after the point, at most seven bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Selector([u8; 7]);

impl Selector {
    /// The selector with this text, or `None` when it is too long to be one.
    pub fn new(text: &[u8]) -> Option<Self> {
        let mut bytes = [0; 7];
        bytes.get_mut(..text.len())?.copy_from_slice(text);
        Some(Selector(bytes))
    }

    /// The text after the point.
    pub fn text(&self) -> &str {
        let end = self.0.iter().position(|b| *b == 0).unwrap_or(7);
        std::str::from_utf8(&self.0[..end]).expect("selectors are lexed as ASCII words")
    }
}

/// How a group of operands is put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Group {
    /// `[a]`, `[a, b]`: a memory operand.
    Address,
    /// `{a, b}`.
    Vector,
    /// `(a, b)`.
    Tuple,
    /// `a|b`.
    Pair,
    /// `!a`.
    Not,
    /// `-a`.
    Minus,
    /// `a + b`, where one side is not constant.
    Plus,
    /// `a.selector` on a name; the selector is the next operand, an [`Operand::Selector`].
    Select,
    /// A constant expression with operators or parentheses, kept as its operands in the order they are written; the text
    /// is authoritative.
    Expr,
    /// Two operands that stand side by side without a comma, as in `[a][b]`.
    Juxtaposed,
}

/// One node of an operand. A group is followed by its members.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A group with this number of members; members may be groups.
    Group(Group, u16),
    /// A register.
    Reg(Reg),
    /// A special register: index into the special-register table and component (0 none, 1 `.x` … 4 `.w`).
    Special(u16, u8),
    /// `_`.
    Sink,
    /// An integer literal of at most 32 bits.
    Int(u32),
    /// An integer literal that needs 64 bits: index into [`super::Body::wide`].
    WideInt(u32),
    /// A 32-bit floating-point literal as bits (`0f…`).
    F32(u32),
    /// A 64-bit floating-point literal as bits: index into [`super::Body::wide`].
    F64(u32),
    /// A label of this body.
    Label(Label),
    /// A variable or parameter of this function.
    Local(LocalVar),
    /// A variable of the module.
    Global(GlobalId),
    /// A function of the module.
    Func(FuncId),
    /// A `.branchtargets`, `.calltargets` or `.callprototype` of this body.
    Table(Table),
    /// `WARP_SZ`.
    WarpSize,
    /// A component or byte selector.
    Selector(Selector),
    /// Any other name: an unknown special register, say.
    Name(Name),
    /// A name that a pass gives, of a function's clone: index into [`super::Body::snippets`].
    Added(u32),
}

impl Operand {
    /// The register, if it is one.
    pub fn reg(self) -> Option<Reg> {
        if let Operand::Reg(r) = self { Some(r) } else { None }
    }
}

/// Splits a prefix-order operand list after its first operand.
pub fn split_first(operands: &[Operand]) -> Option<(&[Operand], &[Operand])> {
    let n = subtree(operands)?;
    Some(operands.split_at(n))
}

/// How many nodes the first operand of a list has.
fn subtree(operands: &[Operand]) -> Option<usize> {
    let mut missing = 1usize;
    for (i, op) in operands.iter().enumerate() {
        missing -= 1;
        if let Operand::Group(_, n) = op {
            missing += *n as usize;
        }
        if missing == 0 {
            return Some(i + 1);
        }
    }
    None
}

/// The top-level operands of a list, each with its members.
pub fn each_operand(mut operands: &[Operand]) -> impl Iterator<Item = &[Operand]> {
    std::iter::from_fn(move || {
        let (first, rest) = split_first(operands)?;
        operands = rest;
        Some(first)
    })
}
