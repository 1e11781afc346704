//! What a PTX program is.
pub mod ir;
pub mod isa;
pub mod source;
