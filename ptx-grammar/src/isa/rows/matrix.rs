//! Matrix instructions: `ldmatrix`, `mma`, `wmma`, `wgmma` and the tensor memory family `tcgen05`.
//!
//! Fragments of a matrix are spread over the lanes of a warp, so no result here is a function of one thread's operands.
//! A row stands for all shapes, layouts and types that behave alike and began alike.
use crate::isa::*;
use Async::{Tcgen05, Wgmma};
use Converge::*;
use Effect::*;
use Flow::*;
use Space::{Named, Shared, Tensor};
use Target::*;

const WARP: &str = "Warp Level Matrix Multiply-Accumulate Instructions";
const WARPGROUP: &str = "Asynchronous Warpgroup Level Matrix Multiply-Accumulate Instructions";
const TENSOR_CORE: &str = "TensorCore 5th Generation Family Instructions";

// Targets. A family takes in the `a` and `f` targets of its major number from there on; `sm_101` became `sm_110` in PTX 9.0.
const BYTES: &[Target] = &[Arch(100), Family(100), Family(110), Arch(120), Family(120)];
const SM120: &[Target] = &[Arch(120), Family(120)];
const SM120_EXACT: &[Target] = &[Arch(120), Arch(121)];
const BLACKWELL: &[Target] = &[Arch(100), Family(100), Family(110)];
const BLACKWELL_EXACT: &[Target] = &[Arch(100), Arch(101), Arch(103), Arch(107), Arch(110)];
const BLACKWELL_I8: &[Target] = &[Arch(100), Arch(101), Arch(110)];
const LOAD_REDUCE: &[Target] = &[Family(101), Family(103), Family(110)];
const RUBIN: &[Target] = &[Family(107)];

// d, a, b, c; then for sparse A metadata and selector; then for block scaling twice a scale and its selectors.
const MMA: &[Slot] = &[D, U, U, U];
const MMA_SCALED: &[Slot] = &[D, U, U, U, U, U, U, U];
const MMA_SP: &[Slot] = &[D, U, U, U, U, U];
const MMA_SP_SCALED: &[Slot] = &[D, U, U, U, U, U, U, U, U, U];

// d (read and written until the group is waited for), a, b, [metadata, selector,] scale-d; then negations of a and b;
// then transpositions: one of b, or of a and b when a is in shared memory.
const WGMMA_INT: &[Slot] = &[X, U, U, U];
const WGMMA_INT_SP: &[Slot] = &[X, U, U, U, U, U];
const WGMMA_NEGATE: &[Slot] = &[X, U, U, U, U, U];
const WGMMA_NEGATE_SP: &[Slot] = &[X, U, U, U, U, U, U, U];
const WGMMA_TRANSPOSE: &[Slot] = &[X, U, U, U, U, U, OU, U];
const WGMMA_TRANSPOSE_SP: &[Slot] = &[X, U, U, U, U, U, U, U, OU, U];

// [d], then a: either an address in tensor memory or a descriptor; b; [metadata]; descriptor of the instruction; lanes
// that stay unwritten; enable-input-d; scale of d.
const TC_MMA: &[Slot] = &[A, OA, OU, U, U, OU, U, OU];
const TC_MMA_SP: &[Slot] = &[A, OA, OU, U, A, U, OU, U, OU];
const TC_LUT: &[Slot] = &[A, OA, OU, U, A, U, OU, U];
const TC_SCALED: &[Slot] = &[A, OA, OU, U, U, A, A, U];
const TC_SCALED_SP: &[Slot] = &[A, OA, OU, U, A, U, A, A, U];
const TC_LUT_SCALED: &[Slot] = &[A, OA, OU, U, A, U, A, A, U];
const TC_WS: &[Slot] = &[A, OA, OU, U, U, U, OU];
const TC_WS_SP: &[Slot] = &[A, OA, OU, U, A, U, U, OU];

const WGMMA: &[Effect] = &[Read(Shared), Start(Wgmma)];
const TCGEN05_MMA: &[Effect] = &[Read(Shared), Read(Tensor), Write(Tensor), Start(Tcgen05)];
/// With `.cta_group::2` both CTAs of a pair give operands and take results.
const TCGEN05_MMA_PAIR: &[Effect] = &[Read(Space::Cluster), Read(Tensor), Write(Tensor), Start(Tcgen05)];

