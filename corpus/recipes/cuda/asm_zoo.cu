// Inline assembly in every style that real code uses: scopes with repeated
// register and label names, nested scopes, predicates, immediates of all
// formats, comments, vectors, unusual spacing, special registers.
// corpus: nvrtc variants=lineinfo,G
using u32 = unsigned;
using u64 = unsigned long long;

__device__ __forceinline__ u32 clamp_add(u32 a, u32 b) {
    u32 r;
    asm("{\n\t"
        ".reg .pred p, q;\n\t"
        ".reg .u32 t<4>;\n\t"
        "add.u32 t0, %1, %2;\n\t"
        "setp.lt.u32 p|q, t0, %1;\n\t"
        "selp.u32 t1, 0xffffffff, t0, p;\n\t"
        "@!q sub.u32 t1, t1, 0U;\n\t"
        "mov.u32 %0, t1;\n\t"
        "}"
        : "=r"(r)
        : "r"(a), "r"(b));
    return r;
}

__device__ __forceinline__ u32 count_down(u32 n) {
    u32 steps = 0;
    asm volatile(
        "{\n"
        "  .reg .pred p;\n"
        "loop:\n"
        "  setp.eq.u32 p, %1, 0;\n"
        "  @p bra end;\n"
        "  { .reg .u32 n; and.b32 n, %1, 1; add.u32 %0, %0, n; }\n"
        "  shr.u32 %1, %1, 1;\n"
        "  bra loop;\n"
        "end:\n"
        "}\n"
        : "+r"(steps), "+r"(n));
    return steps;
}

extern "C" __global__ void scopes(u32 *x) {
    u32 v = x[threadIdx.x];
    for (int i = 0; i < 3; ++i) v = clamp_add(v, count_down(v));
    v += count_down(~v);
#pragma unroll
    for (int i = 0; i < 4; ++i)
        asm volatile("{ .reg .u32 %%tmp; // one of four copies\n"
                     "  /* shadowed */ { .reg .f32 %%tmp; mov.f32 %%tmp, 0f3F800000; }\n"
                     "  mul.lo.u32 %%tmp,%0,%1;xor.b32 %0,%%tmp,%0; }"
                     : "+r"(v)
                     : "n"(17 + 2));
    x[threadIdx.x] = v;
}

extern "C" __global__ void unique_labels(int *x) {
    int v = x[threadIdx.x];
    for (int i = 0; i < x[0]; ++i)
        asm volatile("{.reg .pred p;\n"
                     "$retry_%=: setp.gt.s32 p, %0, 100;\n"
                     "@p bra.uni $out_%=;\n"
                     "mad.lo.s32 %0, %0, 2, 1;\n"
                     "bra.uni $retry_%=;\n"
                     "$out_%=:}"
                     : "+r"(v));
    x[threadIdx.x] = v;
}

extern "C" __global__ void immediates(float *f, double *d, int *s, u64 *w) {
    asm volatile("add.f32 %0, %0, 0f40490FDB; mul.f32 %0, %0, 1.5; fma.rn.f32 %0, %0, 2.5e-3, 3.0;"
                 : "+f"(f[0]));
    asm volatile("add.f64 %0, %0, 0d400921FB54442D18; sub.f64 %0, %0, 1.0E+2;" : "+d"(d[0]));
    asm volatile("add.s32 %0, %0, 0x7F; sub.s32 %0, %0, 017; xor.b32 %0, %0, 0b101; "
                 "add.s32 %0, %0, -5; mul.lo.s32 %0, %0, (3 * 4 + 1);"
                 : "+r"(s[0]));
    asm volatile("and.b64 %0, %0, 0xFFFFFFFF00000000U; shl.b64 %0, %0, 7;" : "+l"(w[0]));
    asm volatile("mov.u32 %0, WARP_SZ;" : "=r"(s[1]));
}

extern "C" __global__ void special(u32 *x, u64 *w) {
    u32 r;
    int i = 0;
#define READ(name)                                   \
    asm volatile("mov.u32 %0, %%" name ";" : "=r"(r)); \
    x[i++] = r;
    READ("tid.z")
    READ("ntid.y")
    READ("ctaid.y")
    READ("nctaid.z")
    READ("laneid")
    READ("warpid")
    READ("nwarpid")
    READ("smid")
    READ("nsmid")
    READ("lanemask_lt")
    READ("lanemask_eq")
    READ("lanemask_ge")
    READ("clock")
    READ("clock_hi")
    READ("dynamic_smem_size")
    READ("total_smem_size")
    READ("envreg7")
    READ("globaltimer_lo")
#undef READ
    asm volatile("mov.u64 %0, %%gridid;" : "=l"(w[0]));
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(w[1]));
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(w[2]));
}

