// Half, bfloat16 and 8-bit float arithmetic, scalar and packed.
// corpus: nvrtc variants=lineinfo
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

__global__ void halves(__half *x, __half2 *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __half a = x[i], b = x[i + n];
    a = __hfma(a, b, __hadd(a, b)) / (b + __float2half(0.5f));
    a = hexp(a) + hlog(__habs(b)) + hsqrt(a) + hsin(b) + hrcp(a) + htrunc(b);
    x[i] = __hlt(a, b) ? __hmax(a, b) : __hneg(a);
    __half2 u = p[i], v = p[i + n];
    u = __hfma2_sat(u, v, __hmul2(u, u));
    u = h2exp2(u) + h2rsqrt(v) + __hmin2(u, v) + __lowhigh2highlow(u);
    p[i] = __hbgt2(u, v) ? u : __halves2half2(__high2half(v), __low2half(u));
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
__global__ void brains(__nv_bfloat16 *x, __nv_bfloat162 *p, float *f) {
    int i = threadIdx.x;
    __nv_bfloat16 a = x[i], b = __float2bfloat16_rz(f[i]);
    x[i] = __hfma(a, b, __hsub(a, b)) * hexp2(a) + hcos(b);
    __nv_bfloat162 u = p[i], v = __floats2bfloat162_rn(f[i], f[i + 1]);
    p[i] = __hfma2_relu(u, v, __habs2(u)) + h2log(u);
}
#endif

__global__ void conversions(const float *in, __nv_fp8_e4m3 *a, __nv_fp8x2_e5m2 *b, __half *h,
                            short *s, unsigned char *c) {
    int i = threadIdx.x;
    a[i] = __nv_fp8_e4m3(in[i]);
    b[i] = __nv_fp8x2_e5m2(make_float2(in[2 * i], in[2 * i + 1]));
    h[i] = __half(float(a[i]));
    s[i] = __half2short_rd(h[i]) + __half2ushort_rz(h[i + 1]);
    c[i] = __float2uint_rn(__half2float(h[i])) + (unsigned char)(in[i]);
}

// Row sums of a half matrix in float, eight values per load.
__global__ void row_sums(const uint4 *in, float *out, int columns) {
    float sum = 0.0f;
    for (int i = threadIdx.x; i < columns / 8; i += blockDim.x) {
        uint4 raw = __ldg(in + size_t(blockIdx.x) * (columns / 8) + i);
        const __half2 *h = reinterpret_cast<const __half2 *>(&raw);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float2 f = __half22float2(h[j]);
            sum += f.x + f.y;
        }
    }
    for (int d = 16; d; d >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (threadIdx.x % 32 == 0) atomicAdd(out + blockIdx.x, sum);
}
