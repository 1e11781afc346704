// Atomics: legacy intrinsics in all scopes and types, shared and global.
// corpus: nvrtc variants=lineinfo,G
#ifdef __CUDACC_RTC__
#include <cuda_runtime.h>
#endif
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void integers(int *a, unsigned *u, unsigned long long *w, long long *s) {
    int i = threadIdx.x;
    atomicAdd(a, i);
    a[1] = atomicSub(a + 2, i);
    a[3] = atomicExch(a + 4, i) + atomicMin(a + 5, i) + atomicMax(a + 6, i);
    u[0] = atomicInc(u + 1, 17) + atomicDec(u + 2, 33);
    a[7] = atomicCAS(a + 8, i, ~i) + atomicAnd(a + 9, i) + atomicOr(a + 10, i) + atomicXor(a + 11, i);
    atomicAdd_block(a + 12, i);
    atomicMax_system(u + 3, i);
    atomicCAS_block(w + 1, w[2], w[3]);
    atomicOr_system(w + 4, 1ull << i);
    w[5] = atomicExch(w + 6, atomicAdd(w + 7, 1ull));
    s[0] = atomicMin(s + 1, s[2]) + atomicMax(s + 3, s[4]);
    atomicCAS(reinterpret_cast<unsigned short *>(u) + 40, (unsigned short)(i), (unsigned short)(3));
}

__global__ void floats(float *f, double *d, __half2 *h, __half *g) {
    atomicAdd(f, 1.0f);
    f[1] = atomicAdd_block(f + 2, f[3]) + atomicExch(f + 4, 2.0f);
    d[0] = atomicAdd(d + 1, d[2]) + atomicAdd_system(d + 3, 1.0);
    atomicAdd(h, __float2half2_rn(1.0f));
    atomicAdd(g, __float2half(0.5f));
#if __CUDA_ARCH__ >= 800
    atomicAdd(reinterpret_cast<__nv_bfloat162 *>(h + 1), __float2bfloat162_rn(2.0f));
#endif
#if __CUDA_ARCH__ >= 900
    atomicAdd(reinterpret_cast<float4 *>(f + 8), make_float4(1, 2, 3, 4));
#endif
}

__global__ void histogram(const unsigned char *in, unsigned *out, int n) {
    __shared__ unsigned local[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) local[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[in[i]], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        if (local[i]) atomicAdd(out + i, local[i]);
}

// A ticket lock and a last-block reduction.
__device__ volatile unsigned serving;
__device__ unsigned ticket;
__device__ unsigned finished;

__global__ void critical(int *shared_value) {
    if (threadIdx.x == 0) {
        unsigned mine = atomicAdd(&ticket, 1u);
        while (serving != mine) {
        }
        __threadfence();
        *shared_value += blockIdx.x;
        __threadfence();
        serving = mine + 1;
    }
}

__global__ void last_block(const float *in, float *partial, float *out, int n) {
    __shared__ bool last;
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    sum += __shfl_xor_sync(~0u, sum, 16);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        float total = 0.0f;
        for (int b = 0; b < gridDim.x; ++b) total += __ldcg(partial + b);
        *out = total;
    }
}
