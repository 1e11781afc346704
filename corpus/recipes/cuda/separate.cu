// A unit of a larger program: external functions and variables, weak and
// internal linkage, kernels of templates in several units.
// corpus: base=rdc variants=lineinfo,G
extern __device__ int elsewhere;
extern __constant__ float table_elsewhere[16];
extern __device__ float transform(float x, int mode);
extern __device__ void notify(int code);
__device__ int here = 3;
static __device__ int hidden;
namespace {
__device__ float internal_table[4] = {1, 2, 3, 4};
}

__device__ float exported(float x) { return x * table_elsewhere[here & 15]; }
__device__ __attribute__((weak)) float replaceable(float x) { return x + 1.0f; }
template <typename T> __device__ __noinline__ T shared_template(T x) { return x * x + T(1); }

__global__ void uses(float *x, int mode) {
    float v = x[threadIdx.x];
    v = transform(v, mode) + exported(v) + replaceable(v) + internal_table[mode & 3];
    v += shared_template(v) + shared_template(elsewhere);
    hidden += mode;
    if (v < 0) notify(hidden);
    x[threadIdx.x] = v;
}
