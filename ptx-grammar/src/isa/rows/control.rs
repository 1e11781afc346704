//! Control flow, calls, stack, and miscellaneous instructions.
use crate::isa::*;
use Converge::*;
use Effect::*;
use Flow::*;
use Target::*;

const CONTROL: &str = "Control Flow Instructions";

/// The rows of this file.
#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    row("bra", "uni", &[L], Branch, Uniform::NoResult, Alone, &[], ptx(1, 0), &[Sm(10)], CONTROL, "@%p0 bra L0;"),
    row("brkpt", "", &[], Next, Uniform::NoResult, Alone, &[Debug], ptx(1, 0), &[Sm(11)], CONTROL, "brkpt;"),
    row("exit", "", &[], Exit, Uniform::NoResult, Alone, &[], ptx(1, 0), &[Sm(10)], CONTROL, "@%p0 exit;"),
];
