// provenance: hand-written for tally-ptxc, warp shuffles, then one warp for the CTA, in a template
// covers: nvcc template __shfl_down_sync __syncthreads __ballot_sync
// launch: reduce_sum grid=16,1,1 cta=256,1,1 args: buf:u32[4096]=random buf:u32[256]=zero u32:4000 u32:256
// launch: reduce_max grid=2,3,4 cta=32,4,1 args: buf:u32[4096]=random buf:u32[256]=zero u32:4096 u32:256
// vary: grid

struct Sum { static __device__ unsigned of(unsigned a, unsigned b) { return a + b; } };
struct Max { static __device__ unsigned of(unsigned a, unsigned b) { return a > b ? a : b; } };

// whole warps only
template <class Op>
__device__ void reduce(const unsigned* in, unsigned* out, unsigned n, unsigned nout) {
    __shared__ unsigned part[32];
    unsigned cta = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    unsigned i = cta * threads + t;
    unsigned mix = blockIdx.x * 3 + blockIdx.y * 1009 + blockIdx.z * 65537 + gridDim.x + gridDim.y * 131 + gridDim.z * 8191;
    unsigned v = i < n ? in[i] + mix : 0;
    for (int d = 16; d; d /= 2) v = Op::of(v, __shfl_down_sync(~0u, v, d));
    if (t % 32 == 0) part[t / 32] = v;
    __syncthreads();
    if (t >= 32) return;
    v = t < threads / 32 ? part[t] : 0;
    for (int d = 16; d; d /= 2) v = Op::of(v, __shfl_down_sync(~0u, v, d));
    if (t == 0 && cta < nout) out[cta] = v;
}

extern "C" __global__ void reduce_sum(const unsigned* in, unsigned* out, unsigned n, unsigned nout) {
    reduce<Sum>(in, out, n, nout);
}

extern "C" __global__ void reduce_max(const unsigned* in, unsigned* out, unsigned n, unsigned nout) {
    reduce<Max>(in, out, n, nout);
}
