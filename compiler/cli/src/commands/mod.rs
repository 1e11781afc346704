//! The commands, one file each.

pub mod check;
pub mod doctor;
pub mod explain;
pub mod generate;
pub mod inspect;
pub mod isa;
pub mod passes;
pub mod print;
pub mod rewrite;
