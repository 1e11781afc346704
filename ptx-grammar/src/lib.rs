//! What a PTX program is.
pub mod diag;
pub mod ir;
pub mod isa;
pub mod lex;
mod lower;
mod parse;
pub mod print;
pub mod source;
pub mod syntax;
pub mod verify;

pub use lower::{Parsed, parse, parse_behind};

#[allow(missing_docs, missing_debug_implementations, unused, clippy::all)]
mod grammar {
    include!(concat!(env!("OUT_DIR"), "/grammar.rs"));
}
