//! What a kernel or function asks of the machine: memory, registers, launch bounds, barriers, and special hardware.
//!
//! All of it is taken from the text and over everything that is reached by calls. Sizes of shared and local memory are
//! those of the variables that are referred to, laid out in the order of their declaration; the assembler may order them
//! otherwise and adds what it spills. With unknown calls reached the numbers are lower bounds
//! ([`Resources::is_complete`]).

use super::Frozen;
use super::calls::{CallGraph, Place};
use super::roles::roles;
use cranelift_entity::EntitySet;
use ptx_grammar::ir::{FuncId, Function, GlobalId, Inst, Module, Operand, VarSpace, Variable};
use ptx_grammar::isa::query::named_space;
use ptx_grammar::isa::{Async, Converge, Effect, Role, Row, Space};
use std::collections::BTreeMap;

/// A parameter's place in the parameter space of a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ParamPlace {
    /// Bytes before it.
    pub offset: u64,
    /// Its size.
    pub size: u64,
}

/// A size in bytes, and the alignment that it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Layout {
    /// Bytes.
    pub size: u64,
    /// A power of two, at least 1.
    pub align: u64,
}

impl Default for Layout {
    fn default() -> Self {
        Layout { size: 0, align: 1 }
    }
}

impl Layout {
    /// Puts a variable behind the others; `None` when its size is open, or the sum does not fit 64 bits.
    pub fn push(&mut self, variable: &Variable) -> Option<ParamPlace> {
        let align = variable.alignment().max(1);
        let size = variable.size()?;
        let offset = self.size.checked_next_multiple_of(align)?;
        self.size = offset.checked_add(size)?;
        self.align = self.align.max(align);
        Some(ParamPlace { offset, size })
    }
}

/// The places of a kernel's parameters, as the launch interface lays them out; `None` when a size is unknown.
pub fn param_layout(func: &Function) -> Option<(Vec<ParamPlace>, Layout)> {
    let mut layout = Layout::default();
    let places = func.arguments().iter().map(|p| layout.push(p)).collect::<Option<Vec<_>>>()?;
    Some((places, layout))
}

/// Which barrier an instruction uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BarrierId {
    /// This one.
    Constant(u64),
    /// One that is known only when the program runs.
    Dynamic,
}

/// A use of a CTA barrier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BarrierUse {
    /// Where.
    pub place: Place,
    /// Which barrier.
    pub id: BarrierId,
    /// Does it name a number of threads?
    pub counted: bool,
}

/// Hardware beyond arithmetic and memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    /// Clusters: their barrier, or other CTAs' shared memory.
    Cluster,
    /// Cluster launch control.
    ClusterLaunch,
    /// Objects of type mbarrier.
    Mbarrier,
    /// Asynchronous copies in groups (`cp.async`).
    AsyncCopy,
    /// Bulk copies in groups.
    BulkCopy,
    /// Operations that complete on an mbarrier.
    MbarrierCopy,
    /// Asynchronous operations on other systems' memory.
    RemoteCopy,
    /// `wgmma`.
    Wgmma,
    /// Tensor memory and its operations.
    TensorMemory,
    /// Textures and surfaces.
    Texture,
    /// A register budget that changes.
    RegisterBudget,
    /// Signals to, or waits for, dependent grids.
    GridDependency,
    /// A stack that changes.
    Stack,
    /// Reads of clocks, counters or the machine's layout by an instruction.
    Machine,
    /// Operations that all threads of a warp execute together.
    WarpSync,
    /// Operations that all threads of a warpgroup execute together.
    WarpgroupSync,
    /// Atomics on memory that other CTAs see.
    GlobalAtomic,
}

/// Launch bounds and tuning directives, as they are written; missing dimensions are 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bounds {
    /// `.reqntid`.
    pub reqntid: Option<[u64; 3]>,
    /// `.maxntid`.
    pub maxntid: Option<[u64; 3]>,
    /// `.minnctapersm`.
    pub minnctapersm: Option<u64>,
    /// `.maxnctapersm`.
    pub maxnctapersm: Option<u64>,
    /// `.maxnreg`.
    pub maxnreg: Option<u64>,
    /// `.reqnctapercluster`.
    pub reqnctapercluster: Option<[u64; 3]>,
    /// `.maxclusterrank`.
    pub maxclusterrank: Option<u64>,
    /// `.explicitcluster`.
    pub explicitcluster: bool,
}

