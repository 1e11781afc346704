//! What a PTX program is.
pub mod ir;
pub mod isa;
pub mod lex;
pub mod source;
pub mod syntax;

#[allow(missing_docs, missing_debug_implementations, clippy::all)]
mod grammar {
    include!(concat!(env!("OUT_DIR"), "/grammar.rs"));
}
