//! The intermediate representation: a module as data, with every statement tied to its place in the text.
//!
//! A [`Module`] is a list of [`Item`]s that tile the source: item *i* owns the bytes from the end of item *i-1* to its
//! own end, blank space and comments included. A [`Body`] is likewise tiled by its [`Stmt`]s. So untouched text is
//! copied by the printer and never formatted again.
//!
//! Data and order are apart: instructions, registers, labels and variables live in index maps and never move;
//! [`Body::layout`] alone says in which order statements stand. A rewrite copies a body, edits the copy's layout and
//! adds instructions; ids of the original stay valid in the copy.
//!
//! Names are resolved once, in lowering: from there on only ids are compared.

mod body;
mod module;
mod operand;

pub use body::*;
pub use module::*;
pub use operand::*;

use cranelift_entity::entity_impl;

macro_rules! entities {
    ($($(#[$doc:meta])* $name:ident = $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u32);
        entity_impl!($name, $prefix);
    )*};
}

entities! {
    /// A function or kernel of a module.
    FuncId = "func";
    /// A module-scope variable.
    GlobalId = "global";
    /// An interned head: opcode with modifiers.
    Head = "head";
    /// An interned name that lowering could not resolve to anything else.
    Name = "name";
    /// An instruction of a body.
    Inst = "inst";
    /// A register that a body uses: a declared name, or one element of a register range.
    Reg = "reg";
    /// A register declaration: one name or a range of them.
    Bank = "bank";
    /// A label of a body.
    Label = "label";
    /// A variable or parameter that is visible in a body only.
    LocalVar = "local";
    /// A `.branchtargets` or `.calltargets` list, or a `.callprototype`, of a body.
    Table = "table";
}
