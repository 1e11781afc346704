//! Control flow, calls, the stack, events, and the scalar and SIMD video instructions.
//!
//! A call has the effects of its callee besides those of its row, which are those of passing parameters. The forms of
//! `call` (direct or through a register, with or without returns, arguments, prototype) differ in operands only, so
//! they are one row; the indirect ones begin with PTX 2.1 and `sm_20`.
use crate::isa::*;
use Converge::*;
use Effect::*;
use Flow::*;
use Target::*;

const CONTROL: &str = "Control Flow Instructions";
const MISC: &str = "Miscellaneous Instructions";
const STACK: &str = "Stack Manipulation Instructions";
const SCALAR: &str = "Scalar Video Instructions";
const SIMD: &str = "SIMD Video Instructions";

/// Types, saturation, and the accumulating form of the SIMD instructions.
const LANES: &str = "add s32 sat u32";
/// Types, saturation, and the second operation, which takes the third operand (as does a partial destination).
const SECOND: &str = "add max min s32 sat u32";
const SHIFT: &str = "add clamp max min s32 sat u32 wrap";

const MERGE: &[Slot] = &[D, U, U, OU];
const THREE: &[Slot] = &[D, U, U, U];

/// The rows of this file.
#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    row("alloca", "u32 u64", &[D, U, OU], Next, Uniform::Vary, Alone, &[Stack], ptx(7, 3), &[Sm(52)], STACK, "alloca.u64 %rd0, %rd1, 16;"),
    row("bra", "uni", &[L], Branch, Uniform::NoResult, Alone, &[], ptx(1, 0), &[Sm(10)], CONTROL, "@%p0 bra L0;"),
    row("brkpt", "", &[], Next, Uniform::NoResult, Alone, &[Debug], ptx(1, 0), &[Sm(11)], MISC, "brkpt;"),
    row("brx.idx", "uni", &[U, T], BranchTable, Uniform::NoResult, Alone, &[], ptx(6, 0), &[Sm(30)], CONTROL, "brx.idx %r0, T0;"),
    row("call", "uni", &[OR, F, OG, OP], Call, Uniform::Vary, Alone, &[Read(Space::Param), Write(Space::Param)], ptx(1, 0), &[Sm(10)], CONTROL, "call (%r0), f1, (%r1);"),
    row("exit", "", &[], Exit, Uniform::NoResult, Alone, &[], ptx(1, 0), &[Sm(10)], CONTROL, "@%p0 exit;"),
    row("pmevent", "", &[U], Next, Uniform::NoResult, Alone, &[Debug], ptx(1, 4), &[Sm(10)], MISC, "pmevent 1;"),
    row("pmevent.mask", "", &[U], Next, Uniform::NoResult, Alone, &[Debug], ptx(3, 0), &[Sm(20)], MISC, "pmevent.mask 255;"),
    row("ret", "uni", &[], Return, Uniform::NoResult, Alone, &[], ptx(1, 0), &[Sm(10)], CONTROL, "ret;"),
    row("stackrestore", "u32 u64", &[U], Next, Uniform::NoResult, Alone, &[Stack], ptx(7, 3), &[Sm(52)], STACK, "stackrestore.u64 %rd0;"),
    // Writes nothing, but must keep its place among the two others.
    row("stacksave", "u32 u64", &[D], Next, Uniform::Vary, Alone, &[Stack], ptx(7, 3), &[Sm(52)], STACK, "stacksave.u64 %rd0;"),
    row("trap", "", &[], Trap, Uniform::NoResult, Alone, &[], ptx(1, 0), &[Sm(10)], MISC, "@%p0 trap;"),
    row("vabsdiff", SECOND, MERGE, Next, Uniform::Operands, Alone, &[], ptx(2, 0), &[Sm(20)], SCALAR, "vabsdiff.u32.s32.s32.add %r0, %r1.h0, %r2.b3, %r3;"),
    row("vabsdiff2", LANES, THREE, Next, Uniform::Operands, Alone, &[], ptx(3, 0), &[Sm(30)], SIMD, "vabsdiff2.u32.u32.u32.add %r0, %r1, %r2, %r3;"),
    row("vabsdiff4", LANES, THREE, Next, Uniform::Operands, Alone, &[], ptx(3, 0), &[Sm(30)], SIMD, "vabsdiff4.u32.u32.u32.add %r0, %r1, %r2, %r3;"),
    row("vadd", SECOND, MERGE, Next, Uniform::Operands, Alone, &[], ptx(2, 0), &[Sm(20)], SCALAR, "vadd.s32.u32.s32.sat %r0.b0, %r1, %r2, %r3;"),
    row("vadd2", LANES, THREE, Next, Uniform::Operands, Alone, &[], ptx(3, 0), &[Sm(30)], SIMD, "vadd2.s32.s32.u32.sat %r0, %r1, %r2, %r3;"),
    row("vadd4", LANES, THREE, Next, Uniform::Operands, Alone, &[], ptx(3, 0), &[Sm(30)], SIMD, "vadd4.s32.s32.u32.sat %r0, %r1, %r2, %r3;"),
    row("vavrg2", LANES, THREE, Next, Uniform::Operands, Alone, &[], ptx(3, 0), &[Sm(30)], SIMD, "vavrg2.s32.s32.u32 %r0, %r1, %r2, %r3;"),
    row("vavrg4", LANES, THREE, Next, Uniform::Operands, Alone, &[], ptx(3, 0), &[Sm(30)], SIMD, "vavrg4.s32.s32.u32 %r0, %r1, %r2, %r3;"),
    row("vmad", "po s32 sat shr15 shr7 u32", THREE, Next, Uniform::Operands, Alone, &[], ptx(2, 0), &[Sm(20)], SCALAR, "vmad.s32.s32.u32.sat.shr7 %r0, %r1.h0, %r2, -%r3;"),
    row("vmax", SECOND, MERGE, Next, Uniform::Operands, Alone, &[], ptx(2, 0), &[Sm(20)], SCALAR, "vmax.s32.s32.s32 %r0, %r1, %r2;"),
    row("vmax2", LANES, THREE, Next, Uniform::Operands, Alone, &[], ptx(3, 0), &[Sm(30)], SIMD, "vmax2.u32.u32.u32 %r0, %r1, %r2, %r3;"),
    row("vmax4", LANES, THREE, Next, Uniform::Operands, Alone, &[], ptx(3, 0), &[Sm(30)], SIMD, "vmax4.u32.u32.u32 %r0, %r1, %r2, %r3;"),
    row("vmin", SECOND, MERGE, Next, Uniform::Operands, Alone, &[], ptx(2, 0), &[Sm(20)], SCALAR, "vmin.u32.u32.u32.max %r0, %r1, %r2, %r3;"),
    row("vmin2", LANES, THREE, Next, Uniform::Operands, Alone, &[], ptx(3, 0), &[Sm(30)], SIMD, "vmin2.s32.u32.u32.add %r0, %r1.h00, %r2.h22, %r3;"),
    row("vmin4", LANES, THREE, Next, Uniform::Operands, Alone, &[], ptx(3, 0), &[Sm(30)], SIMD, "vmin4.s32.u32.u32.add %r0, %r1.b0000, %r2.b2222, %r3;"),
    row("vset", "add eq ge gt le lt max min ne s32 u32", MERGE, Next, Uniform::Operands, Alone, &[], ptx(2, 0), &[Sm(20)], SCALAR, "vset.s32.u32.lt %r0, %r1, %r2;"),
    row("vset2", "add eq ge gt le lt ne s32 u32", THREE, Next, Uniform::Operands, Alone, &[], ptx(3, 0), &[Sm(30)], SIMD, "vset2.u32.u32.ne.add %r0, %r1, %r2, %r3;"),
    row("vset4", "add eq ge gt le lt ne s32 u32", THREE, Next, Uniform::Operands, Alone, &[], ptx(3, 0), &[Sm(30)], SIMD, "vset4.u32.u32.ne.add %r0, %r1, %r2, %r3;"),
    row("vshl", SHIFT, MERGE, Next, Uniform::Operands, Alone, &[], ptx(2, 0), &[Sm(20)], SCALAR, "vshl.u32.u32.u32.sat.wrap.add %r0, %r1, %r2, %r3;"),
    row("vshr", SHIFT, MERGE, Next, Uniform::Operands, Alone, &[], ptx(2, 0), &[Sm(20)], SCALAR, "vshr.s32.s32.u32.clamp %r0, %r1, %r2.h1;"),
    row("vsub", SECOND, MERGE, Next, Uniform::Operands, Alone, &[], ptx(2, 0), &[Sm(20)], SCALAR, "vsub.s32.s32.u32 %r0, %r1, %r2.b1;"),
    row("vsub2", LANES, THREE, Next, Uniform::Operands, Alone, &[], ptx(3, 0), &[Sm(30)], SIMD, "vsub2.s32.s32.s32.sat %r0.h0, %r1, %r2, %r3;"),
    row("vsub4", LANES, THREE, Next, Uniform::Operands, Alone, &[], ptx(3, 0), &[Sm(30)], SIMD, "vsub4.s32.s32.s32.sat %r0.b0, %r1, %r2, %r3;"),
];
