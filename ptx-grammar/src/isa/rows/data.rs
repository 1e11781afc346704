//! TITLE
use crate::isa::*;
use Converge::*;
use Effect::*;
use Flow::*;
use Target::*;

/// The rows of this file.
pub const ROWS: &[Row] = &[
];
