//! Every precondition of a rewrite, one function each, shared by all schemes.

use crate::analysis::{CallGraph, Callee, Frozen, Place, Reachable};
use crate::refusal::{self, Refusal};
use ptx_grammar::ir::*;
use ptx_grammar::isa::sregs::{Grid, SpecialRegister, special_registers};
use ptx_grammar::isa::{Async, Effect, Space, query};
use ptx_grammar::source::Span;

/// Functions of the CUDA runtime whose bodies are not in a module and that are known not to care about the grid.
const KNOWN_EXTERNS: &[&str] = &["__assertfail", "free", "malloc", "vprintf"];

/// A kernel, and everything that it may call.
#[derive(Debug, Clone, Copy)]
pub struct Reach<'a> {
    /// The frozen module.
    pub module: &'a Module,
    /// Its call graph.
    pub calls: &'a CallGraph,
    /// The kernel.
    pub kernel: FuncId,
    /// The kernel, then every function with a body that it may call.
    pub funcs: &'a [FuncId],
    /// Functions without a body that it may call.
    pub externals: &'a [(FuncId, Place)],
}

impl<'a> Reach<'a> {
    /// Puts together what is reached.
    pub fn new(module: &'a Module, calls: &'a CallGraph, reachable: &'a Reachable) -> Self {
        let Reachable { funcs, externals, unknown: _ } = reachable;
        Reach { module, calls, kernel: funcs[0], funcs, externals }
    }

    fn bodies(self) -> impl Iterator<Item = (FuncId, &'a Body)> {
        self.funcs.iter().filter_map(move |f| self.module.funcs[*f].body.as_ref().map(|b| (*f, b)))
    }

    /// Every instruction that is reached.
    fn insts(self) -> impl Iterator<Item = (&'a Body, Inst)> {
        self.bodies().flat_map(|(_, body)| body.insts.keys().map(move |inst| (body, inst)))
    }
}

fn span_at(module: &Module, place: Place) -> Span {
    module.funcs[place.func].body.as_ref().map_or(Span::default(), |body| body.insts[place.inst].origin.span())
}

/// Everything is understood: no errors, no unknown instructions, no unknown callees, no variables of its own that a copy
/// would have twice, 64-bit addresses.
pub fn rewritable(reach: Reach<'_>) -> Result<(), Refusal> {
    let module = reach.module;
    if module.address_size != 64 {
        let span = module.funcs[reach.kernel].header.name;
        return Err(Refusal::new(&refusal::ADDRESS_SIZE, span, "the module has 32-bit addresses"));
    }
    if let Some(span) = module.open_end() {
        return Err(Refusal::new(
            &refusal::BROKEN,
            span,
            "the end of the module is not understood: nothing can follow it",
        ));
    }
    for (func, body) in reach.bodies() {
        let function = &module.funcs[func];
        if body.broken > 0 {
            let message = format!("`{}` has errors", function.display_name());
            return Err(Refusal::new(&refusal::BROKEN, function.header.name, message));
        }
        if let Some(span) = body.unknown_directive {
            return Err(Refusal::new(&refusal::UNKNOWN_DIRECTIVE, span, "a directive that is not known"));
        }
        no_statics(body)?;
    }
    for (func, place) in reach.externals {
        let name = module.funcs[*func].display_name();
        if !KNOWN_EXTERNS.contains(&&*name) {
            let message = format!("`{name}` is not in the module");
            return Err(Refusal::new(&refusal::UNKNOWN_CALLEE, span_at(module, *place), message));
        }
    }
    no_unknown_instructions(reach)
}

fn no_statics(body: &Body) -> Result<(), Refusal> {
    let is_static = |v: &&Variable| matches!(v.space, VarSpace::Global | VarSpace::Const);
    match body.locals.values().find(is_static) {
        Some(v) => {
            let name = String::from_utf8_lossy(&v.name).into_owned();
            Err(Refusal::new(&refusal::STATIC_IN_BODY, v.span, format!("`{name}` belongs to one body")))
        }
        None => Ok(()),
    }
}

fn no_unknown_instructions(reach: Reach<'_>) -> Result<(), Refusal> {
    for (body, inst) in reach.insts() {
        let data = &body.insts[inst];
        let head = &reach.module.heads[data.head];
        if head.row.is_none() {
            let message = format!("`{}` is not in the instruction table", head.text);
            return Err(Refusal::new(&refusal::UNKNOWN, data.origin.span(), message));
        }
    }
    Ok(())
}

