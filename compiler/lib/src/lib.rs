//! Decides what to change in a PTX module, and holds what was changed against `ptxas`.

mod compile;
pub mod manifest;
pub mod ptxas;

pub use compile::{Artifact, CompileError, Request, compile};