/// The rows of this file.
// `wmma` and `wgmma` allow a missing `.aligned`: PTX 6.0 to 6.2 had no such modifier for `wmma`, and `ptxas` does not
// insist on it for `wgmma`; both mean the same without. In the rows of `sm_107`'s features `.scale_vec` takes `sm_107a`.
#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    row("ldmatrix.sync.aligned", "m8n8 x1 x2 x4 trans shared shared::cta b16", &[D, A], Next, Uniform::Vary, WarpAligned, &[Read(Named)], ptx(6, 5), &[Sm(75)], WARP, "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r0, %r1, %r2, %r3}, [s];"),
    row("ldmatrix.sync.aligned.m16n16", "x1 x2 b8 trans shared shared::cta b8x16 b6x16_p32 b4x16_p64", &[D, A], Next, Uniform::Vary, WarpAligned, &[Read(Named)], ptx(8, 6), BYTES, WARP, "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8x16.b6x16_p32 {%r0, %r1}, [s];"),
    row("ldmatrix.sync.aligned.m8n16", "x1 x2 x4 trans shared shared::cta b8x16 b6x16_p32 b4x16_p64", &[D, A], Next, Uniform::Vary, WarpAligned, &[Read(Named)], ptx(8, 6), BYTES, WARP, "ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b6x16_p32 {%r0}, [s];"),
    row("mma.sp.sync.aligned.bf16", "row col m16n8k16 m16n8k32 f32", MMA_SP, Next, Uniform::Vary, WarpAligned, &[], ptx(7, 1), &[Sm(80)], WARP, "mma.sp.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%f4, %f5, %f6, %f7}, %r30, 0;"),
    row("mma.sp.sync.aligned.f16", "row col m16n8k16 m16n8k32 f32", MMA_SP, Next, Uniform::Vary, WarpAligned, &[], ptx(7, 1), &[Sm(80)], WARP, "mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%f4, %f5, %f6, %f7}, %r30, 0;"),
    row("mma.sp.sync.aligned.f32.e4m3", "row col m16n8k64 e5m2", MMA_SP, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 4), &[Sm(89)], WARP, "mma.sp.sync.aligned.m16n8k64.row.col.f32.e4m3.e4m3.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%f4, %f5, %f6, %f7}, %r30, 0;"),
    row("mma.sp.sync.aligned.f32.e5m2", "row col m16n8k64 e4m3", MMA_SP, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 4), &[Sm(89)], WARP, "mma.sp.sync.aligned.m16n8k64.row.col.f32.e5m2.e5m2.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%f4, %f5, %f6, %f7}, %r30, 0;"),
    row("mma.sp.sync.aligned.s32", "row col satfinite m16n8k32 m16n8k64 m16n8k128 s8 u8 s4 u4", MMA_SP, Next, Uniform::Vary, WarpAligned, &[], ptx(7, 1), &[Sm(80)], WARP, "mma.sp.sync.aligned.m16n8k64.row.col.satfinite.s32.s8.u8.s32 {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%r8, %r9, %r10, %r11}, {%r12, %r13, %r14, %r15}, %r30, 0;"),
    row("mma.sp.sync.aligned.tf32", "row col m16n8k8 m16n8k16 f32", MMA_SP, Next, Uniform::Vary, WarpAligned, &[], ptx(7, 1), &[Sm(80)], WARP, "mma.sp.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%f4, %f5, %f6, %f7}, %r30, 0;"),
    row("mma.sp::ordered_metadata.sync.aligned.bf16", "row col m16n8k16 m16n8k32 f32", MMA_SP, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 5), &[Sm(80)], WARP, "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%f4, %f5, %f6, %f7}, %r30, 0;"),
    row("mma.sp::ordered_metadata.sync.aligned.f16", "row col m16n8k16 m16n8k32 f32", MMA_SP, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 5), &[Sm(80)], WARP, "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%f4, %f5, %f6, %f7}, %r30, 0;"),
    row("mma.sp::ordered_metadata.sync.aligned.f16.e4m3", "row col m16n8k64 e5m2", MMA_SP, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 7), SM120, WARP, "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.f16.e4m3.e4m3.f16 {%r8, %r9}, {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%r8, %r9}, %r30, 0;"),
    row("mma.sp::ordered_metadata.sync.aligned.f16.e5m2", "row col m16n8k64 e4m3", MMA_SP, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 7), SM120, WARP, "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.f16.e5m2.e5m2.f16 {%r8, %r9}, {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%r8, %r9}, %r30, 0;"),
    row("mma.sp::ordered_metadata.sync.aligned.f32.e4m3", "row col m16n8k64 e5m2", MMA_SP, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 5), &[Sm(89)], WARP, "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.f32.e4m3.e4m3.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%f4, %f5, %f6, %f7}, %r30, 0;"),
    row("mma.sp::ordered_metadata.sync.aligned.f32.e5m2", "row col m16n8k64 e4m3", MMA_SP, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 5), &[Sm(89)], WARP, "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.f32.e5m2.e5m2.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%f4, %f5, %f6, %f7}, %r30, 0;"),
    row("mma.sp::ordered_metadata.sync.aligned.kind::f8f6f4", "row col m16n8k64 f16 f32 e2m1 e2m3 e3m2 e4m3 e5m2", MMA_SP, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 7), SM120, WARP, "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f32.e3m2.e2m1.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%f4, %f5, %f6, %f7}, %r30, 0;"),
    row("mma.sp::ordered_metadata.sync.aligned.kind::mxf4.block_scale", "row col m16n8k128 scale_vec::2X f32 e2m1 ue8m0", MMA_SP_SCALED, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 7), SM120_EXACT, WARP, "mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%f4, %f5, %f6, %f7}, %r30, 0, %r20, {%h0, %h1}, %r21, {%h2, %h3};"),
    row("mma.sp::ordered_metadata.sync.aligned.kind::mxf4nvf4.block_scale.scale_vec::2X", "row col m16n8k128 f32 e2m1 ue8m0", MMA_SP_SCALED, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 7), SM120_EXACT, WARP, "mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4nvf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%f4, %f5, %f6, %f7}, %r30, 0, %r20, {%h0, %h1}, %r21, {%h2, %h3};"),
    row("mma.sp::ordered_metadata.sync.aligned.kind::mxf4nvf4.block_scale.scale_vec::4X.ue4m3", "row col m16n8k128 f32 e2m1", MMA_SP_SCALED, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 7), SM120_EXACT, WARP, "mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%f4, %f5, %f6, %f7}, %r30, 0, %r20, {%h0, %h1}, %r21, {%h2, %h3};"),
    row("mma.sp::ordered_metadata.sync.aligned.kind::mxf4nvf4.block_scale.scale_vec::4X.ue8m0", "row col m16n8k128 f32 e2m1", MMA_SP_SCALED, Next, Uniform::Vary, WarpAligned, &[], ptx(9, 1), SM120_EXACT, WARP, "mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue8m0 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%f4, %f5, %f6, %f7}, %r30, 0, %r20, {%h0, %h1}, %r21, {%h2, %h3};"),
    row("mma.sp::ordered_metadata.sync.aligned.kind::mxf8f6f4.block_scale", "row col m16n8k64 scale_vec::1X f32 e2m1 e2m3 e3m2 e4m3 e5m2 ue8m0", MMA_SP_SCALED, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 7), SM120, WARP, "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e2m1.f32.ue8m0 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%f4, %f5, %f6, %f7}, %r30, 0, %r20, {%h0, %h1}, %r21, {%h2, %h3};"),
    row("mma.sp::ordered_metadata.sync.aligned.s32", "row col satfinite m16n8k32 m16n8k64 m16n8k128 s8 u8 s4 u4", MMA_SP, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 5), &[Sm(80)], WARP, "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.satfinite.s32.s8.u8.s32 {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%r8, %r9, %r10, %r11}, {%r12, %r13, %r14, %r15}, %r30, 0;"),
    row("mma.sp::ordered_metadata.sync.aligned.tf32", "row col m16n8k8 m16n8k16 f32", MMA_SP, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 5), &[Sm(80)], WARP, "mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%f4, %f5, %f6, %f7}, %r30, 0;"),
    row("mma.sync.aligned.b1.and.popc", "row col s32 m8n8k128 m16n8k128 m16n8k256", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(7, 1), &[Sm(80)], WARP, "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%r8, %r9}, {%r10, %r11, %r12, %r13};"),
    row("mma.sync.aligned.b1.xor.popc", "row col s32 m16n8k128 m16n8k256", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(7, 0), &[Sm(80)], WARP, "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%r8, %r9}, {%r10, %r11, %r12, %r13};"),
    row("mma.sync.aligned.bf16", "row col m16n8k8 m16n8k16 f32", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(7, 0), &[Sm(80)], WARP, "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f4, %f5, %f6, %f7};"),
    row("mma.sync.aligned.f64", "row col rn rz rm rp m16n8k4 m16n8k8 m16n8k16", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(7, 8), &[Sm(90)], WARP, "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%fd0, %fd1, %fd2, %fd3}, {%fd4, %fd5, %fd6, %fd7}, {%fd8, %fd9}, {%fd10, %fd11, %fd12, %fd13};"),
    row("mma.sync.aligned.kind::f8f6f4.f16", "row col m16n8k32 e4m3 e5m2", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 7), BYTES, WARP, "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f16.e4m3.e5m2.f16 {%r8, %r9}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%r8, %r9};"),
    row("mma.sync.aligned.kind::f8f6f4.f16.e2m1", "row col m16n8k32 e2m3 e3m2 e4m3 e5m2", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 7), SM120, WARP, "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f16.e2m1.e4m3.f16 {%r8, %r9}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%r8, %r9};"),
    row("mma.sync.aligned.kind::f8f6f4.f16.e2m3", "row col m16n8k32 e2m1 e3m2 e4m3 e5m2", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 7), SM120, WARP, "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f16.e2m3.e4m3.f16 {%r8, %r9}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%r8, %r9};"),
    row("mma.sync.aligned.kind::f8f6f4.f16.e3m2", "row col m16n8k32 e2m1 e2m3 e4m3 e5m2", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 7), SM120, WARP, "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f16.e3m2.e4m3.f16 {%r8, %r9}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%r8, %r9};"),
    row("mma.sync.aligned.kind::f8f6f4.f32", "row col m16n8k32 e4m3 e5m2", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 6), BYTES, WARP, "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e4m3.e5m2.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f4, %f5, %f6, %f7};"),
    row("mma.sync.aligned.kind::f8f6f4.f32.e2m1", "row col m16n8k32 e2m3 e3m2 e4m3 e5m2", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 7), SM120, WARP, "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e4m3.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f0, %f1, %f2, %f3};"),
    row("mma.sync.aligned.kind::f8f6f4.f32.e2m3", "row col m16n8k32 e2m1 e3m2 e4m3 e5m2", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 7), SM120, WARP, "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m3.e4m3.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f0, %f1, %f2, %f3};"),
    row("mma.sync.aligned.kind::f8f6f4.f32.e3m2", "row col m16n8k32 e2m1 e2m3 e4m3 e5m2", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 7), SM120, WARP, "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e3m2.e4m3.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f0, %f1, %f2, %f3};"),
    row("mma.sync.aligned.kind::mxf4.block_scale", "row col m16n8k64 scale_vec::2X f32 e2m1 ue8m0", MMA_SCALED, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 7), SM120, WARP, "mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f4, %f5, %f6, %f7}, %r20, {%h0, %h1}, %r21, {%h2, %h3};"),
    row("mma.sync.aligned.kind::mxf4nvf4.block_scale.scale_vec::2X", "row col m16n8k64 f32 e2m1 ue8m0", MMA_SCALED, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 7), SM120, WARP, "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f4, %f5, %f6, %f7}, %r20, {%h0, %h1}, %r21, {%h2, %h3};"),
    row("mma.sync.aligned.kind::mxf4nvf4.block_scale.scale_vec::4X.ue4m3", "row col m16n8k64 f32 e2m1", MMA_SCALED, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 7), SM120, WARP, "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f4, %f5, %f6, %f7}, %r20, {%h0, %h1}, %r21, {%h2, %h3};"),
    row("mma.sync.aligned.kind::mxf4nvf4.block_scale.scale_vec::4X.ue8m0", "row col m16n8k64 f32 e2m1", MMA_SCALED, Next, Uniform::Vary, WarpAligned, &[], ptx(9, 1), SM120, WARP, "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue8m0 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f4, %f5, %f6, %f7}, %r20, {%h0, %h1}, %r21, {%h2, %h3};"),
    row("mma.sync.aligned.kind::mxf8f6f4.block_scale", "row col m16n8k32 scale_vec::1X f32 e2m1 e2m3 e3m2 e4m3 e5m2 ue8m0", MMA_SCALED, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 7), SM120, WARP, "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e2m1.f32.ue8m0 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f4, %f5, %f6, %f7}, %r20, {%h0, %h1}, %r21, {%h2, %h3};"),
    row("mma.sync.aligned.m16n8k16.e4m3", "row col e5m2 f16 f32", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 7), &[Sm(89)], WARP, "mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e4m3.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1}, {%r4}, {%f4, %f5, %f6, %f7};"),
    row("mma.sync.aligned.m16n8k16.e5m2", "row col e4m3 f16 f32", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 7), &[Sm(89)], WARP, "mma.sync.aligned.m16n8k16.row.col.f32.e5m2.e5m2.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1}, {%r4}, {%f4, %f5, %f6, %f7};"),
    row("mma.sync.aligned.m16n8k16.f16", "row col f32", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(7, 0), &[Sm(80)], WARP, "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f4, %f5, %f6, %f7};"),
    row("mma.sync.aligned.m16n8k32.f16.e4m3", "row col e5m2", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 7), &[Sm(89)], WARP, "mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16 {%r8, %r9}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%r8, %r9};"),
    row("mma.sync.aligned.m16n8k32.f16.e5m2", "row col e4m3", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 7), &[Sm(89)], WARP, "mma.sync.aligned.m16n8k32.row.col.f16.e5m2.e5m2.f16 {%r8, %r9}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%r8, %r9};"),
    row("mma.sync.aligned.m16n8k32.f32.e4m3", "row col e5m2", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 4), &[Sm(89)], WARP, "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f4, %f5, %f6, %f7};"),
    row("mma.sync.aligned.m16n8k32.f32.e5m2", "row col e4m3", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(8, 4), &[Sm(89)], WARP, "mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f4, %f5, %f6, %f7};"),
    row("mma.sync.aligned.m16n8k8.f16", "row col f32", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(6, 5), &[Sm(75)], WARP, "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1}, {%r2}, {%f4, %f5, %f6, %f7};"),
    row("mma.sync.aligned.m8n8k128.b1.xor.popc", "row col s32", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(7, 0), &[Sm(75)], WARP, "mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc {%r0, %r1}, {%r2}, {%r3}, {%r4, %r5};"),
    row("mma.sync.aligned.m8n8k16.s32", "row col satfinite s8 u8", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(6, 5), &[Sm(75)], WARP, "mma.sync.aligned.m8n8k16.row.col.satfinite.s32.s8.u8.s32 {%r0, %r1}, {%r2}, {%r3}, {%r4, %r5};"),
    row("mma.sync.aligned.m8n8k32.s32", "row col satfinite s4 u4", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(6, 5), &[Sm(75)], WARP, "mma.sync.aligned.m8n8k32.row.col.satfinite.s32.s4.u4.s32 {%r0, %r1}, {%r2}, {%r3}, {%r4, %r5};"),
    row("mma.sync.aligned.m8n8k4.f16", "row col f32", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(6, 4), &[Sm(70)], WARP, "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, {%r0, %r1}, {%r2, %r3}, {%f8, %f9, %f10, %f11, %f12, %f13, %f14, %f15};"),
    row("mma.sync.aligned.m8n8k4.f64", "row col rn rz rm rp", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(7, 0), &[Sm(80)], WARP, "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%fd0, %fd1}, {%fd2}, {%fd3}, {%fd4, %fd5};"),
    row("mma.sync.aligned.s32", "row col satfinite m16n8k16 m16n8k32 m16n8k64 s8 u8 s4 u4", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(7, 0), &[Sm(80)], WARP, "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32 {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%r8, %r9}, {%r10, %r11, %r12, %r13};"),
    row("mma.sync.aligned.tf32", "row col m16n8k4 m16n8k8 f32", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(7, 0), &[Sm(80)], WARP, "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f4, %f5, %f6, %f7};"),
    row("movmatrix.sync.aligned", "m8n8 trans b16", &[D, U], Next, Uniform::Vary, WarpAligned, &[], ptx(7, 8), &[Sm(75)], WARP, "movmatrix.sync.aligned.m8n8.trans.b16 %r0, %r1;"),
    row("stmatrix.sync.aligned", "m8n8 x1 x2 x4 trans shared shared::cta b16", &[A, U], Next, Uniform::NoResult, WarpAligned, &[Write(Named)], ptx(7, 8), &[Sm(90)], WARP, "stmatrix.sync.aligned.m8n8.x2.shared.b16 [s], {%r0, %r1};"),
    row("stmatrix.sync.aligned.m16n8", "x1 x2 x4 trans shared shared::cta b8", &[A, U], Next, Uniform::NoResult, WarpAligned, &[Write(Named)], ptx(8, 6), BYTES, WARP, "stmatrix.sync.aligned.m16n8.x1.trans.shared.b8 [s], {%r0};"),
    row("tcgen05.alloc.cta_group::1.exclusive.sync.aligned", "shared::cta b32", &[A, U], Next, Uniform::NoResult, WarpAligned, &[TensorAlloc, Write(Named)], ptx(9, 4), BLACKWELL, TENSOR_CORE, "tcgen05.alloc.cta_group::1.exclusive.sync.aligned.shared::cta.b32 [s], 32;"),
    row("tcgen05.alloc.cta_group::1.sync.aligned", "shared::cta b32", &[A, U], Next, Uniform::NoResult, WarpAligned, &[TensorAlloc, Write(Named)], ptx(8, 6), BLACKWELL, TENSOR_CORE, "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [s], 32;"),
    row("tcgen05.alloc.cta_group::2.exclusive.sync.aligned", "shared::cta b32", &[A, U], Next, Uniform::NoResult, ClusterAligned, &[TensorAlloc, Write(Named)], ptx(9, 4), BLACKWELL, TENSOR_CORE, "tcgen05.alloc.cta_group::2.exclusive.sync.aligned.shared::cta.b32 [s], 32;"),
    row("tcgen05.alloc.cta_group::2.sync.aligned", "shared::cta b32", &[A, U], Next, Uniform::NoResult, ClusterAligned, &[TensorAlloc, Write(Named)], ptx(8, 6), BLACKWELL, TENSOR_CORE, "tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [s], 32;"),
    row("tcgen05.commit.mbarrier::arrive::one", "cta_group::1 cta_group::2 shared::cluster b64", &[A], Next, Uniform::NoResult, Alone, &[Commit(Tcgen05), MbarrierArrive], ptx(8, 6), BLACKWELL, TENSOR_CORE, "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r0];"),
    row("tcgen05.commit.mbarrier::arrive::one.multicast::cluster", "cta_group::1 cta_group::2 shared::cluster b64", &[A, U], Next, Uniform::NoResult, Alone, &[Commit(Tcgen05), MbarrierArrive], ptx(8, 6), BLACKWELL, TENSOR_CORE, "tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%r0], %h0;"),
    row("tcgen05.commit.mbarrier::arrive::one.multicast::cluster::16b", "cta_group::1 cta_group::2 shared::cluster b64", &[A, U], Next, Uniform::NoResult, Alone, &[Commit(Tcgen05), MbarrierArrive], ptx(9, 4), BLACKWELL, TENSOR_CORE, "tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster::16b.b64 [%r0], %h0;"),
    row("tcgen05.commit.mbarrier::arrive::one.multicast::cluster::32b", "cta_group::1 cta_group::2 shared::cluster b64", &[A, U], Next, Uniform::NoResult, Alone, &[Commit(Tcgen05), MbarrierArrive], ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster::32b.b64 [%r0], %r1;"),
    row("tcgen05.commit.mbarrier::arrive::one.sync_restrict::shared::read::mma::a", "cta_group::1 cta_group::2 shared::cluster b64", &[A], Next, Uniform::NoResult, Alone, &[Commit(Tcgen05), MbarrierArrive], ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.commit.cta_group::1.mbarrier::arrive::one.sync_restrict::shared::read::mma::a.shared::cluster.b64 [%r0];"),
    row("tcgen05.commit.mbarrier::arrive::one.sync_restrict::shared::read::mma::a.multicast::cluster", "cta_group::1 cta_group::2 shared::cluster b64", &[A, U], Next, Uniform::NoResult, Alone, &[Commit(Tcgen05), MbarrierArrive], ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.commit.cta_group::2.mbarrier::arrive::one.sync_restrict::shared::read::mma::a.shared::cluster.multicast::cluster.b64 [%r0], %h0;"),
    row("tcgen05.commit.mbarrier::arrive::one.sync_restrict::shared::read::mma::a.multicast::cluster::16b", "cta_group::1 cta_group::2 shared::cluster b64", &[A, U], Next, Uniform::NoResult, Alone, &[Commit(Tcgen05), MbarrierArrive], ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.commit.cta_group::2.mbarrier::arrive::one.sync_restrict::shared::read::mma::a.shared::cluster.multicast::cluster::16b.b64 [%r0], %h0;"),
    row("tcgen05.commit.mbarrier::arrive::one.sync_restrict::shared::read::mma::a.multicast::cluster::32b", "cta_group::1 cta_group::2 shared::cluster b64", &[A, U], Next, Uniform::NoResult, Alone, &[Commit(Tcgen05), MbarrierArrive], ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.commit.cta_group::2.mbarrier::arrive::one.sync_restrict::shared::read::mma::a.shared::cluster.multicast::cluster::32b.b64 [%r0], %r1;"),
    row("tcgen05.cp.cta_group::1", "128x256b 4x256b 128x128b 64x128b 32x128b warpx2::02_13 warpx2::01_23 warpx4 b8x16 b6x16_p32 b4x16_p64", &[A, U], Next, Uniform::NoResult, Alone, &[Read(Shared), Write(Tensor), Start(Tcgen05)], ptx(8, 6), BLACKWELL, TENSOR_CORE, "tcgen05.cp.cta_group::1.64x128b.warpx2::02_13.b8x16.b4x16_p64 [%r0], %rd0;"),
    row("tcgen05.cp.cta_group::2", "128x256b 4x256b 128x128b 64x128b 32x128b warpx2::02_13 warpx2::01_23 warpx4 b8x16 b6x16_p32 b4x16_p64", &[A, U], Next, Uniform::NoResult, Alone, &[Read(Space::Cluster), Write(Tensor), Start(Tcgen05)], ptx(8, 6), BLACKWELL, TENSOR_CORE, "tcgen05.cp.cta_group::2.64x128b.warpx2::02_13.b8x16.b4x16_p64 [%r0], %rd0;"),
    row("tcgen05.dealloc.cta_group::1.exclusive.sync.aligned", "b32", &[U, U], Next, Uniform::NoResult, WarpAligned, &[TensorAlloc], ptx(9, 4), BLACKWELL, TENSOR_CORE, "tcgen05.dealloc.cta_group::1.exclusive.sync.aligned.b32 %r0, 32;"),
    row("tcgen05.dealloc.cta_group::1.sync.aligned", "b32", &[U, U], Next, Uniform::NoResult, WarpAligned, &[TensorAlloc], ptx(8, 6), BLACKWELL, TENSOR_CORE, "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r0, 32;"),
    row("tcgen05.dealloc.cta_group::2.exclusive.sync.aligned", "b32", &[U, U], Next, Uniform::NoResult, ClusterAligned, &[TensorAlloc], ptx(9, 4), BLACKWELL, TENSOR_CORE, "tcgen05.dealloc.cta_group::2.exclusive.sync.aligned.b32 %r0, 32;"),
    row("tcgen05.dealloc.cta_group::2.sync.aligned", "b32", &[U, U], Next, Uniform::NoResult, ClusterAligned, &[TensorAlloc], ptx(8, 6), BLACKWELL, TENSOR_CORE, "tcgen05.dealloc.cta_group::2.sync.aligned.b32 %r0, 32;"),
    row("tcgen05.fence::after_thread_sync", "", &[], Next, Uniform::NoResult, Alone, &[Fence], ptx(8, 6), BLACKWELL, TENSOR_CORE, "tcgen05.fence::after_thread_sync;"),
    row("tcgen05.fence::before_thread_sync", "", &[], Next, Uniform::NoResult, Alone, &[Fence], ptx(8, 6), BLACKWELL, TENSOR_CORE, "tcgen05.fence::before_thread_sync;"),
    row("tcgen05.ld.red.spcompress.sync.aligned", "32x32b x4 x8 x16 x32 x64 x128 min max sp::2:4 abs NaN f32 b2", &[D, D, D, A], Next, Uniform::Vary, WarpAligned, &[Read(Tensor), Start(Tcgen05)], ptx(9, 4), &[Arch(107)], TENSOR_CORE, "tcgen05.ld.red.spcompress.sync.aligned.32x32b.x4.max.sp::2:4.abs.NaN.f32.b2 {%r0}, {%r1, %r2}, %r4, [%r9];"),
    row("tcgen05.ld.red.sync.aligned", "32x32b x2 x4 x8 x16 x32 x64 x128 min max abs NaN f32 u32 s32", &[D, D, A], Next, Uniform::Vary, WarpAligned, &[Read(Tensor), Start(Tcgen05)], ptx(8, 8), LOAD_REDUCE, TENSOR_CORE, "tcgen05.ld.red.sync.aligned.32x32b.x2.min.abs.NaN.f32 {%f0, %f1}, %f4, [%r9];"),
    row("tcgen05.ld.red.sync.aligned.16x32bx2", "x2 x4 x8 x16 x32 x64 x128 min max abs NaN f32 u32 s32", &[D, D, A, U], Next, Uniform::Vary, WarpAligned, &[Read(Tensor), Start(Tcgen05)], ptx(8, 8), LOAD_REDUCE, TENSOR_CORE, "tcgen05.ld.red.sync.aligned.16x32bx2.x2.max.u32 {%r0, %r1}, %r4, [%r9], 2;"),
    row("tcgen05.ld.spcompress.sync.aligned", "32x32b x4 x8 x16 x32 x64 x128 min max sp::2:4 abs f32 b2", &[D, D, A], Next, Uniform::Vary, WarpAligned, &[Read(Tensor), Start(Tcgen05)], ptx(9, 4), &[Arch(107)], TENSOR_CORE, "tcgen05.ld.spcompress.sync.aligned.32x32b.x4.min.sp::2:4.f32.b2 {%r0}, {%r1, %r2}, [%r9];"),
    row("tcgen05.ld.sync.aligned", "16x64b 16x128b 16x256b 32x32b x1 x2 x4 x8 x16 x32 x64 x128 pack::16b b32", &[D, A], Next, Uniform::Vary, WarpAligned, &[Read(Tensor), Start(Tcgen05)], ptx(8, 6), BLACKWELL, TENSOR_CORE, "tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r0, %r1}, [%r9];"),
    row("tcgen05.ld.sync.aligned.16x32bx2", "x1 x2 x4 x8 x16 x32 x64 x128 pack::16b b32", &[D, A, U], Next, Uniform::Vary, WarpAligned, &[Read(Tensor), Start(Tcgen05)], ptx(8, 6), BLACKWELL, TENSOR_CORE, "tcgen05.ld.sync.aligned.16x32bx2.x1.pack::16b.b32 {%r0}, [%r9], 2;"),
    row("tcgen05.mma.block_scale.collector::b::discard", "cta_group::1 cta_group::2 kind::mxf8f6f4 kind::mxf4 kind::mxf4nvf4 block16 block32 scale_vec::1X scale_vec::2X scale_vec::4X @collector_a", TC_SCALED, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.mma.cta_group::1.kind::mxf4.block_scale.block32.collector::b::discard [%r0], %rd0, %rd1, %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.block_scale.collector::b::fill", "cta_group::1 cta_group::2 kind::mxf8f6f4 kind::mxf4 kind::mxf4nvf4 block16 block32 scale_vec::1X scale_vec::2X scale_vec::4X @collector_a", TC_SCALED, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.mma.cta_group::1.kind::mxf4.block_scale.block32.collector::b::fill [%r0], %rd0, %rd1, %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.block_scale.collector::b::lastuse", "cta_group::1 cta_group::2 kind::mxf8f6f4 kind::mxf4 kind::mxf4nvf4 block16 block32 scale_vec::1X scale_vec::2X scale_vec::4X @collector_a", TC_SCALED, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.mma.cta_group::1.kind::mxf4.block_scale.block32.collector::b::lastuse [%r0], %rd0, %rd1, %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.block_scale.collector::b::use", "cta_group::1 cta_group::2 kind::mxf8f6f4 kind::mxf4 kind::mxf4nvf4 block16 block32 scale_vec::1X scale_vec::2X scale_vec::4X @collector_a", TC_SCALED, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.mma.cta_group::1.kind::mxf4.block_scale.block32.collector::b::use [%r0], %rd0, %rd1, %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.collector::b::discard", "cta_group::1 cta_group::2 kind::f16 kind::tf32 kind::f8f6f4 ashift @collector_a", TC_MMA, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.mma.cta_group::1.kind::f16.collector::a::fill.collector::b::discard [%r0], %rd0, %rd1, %r1, %p0;"),
    row("tcgen05.mma.collector::b::fill", "cta_group::1 cta_group::2 kind::f16 kind::tf32 kind::f8f6f4 ashift @collector_a", TC_MMA, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.mma.cta_group::1.kind::f16.collector::a::fill.collector::b::fill [%r0], %rd0, %rd1, %r1, %p0;"),
    row("tcgen05.mma.collector::b::lastuse", "cta_group::1 cta_group::2 kind::f16 kind::tf32 kind::f8f6f4 ashift @collector_a", TC_MMA, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.mma.cta_group::1.kind::f16.collector::a::fill.collector::b::lastuse [%r0], %rd0, %rd1, %r1, %p0;"),
    row("tcgen05.mma.collector::b::use", "cta_group::1 cta_group::2 kind::f16 kind::tf32 kind::f8f6f4 ashift @collector_a", TC_MMA, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.mma.cta_group::1.kind::f16.collector::a::fill.collector::b::use [%r0], %rd0, %rd1, %r1, %p0;"),
    row("tcgen05.mma.cta_group::1", "kind::f16 kind::tf32 kind::f8f6f4 ashift @collector_a", TC_MMA, Next, Uniform::NoResult, Alone, TCGEN05_MMA, ptx(8, 6), BLACKWELL, TENSOR_CORE, "tcgen05.mma.cta_group::1.kind::f16.collector::a::fill [%r0], %rd0, %rd1, %r1, %p0;"),
    row("tcgen05.mma.cta_group::1.block_scale", "kind::mxf8f6f4 kind::mxf4 kind::mxf4nvf4 block16 block32 @collector_a", TC_SCALED, Next, Uniform::NoResult, Alone, TCGEN05_MMA, ptx(8, 8), BLACKWELL, TENSOR_CORE, "tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16 [%r0], %rd0, %rd1, %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.cta_group::1.kind::i8", "ashift @collector_a", TC_MMA, Next, Uniform::NoResult, Alone, TCGEN05_MMA, ptx(8, 6), BLACKWELL_I8, TENSOR_CORE, "tcgen05.mma.cta_group::1.kind::i8 [%r0], %rd0, %rd1, %r1, %p0;"),
    row("tcgen05.mma.cta_group::1.kind::mxf4.block_scale.scale_vec::2X", "@collector_a", TC_SCALED, Next, Uniform::NoResult, Alone, TCGEN05_MMA, ptx(8, 6), BLACKWELL_EXACT, TENSOR_CORE, "tcgen05.mma.cta_group::1.kind::mxf4.block_scale.scale_vec::2X [%r0], %rd0, %rd1, %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.scale_vec::2X", "@collector_a", TC_SCALED, Next, Uniform::NoResult, Alone, TCGEN05_MMA, ptx(8, 7), BLACKWELL_EXACT, TENSOR_CORE, "tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.scale_vec::2X [%r0], %rd0, %rd1, %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.scale_vec::4X", "@collector_a", TC_SCALED, Next, Uniform::NoResult, Alone, TCGEN05_MMA, ptx(8, 7), BLACKWELL_EXACT, TENSOR_CORE, "tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.scale_vec::4X [%r0], %rd0, %rd1, %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.scale_vec::1X", "@collector_a", TC_SCALED, Next, Uniform::NoResult, Alone, TCGEN05_MMA, ptx(8, 6), BLACKWELL_EXACT, TENSOR_CORE, "tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.scale_vec::1X [%r0], %rd0, %rd1, %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.cta_group::2", "kind::f16 kind::tf32 kind::f8f6f4 ashift @collector_a", TC_MMA, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(8, 6), BLACKWELL, TENSOR_CORE, "tcgen05.mma.cta_group::2.kind::f16.collector::a::fill [%r0], %rd0, %rd1, %r1, %p0;"),
    row("tcgen05.mma.cta_group::2.block_scale", "kind::mxf8f6f4 kind::mxf4 kind::mxf4nvf4 block16 block32 @collector_a", TC_SCALED, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(8, 8), BLACKWELL, TENSOR_CORE, "tcgen05.mma.cta_group::2.kind::mxf4nvf4.block_scale.block16 [%r0], %rd0, %rd1, %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.cta_group::2.kind::i8", "ashift @collector_a", TC_MMA, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(8, 6), BLACKWELL_I8, TENSOR_CORE, "tcgen05.mma.cta_group::2.kind::i8 [%r0], %rd0, %rd1, %r1, %p0;"),
    row("tcgen05.mma.cta_group::2.kind::mxf4.block_scale.scale_vec::2X", "@collector_a", TC_SCALED, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(8, 6), BLACKWELL_EXACT, TENSOR_CORE, "tcgen05.mma.cta_group::2.kind::mxf4.block_scale.scale_vec::2X [%r0], %rd0, %rd1, %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.cta_group::2.kind::mxf4nvf4.block_scale.scale_vec::2X", "@collector_a", TC_SCALED, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(8, 7), BLACKWELL_EXACT, TENSOR_CORE, "tcgen05.mma.cta_group::2.kind::mxf4nvf4.block_scale.scale_vec::2X [%r0], %rd0, %rd1, %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.cta_group::2.kind::mxf4nvf4.block_scale.scale_vec::4X", "@collector_a", TC_SCALED, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(8, 7), BLACKWELL_EXACT, TENSOR_CORE, "tcgen05.mma.cta_group::2.kind::mxf4nvf4.block_scale.scale_vec::4X [%r0], %rd0, %rd1, %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.cta_group::2.kind::mxf8f6f4.block_scale.scale_vec::1X", "@collector_a", TC_SCALED, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(8, 6), BLACKWELL_EXACT, TENSOR_CORE, "tcgen05.mma.cta_group::2.kind::mxf8f6f4.block_scale.scale_vec::1X [%r0], %rd0, %rd1, %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.kind::f8f6f4.decompress::lut::b", "cta_group::1 cta_group::2 ashift @collector_a collector::b::fill collector::b::use collector::b::lastuse collector::b::discard", TC_LUT, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.mma.cta_group::1.kind::f8f6f4.decompress::lut::b [%r0], %rd0, %rd1, [%r2], %r1, %p0;"),
    row("tcgen05.mma.kind::mxf8f6f4.block_scale.decompress::lut::b", "cta_group::1 cta_group::2 block32 scale_vec::1X @collector_a collector::b::fill collector::b::use collector::b::lastuse collector::b::discard", TC_LUT_SCALED, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.decompress::lut::b.block32 [%r0], [%r9], %rd1, [%r2], %r1, [%r5], [%r6], %p0;"),
    row("tcgen05.mma.kind::ti16", "cta_group::1 cta_group::2 ashift @collector_a collector::b::fill collector::b::use collector::b::lastuse collector::b::discard", TC_MMA, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.mma.cta_group::1.kind::ti16.collector::b::fill [%r0], %rd0, %rd1, %r1, %p0;"),
    row("tcgen05.mma.sp.block_scale.collector::b::discard", "cta_group::1 cta_group::2 kind::mxf4 kind::mxf4nvf4 block16 block32 scale_vec::2X scale_vec::4X @collector_a", TC_SCALED_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(9, 4), &[Arch(107)], TENSOR_CORE, "tcgen05.mma.sp.cta_group::1.kind::mxf4.block_scale.block32.collector::b::discard [%r0], %rd0, %rd1, [%r7], %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.sp.block_scale.collector::b::fill", "cta_group::1 cta_group::2 kind::mxf4 kind::mxf4nvf4 block16 block32 scale_vec::2X scale_vec::4X @collector_a", TC_SCALED_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(9, 4), &[Arch(107)], TENSOR_CORE, "tcgen05.mma.sp.cta_group::1.kind::mxf4.block_scale.block32.collector::b::fill [%r0], %rd0, %rd1, [%r7], %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.sp.block_scale.collector::b::lastuse", "cta_group::1 cta_group::2 kind::mxf4 kind::mxf4nvf4 block16 block32 scale_vec::2X scale_vec::4X @collector_a", TC_SCALED_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(9, 4), &[Arch(107)], TENSOR_CORE, "tcgen05.mma.sp.cta_group::1.kind::mxf4.block_scale.block32.collector::b::lastuse [%r0], %rd0, %rd1, [%r7], %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.sp.block_scale.collector::b::use", "cta_group::1 cta_group::2 kind::mxf4 kind::mxf4nvf4 block16 block32 scale_vec::2X scale_vec::4X @collector_a", TC_SCALED_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(9, 4), &[Arch(107)], TENSOR_CORE, "tcgen05.mma.sp.cta_group::1.kind::mxf4.block_scale.block32.collector::b::use [%r0], %rd0, %rd1, [%r7], %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.sp.collector::b::discard", "cta_group::1 cta_group::2 kind::f16 kind::tf32 kind::f8f6f4 ashift @collector_a", TC_MMA_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.mma.sp.cta_group::1.kind::f16.collector::a::fill.collector::b::discard [%r0], %rd0, %rd1, [%r7], %r1, %p0;"),
    row("tcgen05.mma.sp.collector::b::fill", "cta_group::1 cta_group::2 kind::f16 kind::tf32 kind::f8f6f4 ashift @collector_a", TC_MMA_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.mma.sp.cta_group::1.kind::f16.collector::a::fill.collector::b::fill [%r0], %rd0, %rd1, [%r7], %r1, %p0;"),
    row("tcgen05.mma.sp.collector::b::lastuse", "cta_group::1 cta_group::2 kind::f16 kind::tf32 kind::f8f6f4 ashift @collector_a", TC_MMA_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.mma.sp.cta_group::1.kind::f16.collector::a::fill.collector::b::lastuse [%r0], %rd0, %rd1, [%r7], %r1, %p0;"),
    row("tcgen05.mma.sp.collector::b::use", "cta_group::1 cta_group::2 kind::f16 kind::tf32 kind::f8f6f4 ashift @collector_a", TC_MMA_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.mma.sp.cta_group::1.kind::f16.collector::a::fill.collector::b::use [%r0], %rd0, %rd1, [%r7], %r1, %p0;"),
    row("tcgen05.mma.sp.cta_group::1", "kind::f16 kind::tf32 kind::f8f6f4 ashift @collector_a", TC_MMA_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA, ptx(8, 6), BLACKWELL, TENSOR_CORE, "tcgen05.mma.sp.cta_group::1.kind::f16.collector::a::fill [%r0], %rd0, %rd1, [%r7], %r1, %p0;"),
    row("tcgen05.mma.sp.cta_group::1.kind::i8", "ashift @collector_a", TC_MMA_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA, ptx(8, 6), BLACKWELL_I8, TENSOR_CORE, "tcgen05.mma.sp.cta_group::1.kind::i8 [%r0], %rd0, %rd1, [%r7], %r1, %p0;"),
    row("tcgen05.mma.sp.cta_group::1.kind::mxf4.block_scale", "block32 @collector_a", TC_SCALED_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA, ptx(8, 8), BLACKWELL_EXACT, TENSOR_CORE, "tcgen05.mma.sp.cta_group::1.kind::mxf4.block_scale.block32 [%r0], %rd0, %rd1, [%r7], %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.sp.cta_group::1.kind::mxf4.block_scale.scale_vec::2X", "@collector_a", TC_SCALED_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA, ptx(8, 6), BLACKWELL_EXACT, TENSOR_CORE, "tcgen05.mma.sp.cta_group::1.kind::mxf4.block_scale.scale_vec::2X [%r0], %rd0, %rd1, [%r7], %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.sp.cta_group::1.kind::mxf4nvf4.block_scale", "block32 block16 @collector_a", TC_SCALED_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA, ptx(8, 8), BLACKWELL_EXACT, TENSOR_CORE, "tcgen05.mma.sp.cta_group::1.kind::mxf4nvf4.block_scale.block16 [%r0], %rd0, %rd1, [%r7], %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.sp.cta_group::1.kind::mxf4nvf4.block_scale.scale_vec::2X", "@collector_a", TC_SCALED_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA, ptx(8, 7), BLACKWELL_EXACT, TENSOR_CORE, "tcgen05.mma.sp.cta_group::1.kind::mxf4nvf4.block_scale.scale_vec::2X [%r0], %rd0, %rd1, [%r7], %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.sp.cta_group::1.kind::mxf4nvf4.block_scale.scale_vec::4X", "@collector_a", TC_SCALED_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA, ptx(8, 7), BLACKWELL_EXACT, TENSOR_CORE, "tcgen05.mma.sp.cta_group::1.kind::mxf4nvf4.block_scale.scale_vec::4X [%r0], %rd0, %rd1, [%r7], %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.sp.cta_group::1.kind::mxf8f6f4.block_scale", "block32 @collector_a", TC_SCALED_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA, ptx(8, 8), BLACKWELL, TENSOR_CORE, "tcgen05.mma.sp.cta_group::1.kind::mxf8f6f4.block_scale.block32 [%r0], %rd0, %rd1, [%r7], %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.sp.cta_group::1.kind::mxf8f6f4.block_scale.scale_vec::1X", "@collector_a", TC_SCALED_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA, ptx(8, 6), BLACKWELL_EXACT, TENSOR_CORE, "tcgen05.mma.sp.cta_group::1.kind::mxf8f6f4.block_scale.scale_vec::1X [%r0], %rd0, %rd1, [%r7], %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.sp.cta_group::2", "kind::f16 kind::tf32 kind::f8f6f4 ashift @collector_a", TC_MMA_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(8, 6), BLACKWELL, TENSOR_CORE, "tcgen05.mma.sp.cta_group::2.kind::f16.collector::a::fill [%r0], %rd0, %rd1, [%r7], %r1, %p0;"),
    row("tcgen05.mma.sp.cta_group::2.kind::i8", "ashift @collector_a", TC_MMA_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(8, 6), BLACKWELL_I8, TENSOR_CORE, "tcgen05.mma.sp.cta_group::2.kind::i8 [%r0], %rd0, %rd1, [%r7], %r1, %p0;"),
    row("tcgen05.mma.sp.cta_group::2.kind::mxf4.block_scale", "block32 @collector_a", TC_SCALED_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(8, 8), BLACKWELL_EXACT, TENSOR_CORE, "tcgen05.mma.sp.cta_group::2.kind::mxf4.block_scale.block32 [%r0], %rd0, %rd1, [%r7], %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.sp.cta_group::2.kind::mxf4.block_scale.scale_vec::2X", "@collector_a", TC_SCALED_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(8, 6), BLACKWELL_EXACT, TENSOR_CORE, "tcgen05.mma.sp.cta_group::2.kind::mxf4.block_scale.scale_vec::2X [%r0], %rd0, %rd1, [%r7], %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.sp.cta_group::2.kind::mxf4nvf4.block_scale", "block32 block16 @collector_a", TC_SCALED_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(8, 8), BLACKWELL_EXACT, TENSOR_CORE, "tcgen05.mma.sp.cta_group::2.kind::mxf4nvf4.block_scale.block16 [%r0], %rd0, %rd1, [%r7], %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.sp.cta_group::2.kind::mxf4nvf4.block_scale.scale_vec::2X", "@collector_a", TC_SCALED_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(8, 7), BLACKWELL_EXACT, TENSOR_CORE, "tcgen05.mma.sp.cta_group::2.kind::mxf4nvf4.block_scale.scale_vec::2X [%r0], %rd0, %rd1, [%r7], %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.sp.cta_group::2.kind::mxf4nvf4.block_scale.scale_vec::4X", "@collector_a", TC_SCALED_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(8, 7), BLACKWELL_EXACT, TENSOR_CORE, "tcgen05.mma.sp.cta_group::2.kind::mxf4nvf4.block_scale.scale_vec::4X [%r0], %rd0, %rd1, [%r7], %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.sp.cta_group::2.kind::mxf8f6f4.block_scale", "block32 @collector_a", TC_SCALED_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(8, 8), BLACKWELL, TENSOR_CORE, "tcgen05.mma.sp.cta_group::2.kind::mxf8f6f4.block_scale.block32 [%r0], %rd0, %rd1, [%r7], %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.sp.cta_group::2.kind::mxf8f6f4.block_scale.scale_vec::1X", "@collector_a", TC_SCALED_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(8, 6), BLACKWELL_EXACT, TENSOR_CORE, "tcgen05.mma.sp.cta_group::2.kind::mxf8f6f4.block_scale.scale_vec::1X [%r0], %rd0, %rd1, [%r7], %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.sp.kind::mxf8f6f4.block_scale.collector::b::discard", "cta_group::1 cta_group::2 block32 scale_vec::1X @collector_a", TC_SCALED_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.mma.sp.cta_group::1.kind::mxf8f6f4.block_scale.block32.collector::b::discard [%r0], %rd0, %rd1, [%r7], %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.sp.kind::mxf8f6f4.block_scale.collector::b::fill", "cta_group::1 cta_group::2 block32 scale_vec::1X @collector_a", TC_SCALED_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.mma.sp.cta_group::1.kind::mxf8f6f4.block_scale.block32.collector::b::fill [%r0], %rd0, %rd1, [%r7], %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.sp.kind::mxf8f6f4.block_scale.collector::b::lastuse", "cta_group::1 cta_group::2 block32 scale_vec::1X @collector_a", TC_SCALED_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.mma.sp.cta_group::1.kind::mxf8f6f4.block_scale.block32.collector::b::lastuse [%r0], %rd0, %rd1, [%r7], %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.sp.kind::mxf8f6f4.block_scale.collector::b::use", "cta_group::1 cta_group::2 block32 scale_vec::1X @collector_a", TC_SCALED_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.mma.sp.cta_group::1.kind::mxf8f6f4.block_scale.block32.collector::b::use [%r0], %rd0, %rd1, [%r7], %r1, [%r2], [%r3], %p0;"),
    row("tcgen05.mma.sp.kind::ti16", "cta_group::1 cta_group::2 ashift @collector_a collector::b::fill collector::b::use collector::b::lastuse collector::b::discard", TC_MMA_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA_PAIR, ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.mma.sp.cta_group::1.kind::ti16.collector::b::fill [%r0], %rd0, %rd1, [%r7], %r1, %p0;"),
    row("tcgen05.mma.ws.cta_group::1", "kind::f16 kind::tf32 kind::f8f6f4 @collector_b", TC_WS, Next, Uniform::NoResult, Alone, TCGEN05_MMA, ptx(8, 6), BLACKWELL, TENSOR_CORE, "tcgen05.mma.ws.cta_group::1.kind::f16.collector::b1::fill [%r0], %rd0, %rd1, %r1, %p0, %rd2;"),
    row("tcgen05.mma.ws.cta_group::1.kind::i8", "@collector_b", TC_WS, Next, Uniform::NoResult, Alone, TCGEN05_MMA, ptx(8, 6), BLACKWELL_I8, TENSOR_CORE, "tcgen05.mma.ws.cta_group::1.kind::i8.collector::b1::fill [%r0], %rd0, %rd1, %r1, %p0, %rd2;"),
    row("tcgen05.mma.ws.cta_group::1.kind::ti16", "@collector_b", TC_WS, Next, Uniform::NoResult, Alone, TCGEN05_MMA, ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.mma.ws.cta_group::1.kind::ti16.collector::b1::fill [%r0], %rd0, %rd1, %r1, %p0, %rd2;"),
    row("tcgen05.mma.ws.sp.cta_group::1", "kind::f16 kind::tf32 kind::f8f6f4 @collector_b", TC_WS_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA, ptx(8, 6), BLACKWELL, TENSOR_CORE, "tcgen05.mma.ws.sp.cta_group::1.kind::f16.collector::b1::fill [%r0], %rd0, %rd1, [%r7], %r1, %p0, %rd2;"),
    row("tcgen05.mma.ws.sp.cta_group::1.kind::i8", "@collector_b", TC_WS_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA, ptx(8, 6), BLACKWELL_I8, TENSOR_CORE, "tcgen05.mma.ws.sp.cta_group::1.kind::i8.collector::b1::fill [%r0], %rd0, %rd1, [%r7], %r1, %p0, %rd2;"),
    row("tcgen05.mma.ws.sp.cta_group::1.kind::ti16", "@collector_b", TC_WS_SP, Next, Uniform::NoResult, Alone, TCGEN05_MMA, ptx(9, 4), RUBIN, TENSOR_CORE, "tcgen05.mma.ws.sp.cta_group::1.kind::ti16.collector::b1::fill [%r0], %rd0, %rd1, [%r7], %r1, %p0, %rd2;"),
    row("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned", "", &[], Next, Uniform::NoResult, WarpAligned, &[TensorAlloc], ptx(8, 6), BLACKWELL, TENSOR_CORE, "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;"),
    row("tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned", "", &[], Next, Uniform::NoResult, ClusterAligned, &[TensorAlloc], ptx(8, 6), BLACKWELL, TENSOR_CORE, "tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;"),
    row("tcgen05.shift.down", "cta_group::1 cta_group::2", &[A], Next, Uniform::NoResult, Alone, &[Read(Tensor), Write(Tensor), Start(Tcgen05)], ptx(8, 6), BLACKWELL_EXACT, TENSOR_CORE, "tcgen05.shift.cta_group::1.down [%r0];"),
    row("tcgen05.st.sync.aligned", "16x64b 16x128b 16x256b 32x32b x1 x2 x4 x8 x16 x32 x64 x128 unpack::16b b32", &[A, U], Next, Uniform::NoResult, WarpAligned, &[Write(Tensor), Start(Tcgen05)], ptx(8, 6), BLACKWELL, TENSOR_CORE, "tcgen05.st.sync.aligned.32x32b.x2.b32 [%r9], {%r0, %r1};"),
    row("tcgen05.st.sync.aligned.16x32bx2", "x1 x2 x4 x8 x16 x32 x64 x128 unpack::16b b32", &[A, U, U], Next, Uniform::NoResult, WarpAligned, &[Write(Tensor), Start(Tcgen05)], ptx(8, 6), BLACKWELL, TENSOR_CORE, "tcgen05.st.sync.aligned.16x32bx2.x1.unpack::16b.b32 [%r9], 2, {%r0};"),
    row("tcgen05.wait::ld.sync.aligned", "", &[], Next, Uniform::NoResult, WarpAligned, &[Wait(Tcgen05)], ptx(8, 6), BLACKWELL, TENSOR_CORE, "tcgen05.wait::ld.sync.aligned;"),
    row("tcgen05.wait::st.sync.aligned", "", &[], Next, Uniform::NoResult, WarpAligned, &[Wait(Tcgen05)], ptx(8, 6), BLACKWELL, TENSOR_CORE, "tcgen05.wait::st.sync.aligned;"),
    row("wgmma.commit_group.sync", "aligned", &[], Next, Uniform::NoResult, WarpgroupAligned, &[Commit(Wgmma)], ptx(8, 0), &[Arch(90)], WARPGROUP, "wgmma.commit_group.sync.aligned;"),
    row("wgmma.fence.sync", "aligned", &[], Next, Uniform::NoResult, WarpgroupAligned, &[Fence], ptx(8, 0), &[Arch(90)], WARPGROUP, "wgmma.fence.sync.aligned;"),
    row("wgmma.mma_async.sp.sync", "aligned @m64k32 f16 bf16 f32", WGMMA_TRANSPOSE_SP, Next, Uniform::Vary, WarpgroupAligned, WGMMA, ptx(8, 2), &[Arch(90)], WARPGROUP, "wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%f0, %f1, %f2, %f3}, %rd0, %rd1, %r200, 0, %p0, 1, 1, 0, 0;"),
    row("wgmma.mma_async.sp.sync.e4m3", "aligned @m64k64 f16 f32 e5m2", WGMMA_NEGATE_SP, Next, Uniform::Vary, WarpgroupAligned, WGMMA, ptx(8, 2), &[Arch(90)], WARPGROUP, "wgmma.mma_async.sp.sync.aligned.m64n8k64.f32.e4m3.e4m3 {%f0, %f1, %f2, %f3}, %rd0, %rd1, %r200, 0, %p0, 1, 1;"),
    row("wgmma.mma_async.sp.sync.e5m2", "aligned @m64k64 f16 f32 e4m3", WGMMA_NEGATE_SP, Next, Uniform::Vary, WarpgroupAligned, WGMMA, ptx(8, 2), &[Arch(90)], WARPGROUP, "wgmma.mma_async.sp.sync.aligned.m64n8k64.f32.e5m2.e5m2 {%f0, %f1, %f2, %f3}, %rd0, %rd1, %r200, 0, %p0, 1, 1;"),
    row("wgmma.mma_async.sp.sync.s32", "aligned @m64k64 s8 u8 satfinite", WGMMA_INT_SP, Next, Uniform::Vary, WarpgroupAligned, WGMMA, ptx(8, 2), &[Arch(90)], WARPGROUP, "wgmma.mma_async.sp.sync.aligned.m64n8k64.satfinite.s32.s8.s8 {%r0, %r1, %r2, %r3}, %rd0, %rd1, %r200, 0, %p0;"),
    row("wgmma.mma_async.sp.sync.s32.s8.u8", "aligned @m64k64 satfinite", WGMMA_INT_SP, Next, Uniform::Vary, WarpgroupAligned, WGMMA, ptx(8, 4), &[Arch(90)], WARPGROUP, "wgmma.mma_async.sp.sync.aligned.m64n8k64.s32.u8.s8 {%r0, %r1, %r2, %r3}, %rd0, %rd1, %r200, 0, %p0;"),
    row("wgmma.mma_async.sp.sync.tf32", "aligned @m64k16 f32", WGMMA_NEGATE_SP, Next, Uniform::Vary, WarpgroupAligned, WGMMA, ptx(8, 2), &[Arch(90)], WARPGROUP, "wgmma.mma_async.sp.sync.aligned.m64n8k16.f32.tf32.tf32 {%f0, %f1, %f2, %f3}, %rd0, %rd1, %r200, 0, %p0, 1, 1;"),
    row("wgmma.mma_async.sync", "aligned @m64k16 f16 bf16 f32", WGMMA_TRANSPOSE, Next, Uniform::Vary, WarpgroupAligned, WGMMA, ptx(8, 0), &[Arch(90)], WARPGROUP, "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %rd0, %rd1, %p0, 1, 1, 0, 0;"),
    row("wgmma.mma_async.sync.b1.and.popc", "aligned @m64k256 s32", WGMMA_INT, Next, Uniform::Vary, WarpgroupAligned, WGMMA, ptx(8, 0), &[Arch(90)], WARPGROUP, "wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc {%r0, %r1, %r2, %r3}, %rd0, %rd1, %p0;"),
    row("wgmma.mma_async.sync.e4m3", "aligned @m64k32 f16 f32 e5m2", WGMMA_NEGATE, Next, Uniform::Vary, WarpgroupAligned, WGMMA, ptx(8, 0), &[Arch(90)], WARPGROUP, "wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3 {%f0, %f1, %f2, %f3}, %rd0, %rd1, %p0, 1, 1;"),
    row("wgmma.mma_async.sync.e5m2", "aligned @m64k32 f16 f32 e4m3", WGMMA_NEGATE, Next, Uniform::Vary, WarpgroupAligned, WGMMA, ptx(8, 0), &[Arch(90)], WARPGROUP, "wgmma.mma_async.sync.aligned.m64n8k32.f32.e5m2.e5m2 {%f0, %f1, %f2, %f3}, %rd0, %rd1, %p0, 1, 1;"),
    row("wgmma.mma_async.sync.s32", "aligned @m64k32 s8 u8 satfinite", WGMMA_INT, Next, Uniform::Vary, WarpgroupAligned, WGMMA, ptx(8, 0), &[Arch(90)], WARPGROUP, "wgmma.mma_async.sync.aligned.m64n8k32.satfinite.s32.s8.s8 {%r0, %r1, %r2, %r3}, %rd0, %rd1, %p0;"),
    row("wgmma.mma_async.sync.s32.s8.u8", "aligned @m64k32 satfinite", WGMMA_INT, Next, Uniform::Vary, WarpgroupAligned, WGMMA, ptx(8, 4), &[Arch(90)], WARPGROUP, "wgmma.mma_async.sync.aligned.m64n8k32.s32.u8.s8 {%r0, %r1, %r2, %r3}, %rd0, %rd1, %p0;"),
    row("wgmma.mma_async.sync.tf32", "aligned @m64k8 f32", WGMMA_NEGATE, Next, Uniform::Vary, WarpgroupAligned, WGMMA, ptx(8, 0), &[Arch(90)], WARPGROUP, "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%f0, %f1, %f2, %f3}, %rd0, %rd1, %p0, 1, 1;"),
    row("wgmma.wait_group.sync", "aligned", &[U], Next, Uniform::NoResult, WarpgroupAligned, &[Wait(Wgmma)], ptx(8, 0), &[Arch(90)], WARPGROUP, "wgmma.wait_group.sync.aligned 0;"),
    row("wmma.load.sync", "row col aligned a b c global shared shared::cta m16n16k16 m8n32k16 m32n8k16 f16 f32", &[D, A, OU], Next, Uniform::Vary, WarpAligned, &[Read(Named)], ptx(6, 3), &[Sm(70)], WARP, "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, [g], %r9;"),
    row("wmma.load.sync.bf16", "row col aligned a b c global shared shared::cta m16n16k16 m8n32k16 m32n8k16", &[D, A, OU], Next, Uniform::Vary, WarpAligned, &[Read(Named)], ptx(7, 0), &[Sm(80)], WARP, "wmma.load.a.sync.aligned.row.m16n16k16.global.bf16 {%r0, %r1, %r2, %r3}, [g], %r9;"),
    row("wmma.load.sync.m16n16k8", "row col aligned a b c global shared shared::cta tf32 f32", &[D, A, OU], Next, Uniform::Vary, WarpAligned, &[Read(Named)], ptx(7, 0), &[Sm(80)], WARP, "wmma.load.b.sync.aligned.row.m16n16k8.global.tf32 {%r0, %r1, %r2, %r3}, [g], %r9;"),
    row("wmma.load.sync.m8n8k128", "row col aligned a b c global shared shared::cta b1 s32", &[D, A, OU], Next, Uniform::Vary, WarpAligned, &[Read(Named)], ptx(6, 3), &[Sm(75)], WARP, "wmma.load.b.sync.aligned.col.m8n8k128.global.b1 {%r0}, [g], %r9;"),
    row("wmma.load.sync.m8n8k32", "row col aligned a b c global shared shared::cta s4 u4 s32", &[D, A, OU], Next, Uniform::Vary, WarpAligned, &[Read(Named)], ptx(6, 3), &[Sm(75)], WARP, "wmma.load.a.sync.aligned.row.m8n8k32.global.s4 {%r0}, [g], %r9;"),
    row("wmma.load.sync.m8n8k4", "row col aligned a b c global shared shared::cta f64", &[D, A, OU], Next, Uniform::Vary, WarpAligned, &[Read(Named)], ptx(7, 0), &[Sm(80)], WARP, "wmma.load.c.sync.aligned.row.m8n8k4.global.f64 {%fd0, %fd1}, [g], %r9;"),
    row("wmma.load.sync.s32", "row col aligned a b c global shared shared::cta m16n16k16 m8n32k16 m32n8k16", &[D, A, OU], Next, Uniform::Vary, WarpAligned, &[Read(Named)], ptx(6, 3), &[Sm(72)], WARP, "wmma.load.c.sync.aligned.row.m16n16k16.global.s32 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, [g], %r9;"),
    row("wmma.load.sync.s8", "row col aligned a b c global shared shared::cta m16n16k16 m8n32k16 m32n8k16", &[D, A, OU], Next, Uniform::Vary, WarpAligned, &[Read(Named)], ptx(6, 3), &[Sm(72)], WARP, "wmma.load.a.sync.aligned.row.m16n16k16.global.s8 {%r0, %r1}, [g], %r9;"),
    row("wmma.load.sync.u8", "row col aligned a b c global shared shared::cta m16n16k16 m8n32k16 m32n8k16", &[D, A, OU], Next, Uniform::Vary, WarpAligned, &[Read(Named)], ptx(6, 3), &[Sm(72)], WARP, "wmma.load.b.sync.aligned.row.m16n16k16.global.u8 {%r0, %r1}, [g], %r9;"),
    row("wmma.mma.sync", "row col aligned m16n16k16 m8n32k16 m32n8k16 f16 f32 satfinite", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(6, 3), &[Sm(70)], WARP, "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f16 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, {%r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15}, {%r20, %r21, %r22, %r23};"),
    row("wmma.mma.sync.bf16", "row col aligned m16n16k16 m8n32k16 m32n8k16 f32", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(7, 0), &[Sm(80)], WARP, "wmma.mma.sync.aligned.row.col.m16n16k16.f32.bf16.bf16.f32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%f8, %f9, %f10, %f11, %f12, %f13, %f14, %f15};"),
    row("wmma.mma.sync.m16n16k8", "row col aligned tf32 f32", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(7, 0), &[Sm(80)], WARP, "wmma.mma.sync.aligned.row.col.m16n16k8.f32.tf32.tf32.f32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, {%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%f8, %f9, %f10, %f11, %f12, %f13, %f14, %f15};"),
    row("wmma.mma.sync.m8n8k128.and.popc", "row col aligned s32 b1", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(7, 1), &[Sm(80)], WARP, "wmma.mma.and.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 {%r0, %r1}, {%r2}, {%r3}, {%r4, %r5};"),
    row("wmma.mma.sync.m8n8k128.xor.popc", "row col aligned s32 b1", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(6, 3), &[Sm(75)], WARP, "wmma.mma.xor.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 {%r0, %r1}, {%r2}, {%r3}, {%r4, %r5};"),
    row("wmma.mma.sync.m8n8k32", "row col aligned s32 s4 u4 satfinite", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(6, 3), &[Sm(75)], WARP, "wmma.mma.sync.aligned.row.col.m8n8k32.s32.s4.s4.s32.satfinite {%r0, %r1}, {%r2}, {%r3}, {%r4, %r5};"),
    row("wmma.mma.sync.m8n8k4", "row col aligned f64 rn rz rm rp", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(7, 0), &[Sm(80)], WARP, "wmma.mma.sync.aligned.row.col.m8n8k4.f64.f64.f64.f64 {%fd0, %fd1}, {%fd2}, {%fd3}, {%fd4, %fd5};"),
    row("wmma.mma.sync.s32", "row col aligned m16n16k16 m8n32k16 m32n8k16 s8 u8 satfinite", MMA, Next, Uniform::Vary, WarpAligned, &[], ptx(6, 3), &[Sm(72)], WARP, "wmma.mma.sync.aligned.row.col.m16n16k16.s32.u8.u8.s32.satfinite {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, {%r0, %r1}, {%r4, %r5}, {%r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15};"),
    row("wmma.store.d.sync", "row col aligned global shared shared::cta m16n16k16 m8n32k16 m32n8k16 f16 f32", &[A, U, OU], Next, Uniform::NoResult, WarpAligned, &[Write(Named)], ptx(6, 3), &[Sm(70)], WARP, "wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [g], {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, %r9;"),
    row("wmma.store.d.sync.m16n16k8", "row col aligned global shared shared::cta f32", &[A, U, OU], Next, Uniform::NoResult, WarpAligned, &[Write(Named)], ptx(7, 0), &[Sm(80)], WARP, "wmma.store.d.sync.aligned.row.m16n16k8.global.f32 [g], {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, %r9;"),
    row("wmma.store.d.sync.m8n8k128", "row col aligned global shared shared::cta s32", &[A, U, OU], Next, Uniform::NoResult, WarpAligned, &[Write(Named)], ptx(6, 3), &[Sm(75)], WARP, "wmma.store.d.sync.aligned.row.m8n8k128.global.s32 [g], {%r0, %r1}, %r9;"),
    row("wmma.store.d.sync.m8n8k32", "row col aligned global shared shared::cta s32", &[A, U, OU], Next, Uniform::NoResult, WarpAligned, &[Write(Named)], ptx(6, 3), &[Sm(75)], WARP, "wmma.store.d.sync.aligned.row.m8n8k32.global.s32 [g], {%r0, %r1}, %r9;"),
    row("wmma.store.d.sync.m8n8k4", "row col aligned global shared shared::cta f64", &[A, U, OU], Next, Uniform::NoResult, WarpAligned, &[Write(Named)], ptx(7, 0), &[Sm(80)], WARP, "wmma.store.d.sync.aligned.row.m8n8k4.global.f64 [g], {%fd0, %fd1}, %r9;"),
    row("wmma.store.d.sync.s32", "row col aligned global shared shared::cta m16n16k16 m8n32k16 m32n8k16", &[A, U, OU], Next, Uniform::NoResult, WarpAligned, &[Write(Named)], ptx(6, 3), &[Sm(72)], WARP, "wmma.store.d.sync.aligned.row.m16n16k16.global.s32 [g], {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, %r9;"),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Heads as CUTLASS, Triton, LLVM and `nvcc` write them, with the key of the row they must find.
    const HEADS: &[(&str, &str)] = &[
        ("ldmatrix.sync.aligned.m8n8.x4.shared.b16", "ldmatrix.sync.aligned"),
        ("ldmatrix.sync.aligned.x4.trans.m8n8.shared.b16", "ldmatrix.sync.aligned"),
        ("ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8x16.b4x16_p64", "ldmatrix.sync.aligned.m16n16"),
        ("ldmatrix.sync.aligned.m8n16.x4.shared::cta.b8x16.b6x16_p32", "ldmatrix.sync.aligned.m8n16"),
        ("stmatrix.sync.aligned.x4.trans.m8n8.shared.b16", "stmatrix.sync.aligned"),
        ("stmatrix.sync.aligned.m16n8.x4.trans.shared.b8", "stmatrix.sync.aligned.m16n8"),
        ("movmatrix.sync.aligned.m8n8.trans.b16", "movmatrix.sync.aligned"),
        ("mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f32", "mma.sync.aligned.m8n8k4.f16"),
        ("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64", "mma.sync.aligned.m8n8k4.f64"),
        ("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64", "mma.sync.aligned.f64"),
        ("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16", "mma.sync.aligned.m16n8k8.f16"),
        ("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", "mma.sync.aligned.bf16"),
        ("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "mma.sync.aligned.m16n8k16.f16"),
        ("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32", "mma.sync.aligned.tf32"),
        ("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32", "mma.sync.aligned.m16n8k32.f32.e4m3"),
        ("mma.sync.aligned.m16n8k32.row.col.f16.e5m2.e5m2.f16", "mma.sync.aligned.m16n8k32.f16.e5m2"),
        ("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.s8.s32", "mma.sync.aligned.s32"),
        ("mma.sync.aligned.m16n8k32.row.col.s32.s4.u4.s32", "mma.sync.aligned.s32"),
        ("mma.sync.aligned.m8n8k32.row.col.s32.s4.s4.s32.satfinite", "mma.sync.aligned.m8n8k32.s32"),
        ("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc", "mma.sync.aligned.b1.and.popc"),
        ("mma.xor.popc.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32", "mma.sync.aligned.m8n8k128.b1.xor.popc"),
        ("mma.sync.aligned.kind::f8f6f4.m16n8k32.row.col.f32.e2m1.e2m1.f32", "mma.sync.aligned.kind::f8f6f4.f32.e2m1"),
        (
            "mma.sync.aligned.kind::mxf8f6f4.block_scale.scale_vec::1X.m16n8k32.row.col.f32.e2m3.e4m3.f32.ue8m0",
            "mma.sync.aligned.kind::mxf8f6f4.block_scale",
        ),
        (
            "mma.sync.aligned.kind::mxf4nvf4.block_scale.scale_vec::4X.m16n8k64.row.col.f32.e2m1.e2m1.f32.ue4m3",
            "mma.sync.aligned.kind::mxf4nvf4.block_scale.scale_vec::4X.ue4m3",
        ),
        ("mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "mma.sp.sync.aligned.f16"),
        (
            "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.f32.e4m3.e5m2.f32",
            "mma.sp::ordered_metadata.sync.aligned.f32.e4m3",
        ),
        (
            "mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0",
            "mma.sp::ordered_metadata.sync.aligned.kind::mxf4.block_scale",
        ),
        ("wmma.load.a.sync.row.m16n16k16.shared.f16", "wmma.load.sync"),
        ("wmma.load.b.sync.aligned.col.m32n8k16.global.u8", "wmma.load.sync.u8"),
        ("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32", "wmma.mma.sync"),
        ("wmma.mma.xor.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32", "wmma.mma.sync.m8n8k128.xor.popc"),
        ("wmma.store.d.sync.aligned.col.m16n16k16.global.s32", "wmma.store.d.sync.s32"),
        ("wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16", "wgmma.mma_async.sync"),
        ("wgmma.mma_async.sync.aligned.m64n256k32.f16.e4m3.e4m3", "wgmma.mma_async.sync.e4m3"),
        ("wgmma.mma_async.sync.aligned.m64n96k32.s32.u8.s8.satfinite", "wgmma.mma_async.sync.s32.s8.u8"),
        ("wgmma.mma_async.sp.sync.aligned.m64n64k16.f32.tf32.tf32", "wgmma.mma_async.sp.sync.tf32"),
        ("wgmma.wait_group.sync.aligned", "wgmma.wait_group.sync"),
        ("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32", "tcgen05.alloc.cta_group::1.sync.aligned"),
        ("tcgen05.ld.sync.aligned.32x32b.x128.b32", "tcgen05.ld.sync.aligned"),
        ("tcgen05.ld.sync.aligned.16x32bx2.x64.pack::16b.b32", "tcgen05.ld.sync.aligned.16x32bx2"),
        ("tcgen05.cp.cta_group::2.32x128b.warpx4", "tcgen05.cp.cta_group::2"),
        (
            "tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64",
            "tcgen05.commit.mbarrier::arrive::one.multicast::cluster",
        ),
        ("tcgen05.mma.cta_group::1.kind::f16", "tcgen05.mma.cta_group::1"),
        ("tcgen05.mma.cta_group::2.kind::i8", "tcgen05.mma.cta_group::2.kind::i8"),
        (
            "tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16.collector::a::lastuse",
            "tcgen05.mma.cta_group::1.block_scale",
        ),
        (
            "tcgen05.mma.sp.cta_group::2.kind::mxf4.block_scale.scale_vec::2X",
            "tcgen05.mma.sp.cta_group::2.kind::mxf4.block_scale.scale_vec::2X",
        ),
        ("tcgen05.mma.ws.sp.cta_group::1.kind::tf32.collector::b3::lastuse", "tcgen05.mma.ws.sp.cta_group::1"),
    ];

    #[test]
    fn real_heads_find_their_rows() {
        for (head, key) in HEADS {
            assert_eq!(lookup(head).map(|r| r.key), Some(*key), "`{head}`");
        }
    }

    #[test]
    fn the_order_of_modifiers_does_not_matter() {
        for (head, key) in HEADS {
            let (opcode, modifiers) = split_head(head);
            let mut turned: Vec<&str> = modifiers.collect();
            turned.reverse();
            assert_eq!(lookup(&format!("{opcode}.{}", turned.join("."))).map(|r| r.key), Some(*key), "`{head}`");
        }
    }

    #[test]
    fn other_forms_are_unknown() {
        for head in [
            "mma.sync.aligned.m16n8k16.row.col.ftz.f32.f16.f16.f32",
            "mma.m16n8k16.row.col.f32.f16.f16.f32",
            "mma.sync.aligned.m16n8k32.row.col.f32.e2m1.e2m1.f32",
            "mma.sp.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f32.e2m1.e2m1.f32",
            "ldmatrix.sync.aligned.m8n8.x4.global.b16",
            "wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16",
            "tcgen05.mma.ws.cta_group::2.kind::f16",
            "tcgen05.mma.cta_group::1.kind::i8.collector::b::use",
        ] {
            assert!(lookup(head).is_none(), "`{head}`");
        }
    }

    #[test]
    fn nothing_here_belongs_to_one_thread_alone_but_what_tensor_cores_do_by_themselves() {
        for row in ROWS.iter().filter(|r| r.converge == Alone) {
            assert!(row.effects.iter().any(|e| matches!(e, Start(Tcgen05) | Commit(Tcgen05) | Fence)), "`{}`", row.key);
        }
    }
}
