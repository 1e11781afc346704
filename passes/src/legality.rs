//! Every precondition of a rewrite, one function each, shared by all schemes.

use crate::refusal::{self, Refusal};
use cranelift_entity::SecondaryMap;
use ptx_grammar::ir::*;
use ptx_grammar::isa::sregs::{Grid, SpecialRegister, special_registers};
use ptx_grammar::isa::{Async, Effect, Flow, Space, query};
use ptx_grammar::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

/// Functions of the CUDA runtime whose bodies are not in a module and that are known not to care about the grid.
const KNOWN_EXTERNS: &[&str] = &["__assertfail", "free", "malloc", "vprintf"];

/// Who calls whom in a module.
#[derive(Debug, Default)]
pub struct Calls {
    definitions: FxHashMap<FuncId, FuncId>,
    callees: SecondaryMap<FuncId, Vec<FuncId>>,
    indirect: SecondaryMap<FuncId, Option<Span>>,
    address_taken: Vec<FuncId>,
}

/// What a kernel can reach.
#[derive(Debug, Clone)]
pub struct Reach {
    /// The kernel and every function that it may call, by definition where there is one.
    pub functions: Vec<FuncId>,
    /// Direct calls among them: caller, callee.
    pub calls: Vec<(FuncId, FuncId)>,
    /// An indirect call, if there is one.
    pub indirect: Option<Span>,
    definitions: FxHashMap<FuncId, FuncId>,
}

impl Reach {
    /// The definition that a function, perhaps a prototype, stands for.
    pub fn definition(&self, func: FuncId) -> FuncId {
        self.definitions.get(&func).copied().unwrap_or(func)
    }

    fn bodies<'m>(&'m self, module: &'m Module) -> impl Iterator<Item = (FuncId, &'m Body)> {
        self.functions.iter().filter_map(|f| module.funcs[*f].body.as_ref().map(|b| (*f, b)))
    }

    /// Every instruction that is reached, with its place and, if known, its row.
    fn insts<'m>(&'m self, module: &'m Module) -> impl Iterator<Item = (&'m Body, Inst)> {
        self.bodies(module).flat_map(|(_, body)| body.insts.keys().map(move |inst| (body, inst)))
    }
}

impl Calls {
    /// Reads all calls of a module.
    pub fn new(module: &Module) -> Self {
        let mut by_name: FxHashMap<&[u8], FuncId> = FxHashMap::default();
        for (id, func) in module.funcs.iter().filter(|(_, f)| f.body.is_some()) {
            by_name.insert(&func.name, id);
        }
        let mut calls = Calls::default();
        for (id, func) in module.funcs.iter() {
            if let Some(definition) = by_name.get(&*func.name) {
                calls.definitions.insert(id, *definition);
            }
            if func.address_taken {
                calls.address_taken.push(calls.definitions.get(&id).copied().unwrap_or(id));
            }
        }
        for (id, func) in module.funcs.iter() {
            if let Some(body) = &func.body {
                calls.read(module, id, body);
            }
        }
        calls
    }

    fn read(&mut self, module: &Module, id: FuncId, body: &Body) {
        for (inst, data) in body.insts.iter() {
            if module.heads[data.head].row.is_none_or(|r| r.flow != Flow::Call) {
                continue;
            }
            match crate::vgrid::subst::direct_callee(module, body, inst) {
                Some((_, callee)) => {
                    let callee = self.definitions.get(&callee).copied().unwrap_or(callee);
                    self.callees[id].push(callee);
                }
                None => self.indirect[id] = Some(data.origin.span()),
            }
        }
        self.callees[id].sort_unstable();
        self.callees[id].dedup();
    }

    /// Everything that a kernel may reach: through an indirect call any function whose address is taken.
    pub fn reach(&self, _module: &Module, kernel: FuncId) -> Reach {
        let mut reach =
            Reach { functions: vec![kernel], calls: Vec::new(), indirect: None, definitions: self.definitions.clone() };
        let mut seen: FxHashSet<FuncId> = FxHashSet::from_iter([kernel]);
        let mut at = 0;
        while let Some(func) = reach.functions.get(at).copied() {
            at += 1;
            let mut next = self.callees[func].clone();
            reach.calls.extend(next.iter().map(|callee| (func, *callee)));
            if let Some(span) = self.indirect[func]
                && reach.indirect.is_none()
            {
                reach.indirect = Some(span);
                next.extend(&self.address_taken);
            }
            reach.functions.extend(next.into_iter().filter(|f| seen.insert(*f)));
        }
        reach
    }
}

