//! Decides what to change.
pub mod ptxas;
