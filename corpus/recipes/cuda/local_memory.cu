// Thread-local storage: indexed arrays, structures whose address escapes,
// run-time sized allocas, spills through byte arrays.
// corpus: nvrtc variants=G,lineinfo
__device__ __noinline__ void fill(int *a, int n, int seed) {
    for (int i = 0; i < n; ++i) a[i] = seed = seed * 1103515245 + 12345;
}

__global__ void indexed(const int *in, int *out, int n) {
    int table[37];
    for (int i = 0; i < 37; ++i) table[i] = in[i] * i;
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += table[(in[i] & 0x7fffffff) % 37];
    out[threadIdx.x] = sum;
}

__global__ void escaping(int *out, int n) {
    int a[64], b[16];
    fill(a, 64, threadIdx.x);
    fill(b, 16, n);
    int *chosen = n & 1 ? a : b;
    out[threadIdx.x] = chosen[n & 15] + a[n & 63];
}

#ifndef __CUDACC_RTC__
__global__ void dynamic(int *out, int n) {
    int *scratch = static_cast<int *>(__builtin_alloca(n * sizeof(int)));
    fill(scratch, n, threadIdx.x);
    int best = scratch[0];
    for (int i = 1; i < n; ++i) best = scratch[i] > best ? scratch[i] : best;
    out[threadIdx.x] = best;
}
#endif

union Bytes {
    unsigned char byte[16];
    double wide[2];
    long long words[2];
};

__global__ void bytes(Bytes *data, int shift) {
    Bytes x = data[threadIdx.x], y;
    for (int i = 0; i < 16; ++i) y.byte[i] = x.byte[(i + shift) & 15];
    data[threadIdx.x] = y;
}

// A small insertion sort that the compiler cannot keep in registers.
__global__ void top_values(const float *in, float *out, int n, int keep) {
    float best[32];
    for (int i = 0; i < 32; ++i) best[i] = -1e30f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float x = in[i];
        for (int j = 0; j < keep; ++j)
            if (x > best[j]) {
                float t = best[j];
                best[j] = x;
                x = t;
            }
    }
    for (int j = 0; j < keep; ++j) out[threadIdx.x * keep + j] = best[j];
}
