// Kernel signatures and launch attributes: every parameter type, large and
// aligned aggregates, grid constants, launch bounds, register limits.
// corpus: nvrtc variants=lineinfo,G
struct alignas(64) Aligned {
    double d[3];
    char c;
};
struct Large {
    int table[900];
    float scale;
};
struct Empty {};

__global__ void all_types(bool a, char b, unsigned char c, short d, unsigned short e, int f,
                          unsigned g, long h, unsigned long long i, float j, double k, void *l,
                          float3 m, char3 n, int4 *out) {
    out[threadIdx.x] = make_int4(a + b + c + d, e + f + g + h, i + j + k, n.y + m.z);
    if (l) static_cast<char *>(l)[f] = n.x;
}

__global__ void aggregates(Aligned a, Empty e, Large l, const __grid_constant__ Large g, float *out) {
    const float *p = &g.scale;
    out[threadIdx.x] = a.d[threadIdx.x % 3] + a.c + l.table[threadIdx.x] * l.scale +
                       g.table[threadIdx.x * 2] * *p;
}

__global__ void modified(Large l, int *out, int n) {
    for (int i = 0; i < n; ++i) l.table[(i * 7) % 900] += i;
    out[threadIdx.x] = l.table[threadIdx.x];
}

template <typename... Args> __device__ int total(Args... args) { return (0 + ... + int(args)); }
__global__ void __launch_bounds__(256) bounds1(int *out, int a, short b) { *out = total(a, b, 3); }
__global__ void __launch_bounds__(128, 4) bounds2(int *out, int a, float b) { *out = total(a, b); }
__global__ void __launch_bounds__(1024, 1) three_dimensional(float *out) {
    size_t block = (size_t(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    size_t thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    out[block * blockDim.x * blockDim.y * blockDim.z + thread] = block ^ thread;
}

namespace outer {
namespace inner {
template <typename T, int N> __global__ void in_namespace(T *x) {
    for (int i = 0; i < N; ++i) x[i] = x[i] * x[N - 1 - i];
}
}  // namespace inner
template __global__ void inner::in_namespace<double, 3>(double *);
template __global__ void inner::in_namespace<unsigned char, 5>(unsigned char *);
}  // namespace outer
