// Double precision mathematics and 64-bit and 128-bit integer arithmetic.
// corpus: nvrtc variants=lineinfo
__global__ void library(double *x, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double v = x[i], s, c;
        sincos(v, &s, &c);
        v = exp(s) + log(fabs(v)) + pow(fabs(c), s) + tan(s) + atan(c) + sinh(s) + cosh(c);
        v += sqrt(v) / (c + 2.0) + rsqrt(fabs(s)) + cbrt(v) + erf(s) + tgamma(c) + fma(v, s, c);
        v += fmod(v, 3.0) + floor(v) + __dadd_ru(v, s) + __ddiv_rz(v, 3.0) + __dsqrt_rd(fabs(v));
        v += __double2int_rn(v) + __longlong_as_double(__double_as_longlong(v) & ~7ll);
        v += __hiloint2double(__double2hiint(s), __double2loint(c));
        x[i] = v;
    }
}

__global__ void integers(long long *a, unsigned long long *b, unsigned *c) {
    long long x = a[0], y = a[1];
    unsigned long long u = b[0], w = b[1];
    a[2] = x / y + x % y + __mul64hi(x, y) + llabs(x) + min(x, y);
    b[2] = u / w + u % 1000003ull + __umul64hi(u, w) + __popcll(u) + __clzll(w) + __brevll(u);
    b[3] = (u << (w & 63)) | (w >> (u & 63)) | __ffsll(x);
    c[0] = __umulhi(c[1], c[2]) + __mul24(c[1], c[2]) + __usad(c[1], c[2], c[3]) +
           __uhadd(c[1], c[2]) + __funnelshift_l(c[1], c[2], c[3]) +
           __funnelshift_rc(c[1], c[2], c[3]) + __byte_perm(c[1], c[2], 0x3210) +
           __popc(c[1]) + __clz(c[2]) + __brev(c[3]) + c[1] / 7u + c[2] % 10u;
}

#ifndef __CUDACC_RTC__
__global__ void wide_integers(unsigned __int128 *x, int shift) {
    unsigned __int128 a = x[0], b = x[1];
    x[2] = a * b + (a >> shift) - (b << (127 - shift));
    x[3] = a / (b | 1);
}
#endif

// Newton iteration with a data-dependent number of steps.
__global__ void roots(double *x, int degree) {
    double target = x[threadIdx.x], guess = 1.0, last;
    do {
        last = guess;
        double p = 1.0;
        for (int i = 1; i < degree; ++i) p *= guess;
        guess -= (p * guess - target) / (degree * p);
    } while (fabs(guess - last) > 1e-14 * fabs(guess));
    x[threadIdx.x] = guess;
}