extern "C" __global__ void carries(u32 *a, const u32 *b) {
    asm volatile(
        "add.cc.u32 %0, %0, %4;\n\taddc.cc.u32 %1, %1, %5;\n\taddc.cc.u32 %2, %2, %6;\n\t"
        "addc.u32 %3, %3, %7;"
        : "+r"(a[0]), "+r"(a[1]), "+r"(a[2]), "+r"(a[3])
        : "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]));
    asm volatile("mad.lo.cc.u32 %0, %2, %3, %0; madc.hi.u32 %1, %2, %3, %1;"
                 : "+r"(a[4]), "+r"(a[5])
                 : "r"(b[0]), "r"(b[1]));
    asm volatile("sub.cc.u32 %0, %0, %2; subc.u32 %1, %1, %3;"
                 : "+r"(a[6]), "+r"(a[7])
                 : "r"(b[2]), "r"(b[3]));
}

extern "C" __global__ void memory(u32 *p, float4 *v, u64 *w) {
    u32 r, s;
    asm volatile("ld.volatile.global.u32 %0, [%1+8];" : "=r"(r) : "l"(p));
    asm volatile("ld.global.ca.v2.u32 {%0, %1}, [%2];" : "=r"(r), "=r"(s) : "l"(p));
    asm volatile("ld.relaxed.sys.global.u32 %0, [%1];" : "=r"(r) : "l"(p));
    asm volatile("ld.acquire.gpu.u32 %0, [%1+-4];" : "=r"(s) : "l"(p + 1) : "memory");
    asm volatile("st.release.cta.global.u32 [%0], %1;" ::"l"(p), "r"(r) : "memory");
    asm volatile("st.global.cs.v4.f32 [%0], {%1, %1, %1, %1};" ::"l"(v), "f"(1.0f) : "memory");
    asm volatile("red.global.add.u32 [%0], %1; red.relaxed.gpu.global.max.s32 [%0+4], %1;" ::"l"(p),
                 "r"(s)
                 : "memory");
    asm volatile("atom.global.cas.b64 %0, [%1], %0, %2;" : "+l"(w[0]) : "l"(w + 1), "l"(w[2]));
    asm volatile("atom.acq_rel.sys.global.exch.b32 %0, [%1], %2;" : "=r"(r) : "l"(p), "r"(s));
    asm volatile("prefetch.global.L1 [%0]; prefetch.global.L2 [%0]; prefetchu.L1 [%0];" ::"l"(p));
    asm volatile("membar.cta; membar.gl; membar.sys; fence.sc.gpu; fence.acq_rel.cta;" ::: "memory");
    asm volatile("{ .reg .pred g; .reg .u64 a; isspacep.global g, %1; cvta.to.global.u64 a, %1;\n"
                 "  @g ld.global.u32 %0, [a]; }"
                 : "+r"(r)
                 : "l"(p));
    p[9] = r + s;
}

extern "C" __global__ void barriers(u32 *x) {
    u32 v = x[threadIdx.x];
    asm volatile("bar.sync 0;" ::: "memory");
    asm volatile("bar.sync 1, 64; bar.arrive 2, 128; barrier.sync.aligned 3;" ::: "memory");
    asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
    asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %0, 0; bar.red.popc.u32 %0, 4, p;\n"
                 "  barrier.red.and.pred q, 5, 32, !p; selp.u32 %0, 1, %0, q; }"
                 : "+r"(v)::"memory");
    asm volatile("{ .reg .pred p; .reg .b32 m; vote.sync.ballot.b32 m, 1, 0xffffffff;\n"
                 "  setp.ge.u32 p, %0, m; vote.sync.any.pred p, p, m;\n"
                 "  shfl.sync.bfly.b32 %0|p, %0, 1, 0x1f, m; @p add.u32 %0, %0, 1; }"
                 : "+r"(v));
    x[threadIdx.x] = v;
}

extern "C" __global__ void bits(u32 *x, u64 *w, short *h) {
    u32 a = x[0], b = x[1], c = x[2], r;
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    asm("bfe.u32 %0, %0, 3, 9;" : "+r"(r));
    asm("bfi.b32 %0, %1, %0, 8, 4;" : "+r"(r) : "r"(a));
    asm("prmt.b32.f4e %0, %0, %1, %2;" : "+r"(r) : "r"(b), "r"(c));
    asm("shf.l.wrap.b32 %0, %0, %1, %2;" : "+r"(r) : "r"(b), "r"(c));
    asm("bfind.shiftamt.u32 %0, %0; popc.b32 %0, %0; brev.b32 %0, %0; clz.b32 %0, %0;" : "+r"(r));
    asm("sad.s32 %0, %0, %1, %2; slct.s32.s32 %0, %0, %1, %2;" : "+r"(r) : "r"(b), "r"(c));
    asm("{ .reg .b32 lo, hi; mov.b64 {lo, hi}, %0; mov.b64 %0, {hi, lo}; }" : "+l"(w[0]));
    asm("{ .reg .b16 p, q; mov.b32 {p, q}, %0; mov.b32 %0, {q, p}; }" : "+r"(r));
    asm("cvt.sat.u8.s32 %0, %0; cvt.u32.u8 %0, %0;" : "+r"(r));
    asm("mad.wide.s16 %0, %1, %2, %0; mul24.hi.u32 %0, %0, %0;" : "+r"(r) : "h"(h[0]), "h"(h[1]));
    asm("szext.wrap.s32 %0, %0, 7; bmsk.clamp.b32 %0, %0, 3; fns.b32 %0, %0, 2, 1;" : "+r"(r));
    x[3] = r;
}

extern "C" __global__ void indirect(u32 *x) {
    asm volatile(
        "{\n"
        "  .reg .u32 i;\n"
        "  and.b32 i, %0, 3;\n"
        "table: .branchtargets zero, one, two, one;\n"
        "  brx.idx i, table;\n"
        "zero: add.u32 %0, %0, 10; bra done;\n"
        "one: mul.lo.u32 %0, %0, 3; bra done;\n"
        "two: not.b32 %0, %0;\n"
        "done:\n"
        "}\n"
        : "+r"(x[threadIdx.x]));
}

extern "C" __global__ void locals(u32 *x) {
    asm volatile(
        "{\n"
        "  .local .align 8 .b8 stack[64];\n"
        "  .shared .align 4 .u32 slot[32];\n"
        "  .reg .u64 a; .reg .u32 s, t;\n"
        "  mov.u64 a, stack;\n"
        "  st.local.u32 [a+4], %0;\n"
        "  ld.local.u32 t, [stack+4];\n"
        "  mov.u32 s, slot;\n"
        "  st.shared.u32 [s], t;\n"
        "  ld.shared.u32 %0, [slot];\n"
        "}\n"
        : "+r"(x[threadIdx.x])::"memory");
}
