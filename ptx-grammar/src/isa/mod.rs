//! The instruction table: everything that is known about a PTX instruction, in one row per semantic form.
//!
//! A [`Row`] is found by [`lookup`] from the opcode and the *set* of modifiers of an instruction; the row with the
//! longest matching key wins. A modifier that the row does not allow, or an opcode without rows, gives `None`: an
//! unknown instruction is kept verbatim and counts as *could do anything* in every analysis.
//!
//! No column has a default. Nothing outside this folder matches on opcode names: code asks the questions of
//! [`query`], which are written over columns.
//!
//! `ptxas` is the oracle of the table: every row's example is assembled at the version and target where the row
//! begins, and must fail just below wherever an assembler can tell (`make isa-check`).

mod classes;
pub mod query;
pub mod rows;
pub mod sregs;

use std::collections::HashMap;
use std::sync::OnceLock;

pub use classes::{class, classes};

/// What happens to control after an instruction (PTX ISA "Control Flow Instructions").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Flow {
    /// The next instruction follows.
    Next,
    /// A jump to the label operand.
    Branch,
    /// A jump to one of the labels of a `.branchtargets` table.
    BranchTable,
    /// A call; the next instruction follows unless the callee does not return.
    Call,
    /// Leaves the function; in a kernel ends the thread.
    Return,
    /// Ends the thread.
    Exit,
    /// Aborts the grid.
    Trap,
}

/// How equal an instruction's results are over threads that execute it together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Uniform {
    /// There is no result in a register.
    NoResult,
    /// A pure function of the operands: equal where all of them are.
    Operands,
    /// A load: equal where the address is, if nothing writes the location meanwhile; the state space decides.
    Load,
    /// Equal in all threads of a warp that take part (`vote`, `redux`, …).
    Warp,
    /// Equal in all threads of the CTA that take part (`barrier.red`).
    Cta,
    /// May differ in every thread, whatever the operands.
    Vary,
}

/// Which threads have to execute an instruction together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Converge {
    /// Any thread alone.
    Alone,
    /// The lanes that the member mask names; they need not be converged (`.sync` forms).
    Mask,
    /// Depends on which lanes happen to be converged (`activemask`, legacy `vote`/`shfl`).
    Converged,
    /// All threads of the warp, the same instruction (`.aligned`).
    WarpAligned,
    /// All warps of an aligned warpgroup (4 warps), the same instruction.
    WarpgroupAligned,
    /// The threads of the CTA that a barrier counts; not necessarily the same instruction.
    Cta,
    /// As `Cta`, and all threads of a warp the same instruction (`bar`, `barrier….aligned`).
    CtaAligned,
    /// The threads of the cluster; not necessarily the same instruction.
    Cluster,
    /// As `Cluster`, and all threads of a warp the same instruction.
    ClusterAligned,
}

/// A state space as an effect sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Space {
    /// The space that the instruction's modifier names; without one the generic address space.
    Named,
    /// `.const`.
    Const,
    /// `.global`.
    Global,
    /// `.local`.
    Local,
    /// `.param`.
    Param,
    /// `.shared::cta`.
    Shared,
    /// `.shared::cluster`: also the shared memory of other CTAs.
    Cluster,
    /// Generic addresses.
    Generic,
    /// Textures and surfaces.
    Texture,
    /// Tensor memory (`tcgen05`).
    Tensor,
}

/// A mechanism whose operations complete later than the instruction that starts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Async {
    /// Non-bulk copies, `cp.async`, completed by groups or by an mbarrier.
    Copy,
    /// Bulk copies with a bulk group.
    Bulk,
    /// Operations that complete on an mbarrier (bulk and tensor copies, `st.async`, `red.async`, …).
    Mbarrier,
    /// `wgmma.mma_async`.
    Wgmma,
    /// `tcgen05` operations.
    Tcgen05,
    /// Operations on other systems' memory without a group or an mbarrier of their own (`multimem…async`, `fabric`).
    Remote,
}

