//! The special-register table: for each register what it is, how uniform, and what it means under each scheme.

use super::Target::Sm;
use super::{Target, Uniform, Version, ptx};
use Shape::{Scalar, Vector};

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

/// The program observes the same as in some run of the original.
///
/// Threads, warps and lanes keep their numbers and shapes under every scheme, also after a resume. So do the facts of
/// the device (`%nsmid`, `%nwarpid`): a split of the work by them stays correct. Time (`%globaltimer*`) goes on while
/// a grid is stopped, as it does when the GPU is shared without us.
const HARMLESS: Roles = all(Grid::Harmless);

/// Belongs to one physical launch, or to a way of launching that is refused.
///
/// `%gridid`: a virtual launch is several grids under every scheme, and would show several numbers. `%envreg*` hold
/// the driver's data for cooperative launches (grid synchronization). `%current_graph_exec`: a stopped graph is
/// continued by launches outside of it. `%perctamemory*` (9.4) describe memory that belongs to a physical CTA.
const FORBIDDEN: Roles = all(Grid::Forbidden);

/// Which virtual CTA this is. `gate` runs each under its own index; `yield` saves the index with the CTA and puts it
/// back, whatever supplied it.
const IDENTITY: Roles = Roles {
    slice: Grid::Identity,
    gate: Grid::Harmless,
    drain: Grid::Identity,
    ptb: Grid::Identity,
    yield_: Grid::Harmless,
};

/// How many virtual CTAs there are. `gate` launches the same grid again; `yield` has the virtual shape at hand.
const SHAPE: Roles =
    Roles { slice: Grid::Shape, gate: Grid::Harmless, drain: Grid::Shape, ptb: Grid::Shape, yield_: Grid::Harmless };

/// Where on the machine a thread runs, or a count that only one place keeps (`%clock*`, `%pm*` belong to an SM).
///
/// Any value is one that the original could have seen, as long as the CTA stays where it is. After a resume it runs
/// elsewhere: an index taken from `%smid` or a difference of two clocks across that point means nothing.
const PLACE: Roles = Roles {
    slice: Grid::Harmless,
    gate: Grid::Harmless,
    drain: Grid::Harmless,
    ptb: Grid::Harmless,
    yield_: Grid::Forbidden,
};

/// The cluster's index and the number of clusters, which exist without clusters too (each CTA is one).
///
/// Rewrites of clusters come later, so no scheme that indexes anew may show them. `gate` keeps the physical grid.
/// `yield` refuses clusters and restores `%ctaid` only.
const CLUSTER: Roles = Roles {
    slice: Grid::Forbidden,
    gate: Grid::Harmless,
    drain: Grid::Forbidden,
    ptb: Grid::Forbidden,
    yield_: Grid::Forbidden,
};

/// Position in the cluster and the cluster's shape. A slice or a window is made of whole clusters of the same shape.
///
/// `ptb` and `yield` refuse clusters (a precondition of their own, known at launch); without clusters these are
/// constants, and kernels for `sm_90` read them even then.
const IN_CLUSTER: Roles = HARMLESS;

/// The reserved part of shared memory, before the kernel's own; slots of ours lie behind all else and don't move it.
/// But `resume` is an entry of its own, for which nothing promises the same reservation.
const RESERVED: Roles = Roles {
    slice: Grid::Harmless,
    gate: Grid::Harmless,
    drain: Grid::Harmless,
    ptb: Grid::Harmless,
    yield_: Grid::Forbidden,
};

/// Sizes of shared memory. `drain` and `ptb` add a slot at the end of the dynamic part, `yield` one for the epoch.
/// `slice` needs none, and `gate` agrees by a barrier's reduction.
const SHARED_SIZE: Roles = Roles {
    slice: Grid::Harmless,
    gate: Grid::Harmless,
    drain: Grid::Forbidden,
    ptb: Grid::Forbidden,
    yield_: Grid::Forbidden,
};

const fn all(grid: Grid) -> Roles {
    Roles { slice: grid, gate: grid, drain: grid, ptb: grid, yield_: grid }
}