impl Bounds {
    /// Reads a function's header.
    pub fn of(func: &Function) -> Self {
        let args = |name| func.tuning(name).map(|t| t.args.as_slice());
        let number = |name| args(name).and_then(|a| a.first().copied());
        let shape = |name| {
            let at = |a: &[u64], i: usize| a.get(i).copied().unwrap_or(1);
            args(name).map(|a| [at(a, 0), at(a, 1), at(a, 2)])
        };
        Bounds {
            reqntid: shape("reqntid"),
            maxntid: shape("maxntid"),
            minnctapersm: number("minnctapersm"),
            maxnctapersm: number("maxnctapersm"),
            maxnreg: number("maxnreg"),
            reqnctapercluster: shape("reqnctapercluster"),
            maxclusterrank: number("maxclusterrank"),
            explicitcluster: args("explicitcluster").is_some(),
        }
    }

    /// The largest number of threads of a CTA that the bounds allow, if they say.
    pub fn max_threads(&self) -> Option<u64> {
        self.reqntid.or(self.maxntid).and_then(|d| d[0].checked_mul(d[1])?.checked_mul(d[2]))
    }
}

/// Registers of one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RegCount {
    /// Declared, with every lane of a vector.
    pub declared: u64,
    /// Used in the body.
    pub used: u64,
}

/// What a kernel or function needs, with what it calls.
#[derive(Debug, Clone)]
pub struct Resources {
    /// Shared variables of known size; `None` when one's size is not known.
    pub shared: Option<Layout>,
    /// Is a shared array without a size referred to?
    pub dynamic_shared: bool,
    /// Local variables; `None` when one's size is not known.
    pub local: Option<Layout>,
    /// Parameters; `None` when one's size is not known.
    pub params: Option<Layout>,
    /// Registers of the function itself by scalar type.
    pub registers: BTreeMap<Box<str>, RegCount>,
    /// Bounds of the function itself.
    pub bounds: Bounds,
    /// Uses of CTA barriers.
    pub barriers: Vec<BarrierUse>,
    /// Hardware that is used, with the first instruction that does.
    pub features: BTreeMap<Feature, Place>,
    /// Something unknown that is reached.
    pub unknown: Option<Place>,
}

impl Resources {
    /// Adds up a function and all that it reaches; `None` for a prototype.
    pub fn compute(module: &Module, calls: &CallGraph, func: FuncId) -> Option<Self> {
        let root = Frozen::of(module, func)?;
        let reachable = calls.reachable(module, func);
        let mut resources = Resources {
            shared: Some(Layout::default()),
            dynamic_shared: false,
            local: Some(Layout::default()),
            params: param_layout(root.func).map(|(_, layout)| layout),
            registers: registers(root),
            bounds: Bounds::of(root.func),
            barriers: Vec::new(),
            features: BTreeMap::new(),
            unknown: reachable.culprit(),
        };
        let mut globals = EntitySet::new();
        for func in reachable.funcs {
            if let Some(f) = Frozen::of(module, func) {
                resources.function(f, func, &mut globals);
            }
        }
        for global in globals.iter() {
            resources.variable(&module.globals[global]);
        }
        Some(resources)
    }

    /// Is all that may run known?
    pub fn is_complete(&self) -> bool {
        self.unknown.is_none()
    }

    fn function(&mut self, f: Frozen, func: FuncId, globals: &mut EntitySet<GlobalId>) {
        for variable in f.body.locals.values() {
            self.variable(variable);
        }
        for inst in f.body.inst_order() {
            let place = Place { func, inst };
            globals.extend(f.body.operand_nodes(inst).iter().filter_map(|o| global(*o)));
            let Some(row) = f.row(inst) else { continue };
            self.barriers.extend(barrier_use(f, row, place));
            for feature in features(f, row, inst) {
                self.features.entry(feature).or_insert(place);
            }
        }
    }

    fn variable(&mut self, variable: &Variable) {
        let open = variable.dims.iter().any(|d| d.is_none());
        let layout = match variable.space {
            VarSpace::Shared if open => {
                self.dynamic_shared = true;
                return;
            }
            VarSpace::Shared => &mut self.shared,
            VarSpace::Local => &mut self.local,
            VarSpace::Const | VarSpace::Global | VarSpace::Param | VarSpace::Reg | VarSpace::Tex => return,
        };
        *layout = layout.and_then(|mut l| l.push(variable).map(|_| l));
    }
}

fn global(operand: Operand) -> Option<GlobalId> {
    if let Operand::Global(global) = operand { Some(global) } else { None }
}

fn registers(f: Frozen) -> BTreeMap<Box<str>, RegCount> {
    let mut out: BTreeMap<Box<str>, RegCount> = BTreeMap::new();
    for bank in f.body.banks.values() {
        let count = u64::from(bank.count.unwrap_or(1)) * u64::from(bank.lanes);
        out.entry(bank.ty.clone()).or_default().declared += count;
    }
    for reg in f.body.regs.keys() {
        if let Some(count) = out.get_mut(f.body.reg_type(reg)) {
            count.used += 1;
        }
    }
    out
}

