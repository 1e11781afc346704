// provenance: hand-written for tally-ptxc, constant and device variables, a static table, a switch
// covers: nvcc __constant__ __device__ module-state switch local-array
// launch: with_tables grid=4,2,2 cta=32,2,1 args: buf:u32[65536]=zero u32:800
// vary: grid cta

__constant__ unsigned primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
__device__ unsigned squares[8] = {0, 1, 4, 9, 16, 25, 36, 49};

extern "C" __global__ void with_tables(unsigned* out, unsigned n) {
    unsigned cta = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    unsigned i = cta * threads + t;
    unsigned mix = blockIdx.x * 3 + blockIdx.y * 1009 + blockIdx.z * 65537 + gridDim.x + gridDim.y * 131 + gridDim.z * 8191;
    if (i >= n) return;
    unsigned local[16];
    for (unsigned k = 0; k < 16; ++k) local[k] = mix * primes[k % 8] + k;
    unsigned v = local[(mix + t) % 16];
    switch ((v + t) % 7) {
        case 0: v += 3; break;
        case 1: v *= 5; break;
        case 2: v ^= squares[t % 8]; break;
        case 3: v = ~v; [[fallthrough]];
        case 4: v += squares[blockIdx.x % 8]; break;
        case 5: out[i] = v; return;
        default: v -= blockIdx.y;
    }
    out[i] = v;
}
