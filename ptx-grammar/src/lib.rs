//! What a PTX program is.
pub mod isa;
