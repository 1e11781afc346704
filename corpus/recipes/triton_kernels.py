"""Triton kernels and the configurations to compile them in.

Read by compile_triton.py; needs the `triton` package.  `KERNELS` is a list of
`Case`: a kernel, the types of its arguments, its constants, and options.
"""

from dataclasses import dataclass, field

import triton
import triton.language as tl
from triton.language.extra import libdevice


@dataclass
class Case:
    """One compilation: `name` is the file's name, `fn` the kernel."""

    name: str
    fn: object
    types: dict
    constants: dict
    options: dict = field(default_factory=dict)
    minimum: int = 0
    only: tuple = ()


@triton.jit
def vector_add(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    tl.store(out + at, tl.load(x + at, mask=mask) + tl.load(y + at, mask=mask), mask=mask)


@triton.jit
def activations(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    v = tl.load(x + at, mask=mask, other=0.0).to(tl.float32)
    gelu = 0.5 * v * (1.0 + libdevice.tanh(0.79788456 * (v + 0.044715 * v * v * v)))
    swish = v * tl.sigmoid(v)
    r = tl.where(v > 0, gelu, swish) + libdevice.erf(v) + tl.exp2(tl.minimum(v, 3.0)) + tl.rsqrt(v * v + 1)
    tl.store(out + at, r.to(out.dtype.element_ty), mask=mask)


@triton.jit
def softmax(x, out, stride, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * stride + at, mask=at < columns, other=-float("inf"))
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(out + row * stride + at, e / tl.sum(e, axis=0), mask=at < columns)


@triton.jit
def softmax_looped(x, out, rows, columns, BLOCK: tl.constexpr):
    for row in tl.range(tl.program_id(0), rows, tl.num_programs(0)):
        top = tl.full((BLOCK,), -float("inf"), tl.float32)
        total = tl.zeros((BLOCK,), tl.float32)
        for start in range(0, columns, BLOCK):
            at = start + tl.arange(0, BLOCK)
            v = tl.load(x + row * columns + at, mask=at < columns, other=-float("inf")).to(tl.float32)
            higher = tl.maximum(top, v)
            total = total * tl.exp(top - higher) + tl.exp(v - higher)
            top = higher
        best = tl.max(top, axis=0)
        scale = tl.sum(total * tl.exp(top - best), axis=0)
        for start in range(0, columns, BLOCK):
            at = start + tl.arange(0, BLOCK)
            v = tl.load(x + row * columns + at, mask=at < columns).to(tl.float32)
            tl.store(out + row * columns + at, tl.exp(v - best) / scale, mask=at < columns)


@triton.jit
def layer_norm(x, out, weight, bias, mean_out, rstd_out, columns, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    x += row * columns
    out += row * columns
    total = tl.zeros((BLOCK,), tl.float32)
    squares = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(x + at, mask=at < columns, other=0.0).to(tl.float32)
        total += v
        squares += v * v
    mean = tl.sum(total, axis=0) / columns
    rstd = 1 / tl.sqrt(tl.sum(squares, axis=0) / columns - mean * mean + eps)
    tl.store(mean_out + row, mean)
    tl.store(rstd_out + row, rstd)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        mask = at < columns
        v = tl.load(x + at, mask=mask).to(tl.float32)
        w = tl.load(weight + at, mask=mask)
        b = tl.load(bias + at, mask=mask)
        tl.store(out + at, (v - mean) * rstd * w + b, mask=mask)


@triton.jit
def layer_norm_backward(x, dy, dw, db, locks, mean, rstd, rows, columns, ROWS: tl.constexpr,
                        BLOCK: tl.constexpr):
    at = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    sum_w = tl.zeros((BLOCK,), tl.float32)
    sum_b = tl.zeros((BLOCK,), tl.float32)
    for r in range(tl.program_id(0) * ROWS, min(rows, tl.program_id(0) * ROWS + ROWS)):
        g = tl.load(dy + r * columns + at, mask=at < columns, other=0.0).to(tl.float32)
        v = tl.load(x + r * columns + at, mask=at < columns, other=0.0).to(tl.float32)
        sum_b += g
        sum_w += g * (v - tl.load(mean + r)) * tl.load(rstd + r)
    lock = locks + tl.program_id(1)
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    sum_w += tl.load(dw + at, mask=at < columns)
    sum_b += tl.load(db + at, mask=at < columns)
    tl.store(dw + at, sum_w, mask=at < columns)
    tl.store(db + at, sum_b, mask=at < columns)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


@triton.jit
def matmul(a, b, c, m, n, k, lda, ldb, ldc, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
           GROUP: tl.constexpr, PRECISION: tl.constexpr, RELU: tl.constexpr):
    pid = tl.program_id(0)
    tiles_m = tl.cdiv(m, BM)
    tiles_n = tl.cdiv(n, BN)
    first = pid // (GROUP * tiles_n) * GROUP
    height = min(tiles_m - first, GROUP)
    tile_m = first + pid % (GROUP * tiles_n) % height
    tile_n = pid % (GROUP * tiles_n) // height
    rm = (tile_m * BM + tl.arange(0, BM)) % m
    rn = (tile_n * BN + tl.arange(0, BN)) % n
    rk = tl.arange(0, BK)
    pa = a + rm[:, None] * lda + rk[None, :]
    pb = b + rk[:, None] * ldb + rn[None, :]
    acc = tl.zeros((BM, BN), tl.float32)
    for i in range(0, tl.cdiv(k, BK)):
        va = tl.load(pa, mask=rk[None, :] < k - i * BK, other=0.0)
        vb = tl.load(pb, mask=rk[:, None] < k - i * BK, other=0.0)
        acc = tl.dot(va, vb, acc, input_precision=PRECISION)
        pa += BK
        pb += BK * ldb
    if RELU:
        acc = tl.maximum(acc, 0.0)
    om = tile_m * BM + tl.arange(0, BM)
    on = tile_n * BN + tl.arange(0, BN)
    mask = (om[:, None] < m) & (on[None, :] < n)
    tl.store(c + om[:, None] * ldc + on[None, :], acc.to(c.dtype.element_ty), mask=mask)


@triton.jit
def matmul_integer(a, b, c, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), tl.int32)
    for i in range(0, k, BK):
        va = tl.load(a + rm[:, None] * k + i + rk[None, :])
        vb = tl.load(b + rn[None, :] * k + i + rk[:, None])
        acc += tl.dot(va, vb)
    tl.store(c + rm[:, None] * BN + rn[None, :], acc)


@triton.jit
def matmul_persistent(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    tiles_n = tl.cdiv(n, BN)
    tiles = tl.cdiv(m, BM) * tiles_n
    rk = tl.arange(0, BK)
    for tile in tl.range(tl.program_id(0), tiles, tl.num_programs(0), flatten=True):
        rm = tile // tiles_n * BM + tl.arange(0, BM)
        rn = tile % tiles_n * BN + tl.arange(0, BN)
        acc = tl.zeros((BM, BN), tl.float32)
        for i in range(0, k, BK):
            va = tl.load(a + rm[:, None] * k + i + rk[None, :], mask=rm[:, None] < m, other=0.0)
            vb = tl.load(b + (i + rk[:, None]) * n + rn[None, :], mask=rn[None, :] < n, other=0.0)
            acc = tl.dot(va, vb, acc)
        mask = (rm[:, None] < m) & (rn[None, :] < n)
        tl.store(c + rm[:, None] * n + rn[None, :], acc.to(c.dtype.element_ty), mask=mask)


@triton.jit
def matmul_split_k(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
                   SPLIT: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.program_id(2) * BK + tl.arange(0, BK)
    acc = tl.zeros((BM, BN), tl.float32)
    for i in range(0, k, BK * SPLIT):
        va = tl.load(a + rm[:, None] * k + i + rk[None, :])
        vb = tl.load(b + (i + rk[:, None]) * n + rn[None, :])
        acc = tl.dot(va, vb, acc)
    mask = (rm[:, None] < m) & (rn[None, :] < n)
    tl.atomic_add(c + rm[:, None] * n + rn[None, :], acc, mask=mask)


@triton.jit
def matmul_descriptor(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
                      SPECIALISE: tl.constexpr):
    da = tl.make_tensor_descriptor(a, shape=[m, k], strides=[k, 1], block_shape=[BM, BK])
    db = tl.make_tensor_descriptor(b, shape=[n, k], strides=[k, 1], block_shape=[BN, BK])
    dc = tl.make_tensor_descriptor(c, shape=[m, n], strides=[n, 1], block_shape=[BM, BN])
    tiles_n = tl.cdiv(n, BN)
    tiles = tl.cdiv(m, BM) * tiles_n
    for tile in tl.range(tl.program_id(0), tiles, tl.num_programs(0)):
        om = tile // tiles_n * BM
        on = tile % tiles_n * BN
        acc = tl.zeros((BM, BN), tl.float32)
        for i in tl.range(0, k, BK, warp_specialize=SPECIALISE):
            acc = tl.dot(da.load([om, i]), db.load([on, i]).T, acc)
        dc.store([om, on], acc.to(c.dtype.element_ty))


@triton.jit
def matmul_host_descriptor(da, db, c, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    om = tl.program_id(0) * BM
    on = tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), tl.float32)
    for i in range(0, k, BK):
        acc = tl.dot(da.load([om, i]), db.load([i, on]), acc)
    rm = om + tl.arange(0, BM)
    rn = on + tl.arange(0, BN)
    tl.store(c + rm[:, None] * n + rn[None, :], acc)


@triton.jit
def attention(q, k, v, out, lse, length, scale, HEAD: tl.constexpr, BM: tl.constexpr,
              BN: tl.constexpr, CAUSAL: tl.constexpr):
    start = tl.program_id(0) * BM
    base = tl.program_id(1).to(tl.int64) * length * HEAD
    rm = start + tl.arange(0, BM)
    rn = tl.arange(0, BN)
    rd = tl.arange(0, HEAD)
    vq = tl.load(q + base + rm[:, None] * HEAD + rd[None, :], mask=rm[:, None] < length, other=0.0)
    top = tl.full((BM,), -float("inf"), tl.float32)
    total = tl.zeros((BM,), tl.float32)
    acc = tl.zeros((BM, HEAD), tl.float32)
    end = min(start + BM, length) if CAUSAL else length
    for at in range(0, end, BN):
        cols = at + rn
        vk = tl.load(k + base + cols[None, :] * HEAD + rd[:, None], mask=cols[None, :] < length,
                     other=0.0)
        s = tl.dot(vq, vk) * (scale * 1.44269504)
        keep = cols[None, :] < length
        if CAUSAL:
            keep = keep & (rm[:, None] >= cols[None, :])
        s = tl.where(keep, s, -1.0e6)
        higher = tl.maximum(top, tl.max(s, axis=1))
        p = tl.exp2(s - higher[:, None])
        shrink = tl.exp2(top - higher)
        total = total * shrink + tl.sum(p, axis=1)
        acc = acc * shrink[:, None]
        vv = tl.load(v + base + cols[:, None] * HEAD + rd[None, :], mask=cols[:, None] < length,
                     other=0.0)
        acc = tl.dot(p.to(vv.dtype), vv, acc)
        top = higher
    tl.store(lse + tl.program_id(1) * length + rm, top + tl.log2(total), mask=rm < length)
    tl.store(out + base + rm[:, None] * HEAD + rd[None, :],
             (acc / total[:, None]).to(out.dtype.element_ty), mask=rm[:, None] < length)


@triton.jit
def histogram_atomic(x, out, n, BLOCK: tl.constexpr):
    for start in range(tl.program_id(0) * BLOCK, n, tl.num_programs(0) * BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(x + at, mask=at < n, other=0)
        tl.atomic_add(out + (v & 255), 1, mask=at < n)


@triton.jit
def histogram_block(x, out, BLOCK: tl.constexpr, BINS: tl.constexpr):
    v = tl.load(x + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))
    tl.atomic_add(out + tl.arange(0, BINS), tl.histogram(v, BINS))


@triton.jit
def atomics(i, f, h, u, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    mask = at < 100
    tl.atomic_max(i + at, at, mask=mask, sem="relaxed")
    tl.atomic_min(i + at + 1, at, sem="acquire", scope="cta")
    tl.atomic_and(i + at + 2, at, sem="release", scope="sys")
    tl.atomic_or(i + at + 3, at)
    tl.atomic_xor(i + at + 4, at)
    v = tl.atomic_add(f + at, 1.5, mask=mask)
    tl.atomic_max(f + at + 1, v)
    tl.atomic_add(h + at, v.to(tl.float16), mask=mask)
    tl.store(u + at, tl.atomic_cas(u + at + 1, at.to(tl.int64), at.to(tl.int64) * 3))
    tl.atomic_xchg(u + at + 5, at.to(tl.int64))


@triton.jit
def combine(a_flag, a_value, b_flag, b_value):
    return a_flag | b_flag, tl.where(b_flag != 0, b_value, a_value + b_value)


@triton.jit
def scans(x, out, flags, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    v = tl.load(x + at)
    tl.store(out + at, tl.cumsum(v, axis=0))
    tl.store(out + at + BLOCK, tl.cumprod(v, axis=0, reverse=True))
    f, s = tl.associative_scan((tl.load(flags + at), v), 0, combine)
    tl.store(out + at + 2 * BLOCK, s + f)


@triton.jit
def sort_rows(x, out, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = rows[:, None] * BLOCK + tl.arange(0, BLOCK)[None, :]
    v = tl.load(x + at)
    tl.store(out + at, tl.sort(v, dim=1, descending=True))


@triton.jit
def arg_reductions(x, index, value, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * columns + at, mask=at < columns, other=-float("inf"))
    best, where = tl.max(v, axis=0, return_indices=True)
    tl.store(index + row * 2, where)
    tl.store(index + row * 2 + 1, tl.argmin(v, axis=0))
    tl.store(value + row, best + tl.xor_sum(at, axis=0))


@triton.jit
def dropout(x, out, n, p, seed, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    v = tl.load(x + at, mask=mask)
    keep = tl.rand(seed, at) > p
    tl.store(out + at, tl.where(keep, v / (1 - p), 0.0) + tl.randn(seed + 1, at) * 1e-3, mask=mask)


@triton.jit
def embedding(table, index, out, width, BLOCK: tl.constexpr):
    row = tl.load(index + tl.program_id(0)).to(tl.int64)
    for start in range(0, width, BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(table + row * width + at, mask=at < width,
                    eviction_policy="evict_last")
        tl.store(out + tl.program_id(0) * width + at, v, mask=at < width,
                 cache_modifier=".cs")


@triton.jit
def cross_entropy(logits, labels, loss, columns, ignore, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    label = tl.load(labels + row)
    if label == ignore:
        tl.store(loss + row, 0.0)
        return
    top = -float("inf")
    total = 0.0
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(logits + row * columns + at, mask=at < columns, other=-float("inf"))
        v = v.to(tl.float32)
        higher = tl.maximum(top, tl.max(v))
        total = total * tl.exp(top - higher) + tl.sum(tl.exp(v - higher))
        top = higher
    picked = tl.load(logits + row * columns + label).to(tl.float32)
    tl.store(loss + row, top + tl.log(total) - picked)


@triton.jit
def transpose(x, out, rows, columns, BLOCK: tl.constexpr):
    r = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    c = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    mask = (r[:, None] < rows) & (c[None, :] < columns)
    v = tl.load(x + r[:, None] * columns + c[None, :], mask=mask)
    tl.store(out + c[:, None] * rows + r[None, :], tl.trans(v), mask=tl.trans(mask))


@triton.jit
def inline_assembly(x, out, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    v = tl.load(x + at)
    r = tl.inline_asm_elementwise(
        """
        {
            .reg .b32 lo, hi;
            and.b32 lo, $1, 0x0f0f0f0f;
            shr.u32 hi, $1, 4;
            lop3.b32 $0, lo, hi, 0xff, 0x6a;
        }
        """, "=r,r", [v], dtype=tl.int32, is_pure=True, pack=1)
    tl.store(out + at, r)


@triton.jit
def checks(x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n, other=1)
    tl.device_assert(v != 0, "a zero among the values")
    tl.device_print("value", v)
    tl.store(x + at, n // v + v % 7, mask=at < n)


@triton.jit
def conversions(x, out8, out16, outb, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    v = tl.load(x + at)
    tl.store(out8 + at, v.to(tl.float8e5))
    tl.store(outb + at, v.to(tl.bfloat16, fp_downcast_rounding="rtne"))
    back = tl.load(out8 + at + BLOCK).to(tl.float16)
    tl.store(out16 + at, back + v.to(tl.float64).to(tl.float16))


def _matmul(name, kind, bm, bn, bk, warps, stages, precision="tf32", relu=False, out=None,
            ctas=1, **more):
    types = {"a": "*" + kind, "b": "*" + kind, "c": "*" + (out or kind)}
    types.update({n: "i32" for n in ("m", "n", "k", "lda", "ldb", "ldc")})
    constants = {"BM": bm, "BN": bn, "BK": bk, "GROUP": 8, "PRECISION": precision, "RELU": relu}
    options = {"num_warps": warps, "num_stages": stages, "num_ctas": ctas}
    return Case(name, matmul, types, constants, options, **more)


def _attention(name, kind, head, bm, bn, causal, warps, stages):
    types = {n: "*" + kind for n in ("q", "k", "v", "out")}
    types.update({"lse": "*fp32", "length": "i32", "scale": "fp32"})
    constants = {"HEAD": head, "BM": bm, "BN": bn, "CAUSAL": causal}
    return Case(name, attention, types, constants, {"num_warps": warps, "num_stages": stages})


def _plain(name, fn, types, constants, **options):
    more = {k: options.pop(k) for k in ("minimum", "only") if k in options}
    return Case(name, fn, dict(t.split(":") for t in types.split()), constants, options, **more)


_ABC = "a:*fp16 b:*fp16 c:*fp16 m:i32 n:i32 k:i32"

KERNELS = [
    _plain("vector_add_f32", vector_add, "x:*fp32 y:*fp32 out:*fp32 n:i32", {"BLOCK": 1024}),
    _plain("vector_add_bf16", vector_add, "x:*bf16 y:*bf16 out:*bf16 n:i64", {"BLOCK": 4096},
           num_warps=8),
    _plain("activations_f16", activations, "x:*fp16 out:*fp16 n:i64", {"BLOCK": 2048}),
    _plain("activations_f64", activations, "x:*fp64 out:*fp64 n:i64", {"BLOCK": 256}),
    _plain("softmax_f32", softmax, "x:*fp32 out:*fp32 stride:i32 columns:i32", {"BLOCK": 2048},
           num_warps=8),
    _plain("softmax_f16_one_warp", softmax, "x:*fp16 out:*fp16 stride:i32 columns:i32",
           {"BLOCK": 128}, num_warps=1),
    _plain("softmax_looped", softmax_looped, "x:*bf16 out:*fp32 rows:i32 columns:i32",
           {"BLOCK": 1024}, num_stages=3),
    _plain("layer_norm_f16", layer_norm,
           "x:*fp16 out:*fp16 weight:*fp16 bias:*fp16 mean_out:*fp32 rstd_out:*fp32 columns:i32 "
           "eps:fp32", {"BLOCK": 1024}),
    _plain("layer_norm_backward", layer_norm_backward,
           "x:*bf16 dy:*bf16 dw:*fp32 db:*fp32 locks:*i32 mean:*fp32 rstd:*fp32 rows:i32 "
           "columns:i32", {"ROWS": 64, "BLOCK": 512}),
    _matmul("matmul_f16_64x64", "fp16", 64, 64, 32, 4, 2),
    _matmul("matmul_f16_128x128", "fp16", 128, 128, 64, 8, 3, relu=True),
    _matmul("matmul_f16_128x256", "fp16", 128, 256, 64, 8, 4, out="fp32"),
    _matmul("matmul_bf16_32x64_two_warps", "bf16", 32, 64, 32, 2, 5),
    _matmul("matmul_f32_tf32", "fp32", 128, 64, 32, 4, 3),
    _matmul("matmul_f32_ieee", "fp32", 64, 64, 16, 4, 2, precision="ieee"),
    _matmul("matmul_f32_tf32x3", "fp32", 64, 64, 16, 4, 2, precision="tf32x3"),
    _matmul("matmul_f8", "fp8e5", 128, 128, 64, 4, 3, out="fp16", minimum=90),
    _matmul("matmul_f16_two_ctas", "fp16", 128, 128, 64, 4, 3, ctas=2, only=(90,)),
    _plain("matmul_integer", matmul_integer, "a:*i8 b:*i8 c:*i32 k:i32",
           {"BM": 64, "BN": 64, "BK": 64}, num_stages=3),
    _plain("matmul_persistent", matmul_persistent, _ABC, {"BM": 128, "BN": 128, "BK": 64},
           num_warps=8, num_stages=3),
    _plain("matmul_split_k", matmul_split_k, "a:*fp16 b:*fp16 c:*fp32 m:i32 n:i32 k:i32",
           {"BM": 64, "BN": 64, "BK": 32, "SPLIT": 4}),
    _plain("matmul_descriptor", matmul_descriptor, _ABC,
           {"BM": 128, "BN": 128, "BK": 64, "SPECIALISE": False}, num_warps=4, num_stages=3,
           minimum=90),
    _plain("matmul_descriptor_specialised", matmul_descriptor, _ABC,
           {"BM": 128, "BN": 128, "BK": 64, "SPECIALISE": True}, num_warps=4, num_stages=3,
           only=(100,)),
    _plain("matmul_host_descriptor", matmul_host_descriptor,
           "da:tensordesc<fp16[128,64]> db:tensordesc<fp16[64,128]> c:*fp32 n:i32 k:i32",
           {"BM": 128, "BN": 128, "BK": 64}, num_warps=4, num_stages=4, minimum=90),
    _attention("attention_f16_d64", "fp16", 64, 128, 64, False, 4, 3),
    _attention("attention_f16_d128_causal", "fp16", 128, 128, 64, True, 8, 3),
    _attention("attention_bf16_d32_causal", "bf16", 32, 64, 32, True, 2, 2),
    _plain("histogram_atomic", histogram_atomic, "x:*i32 out:*i32 n:i32", {"BLOCK": 1024}),
    _plain("histogram_block", histogram_block, "x:*i32 out:*i32", {"BLOCK": 2048, "BINS": 256}),
    _plain("atomics", atomics, "i:*i32 f:*fp32 h:*fp16 u:*i64", {"BLOCK": 128}),
    _plain("scans_f32", scans, "x:*fp32 out:*fp32 flags:*i32", {"BLOCK": 1024}),
    _plain("scans_i64", scans, "x:*i64 out:*i64 flags:*i32", {"BLOCK": 512}, num_warps=2),
    _plain("sort_rows_i32", sort_rows, "x:*i32 out:*i32", {"ROWS": 4, "BLOCK": 256}),
    _plain("sort_rows_f16", sort_rows, "x:*fp16 out:*fp16", {"ROWS": 1, "BLOCK": 1024}),
    _plain("arg_reductions", arg_reductions, "x:*fp32 index:*i32 value:*fp32 columns:i32",
           {"BLOCK": 4096}, num_warps=8),
    _plain("dropout", dropout, "x:*fp32 out:*fp32 n:i32 p:fp32 seed:i32", {"BLOCK": 1024}),
    _plain("embedding", embedding, "table:*fp16 index:*i64 out:*fp16 width:i32", {"BLOCK": 512}),
    _plain("cross_entropy", cross_entropy,
           "logits:*bf16 labels:*i64 loss:*fp32 columns:i32 ignore:i32", {"BLOCK": 4096}),
    _plain("transpose", transpose, "x:*fp16 out:*fp16 rows:i32 columns:i32", {"BLOCK": 64}),
    _plain("inline_assembly", inline_assembly, "x:*i32 out:*i32", {"BLOCK": 256}),
    _plain("checks", checks, "x:*i32 n:i32", {"BLOCK": 256}, debug=True),
    _plain("conversions", conversions, "x:*fp32 out8:*fp8e5 out16:*fp16 outb:*bf16",
           {"BLOCK": 512}),
]
