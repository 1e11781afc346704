//! Texture and surface instructions.
use crate::isa::*;
use Converge::*;
use Effect::*;
use Flow::*;
use Target::*;

const TEX: &str = "Texture Instructions";
const SURF: &str = "Surface Instructions";

/// The rows of this file.
#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    row("istypep", "texref samplerref surfref", &[D, U], Next, Uniform::Operands, Alone, &[], ptx(4, 0), &[Sm(30)], TEX, "istypep.texref %p0, %rd0;"),
    row("suld.1d_buffer.b", "ca cg cs cv v2 v4 b8 b16 b32 b64 trap clamp zero", &[D, A], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(4, 3), &[Sm(20)], SURF, "suld.b.1d_buffer.b32.trap %r0, [%rd0, {%r0}];"),
    row("suld.b", "1d 2d 3d a1d a2d ca cg cs cv v2 v4 b8 b16 b32 b64 trap clamp zero", &[D, A], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(1, 5), &[Sm(11)], SURF, "suld.b.2d.b32.trap %r0, [%rd0, {%r0,%r1}];"),
    row("suq", "width height depth channel_data_type channel_order b32", &[D, A], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(1, 5), &[Sm(11)], SURF, "suq.width.b32 %r0, [%rd0];"),
    row("suq.array_size", "b32", &[D, A], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(4, 1), &[Sm(20)], SURF, "suq.array_size.b32 %r0, [%rd0];"),
    row("suq.memory_layout", "b32", &[D, A], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(4, 2), &[Sm(20)], SURF, "suq.memory_layout.b32 %r0, [%rd0];"),
    row("sured.b", "1d 2d 3d a1d a2d add min max and or u32 s32 u64 b32 trap clamp zero", &[A, U], Next, Uniform::NoResult, Alone, &[Atomic(Space::Texture)], ptx(2, 0), &[Sm(20)], SURF, "sured.b.add.2d.u32.trap [%rd0, {%r0,%r1}], %r2;"),
    row("sured.b.max.s64", "1d 2d 3d a1d a2d trap clamp zero", &[A, U], Next, Uniform::NoResult, Alone, &[Atomic(Space::Texture)], ptx(8, 1), &[Sm(50)], SURF, "sured.b.max.2d.s64.trap [%rd0, {%r0,%r1}], %rd2;"),
    row("sured.b.max.u64", "1d 2d 3d a1d a2d trap clamp zero", &[A, U], Next, Uniform::NoResult, Alone, &[Atomic(Space::Texture)], ptx(8, 1), &[Sm(50)], SURF, "sured.b.max.2d.u64.trap [%rd0, {%r0,%r1}], %rd2;"),
    row("sured.b.min.s64", "1d 2d 3d a1d a2d trap clamp zero", &[A, U], Next, Uniform::NoResult, Alone, &[Atomic(Space::Texture)], ptx(8, 1), &[Sm(50)], SURF, "sured.b.min.2d.s64.trap [%rd0, {%r0,%r1}], %rd2;"),
    row("sured.b.min.u64", "1d 2d 3d a1d a2d trap clamp zero", &[A, U], Next, Uniform::NoResult, Alone, &[Atomic(Space::Texture)], ptx(8, 1), &[Sm(50)], SURF, "sured.b.min.2d.u64.trap [%rd0, {%r0,%r1}], %rd2;"),
    row("sured.b64.max.p", "1d 2d 3d a1d a2d trap clamp zero", &[A, U], Next, Uniform::NoResult, Alone, &[Atomic(Space::Texture)], ptx(8, 1), &[Sm(50)], SURF, "sured.p.max.1d.b64.trap [%rd0, {%r0}], %rd2;"),
    row("sured.b64.min.p", "1d 2d 3d a1d a2d trap clamp zero", &[A, U], Next, Uniform::NoResult, Alone, &[Atomic(Space::Texture)], ptx(8, 1), &[Sm(50)], SURF, "sured.p.min.1d.b64.trap [%rd0, {%r0}], %rd2;"),
    row("sured.p", "1d 2d 3d a1d a2d add min max and or b32 trap clamp zero", &[A, U], Next, Uniform::NoResult, Alone, &[Atomic(Space::Texture)], ptx(2, 0), &[Sm(20)], SURF, "sured.p.add.1d.b32.trap [%rd0, {%r0}], %r2;"),
    row("sust.1d_buffer.b", "wb cg cs wt v2 v4 b8 b16 b32 b64 trap clamp zero", &[A, U], Next, Uniform::NoResult, Alone, &[Write(Space::Texture)], ptx(4, 3), &[Sm(20)], SURF, "sust.b.1d_buffer.b32.trap [%rd0, {%r0}], %r0;"),
    row("sust.b", "1d 2d 3d a1d a2d wb cg cs wt v2 v4 b8 b16 b32 b64 trap clamp zero", &[A, U], Next, Uniform::NoResult, Alone, &[Write(Space::Texture)], ptx(1, 5), &[Sm(11)], SURF, "sust.b.2d.b32.trap [%rd0, {%r0,%r1}], %r0;"),
    row("sust.p", "1d 2d 3d a1d a2d wb cg cs wt v2 v4 b32 trap clamp zero", &[A, U], Next, Uniform::NoResult, Alone, &[Write(Space::Texture)], ptx(2, 0), &[Sm(20)], SURF, "sust.p.1d.b32.trap [%rd0, {%r0}], %r0;"),
    row("tex", "base 1d 2d 3d a1d a2d cube acube v4 f32 s32 u32", &[D, A, OU, OU], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(1, 0), &[Sm(10)], TEX, "tex.2d.v4.f32.f32 {%f0,%f1,%f2,%f3}, [%rd0, {%f0,%f1}];"),
    row("tex.2dms", "base v4 f32 s32 u32 f16 f16x2 v2", &[D, A, OU, OU], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(3, 2), &[Sm(30)], TEX, "tex.2dms.v4.f32.s32 {%f0,%f1,%f2,%f3}, [%rd0, {%r0,%r1,%r2,%r3}];"),
    row("tex.a2dms", "base v4 f32 s32 u32 f16 f16x2 v2", &[D, A, OU, OU], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(3, 2), &[Sm(30)], TEX, "tex.a2dms.v4.f32.s32 {%f0,%f1,%f2,%f3}, [%rd0, {%r0,%r1,%r2,%r3}];"),
    row("tex.acube.grad", "v4 f32 s32 u32", &[D, A, U, U, OU, OU], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(4, 3), &[Sm(20)], TEX, "tex.grad.acube.v4.f32.f32 {%f0,%f1,%f2,%f3}, [%rd0, {%r0,%f1,%f2,%f3}], {%f2,%f3,%f4,%f5}, {%f4,%f5,%f6,%f7};"),
    row("tex.cube.grad", "v4 f32 s32 u32", &[D, A, U, U, OU, OU], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(4, 3), &[Sm(20)], TEX, "tex.grad.cube.v4.f32.f32 {%f0,%f1,%f2,%f3}, [%rd0, {%f0,%f1,%f2,%f3}], {%f2,%f3,%f4,%f5}, {%f4,%f5,%f6,%f7};"),
    row("tex.f16", "base 1d 2d 3d a1d a2d cube acube v4 f32 s32", &[D, A, OU, OU], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(4, 2), &[Sm(53)], TEX, "tex.2d.v4.f16.f32 {%h0,%h1,%h2,%h3}, [%rd0, {%f0,%f1}];"),
    row("tex.f16.grad", "1d 2d 3d a1d a2d cube acube v4 f32 s32", &[D, A, U, U, OU, OU], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(4, 2), &[Sm(53)], TEX, "tex.grad.2d.v4.f16.f32 {%h0,%h1,%h2,%h3}, [%rd0, {%f0,%f1}], {%f2,%f3}, {%f4,%f5};"),
    row("tex.f16.level", "1d 2d 3d a1d a2d cube acube v4 f32 s32", &[D, A, U, OU, OU], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(4, 2), &[Sm(53)], TEX, "tex.level.2d.v4.f16.f32 {%h0,%h1,%h2,%h3}, [%rd0, {%f0,%f1}], %f4;"),
    row("tex.f16x2", "base 1d 2d 3d a1d a2d cube acube v2 f32 s32", &[D, A, OU, OU], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(4, 2), &[Sm(53)], TEX, "tex.2d.v2.f16x2.f32 {%r0,%r1}, [%rd0, {%f0,%f1}];"),
    row("tex.f16x2.grad", "1d 2d 3d a1d a2d cube acube v2 f32 s32", &[D, A, U, U, OU, OU], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(4, 2), &[Sm(53)], TEX, "tex.grad.2d.v2.f16x2.f32 {%r0,%r1}, [%rd0, {%f0,%f1}], {%f2,%f3}, {%f4,%f5};"),
    row("tex.f16x2.level", "1d 2d 3d a1d a2d cube acube v2 f32 s32", &[D, A, U, OU, OU], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(4, 2), &[Sm(53)], TEX, "tex.level.2d.v2.f16x2.f32 {%r0,%r1}, [%rd0, {%f0,%f1}], %f4;"),
    row("tex.grad", "1d 2d 3d a1d a2d v4 f32 s32 u32", &[D, A, U, U, OU, OU], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(2, 0), &[Sm(20)], TEX, "tex.grad.2d.v4.f32.f32 {%f0,%f1,%f2,%f3}, [%rd0, {%f0,%f1}], {%f2,%f3}, {%f4,%f5};"),
    row("tex.level", "1d 2d 3d a1d a2d cube acube v4 f32 s32 u32", &[D, A, U, OU, OU], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(2, 0), &[Sm(20)], TEX, "tex.level.2d.v4.f32.f32 {%f0,%f1,%f2,%f3}, [%rd0, {%f0,%f1}], %f4;"),
    row("tld4", "r g b a 2d v4 f32 s32 u32", &[D, A, OU, OU], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(2, 2), &[Sm(20)], TEX, "tld4.r.2d.v4.f32.f32 {%f0,%f1,%f2,%f3}, [%rd0, {%f0,%f1}];"),
    row("tld4.a2d", "r g b a v4 f32 s32 u32", &[D, A, OU, OU], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(4, 3), &[Sm(20)], TEX, "tld4.r.a2d.v4.f32.f32 {%f0,%f1,%f2,%f3}, [%rd0, {%r0,%f1,%f2,%f3}];"),
    row("tld4.acube", "r g b a v4 f32 s32 u32", &[D, A, OU, OU], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(4, 3), &[Sm(20)], TEX, "tld4.r.acube.v4.f32.f32 {%f0,%f1,%f2,%f3}, [%rd0, {%r0,%f1,%f2,%f3}];"),
    row("tld4.cube", "r g b a v4 f32 s32 u32", &[D, A, OU, OU], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(4, 3), &[Sm(20)], TEX, "tld4.r.cube.v4.f32.f32 {%f0,%f1,%f2,%f3}, [%rd0, {%f0,%f1,%f2,%f3}];"),
    row("txq", "width height depth channel_data_type channel_order normalized_coords filter_mode addr_mode_0 addr_mode_1 addr_mode_2 force_unnormalized_coords b32", &[D, A], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(1, 5), &[Sm(10)], TEX, "txq.width.b32 %r0, [%rd0];"),
    row("txq.array_size", "b32", &[D, A], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(4, 1), &[Sm(30)], TEX, "txq.array_size.b32 %r0, [%rd0];"),
    row("txq.level", "width height depth b32", &[D, A, U], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(4, 3), &[Sm(30)], TEX, "txq.level.width.b32 %r0, [%rd0], %r1;"),
    row("txq.num_mipmap_levels", "b32", &[D, A], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(4, 1), &[Sm(30)], TEX, "txq.num_mipmap_levels.b32 %r0, [%rd0];"),
    row("txq.num_samples", "b32", &[D, A], Next, Uniform::Load, Alone, &[Read(Space::Texture)], ptx(4, 1), &[Sm(30)], TEX, "txq.num_samples.b32 %r0, [%rd0];"),
];