/// No special register that the scheme would change behind the program's back.
pub fn registers(reach: Reach<'_>, role: fn(&SpecialRegister) -> Grid) -> Result<(), Refusal> {
    let module = reach.module;
    for (body, inst) in reach.insts() {
        let span = body.insts[inst].origin.span();
        for node in body.operand_nodes(inst) {
            match node {
                Operand::Special(index, _) => {
                    let register = &special_registers()[*index as usize];
                    if role(register) == Grid::Forbidden {
                        let message = format!("`{}` would read another value", register.name);
                        return Err(Refusal::new(&refusal::FORBIDDEN_REGISTER, span, message));
                    }
                }
                Operand::Name(name) => {
                    let name = String::from_utf8_lossy(&module.names[*name]).into_owned();
                    let message = format!("`{name}` is not in the special-register table");
                    return Err(Refusal::new(&refusal::UNKNOWN_REGISTER, span, message));
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// The kernel is not made for clusters and does not take work from its own grid.
pub fn no_clusters(reach: Reach<'_>) -> Result<(), Refusal> {
    let module = reach.module;
    let kernel = &module.funcs[reach.kernel];
    for name in ["reqnctapercluster", "explicitcluster", "maxclusterrank", "blocksareclusters"] {
        if let Some(tuning) = kernel.tuning(name) {
            return Err(Refusal::new(&refusal::CLUSTER, tuning.span, format!("`.{name}`")));
        }
    }
    for (body, inst) in reach.insts() {
        let data = &body.insts[inst];
        let head = &module.heads[data.head];
        let Some(row) = head.row else { continue };
        let uses = |e: &Effect| matches!(e, Effect::ClusterArrive | Effect::ClusterWait);
        if row.effects.contains(&Effect::ClusterLaunch) {
            let message = format!("`{}`", head.text);
            return Err(Refusal::new(&refusal::CLUSTER_LAUNCH, data.origin.span(), message));
        }
        if row.effects.iter().any(uses) {
            return Err(Refusal::new(&refusal::CLUSTER, data.origin.span(), format!("`{}`", head.text)));
        }
    }
    Ok(())
}

/// An indirect call can't reach a function that has to change.
pub fn indirect_calls(reach: Reach<'_>, changes: impl Fn(FuncId) -> bool) -> Result<(), Refusal> {
    for func in reach.funcs {
        for call in reach.calls.calls(*func) {
            let targets = match &call.callee {
                Callee::Direct(_) => &[],
                Callee::OneOf(funcs) => funcs.as_slice(),
                Callee::Unknown => reach.calls.address_taken(),
            };
            if let Some(target) = targets.iter().find(|t| changes(**t)) {
                let name = reach.module.funcs[*target].display_name();
                let span = span_at(reach.module, Place { func: *func, inst: call.inst });
                return Err(Refusal::new(
                    &refusal::INDIRECT,
                    span,
                    format!("it may call `{name}`, which reads the grid"),
                ));
            }
        }
    }
    Ok(())
}

/// There is room for the launch descriptor.
pub fn parameters(module: &Module, kernel: FuncId) -> Result<(), Refusal> {
    let function = &module.funcs[kernel];
    let wide = module.version.is_some_and(|v| (v.major, v.minor) >= (8, 1));
    let limit = if wide { 32_764 } else { 4_352 };
    let bytes = crate::vgrid::descriptor_offset(function).saturating_add(tally_abi::DESCRIPTOR_SIZE as u64);
    if bytes > limit {
        let message = format!("with the launch descriptor they would take {bytes} bytes of {limit}");
        return Err(Refusal::new(&refusal::PARAMETERS, function.header.name, message));
    }
    Ok(())
}

/// No loop that may wait for another CTA.
///
/// A wait is a cycle in the flow graph that is left because of a value that it reads from memory which other CTAs may
/// write. Plain weak loads are not meant for that; this looks for loads and atomics that are: volatile, relaxed or
/// stronger, and atomic operations, unless the atomic changes the location itself and is retried only because it lost.
pub fn no_waits(reach: Reach<'_>) -> Result<(), Refusal> {
    let module = reach.module;
    for func in reach.funcs {
        let Some(frozen) = Frozen::of(module, *func) else { continue };
        let body = frozen.body;
        if let Some(inst) = crate::waits::find(frozen) {
            let data = &body.insts[inst];
            let message = format!("`{}` is read in a loop until it changes", module.heads[data.head].text);
            return Err(Refusal::new(&refusal::WAIT, data.origin.span(), message));
        }
    }
    Ok(())
}

/// May the instruction observe, on purpose, what another CTA writes?
pub(crate) fn may_observe_others(module: &Module, body: &Body, inst: Inst) -> bool {
    let head = &module.heads[body.insts[inst].head];
    let Some(row) = head.row else { return true };
    let shared_with_others = |space: Space| {
        let space = if space == Space::Named { query::named_space(&head.text) } else { space };
        matches!(space, Space::Global | Space::Generic | Space::Cluster)
    };
    row.effects.iter().any(|effect| match effect {
        Effect::Read(space) => shared_with_others(*space) && query::is_strong(&head.text),
        Effect::Atomic(space) => shared_with_others(*space),
        Effect::Write(_)
        | Effect::Fence
        | Effect::BarrierArrive
        | Effect::BarrierWait
        | Effect::ClusterArrive
        | Effect::ClusterWait
        | Effect::MbarrierInit
        | Effect::MbarrierInval
        | Effect::MbarrierArrive
        | Effect::MbarrierWait
        | Effect::Start(Async::Copy | Async::Bulk | Async::Mbarrier | Async::Wgmma | Async::Tcgen05 | Async::Remote)
        | Effect::Commit(_)
        | Effect::Wait(_)
        | Effect::TensorAlloc
        | Effect::RegisterBudget
        | Effect::GridDependency
        | Effect::ClusterLaunch
        | Effect::Stack
        | Effect::Machine
        | Effect::Carry
        | Effect::Sleep
        | Effect::Hint
        | Effect::Discard
        | Effect::Debug => false,
    })
}
