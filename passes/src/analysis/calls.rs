//! Call graph of a module: who calls whom, who calls itself, and what a kernel reaches.
//!
//! A *definition* stands for every prototype of the same name. Three things are not known and are said to be so:
//! functions without a body here ([`Reachable::externals`]), indirect calls without a complete list of targets, and
//! instructions that are not in the table ([`Reachable::unknown`]). An unknown call may reach every function whose
//! address is taken, and others outside the module.
//!
//! Only direct calls, and tables of `.calltargets` that list functions, count as known targets. An alias is a function
//! without a body. A `.weak` function may be replaced when objects are linked: that is not looked at here.

use super::Frozen;
use super::roles::roles;
use cranelift_entity::{EntityRef, EntitySet, SecondaryMap};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use ptx_grammar::ir::{FuncId, Function, Inst, Module, Operand, TableKind};
use ptx_grammar::isa::sregs::{SpecialRegister, special_registers};
use ptx_grammar::isa::{Flow, Role};
use rustc_hash::FxHashMap;

/// What a call may call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Callee {
    /// This function.
    Direct(FuncId),
    /// One of these functions, by a register.
    OneOf(Vec<FuncId>),
    /// Any function whose address is taken, in this module or another.
    Unknown,
}

impl Callee {
    /// The functions that are known by name.
    pub fn known(&self) -> &[FuncId] {
        match self {
            Callee::Direct(func) => std::slice::from_ref(func),
            Callee::OneOf(funcs) => funcs,
            Callee::Unknown => &[],
        }
    }
}

/// A call, or an instruction that may be one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The instruction.
    pub inst: Inst,
    /// What it calls; definitions where there are any.
    pub callee: Callee,
}

/// A place in a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// The function.
    pub func: FuncId,
    /// The instruction in its body.
    pub inst: Inst,
}

/// The answer to "does this, or anything it calls, …?", with a culprit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Certainly not.
    No,
    /// Nothing known does, but something unknown is reached: an instruction, or a call of an unknown function.
    Unknown(Place),
    /// Yes, here.
    Yes(Place),
}

/// What a function reaches by calls.
#[derive(Debug, Clone, Default)]
pub struct Reachable {
    /// The function itself and all functions with a body that it may call, in the order of discovery.
    pub funcs: Vec<FuncId>,
    /// Functions without a body, each with a call of it.
    pub externals: Vec<(FuncId, Place)>,
    /// Calls with unknown targets, and instructions that are not in the table.
    pub unknown: Vec<Place>,
}

impl Reachable {
    /// Is everything that may run known?
    pub fn is_complete(&self) -> bool {
        self.externals.is_empty() && self.unknown.is_empty()
    }

    /// Something unknown that is reached, if anything is.
    pub fn culprit(&self) -> Option<Place> {
        self.unknown.first().copied().or(self.externals.first().map(|(_, place)| *place))
    }
}

/// The call graph of a module.
#[derive(Debug, Clone)]
pub struct CallGraph {
    definition: SecondaryMap<FuncId, Option<FuncId>>,
    calls: SecondaryMap<FuncId, Vec<Call>>,
    address_taken: Vec<FuncId>,
    recursive: EntitySet<FuncId>,
}

impl CallGraph {
    /// Reads every body of a module.
    pub fn compute(module: &Module) -> Self {
        let definition = definitions(module);
        let stands_for = |f: FuncId| definition[f].unwrap_or(f);
        let mut address_taken: Vec<FuncId> =
            module.funcs.iter().filter(|(_, f)| f.address_taken).map(|(id, _)| stands_for(id)).collect();
        address_taken.sort_unstable();
        address_taken.dedup();
        let mut calls: SecondaryMap<FuncId, Vec<Call>> = SecondaryMap::new();
        for id in module.funcs.keys() {
            calls[id] = Frozen::of(module, id).map(|f| calls_of(f, stands_for)).unwrap_or_default();
        }
        let recursive = recursive(module, &calls, &address_taken);
        CallGraph { definition, calls, address_taken, recursive }
    }

    /// The function with a body that a function, perhaps a prototype, stands for; itself if there is none.
    pub fn definition(&self, func: FuncId) -> FuncId {
        self.definition[func].unwrap_or(func)
    }

    /// The calls of a function and its instructions that may call anything, in layout order.
    pub fn calls(&self, func: FuncId) -> &[Call] {
        &self.calls[func]
    }

    /// Functions whose address is taken: an unknown call may reach them.
    pub fn address_taken(&self) -> &[FuncId] {
        &self.address_taken
    }

    /// May the function call itself, directly or through others?
    pub fn is_recursive(&self, func: FuncId) -> bool {
        self.recursive.contains(self.definition(func))
    }

    /// Everything that a function reaches. Takes time linear in what it reaches.
    pub fn reachable(&self, module: &Module, func: FuncId) -> Reachable {
        let mut out = Reachable { funcs: vec![self.definition(func)], ..Reachable::default() };
        let mut seen = EntitySet::new();
        seen.insert(self.definition(func));
        let mut at = 0;
        while let Some(func) = out.funcs.get(at).copied() {
            at += 1;
            for call in &self.calls[func] {
                let place = Place { func, inst: call.inst };
                let first_unknown = call.callee == Callee::Unknown && out.unknown.is_empty();
                if call.callee == Callee::Unknown {
                    out.unknown.push(place);
                }
                let may = if first_unknown { self.address_taken.as_slice() } else { &[] };
                for callee in call.callee.known().iter().chain(may).filter(|f| seen.insert(**f)) {
                    match module.funcs[*callee].body {
                        Some(_) => out.funcs.push(*callee),
                        None => out.externals.push((*callee, place)),
                    }
                }
            }
        }
        out
    }

