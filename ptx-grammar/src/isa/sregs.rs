//! The special-register table: for each register what it is, how uniform, and what it means under each scheme.

use super::{Target, Uniform, Version};

/// What a register means once a kernel runs under a scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Grid {
    /// The index of the virtual CTA: the rewrite replaces reads.
    Identity,
    /// The shape of the virtual grid: the rewrite replaces reads.
    Shape,
    /// Says something about the physical CTA or thread that the scheme leaves as it was.
    Harmless,
    /// The scheme would change what the program observes; the kernel is refused.
    Forbidden,
}

/// A register's meaning per scheme; each has to be answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Roles {
    /// Under `slice`.
    pub slice: Grid,
    /// Under `gate`.
    pub gate: Grid,
    /// Under `drain`.
    pub drain: Grid,
    /// Under `ptb`.
    pub ptb: Grid,
    /// When its value is live across a `yield` point.
    pub yield_: Grid,
}

/// Components of a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    /// One value.
    Scalar,
    /// `.x .y .z` (and `.w`, which reads as zero).
    Vector,
}

/// Over which threads a register's value is equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Extent {
    /// May differ in each thread, or between two reads of one thread.
    Thread,
    /// Equal in a warp.
    Warp,
    /// Equal in a CTA.
    Cta,
    /// Equal in a cluster.
    Cluster,
    /// Equal in the grid.
    Grid,
}

/// One special register.
#[derive(Debug, Clone, Copy)]
pub struct SpecialRegister {
    /// Name with `%`, without component.
    pub name: &'static str,
    /// Components.
    pub shape: Shape,
    /// Width in bits of a component; 1 for a predicate.
    pub bits: u8,
    /// Over which threads it is equal.
    pub extent: Extent,
    /// Per scheme.
    pub roles: Roles,
    /// First version of the language.
    pub since: Version,
    /// First target.
    pub targets: &'static [Target],
}

impl SpecialRegister {
    /// Uniformity in the words of the instruction table.
    pub fn uniform(&self) -> Uniform {
        match self.extent {
            Extent::Thread => Uniform::Vary,
            Extent::Warp => Uniform::Warp,
            Extent::Cta | Extent::Cluster | Extent::Grid => Uniform::Cta,
        }
    }
}

/// Finds a register by its name with `%` and without component.
pub fn special_register(name: &str) -> Option<&'static SpecialRegister> {
    TABLE.binary_search_by(|r| r.name.cmp(name)).ok().map(|i| &TABLE[i])
}

/// The whole table, sorted by name.
pub fn special_registers() -> &'static [SpecialRegister] {
    TABLE
}

const TABLE: &[SpecialRegister] = &[];