/// The barrier that an instruction uses: the first value operand is its number; of the others, the last one of a
/// reduction is what is reduced, and what is left is a number of threads.
fn barrier_use(f: Frozen, row: &Row, place: Place) -> Option<BarrierUse> {
    if !ptx_grammar::isa::query::is_cta_barrier(row) {
        return None;
    }
    let dynamic = BarrierUse { place, id: BarrierId::Dynamic, counted: true };
    let Some(roles) = roles(f, place.inst) else { return Some(dynamic) };
    let (mut id, mut values, mut results) = (None, 0, 0);
    for (role, operand) in roles {
        match role {
            Role::Def => results += 1,
            Role::Use => {
                values += 1;
                id = id.or(Some(operand));
            }
            Role::DefUse
            | Role::Address
            | Role::Symbol
            | Role::Label
            | Role::Table
            | Role::Callee
            | Role::Returns
            | Role::Arguments
            | Role::Prototype => return Some(dynamic),
        }
    }
    let constant = id.and_then(|o| if let [only] = o { f.body.int_value(*only) } else { None });
    Some(BarrierUse {
        place,
        id: constant.map_or(BarrierId::Dynamic, BarrierId::Constant),
        counted: values > 1 + results,
    })
}

/// The features that an instruction uses.
fn features(f: Frozen, row: &Row, inst: Inst) -> impl Iterator<Item = Feature> {
    let space = named_space(&f.module.heads[f.body.insts[inst].head].text);
    let of_effects = row.effects.iter().flat_map(move |e| effect_features(*e, space));
    of_effects.chain(converge_feature(row.converge))
}

fn effect_features(effect: Effect, named: Space) -> impl Iterator<Item = Feature> {
    let actual = |space| if space == Space::Named { named } else { space };
    let (first, second) = match effect {
        Effect::Read(space) | Effect::Write(space) => (space_feature(actual(space)), None),
        Effect::Atomic(space) => (space_feature(actual(space)), atomic_feature(actual(space))),
        Effect::ClusterArrive | Effect::ClusterWait => (Some(Feature::Cluster), None),
        Effect::MbarrierInit | Effect::MbarrierInval | Effect::MbarrierArrive | Effect::MbarrierWait => {
            (Some(Feature::Mbarrier), None)
        }
        Effect::Start(what) | Effect::Commit(what) | Effect::Wait(what) => (Some(async_feature(what)), None),
        Effect::TensorAlloc => (Some(Feature::TensorMemory), None),
        Effect::RegisterBudget => (Some(Feature::RegisterBudget), None),
        Effect::GridDependency => (Some(Feature::GridDependency), None),
        Effect::ClusterLaunch => (Some(Feature::ClusterLaunch), None),
        Effect::Stack => (Some(Feature::Stack), None),
        Effect::Machine => (Some(Feature::Machine), None),
        Effect::Fence
        | Effect::BarrierArrive
        | Effect::BarrierWait
        | Effect::Carry
        | Effect::Sleep
        | Effect::Hint
        | Effect::Discard
        | Effect::Debug => (None, None),
    };
    first.into_iter().chain(second)
}

fn async_feature(what: Async) -> Feature {
    match what {
        Async::Copy => Feature::AsyncCopy,
        Async::Bulk => Feature::BulkCopy,
        Async::Mbarrier => Feature::MbarrierCopy,
        Async::Wgmma => Feature::Wgmma,
        Async::Tcgen05 => Feature::TensorMemory,
        Async::Remote => Feature::RemoteCopy,
    }
}

fn space_feature(space: Space) -> Option<Feature> {
    match space {
        Space::Cluster => Some(Feature::Cluster),
        Space::Texture => Some(Feature::Texture),
        Space::Tensor => Some(Feature::TensorMemory),
        Space::Named | Space::Const | Space::Global | Space::Local | Space::Param | Space::Shared | Space::Generic => {
            None
        }
    }
}

fn atomic_feature(space: Space) -> Option<Feature> {
    match space {
        Space::Global | Space::Generic | Space::Named => Some(Feature::GlobalAtomic),
        Space::Const
        | Space::Local
        | Space::Param
        | Space::Shared
        | Space::Cluster
        | Space::Texture
        | Space::Tensor => None,
    }
}

fn converge_feature(converge: Converge) -> Option<Feature> {
    match converge {
        Converge::Mask | Converge::Converged | Converge::WarpAligned => Some(Feature::WarpSync),
        Converge::WarpgroupAligned => Some(Feature::WarpgroupSync),
        Converge::Cluster | Converge::ClusterAligned => Some(Feature::Cluster),
        Converge::Alone | Converge::Cta | Converge::CtaAligned => None,
    }
}
