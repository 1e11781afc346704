//! Runs kernels of the corpus on a GPU: the original against its variants, with equal inputs, and compares all memory
//! bit for bit.
//!
//! The work is done in two places. [`bundle`] runs where the sources and `ptxas` are, and needs no GPU: it rewrites the
//! corpus, assembles both forms of every file, and lays down what to launch. [`parent::run`] runs where the GPU is and
//! needs only that folder and this program. It never touches the driver: cases run in child processes ([`worker`]), so
//! that a kernel that hangs or faults costs one case.
//!
//! A case is one or more launches of a file, with a grid and CTA shape, and a way to cut the virtual grid into slices.
//! It is equal when every byte that the original could have written is the same after the variant ran. Each case runs
//! at every level of optimization that the bundle holds code for, since `ptxas` has faults of its own: a difference at
//! `-O3` alone is as likely its fault as ours.

pub mod bundle;
pub mod case;
pub mod driver;
pub mod exec;
pub mod inputs;
pub mod parent;
pub mod spec;
pub mod worker;
