//! `slice`: a launch runs a window of the virtual grid.
//!
//! # What it does
//! Appends the launch descriptor as a parameter; the index of the virtual CTA is its base plus the index of the physical
//! CTA in a one-dimensional grid. Launches that follow each other in order then run the whole grid in pieces, and the GPU
//! is free between them.
//!
//! # When it refuses
//! See [`crate::legality`]; besides what no scheme can do: clusters, and waits for other CTAs.
//!
//! # Before
//! ```ptx
//! mov.u32 %r1, %ctaid.x;
//! ```
//! # After
//! ```ptx
//! ld.param.u64 %tally_1, [tally_launch+0];
//! mov.u32 %tally_2, %ctaid.x;
//! …
//! mov.u32 %r1, %tally_5;
//! ```

use crate::legality::{self, Reach};
use crate::pipeline::Pass;
use crate::refusal::Refusal;
use crate::vgrid::{self, Plan, Supply};
use ptx_grammar::isa::sregs::{Grid, SpecialRegister};
use tally_abi::Scheme;

/// The rewrite.
pub const PASS: Pass = Pass { scheme: Scheme::Slice, doc: include_str!("slice.rs"), plan };

fn role(register: &SpecialRegister) -> Grid {
    register.roles.slice
}

/// Decides how to slice a kernel.
pub fn plan(reach: Reach<'_>) -> Result<Plan, Refusal> {
    legality::rewritable(reach)?;
    legality::registers(reach, role)?;
    legality::no_clusters(reach)?;
    legality::no_waits(reach)?;
    legality::parameters(reach.module, reach.kernel)?;
    vgrid::plan(reach, Scheme::Slice, Supply::Offset, role)
}
