// provenance: hand-written for tally-ptxc, in the one-thread-per-element and in the grid-stride form
// covers: nvcc guard grid-stride
// launch: saxpy grid=16,1,1 cta=256,1,1 args: buf:f32[4096]=random buf:f32[4096]=random f32:2.5 u32:4000
// launch: saxpy_stride grid=3,2,1 cta=64,2,1 args: buf:f32[4096]=random buf:f32[4096]=random f32:2.5 u32:4000

extern "C" __global__ void saxpy(const float* x, float* y, float a, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

extern "C" __global__ void saxpy_stride(const float* __restrict__ x, float* __restrict__ y, float a, unsigned n) {
    unsigned cta = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    unsigned i = cta * threads + t;
    unsigned mix = blockIdx.x * 3 + blockIdx.y * 1009 + blockIdx.z * 65537 + gridDim.x + gridDim.y * 131 + gridDim.z * 8191;
    unsigned stride = threads * gridDim.x * gridDim.y * gridDim.z;
    for (; i < n; i += stride) y[i] = a * x[i] + y[i] + float(mix & 1023);
}