/// Everything is understood: no errors, no unknown instructions, no unknown callees, no variables of its own that a copy
/// would have twice, 64-bit addresses.
pub fn rewritable(module: &Module, reach: &Reach) -> Result<(), Refusal> {
    let kernel = &module.funcs[reach.functions[0]];
    if module.address_size != 64 {
        return Err(Refusal::new(&refusal::ADDRESS_SIZE, kernel.span, "the module has 32-bit addresses"));
    }
    for func in &reach.functions {
        let function = &module.funcs[*func];
        let name = function.display_name();
        match &function.body {
            Some(body) if body.broken > 0 => {
                return Err(Refusal::new(&refusal::BROKEN, function.header.name, format!("`{name}` has errors")));
            }
            Some(body) => no_statics(body)?,
            None if KNOWN_EXTERNS.contains(&&*name) => {}
            None => {
                let message = format!("`{name}` is not in the module");
                return Err(Refusal::new(&refusal::UNKNOWN_CALLEE, function.header.name, message));
            }
        }
    }
    no_unknown_instructions(module, reach)
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

fn no_unknown_instructions(module: &Module, reach: &Reach) -> Result<(), Refusal> {
    for (body, inst) in reach.insts(module) {
        let data = &body.insts[inst];
        let head = &module.heads[data.head];
        if head.row.is_none() {
            let message = format!("`{}` is not in the instruction table", head.text);
            return Err(Refusal::new(&refusal::UNKNOWN, data.origin.span(), message));
        }
    }
    Ok(())
}

/// No special register that the scheme would change behind the program's back.
pub fn registers(module: &Module, reach: &Reach, role: fn(&SpecialRegister) -> Grid) -> Result<(), Refusal> {
    for (body, inst) in reach.insts(module) {
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
pub fn no_clusters(module: &Module, reach: &Reach) -> Result<(), Refusal> {
    let kernel = &module.funcs[reach.functions[0]];
    for name in ["reqnctapercluster", "explicitcluster", "maxclusterrank", "blocksareclusters"] {
        if let Some(tuning) = kernel.tuning(name) {
            return Err(Refusal::new(&refusal::CLUSTER, tuning.span, format!("`.{name}`")));
        }
    }
    for (body, inst) in reach.insts(module) {
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
pub fn indirect_calls(module: &Module, reach: &Reach, changes: impl Fn(FuncId) -> bool) -> Result<(), Refusal> {
    let Some(span) = reach.indirect else { return Ok(()) };
    let taken = |f: &&FuncId| module.funcs[**f].address_taken && changes(**f);
    match reach.functions.iter().find(taken) {
        Some(f) => {
            let name = module.funcs[*f].display_name();
            let message = format!("it may call `{name}`, which reads the grid");
            Err(Refusal::new(&refusal::INDIRECT, span, message))
        }
        None => Ok(()),
    }
}

/// Bytes of a function's parameters, laid out as the driver does.
pub fn parameter_bytes(function: &Function) -> u64 {
    function.arguments().iter().fold(0u64, |at, p| {
        let align = p.alignment().clamp(1, 256);
        at.next_multiple_of(align).saturating_add(p.size().unwrap_or(8))
    })
}

/// There is room for the launch descriptor.
pub fn parameters(module: &Module, kernel: FuncId) -> Result<(), Refusal> {
    let function = &module.funcs[kernel];
    let wide = module.version.is_some_and(|v| (v.major, v.minor) >= (8, 1));
    let limit = if wide { 32_764 } else { 4_352 };
    let bytes = parameter_bytes(function).next_multiple_of(8) + tally_abi::DESCRIPTOR_SIZE as u64;
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
pub fn no_waits(module: &Module, reach: &Reach) -> Result<(), Refusal> {
    for (_, body) in reach.bodies(module) {
        if let Some(inst) = crate::waits::find(module, body) {
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
        | Effect::Sleep
        | Effect::Hint
        | Effect::Discard
        | Effect::Debug => false,
    })
}
