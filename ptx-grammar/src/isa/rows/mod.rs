//! The rows, a file per part of the manual. An opcode's rows stand in one file, sorted by key.

use super::Row;

pub mod arith;
pub mod control;
pub mod data;
pub mod matrix;
pub mod sync;
pub mod texture;

/// Name and rows of every file.
pub const FILES: &[(&str, &[Row])] = &[
    ("arith", arith::ROWS),
    ("control", control::ROWS),
    ("data", data::ROWS),
    ("matrix", matrix::ROWS),
    ("sync", sync::ROWS),
    ("texture", texture::ROWS),
];
