// Packed 8-bit and 16-bit integer intrinsics, dot products, video instructions.
// corpus: nvrtc
__global__ void packed(unsigned *d, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned a = d[3 * i], b = d[3 * i + 1], c = d[3 * i + 2];
    unsigned r = __vadd4(a, b) ^ __vadd2(b, c) ^ __vaddss2(a, c) ^ __vaddus4(a, b);
    r += __vsub4(a, b) ^ __vsubss4(b, c) ^ __vavgu4(a, c) ^ __vavgs2(a, b);
    r += __vabs4(a) ^ __vabsdiffu4(a, b) ^ __vabsdiffs2(b, c) ^ __vneg2(c);
    r += __vcmpeq4(a, b) ^ __vcmpgtu2(b, c) ^ __vcmplts4(a, c) ^ __vseteq2(a, b);
    r += __vmaxs4(a, b) ^ __vminu2(b, c) ^ __vsads4(a, b) ^ __vsadu2(b, c);
    r += __vimax3_s32(a, b, c) ^ __viaddmax_s16x2(a, b, c) ^ __vimin_s16x2_relu(a, b);
    d[3 * i] = r + __dp4a(int(a), int(b), int(c)) + __dp2a_lo(a, b, c) + __dp2a_hi(a, b, c);
}

__global__ void video(unsigned *d) {
    unsigned a = d[0], b = d[1], c = d[2], r = 0, t;
    asm("vadd.u32.u32.u32.sat %0, %1.b0, %2.h1;" : "=r"(t) : "r"(a), "r"(b));
    r ^= t;
    asm("vsub.s32.u32.s32.add %0, %1.b3, %2, %3;" : "=r"(t) : "r"(a), "r"(b), "r"(c));
    r ^= t;
    asm("vabsdiff.u32.s32.s32.min %0, %1.h0, %2.b2, %3;" : "=r"(t) : "r"(a), "r"(b), "r"(c));
    r ^= t;
    asm("vmad.s32.s32.u32.sat.shr7 %0, %1.b1, %2.b2, %3;" : "=r"(t) : "r"(a), "r"(b), "r"(c));
    r ^= t;
    asm("vshl.u32.u32.u32.wrap.min %0, %1, %2.b0, %3;" : "=r"(t) : "r"(a), "r"(b), "r"(c));
    r ^= t;
    asm("vset.s32.u32.ge.max %0, %1.h1, %2, %3;" : "=r"(t) : "r"(a), "r"(b), "r"(c));
    r ^= t;
    asm("vadd2.s32.s32.s32.add %0, %1.h32, %2.h13, %3;"
        : "=r"(t)
        : "r"(a), "r"(b), "r"(c));
    r ^= t;
    asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(t) : "r"(a), "r"(b), "r"(c));
    r ^= t;
    asm("vset4.u32.u32.ne %0.b320, %1.b7654, %2.b3012, %3;" : "=r"(t) : "r"(a), "r"(b), "r"(c));
    d[3] = r ^ t;
}
