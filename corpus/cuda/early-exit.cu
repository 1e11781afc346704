// provenance: hand-written for tally-ptxc, threads past the end return before the barriers, others in a loop
// covers: nvcc early-exit-before-barrier unified-synchronization
// launch: early_exit grid=16,1,1 cta=256,1,1 args: buf:u32[4096]=random buf:u32[4096]=zero u32:4001
// launch: early_exit grid=3,2,2 cta=10,5,2 args: buf:u32[4096]=random buf:u32[4096]=zero u32:517
// vary: grid cta

// threads leave from the top down, so that the left neighbour of whoever is alive is alive
extern "C" __global__ void early_exit(const unsigned* in, unsigned* out, unsigned n) {
    __shared__ unsigned cells[256];
    unsigned cta = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    unsigned i = cta * threads + t;
    unsigned mix = blockIdx.x * 3 + blockIdx.y * 1009 + blockIdx.z * 65537 + gridDim.x + gridDim.y * 131 + gridDim.z * 8191;
    if (i >= n) return;
    unsigned v = in[i] + mix;
    for (unsigned round = 0; round < 3; ++round) {
        cells[t] = v;
        __syncthreads();
        if (t) v = v * 3 + cells[t - 1];
        __syncthreads();
        out[i] = v;
        if (t >= threads / (round + 2)) return;
    }
    out[i] = ~v;
}