/// One thing that an instruction does besides writing its destination registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Reads memory.
    Read(Space),
    /// Writes memory.
    Write(Space),
    /// Reads and writes memory in one atomic step.
    Atomic(Space),
    /// Orders memory accesses.
    Fence,
    /// Arrives at a CTA barrier without waiting.
    BarrierArrive,
    /// Waits at a CTA barrier.
    BarrierWait,
    /// Arrives at the cluster barrier.
    ClusterArrive,
    /// Waits at the cluster barrier.
    ClusterWait,
    /// Initialises an mbarrier object.
    MbarrierInit,
    /// Invalidates an mbarrier object.
    MbarrierInval,
    /// Arrives at, or changes the expected count of, an mbarrier object.
    MbarrierArrive,
    /// Tests or waits for the phase of an mbarrier object.
    MbarrierWait,
    /// Starts an asynchronous operation.
    Start(Async),
    /// Closes a group of asynchronous operations.
    Commit(Async),
    /// Waits for asynchronous operations.
    Wait(Async),
    /// Asks for, gives back, or gives up the right to, tensor memory.
    TensorAlloc,
    /// Changes the register budget of the warp (`setmaxnreg`).
    RegisterBudget,
    /// Signals or awaits dependent grids (`griddepcontrol`).
    GridDependency,
    /// Cancels or queries a not yet started cluster (`clusterlaunchcontrol`).
    ClusterLaunch,
    /// Changes the thread's local stack (`alloca`, `stackrestore`).
    Stack,
    /// Reads a clock, a counter, or the machine's physical layout.
    Machine,
    /// Reads or writes the carry flag, which is no operand (`add.cc`, `addc`).
    Carry,
    /// Sleeps; only time passes.
    Sleep,
    /// Cache hint or prefetch without any visible effect.
    Hint,
    /// May destroy the contents of memory (`discard`).
    Discard,
    /// Visible to a debugger or profiler only.
    Debug,
}

/// What an operand position does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Registers written. In `d|p` both are.
    Def,
    /// Registers read, or immediates.
    Use,
    /// Registers read and written.
    DefUse,
    /// A memory operand `[…]` (or a texture, tensor map, barrier object): the registers inside are read.
    Address,
    /// A register read, or an immediate, or a symbol whose address is meant.
    Symbol,
    /// The label that a branch jumps to.
    Label,
    /// The name of a `.branchtargets` table.
    Table,
    /// The function called, or a register that holds its address.
    Callee,
    /// Parenthesized return values of a call.
    Returns,
    /// Parenthesized arguments of a call.
    Arguments,
    /// A prototype or `.calltargets` list of an indirect call.
    Prototype,
}

/// An operand position of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Slot {
    /// What the position does.
    pub role: Role,
    /// May it be left out?
    pub optional: bool,
}

macro_rules! slots {
    ($($name:ident $opt:ident $role:ident,)*) => {$(
        #[doc = concat!("A required [`Role::", stringify!($role), "`] position.")]
        pub const $name: Slot = Slot { role: Role::$role, optional: false };
        #[doc = concat!("An optional [`Role::", stringify!($role), "`] position.")]
        pub const $opt: Slot = Slot { role: Role::$role, optional: true };
    )*};
}
slots! {
    D OD Def, U OU Use, X OX DefUse, A OA Address, S OS Symbol, L OL Label, T OT Table,
    F OF Callee, R OR Returns, G OG Arguments, P OP Prototype,
}

/// A version of the PTX language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Version {
    /// Before the point.
    pub major: u8,
    /// After the point.
    pub minor: u8,
}

/// Shorthand for a [`Version`].
pub const fn ptx(major: u8, minor: u8) -> Version {
    Version { major, minor }
}

/// A set of targets on which a form exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// `sm_N` and everything later, whatever the suffix.
    Sm(u16),
    /// `sm_Na` only.
    Arch(u16),
    /// The family of `sm_N`: `sm_Nf`, and the `a` and `f` targets of the same major number not below N.
    Family(u16),
}

/// One semantic form of an instruction.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// Opcode and the modifiers that must all be there, in any order: `cp.async.bulk.tensor`.
    pub key: &'static str,
    /// Further modifiers that may be there and change nothing in this row, separated by blanks; `@name` stands for a
    /// class of [`classes`].
    pub allows: &'static str,
    /// Operand positions; optional ones may stand in the middle, and are then told apart by how many operands there are
    /// and by their shape (see [`assign`]).
    pub slots: &'static [Slot],
    /// Control flow.
    pub flow: Flow,
    /// Uniformity of the results.
    pub uniform: Uniform,
    /// Convergence scope.
    pub converge: Converge,
    /// Everything else that it does.
    pub effects: &'static [Effect],
    /// First version of the language that has it.
    pub since: Version,
    /// Targets that have it: any of them.
    pub targets: &'static [Target],
    /// Section of the PTX manual, by title.
    pub section: &'static str,
    /// A statement that assembles (see [`EXAMPLE_PRELUDE`]), for the book, the tests and the generator.
    pub example: &'static str,
}

/// Writes one row; every column must be there.
#[allow(clippy::too_many_arguments)]
pub const fn row(
    key: &'static str,
    allows: &'static str,
    slots: &'static [Slot],
    flow: Flow,
    uniform: Uniform,
    converge: Converge,
    effects: &'static [Effect],
    since: Version,
    targets: &'static [Target],
    section: &'static str,
    example: &'static str,
) -> Row {
    Row { key, allows, slots, flow, uniform, converge, effects, since, targets, section, example }
}

