// provenance: hand-written for tally-ptxc, a tiled product with registers blocked four by four: the loop to yield in
// covers: nvcc shared-static __syncthreads loop-with-two-barriers unrolled yield-candidate long-cta
// launch: matmul grid=2,3,1 cta=16,16,1 args: buf:f32[32768]=random buf:f32[32768]=random buf:f32[32768]=zero u32:128 u32:192 u32:160

// C (m x n) = A (m x k) B (k x n); n and m are multiples of 64, k of 16
extern "C" __global__ void __launch_bounds__(256) matmul(const float* a, const float* b, float* c, unsigned n, unsigned m, unsigned k) {
    __shared__ float ta[16][65], tb[16][64];
    unsigned t = threadIdx.y * 16 + threadIdx.x;
    unsigned row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    float acc[4][4] = {};
    for (unsigned k0 = 0; k0 < k; k0 += 16) {
        for (unsigned e = t; e < 1024; e += 256) {
            ta[e % 16][e / 16] = a[(row0 + e / 16) * k + k0 + e % 16];
            tb[e / 64][e % 64] = b[(k0 + e / 64) * n + col0 + e % 64];
        }
        __syncthreads();
#pragma unroll
        for (unsigned q = 0; q < 16; ++q)
            for (int r = 0; r < 4; ++r)
                for (int s = 0; s < 4; ++s)
                    acc[r][s] = fmaf(ta[q][threadIdx.y * 4 + r], tb[q][threadIdx.x * 4 + s], acc[r][s]);
        __syncthreads();
    }
    for (int r = 0; r < 4; ++r)
        for (int s = 0; s < 4; ++s)
            if (row0 + threadIdx.y * 4 + r < m) c[(row0 + threadIdx.y * 4 + r) * n + col0 + threadIdx.x * 4 + s] = acc[r][s];
}
