//! Which values of the virtual grid a kernel and its functions read.

use crate::legality::Reach;
use cranelift_entity::SecondaryMap;
use ptx_grammar::ir::*;
use ptx_grammar::isa::sregs::{Grid, SpecialRegister, special_registers};

/// Values of the virtual grid, by component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Needs {
    /// The index of the virtual CTA along x, y, z.
    pub index: [bool; 3],
    /// The shape of the virtual grid along x, y, z.
    pub shape: [bool; 3],
    /// Is one of them read as a 16-bit value?
    pub half: bool,
}

impl Needs {
    /// Is nothing read?
    pub fn is_empty(self) -> bool {
        self == Needs::default()
    }

    /// The values that either needs; 16-bit reads are a function's own business.
    fn join(self, other: Needs) -> Needs {
        let or = |a: [bool; 3], b: [bool; 3]| [a[0] | b[0], a[1] | b[1], a[2] | b[2]];
        Needs { index: or(self.index, other.index), shape: or(self.shape, other.shape), half: self.half }
    }

    /// The needed values in a fixed order: index x, y, z, shape x, y, z.
    pub fn values(self) -> impl Iterator<Item = Value> {
        let index = (0..3).filter(move |i| self.index[*i]).map(Value::Index);
        index.chain((0..3).filter(move |i| self.shape[*i]).map(Value::Shape))
    }
}

/// One value of the virtual grid; the number says along which axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// Index of the virtual CTA.
    Index(usize),
    /// Shape of the virtual grid.
    Shape(usize),
}

/// What an operand node reads of the virtual grid.
pub fn grid_read(node: Operand, role: impl Fn(&SpecialRegister) -> Grid) -> Option<(Grid, u8)> {
    let Operand::Special(register, component) = node else { return None };
    match role(&special_registers()[register as usize]) {
        grid @ (Grid::Identity | Grid::Shape) => Some((grid, component)),
        Grid::Harmless | Grid::Forbidden => None,
    }
}

/// Does an instruction with this head read special registers as 16-bit values? The last type counts: of `cvt` it is that
/// of the source.
pub fn reads_half(head: &str) -> bool {
    let types = |m: &&str| matches!(m.as_bytes(), [b'u' | b's' | b'b' | b'f', b'0'..=b'9', ..]);
    head.split('.').skip(1).filter(types).last().is_some_and(|t| &t[1..] == "16")
}

fn own_needs(module: &Module, body: &Body, role: impl Fn(&SpecialRegister) -> Grid + Copy) -> Needs {
    let mut needs = Needs::default();
    for (inst, data) in body.insts.iter() {
        for node in body.operand_nodes(inst) {
            let Some((grid, component)) = grid_read(*node, role) else { continue };
            let set = if grid == Grid::Identity { &mut needs.index } else { &mut needs.shape };
            match component {
                0 => *set = [true; 3],
                1..=3 => set[component as usize - 1] = true,
                // `.w` reads as zero.
                _ => {}
            }
            needs.half |= reads_half(&module.heads[data.head].text);
        }
    }
    needs
}

/// The needs of every function that a kernel reaches, those of its callees included.
pub fn closure(reach: Reach<'_>, role: impl Fn(&SpecialRegister) -> Grid + Copy) -> SecondaryMap<FuncId, Needs> {
    let mut needs: SecondaryMap<FuncId, Needs> = SecondaryMap::new();
    for func in reach.funcs {
        if let Some(body) = &reach.module.funcs[*func].body {
            needs[*func] = own_needs(reach.module, body, role);
        }
    }
    // Callers are found before most of their callees, so that one round from the back is mostly enough; needs only grow,
    // and there are seven of them.
    let mut changed = true;
    while changed {
        changed = false;
        for caller in reach.funcs.iter().rev() {
            for callee in reach.calls.calls(*caller).iter().flat_map(|c| c.callee.known()) {
                let joined = needs[*caller].join(needs[*callee]);
                changed |= joined != needs[*caller];
                needs[*caller] = joined;
            }
        }
    }
    needs
}