/// Declarations that every row's example may use. An example is placed in a kernel after these.
///
/// Registers: `%p` predicates, `%b` 8 bit, `%h` 16, `%r` 32, `%rd` 64, `%q` 128 bits, `%f` f32, `%fd` f64; variables
/// `g` (global), `c` (const), `s` (shared), `l` (local), `k_in` (kernel parameter), `a_out` (a call's argument); `f0` a
/// function without parameters, `f1` one from `.b32` to `.b32`; labels `L0` and `L1`, both behind the example.
pub const EXAMPLE_MODULE: &str = "\
.global .align 128 .b8 g[1024];
.const .align 128 .b8 c[1024] = {1};
.func f0() { ret; }
.func (.param .b32 r) f1(.param .b32 a) { .reg .b32 %t; ld.param.b32 %t, [a]; st.param.b32 [r], %t; ret; }
";

/// See [`EXAMPLE_MODULE`]; register and variable declarations inside the kernel.
pub const EXAMPLE_PRELUDE: &str = "\
.reg .pred %p<10>; .reg .b8 %b<10>; .reg .b16 %h<40>; .reg .b32 %r<300>; .reg .b64 %rd<40>; .reg .f32 %f<300>; .reg .f64 %fd<40>;
.shared .align 128 .b8 s[1024]; .local .align 128 .b8 l[1024]; .param .b32 a_out;
";

/// Opcode and modifiers of a head such as `ld.global.u32`.
pub fn split_head(head: &str) -> (&str, impl Iterator<Item = &str> + Clone) {
    let mut parts = head.split('.').map(str::trim);
    let opcode = parts.next().expect("split gives at least one part");
    (opcode, parts)
}

struct Index {
    rows: HashMap<&'static str, Vec<&'static Row>>,
}

fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| {
        let mut rows: HashMap<&'static str, Vec<&'static Row>> = HashMap::new();
        for row in all_rows() {
            rows.entry(split_head(row.key).0).or_default().push(row);
        }
        Index { rows }
    })
}

/// Every row, in the order of the files.
pub fn all_rows() -> impl Iterator<Item = &'static Row> {
    rows::FILES.iter().flat_map(|(_, rows)| rows.iter())
}

/// Is `name` an opcode with at least one row?
pub fn is_opcode(name: &str) -> bool {
    index().rows.contains_key(name)
}

/// The row of an instruction with this head (`ld.global.u32`), or `None` when the table does not know exactly this
/// combination of opcode and modifiers.
///
/// Among the rows whose key modifiers are all present and that allow all the others, the one with most key modifiers
/// wins. Where several win, they must agree in every semantic column, else the answer is `None`.
pub fn lookup(head: &str) -> Option<&'static Row> {
    let (opcode, modifiers) = split_head(head);
    let modifiers: Vec<&str> = modifiers.collect();
    let mut best: Option<(&'static Row, usize)> = None;
    let mut clash = false;
    for row in index().rows.get(opcode)? {
        let (_, key) = split_head(row.key);
        let keys: Vec<&str> = key.collect();
        if !keys.iter().all(|k| modifiers.contains(k)) {
            continue;
        }
        if !modifiers.iter().all(|m| keys.contains(m) || classes::allows(row.allows, m)) {
            continue;
        }
        match best {
            Some((_, n)) if n > keys.len() => {}
            Some((old, n)) if n == keys.len() => clash |= !same_meaning(old, row),
            _ => {
                best = Some((row, keys.len()));
                clash = false;
            }
        }
    }
    best.filter(|_| !clash).map(|(row, _)| row)
}

fn same_meaning(a: &Row, b: &Row) -> bool {
    a.slots == b.slots
        && a.flow == b.flow
        && a.uniform == b.uniform
        && a.converge == b.converge
        && a.effects == b.effects
}

#[cfg(test)]
mod laws;

/// An architecture as `.target` names it: `sm_90`, `sm_90a`, `sm_100f`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Architecture {
    /// The number.
    pub number: u16,
    /// `a`, `f` or nothing.
    pub suffix: Option<char>,
}

impl Architecture {
    /// Reads `sm_90a`; `compute_90a` is understood too.
    pub fn parse(text: &str) -> Option<Self> {
        let rest = text.strip_prefix("sm_").or_else(|| text.strip_prefix("compute_"))?;
        let digits = rest.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let suffix = match &rest[digits.len()..] {
            "" => None,
            "a" => Some('a'),
            "f" => Some('f'),
            _ => return None,
        };
        Some(Architecture { number: digits.parse().ok()?, suffix })
    }

    /// Does it belong to a set of targets?
    pub fn has(self, target: Target) -> bool {
        match target {
            Target::Sm(n) => self.number >= n,
            Target::Arch(n) => self.number == n && self.suffix == Some('a'),
            Target::Family(n) => self.number >= n && self.number / 10 == n / 10 && self.suffix.is_some(),
        }
    }
}
