// Single precision mathematics: library functions, intrinsics, rounding modes.
// corpus: nvrtc variants=fast,lineinfo
__global__ void library(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = x[i], s, c;
    sincosf(v, &s, &c);
    v = sinf(v) + cosf(s) + tanf(c) + asinf(s) + acosf(c) + atan2f(s, c);
    v += expf(s) + exp2f(c) + expm1f(s) + logf(fabsf(v)) + log2f(s * s) + log1pf(c * c);
    v += powf(fabsf(v), s) + cbrtf(v) + hypotf(s, c) + rsqrtf(fabsf(v)) + sqrtf(s * s);
    v += erff(s) + erfcf(c) + tgammaf(s) + lgammaf(c) + j0f(s) + y1f(fabsf(c)) + normcdff(s);
    int e;
    v += frexpf(v, &e) + ldexpf(s, e) + fmodf(v, c) + remainderf(v, s) + floorf(v) + rintf(c);
    v += copysignf(s, v) + fdimf(v, s) + nextafterf(v, c) + roundf(v) + truncf(s);
    if (isnan(v) || isinf(v)) v = signbit(v);
    x[i] = v;
}

__global__ void intrinsics(float *x) {
    float a = x[0], b = x[1], c = x[2];
    float r = __fadd_rz(a, b) + __fadd_ru(a, b) + __fmul_rd(a, b) + __fmaf_rn(a, b, c);
    r += __fdividef(a, b) + __fdiv_rn(a, b) + __frcp_ru(c) + __fsqrt_rn(a) + __frsqrt_rn(b);
    r += __sinf(a) + __cosf(b) + __expf(c) + __logf(a) + __powf(a, b) + __exp10f(c) + __tanf(a);
    r += __saturatef(r) + fminf(a, fmaxf(b, c));
    r += __int2float_rz(__float2int_ru(a)) + __uint2float_rn(__float2uint_rd(b));
    r += __ll2float_rn(__float2ll_rz(c)) + __int_as_float(__float_as_int(r) ^ 1);
    x[threadIdx.x] = r;
}