const fn register(
    name: &'static str,
    shape: Shape,
    bits: u8,
    extent: Extent,
    roles: Roles,
    since: Version,
    targets: &'static [Target],
) -> SpecialRegister {
    SpecialRegister { name, shape, bits, extent, roles, since, targets }
}

/// `%smid`, `%warpid` and their like are `Thread`: they may change between two reads, when the system moves a CTA.
#[rustfmt::skip]
const TABLE: &[SpecialRegister] = &[
    register("%aggr_smem_size", Scalar, 32, Extent::Grid, SHARED_SIZE, ptx(8, 1), &[Sm(90)]),
    register("%clock", Scalar, 32, Extent::Thread, PLACE, ptx(1, 0), &[Sm(10)]),
    register("%clock64", Scalar, 64, Extent::Thread, PLACE, ptx(2, 0), &[Sm(20)]),
    register("%clock_hi", Scalar, 32, Extent::Thread, PLACE, ptx(5, 0), &[Sm(20)]),
    register("%cluster_ctaid", Vector, 32, Extent::Cta, IN_CLUSTER, ptx(7, 8), &[Sm(90)]),
    register("%cluster_ctarank", Scalar, 32, Extent::Cta, IN_CLUSTER, ptx(7, 8), &[Sm(90)]),
    register("%cluster_nctaid", Vector, 32, Extent::Grid, IN_CLUSTER, ptx(7, 8), &[Sm(90)]),
    register("%cluster_nctarank", Scalar, 32, Extent::Grid, IN_CLUSTER, ptx(7, 8), &[Sm(90)]),
    register("%clusterid", Vector, 32, Extent::Cluster, CLUSTER, ptx(7, 8), &[Sm(90)]),
    register("%ctaid", Vector, 32, Extent::Cta, IDENTITY, ptx(1, 0), &[Sm(10)]),
    register("%current_graph_exec", Scalar, 64, Extent::Grid, FORBIDDEN, ptx(8, 0), &[Sm(50)]),
    register("%dynamic_smem_size", Scalar, 32, Extent::Grid, SHARED_SIZE, ptx(4, 1), &[Sm(20)]),
    register("%envreg0", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg1", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg10", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg11", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg12", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg13", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg14", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg15", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg16", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg17", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg18", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg19", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg2", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg20", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg21", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg22", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg23", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg24", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg25", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg26", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg27", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg28", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg29", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg3", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg30", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg31", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg4", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg5", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg6", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg7", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg8", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%envreg9", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%globaltimer", Scalar, 64, Extent::Thread, HARMLESS, ptx(3, 1), &[Sm(30)]),
    register("%globaltimer_hi", Scalar, 32, Extent::Thread, HARMLESS, ptx(3, 1), &[Sm(30)]),
    register("%globaltimer_lo", Scalar, 32, Extent::Thread, HARMLESS, ptx(3, 1), &[Sm(30)]),
    register("%gridid", Scalar, 64, Extent::Grid, FORBIDDEN, ptx(1, 0), &[Sm(10)]),
    register("%is_explicit_cluster", Scalar, 1, Extent::Grid, HARMLESS, ptx(7, 8), &[Sm(90)]),
    register("%laneid", Scalar, 32, Extent::Thread, HARMLESS, ptx(1, 3), &[Sm(10)]),
    register("%lanemask_eq", Scalar, 32, Extent::Thread, HARMLESS, ptx(2, 0), &[Sm(20)]),
    register("%lanemask_ge", Scalar, 32, Extent::Thread, HARMLESS, ptx(2, 0), &[Sm(20)]),
    register("%lanemask_gt", Scalar, 32, Extent::Thread, HARMLESS, ptx(2, 0), &[Sm(20)]),
    register("%lanemask_le", Scalar, 32, Extent::Thread, HARMLESS, ptx(2, 0), &[Sm(20)]),
    register("%lanemask_lt", Scalar, 32, Extent::Thread, HARMLESS, ptx(2, 0), &[Sm(20)]),
    register("%locality_domain_id", Scalar, 32, Extent::Thread, PLACE, ptx(9, 5), &[Sm(100)]),
    register("%locality_domain_supplemental_sm", Scalar, 32, Extent::Thread, PLACE, ptx(9, 5), &[Sm(100)]),
    register("%nclusterid", Vector, 32, Extent::Grid, CLUSTER, ptx(7, 8), &[Sm(90)]),
    register("%nctaid", Vector, 32, Extent::Grid, SHAPE, ptx(1, 0), &[Sm(10)]),
    register("%nsmid", Scalar, 32, Extent::Grid, HARMLESS, ptx(2, 0), &[Sm(20)]),
    register("%ntid", Vector, 32, Extent::Grid, HARMLESS, ptx(1, 0), &[Sm(10)]),
    register("%nwarpid", Scalar, 32, Extent::Grid, HARMLESS, ptx(2, 0), &[Sm(20)]),
    register("%perctamemoryoffset", Scalar, 64, Extent::Cta, FORBIDDEN, ptx(9, 4), &[Sm(80)]),
    register("%perctamemorysize", Scalar, 32, Extent::Grid, FORBIDDEN, ptx(9, 4), &[Sm(80)]),
    register("%pm0", Scalar, 32, Extent::Thread, PLACE, ptx(1, 3), &[Sm(10)]),
    register("%pm0_64", Scalar, 64, Extent::Thread, PLACE, ptx(4, 0), &[Sm(50)]),
    register("%pm1", Scalar, 32, Extent::Thread, PLACE, ptx(1, 3), &[Sm(10)]),
    register("%pm1_64", Scalar, 64, Extent::Thread, PLACE, ptx(4, 0), &[Sm(50)]),
    register("%pm2", Scalar, 32, Extent::Thread, PLACE, ptx(1, 3), &[Sm(10)]),
    register("%pm2_64", Scalar, 64, Extent::Thread, PLACE, ptx(4, 0), &[Sm(50)]),
    register("%pm3", Scalar, 32, Extent::Thread, PLACE, ptx(1, 3), &[Sm(10)]),
    register("%pm3_64", Scalar, 64, Extent::Thread, PLACE, ptx(4, 0), &[Sm(50)]),
    register("%pm4", Scalar, 32, Extent::Thread, PLACE, ptx(3, 0), &[Sm(20)]),
    register("%pm4_64", Scalar, 64, Extent::Thread, PLACE, ptx(4, 0), &[Sm(50)]),
    register("%pm5", Scalar, 32, Extent::Thread, PLACE, ptx(3, 0), &[Sm(20)]),
    register("%pm5_64", Scalar, 64, Extent::Thread, PLACE, ptx(4, 0), &[Sm(50)]),
    register("%pm6", Scalar, 32, Extent::Thread, PLACE, ptx(3, 0), &[Sm(20)]),
    register("%pm6_64", Scalar, 64, Extent::Thread, PLACE, ptx(4, 0), &[Sm(50)]),
    register("%pm7", Scalar, 32, Extent::Thread, PLACE, ptx(3, 0), &[Sm(20)]),
    register("%pm7_64", Scalar, 64, Extent::Thread, PLACE, ptx(4, 0), &[Sm(50)]),
    register("%reserved_smem_offset_0", Scalar, 32, Extent::Grid, RESERVED, ptx(7, 6), &[Sm(80)]),
    register("%reserved_smem_offset_1", Scalar, 32, Extent::Grid, RESERVED, ptx(7, 6), &[Sm(80)]),
    register("%reserved_smem_offset_begin", Scalar, 32, Extent::Grid, RESERVED, ptx(7, 6), &[Sm(80)]),
    register("%reserved_smem_offset_cap", Scalar, 32, Extent::Grid, RESERVED, ptx(7, 6), &[Sm(80)]),
    register("%reserved_smem_offset_end", Scalar, 32, Extent::Grid, RESERVED, ptx(7, 6), &[Sm(80)]),
    register("%smid", Scalar, 32, Extent::Thread, PLACE, ptx(1, 3), &[Sm(10)]),
    register("%tid", Vector, 32, Extent::Thread, HARMLESS, ptx(1, 0), &[Sm(10)]),
    register("%total_smem_size", Scalar, 32, Extent::Grid, SHARED_SIZE, ptx(4, 1), &[Sm(20)]),
    register("%warpid", Scalar, 32, Extent::Thread, PLACE, ptx(1, 3), &[Sm(10)]),
];
