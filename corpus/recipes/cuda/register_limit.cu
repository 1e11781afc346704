// A register limit per kernel and a long chain of live values under it.
// corpus: variants=lineinfo
__global__ void __maxnreg__(40) pressed(double *x, int n) {
    double v[24];
#pragma unroll
    for (int i = 0; i < 24; ++i) v[i] = x[i * 32 + threadIdx.x];
    for (int r = 0; r < n; ++r)
#pragma unroll
        for (int i = 0; i < 24; ++i) v[i] = v[i] * v[(i + 7) % 24] + v[(i + 11) % 24];
#pragma unroll
    for (int i = 0; i < 24; ++i) x[i * 32 + threadIdx.x] = v[i];
}