    /// Is there an instruction with some property in a function or in anything that it reaches?
    pub fn any(&self, module: &Module, func: FuncId, mut wanted: impl FnMut(Frozen, Inst) -> bool) -> Answer {
        let reachable = self.reachable(module, func);
        for func in &reachable.funcs {
            let Some(f) = Frozen::of(module, *func) else { continue };
            if let Some(inst) = f.body.inst_order().find(|i| wanted(f, *i)) {
                return Answer::Yes(Place { func: *func, inst });
            }
        }
        reachable.culprit().map_or(Answer::No, Answer::Unknown)
    }

    /// Is a special register of some kind read by a function or by anything that it reaches?
    ///
    /// A name that begins with `%` and is neither declared nor in the table may be any special register: it answers
    /// [`Answer::Unknown`].
    pub fn reads_special(&self, module: &Module, func: FuncId, wanted: impl Fn(&SpecialRegister) -> bool) -> Answer {
        let is_read = |f: Frozen, i| f.body.operand_nodes(i).iter().any(|o| special(*o).is_some_and(&wanted));
        match self.any(module, func, is_read) {
            Answer::No => match self.any(module, func, reads_unknown_name) {
                Answer::Yes(place) => Answer::Unknown(place),
                other => other,
            },
            other => other,
        }
    }

    /// May a call of the function end the calling thread instead of coming back?
    pub fn may_exit(&self, module: &Module, func: FuncId) -> Answer {
        self.any(module, func, |f, inst| f.row(inst).is_some_and(|r| matches!(r.flow, Flow::Exit | Flow::Trap)))
    }
}

/// The special register that an operand node reads.
pub fn special(node: Operand) -> Option<&'static SpecialRegister> {
    if let Operand::Special(index, _) = node { special_registers().get(usize::from(index)) } else { None }
}

fn reads_unknown_name(f: Frozen, inst: Inst) -> bool {
    f.body.operand_nodes(inst).iter().any(|o| matches!(o, Operand::Name(_)))
}

/// For every function with a body, and every prototype of its name, that function.
fn definitions(module: &Module) -> SecondaryMap<FuncId, Option<FuncId>> {
    let mut by_name: FxHashMap<&[u8], FuncId> = FxHashMap::default();
    for (id, func) in module.funcs.iter().filter(|(_, f)| f.body.is_some()) {
        by_name.entry(&func.name).or_insert(id);
    }
    let mut out = SecondaryMap::new();
    for (id, func) in module.funcs.iter() {
        let own = func.body.is_some().then_some(id);
        out[id] = own.or_else(|| by_name.get(&*func.name).copied());
    }
    out
}

fn calls_of(f: Frozen, definition: impl Fn(FuncId) -> FuncId) -> Vec<Call> {
    let may_call = |inst: &Inst| f.row(*inst).is_none_or(|r| r.flow == Flow::Call);
    let call = |inst| Call { inst, callee: callee(f, inst, &definition).unwrap_or(Callee::Unknown) };
    f.body.inst_order().filter(may_call).map(call).collect()
}

/// What a call calls, if that is known.
fn callee(f: Frozen, inst: Inst, definition: impl Fn(FuncId) -> FuncId) -> Option<Callee> {
    let mut targets = None;
    for (role, operand) in roles(f, inst)? {
        if let (Role::Callee, [Operand::Func(func)]) = (role, operand) {
            return Some(Callee::Direct(definition(*func)));
        }
        if let (Role::Prototype, [Operand::Table(table)]) = (role, operand) {
            targets = f.body.tables.get(*table);
        }
    }
    let TableKind::Call(list) = &targets?.kind else { return None };
    let known = list.iter().map(|o| if let Operand::Func(func) = o { Some(definition(*func)) } else { None });
    known.collect::<Option<Vec<FuncId>>>().map(Callee::OneOf)
}

/// Functions on cycles of the graph in which an unknown call leads to every function whose address is taken.
fn recursive(module: &Module, calls: &SecondaryMap<FuncId, Vec<Call>>, taken: &[FuncId]) -> EntitySet<FuncId> {
    let mut graph = DiGraph::<(), ()>::new();
    for _ in 0..=module.funcs.len() {
        graph.add_node(());
    }
    let anything = module.funcs.len() as u32;
    for func in taken {
        graph.add_edge(anything.into(), func.as_u32().into(), ());
    }
    let mut own: EntitySet<FuncId> = EntitySet::new();
    for func in module.funcs.keys() {
        for call in &calls[func] {
            for callee in call.callee.known() {
                graph.add_edge(func.as_u32().into(), callee.as_u32().into(), ());
                if *callee == func {
                    own.insert(func);
                }
            }
            if call.callee == Callee::Unknown {
                graph.add_edge(func.as_u32().into(), anything.into(), ());
            }
        }
    }
    let cycles = kosaraju_scc(&graph).into_iter().filter(|c| c.len() > 1).flatten();
    own.extend(cycles.filter(|n| n.index() < module.funcs.len()).map(|n| FuncId::new(n.index())));
    own
}

/// Does a function's header say that it never returns?
pub fn is_noreturn(func: &Function) -> bool {
    func.tuning("noreturn").is_some()
}
