//! Changes PTX programs: analyses, legality, and the rewrites themselves.
//!
//! A rewrite is a plan and its application. The plan is pure and may refuse; applying it can't fail. Both see a frozen
//! module; a variant is text that is appended to it, so that the original stays as it was, byte for byte.

pub mod analysis;
pub mod legality;
pub mod pipeline;
pub mod refusal;
pub mod slice;
pub mod vgrid;
mod waits;

pub use pipeline::{Answer, KernelAnswers, Options, PASSES, Pass, Rewritten, prepare, rewrite};
pub use refusal::Refusal;
pub use vgrid::Variant;
