// Warp-level primitives: shuffles, votes, matches, reductions, elected lanes.
// corpus: nvrtc variants=lineinfo
__global__ void shuffles(float *f, double *d, long long *l, int width) {
    unsigned lane = threadIdx.x & 31;
    float x = f[threadIdx.x];
    x += __shfl_sync(0xffffffffu, x, 5);
    x += __shfl_up_sync(0xffffffffu, x, 1, 16);
    x += __shfl_down_sync(0xffffffffu, x, 2, 8);
    x += __shfl_xor_sync(0x0000ffffu | 0xffff0000u, x, 4);
    f[threadIdx.x] = x;
    d[threadIdx.x] += __shfl_down_sync(~0u, d[threadIdx.x], lane);
    l[threadIdx.x] ^= __shfl_sync(~0u, l[threadIdx.x], width, 4);
}

__global__ void votes(int *x) {
    int v = x[threadIdx.x], r = 0;
    r += __all_sync(~0u, v > 0) + __any_sync(~0u, v < -5) + __ballot_sync(~0u, v & 1);
    unsigned active = __activemask();
    r += __popc(active) + __match_any_sync(active, v);
    int same;
    r += __match_all_sync(~0u, v, &same) + same;
    if (v > 3) {
        __syncwarp(__activemask());
        r ^= __ballot_sync(__activemask(), v == 7);
    }
    x[threadIdx.x] = r;
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
__global__ void reductions(unsigned *u, int *s) {
    u[threadIdx.x] = __reduce_add_sync(~0u, u[threadIdx.x]) + __reduce_max_sync(~0u, u[0]) +
                     __reduce_xor_sync(~0u, u[1]);
    s[threadIdx.x] = __reduce_min_sync(~0u, s[threadIdx.x]) + __reduce_and_sync(~0u, 7u);
}
#endif

template <typename T> __device__ T warp_scan(T x) {
    for (int d = 1; d < 32; d *= 2) {
        T y = __shfl_up_sync(~0u, x, d);
        if ((threadIdx.x & 31) >= d) x += y;
    }
    return x;
}

__global__ void block_scan(int *data, int n) {
    __shared__ int totals[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = warp_scan(i < n ? data[i] : 0);
    if ((threadIdx.x & 31) == 31) totals[threadIdx.x / 32] = x;
    __syncthreads();
    if (threadIdx.x < 32) totals[threadIdx.x] = warp_scan(totals[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x >= 32) x += totals[threadIdx.x / 32 - 1];
    if (i < n) data[i] = x;
}

__global__ void block_votes(int *x) {
    int r = __syncthreads_count(x[threadIdx.x] > 0);
    r += __syncthreads_and(x[threadIdx.x]) * 2 + __syncthreads_or(x[threadIdx.x]) * 4;
    x[threadIdx.x] = r;
}
