//! Where the index of a virtual CTA comes from.

use super::emit::Emitter;
use super::needs::Needs;
use ptx_grammar::ir::*;
use ptx_grammar::isa::sregs::special_registers;
use tally_abi as abi;

/// Where the linear index of the virtual CTA comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Supply {
    /// The launch descriptor's base plus the index of the physical CTA in a one-dimensional grid.
    Offset,
}

/// Registers that hold the needed values of the virtual grid.
#[derive(Debug, Clone, Copy, Default)]
pub struct Values {
    /// Index of the virtual CTA.
    pub index: [Option<Reg>; 3],
    /// Shape of the virtual grid.
    pub shape: [Option<Reg>; 3],
    /// The same as 16-bit values, where they are read as such.
    pub half_index: [Option<Reg>; 3],
    /// See `half_index`.
    pub half_shape: [Option<Reg>; 3],
}

impl Supply {
    /// Writes the computation of the needed values at the beginning of a kernel.
    pub fn emit(self, e: &mut Emitter<'_>, launch: LocalVar, needs: Needs) -> Values {
        let mut values = Values::default();
        if needs.index != [false; 3] {
            let linear = match self {
                Supply::Offset => offset(e, launch),
            };
            recover(e, launch, linear, needs, &mut values);
        }
        for (axis, field) in [abi::GRID_X, abi::GRID_Y, abi::GRID_Z].into_iter().enumerate() {
            if needs.shape[axis] {
                values.shape[axis] = Some(e.load(launch, field));
            }
        }
        halves(e, needs, &mut values);
        values
    }
}

/// 16-bit copies of the needed values, if there are 16-bit reads.
pub fn halves(e: &mut Emitter<'_>, needs: Needs, values: &mut Values) {
    if !needs.half {
        return;
    }
    for axis in 0..3 {
        values.half_index[axis] = values.index[axis].map(|r| half(e, r));
        values.half_shape[axis] = values.shape[axis].map(|r| half(e, r));
    }
}

fn half(e: &mut Emitter<'_>, reg: Reg) -> Reg {
    let out = e.reg("b16");
    e.inst("cvt.u16.u32", &[Operand::Reg(out), Operand::Reg(reg)]);
    out
}

fn unary(e: &mut Emitter<'_>, head: &str, ty: &str, a: Operand) -> Reg {
    let out = e.reg(ty);
    e.inst(head, &[Operand::Reg(out), a]);
    out
}

fn binary(e: &mut Emitter<'_>, head: &str, ty: &str, a: Operand, b: Operand) -> Reg {
    let out = e.reg(ty);
    e.inst(head, &[Operand::Reg(out), a, b]);
    out
}

/// `base + %ctaid.x`, 64 bits.
fn offset(e: &mut Emitter<'_>, launch: LocalVar) -> Reg {
    let base = e.load(launch, abi::BASE);
    let physical = unary(e, "mov.u32", "b32", physical_index());
    let wide = unary(e, "cvt.u64.u32", "b64", Operand::Reg(physical));
    binary(e, "add.u64", "b64", Operand::Reg(base), Operand::Reg(wide))
}

/// `%ctaid.x`.
fn physical_index() -> Operand {
    let index = special_registers().binary_search_by(|r| r.name.cmp("%ctaid")).expect("the table holds %ctaid");
    Operand::Special(index as u16, 1)
}

/// From the linear index to x, y and z, as [`abi::LaunchDescriptor`] says. In a one-dimensional grid x is the linear
/// index, and all the dividing is jumped over.
fn recover(e: &mut Emitter<'_>, launch: LocalVar, linear: Reg, needs: Needs, values: &mut Values) {
    let r = Operand::Reg;
    let low = unary(e, "cvt.u32.u64", "b32", r(linear));
    let out: [Reg; 3] =
        std::array::from_fn(|axis| if axis == 0 { low } else { unary(e, "mov.u32", "b32", Operand::Int(0)) });
    for (axis, reg) in out.into_iter().enumerate() {
        values.index[axis] = needs.index[axis].then_some(reg);
    }
    let dimensions = e.load(launch, abi::DIMENSIONS);
    let single = e.reg("pred");
    e.inst("setp.eq.u32", &[r(single), r(dimensions), Operand::Int(1)]);
    let done = e.label();
    e.guarded(Some(Guard { reg: single, negated: false }), "bra", &[Operand::Label(done)]);
    let row = divide_by_x(e, launch, linear);
    if needs.index[0] {
        let grid_x = e.load(launch, abi::GRID_X);
        let skipped = binary(e, "mul.lo.u32", "b32", r(row), r(grid_x));
        e.inst("sub.u32", &[r(out[0]), r(low), r(skipped)]);
    }
    if needs.index[1] || needs.index[2] {
        divide_by_y(e, launch, row, out[1], out[2]);
    }
    e.bind(done);
}

/// `v / grid_x`; below 2³².
fn divide_by_x(e: &mut Emitter<'_>, launch: LocalVar, linear: Reg) -> Reg {
    let r = Operand::Reg;
    let magic = e.load(launch, abi::MAGIC_X);
    let shift = e.load(launch, abi::SHIFT_X);
    let twice = binary(e, "add.u64", "b64", r(linear), r(linear));
    let high = binary(e, "mul.hi.u64", "b64", r(twice), r(magic));
    let quotient = binary(e, "shr.u64", "b64", r(high), r(shift));
    unary(e, "cvt.u32.u64", "b32", r(quotient))
}

/// Quotient and rest of `row / grid_y` to z and y.
fn divide_by_y(e: &mut Emitter<'_>, launch: LocalVar, row: Reg, y: Reg, z: Reg) {
    let r = Operand::Reg;
    let magic = e.load(launch, abi::MAGIC_Y);
    let wide = unary(e, "cvt.u64.u32", "b64", r(row));
    let product = binary(e, "mul.lo.u64", "b64", r(wide), r(magic));
    let quotient = binary(e, "shr.u64", "b64", r(product), Operand::Int(abi::SHIFT_Y));
    e.inst("cvt.u32.u64", &[r(z), r(quotient)]);
    let grid_y = e.load(launch, abi::GRID_Y);
    let skipped = binary(e, "mul.lo.u32", "b32", r(z), r(grid_y));
    e.inst("sub.u32", &[r(y), r(row), r(skipped)]);
}
