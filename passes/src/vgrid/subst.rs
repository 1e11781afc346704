//! Replaces reads of the grid's special registers by registers, and calls by calls of clones.

use super::needs::{Needs, Value, grid_read, reads_half};
use super::supply::Values;
use cranelift_entity::SecondaryMap;
use ptx_grammar::ir::*;
use ptx_grammar::isa::Flow;
use ptx_grammar::isa::sregs::{Grid, SpecialRegister};

/// Replaces every read of the virtual grid in the body.
pub fn grid_reads(module: &Module, body: &mut Body, values: &Values, role: impl Fn(&SpecialRegister) -> Grid + Copy) {
    let insts: Vec<Inst> = body.insts.keys().collect();
    for inst in insts {
        let data = body.insts[inst];
        let Origin::Source(span) = data.origin else { continue };
        if !body.operand_nodes(inst).iter().any(|n| grid_read(*n, role).is_some()) {
            continue;
        }
        let half = reads_half(&module.heads[data.head].text);
        let mut operands = Vec::new();
        for node in body.operand_nodes(inst) {
            match grid_read(*node, role) {
                Some((grid, component)) => operands.extend(replacement(values, grid, component, half)),
                None => operands.push(*node),
            }
        }
        body.set_operands(inst, &operands);
        body.insts[inst].origin = Origin::Derived(span);
    }
}

/// The registers for one read; component 0 is the whole vector, 4 its `.w`, which reads as zero.
fn replacement(values: &Values, grid: Grid, component: u8, half: bool) -> Vec<Operand> {
    let regs = match (grid == Grid::Identity, half) {
        (true, false) => values.index,
        (true, true) => values.half_index,
        (false, false) => values.shape,
        (false, true) => values.half_shape,
    };
    let one = |axis: usize| regs[axis].map_or(Operand::Int(0), Operand::Reg);
    match component {
        0 => vec![Operand::Group(Group::Vector, 4), one(0), one(1), one(2), Operand::Int(0)],
        1..=3 => vec![one(component as usize - 1)],
        _ => vec![Operand::Int(0)],
    }
}

/// The callee of a direct call: its position among the operand nodes, and the function.
pub fn direct_callee(module: &Module, body: &Body, inst: Inst) -> Option<(usize, FuncId)> {
    let row = module.row(body, inst)?;
    if row.flow != Flow::Call {
        return None;
    }
    let mut at = 0;
    for operand in body.operands(inst) {
        if let [Operand::Func(func)] = operand {
            return Some((at, *func));
        }
        at += operand.len();
    }
    None
}

/// Makes calls of functions that have needs call their clones, with the values as further arguments.
pub fn calls(
    module: &Module,
    body: &mut Body,
    values: &Values,
    needs: &SecondaryMap<FuncId, Needs>,
    definition: impl Fn(FuncId) -> FuncId,
    clone_name: impl Fn(FuncId) -> String,
) {
    let insts: Vec<Inst> = body.insts.keys().collect();
    for inst in insts {
        let Some((at, func)) = direct_callee(module, body, inst) else { continue };
        let func = definition(func);
        if needs[func].is_empty() {
            continue;
        }
        let Origin::Source(span) = body.insts[inst].origin else { continue };
        body.snippets.push(clone_name(func).into());
        let name = Operand::Added(body.snippets.len() as u32 - 1);
        let extra: Vec<Operand> = needs[func].values().map(|v| value_operand(values, v)).collect();
        let mut operands = body.operand_nodes(inst).to_vec();
        operands[at] = name;
        append_arguments(&mut operands, at + 1, &extra);
        body.set_operands(inst, &operands);
        body.insts[inst].origin = Origin::Derived(span);
    }
}

fn value_operand(values: &Values, value: Value) -> Operand {
    let reg = match value {
        Value::Index(axis) => values.index[axis],
        Value::Shape(axis) => values.shape[axis],
    };
    reg.map_or(Operand::Int(0), Operand::Reg)
}

/// Appends to the argument tuple that begins at `at`, or makes one.
fn append_arguments(operands: &mut Vec<Operand>, at: usize, extra: &[Operand]) {
    match operands.get(at).copied() {
        Some(Operand::Group(Group::Tuple, n)) => {
            operands[at] = Operand::Group(Group::Tuple, n + extra.len() as u16);
            let end = at + 1 + members(&operands[at + 1..], n);
            operands.splice(end..end, extra.iter().copied());
        }
        _ => {
            let tuple = Operand::Group(Group::Tuple, extra.len() as u16);
            operands.splice(at..at, std::iter::once(tuple).chain(extra.iter().copied()));
        }
    }
}

/// How many nodes the first `n` operands take.
fn members(operands: &[Operand], n: u16) -> usize {
    each_operand(operands).take(n as usize).map(<[Operand]>::len).sum()
}
