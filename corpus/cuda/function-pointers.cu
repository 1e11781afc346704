// provenance: hand-written for tally-ptxc, functions called through a constant table, one of which reads the index of its CTA
// covers: nvcc indirect-call function-pointer virtual-functions ctaid-in-function
// launch: by_table grid=4,3,2 cta=32,1,1 args: buf:u32[65536]=zero u32:700
// launch: by_object grid=2,2,3 cta=5,3,1 args: buf:u32[65536]=zero u32:200
// vary: grid cta

__device__ __noinline__ unsigned first(unsigned v) { return v * 3 + 1; }
__device__ __noinline__ unsigned second(unsigned v) { return v ^ (blockIdx.y * 77 + gridDim.x); }
__device__ __noinline__ unsigned third(unsigned v) { return ~v; }

using Op = unsigned (*)(unsigned);
__device__ Op ops[3] = {first, second, third};

extern "C" __global__ void by_table(unsigned* out, unsigned n) {
    unsigned cta = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    unsigned i = cta * threads + t;
    unsigned mix = blockIdx.x * 3 + blockIdx.y * 1009 + blockIdx.z * 65537 + gridDim.x + gridDim.y * 131 + gridDim.z * 8191;
    if (i < n) out[i] = ops[(t + blockIdx.x) % 3](mix);
}

struct Shape {
    __device__ virtual unsigned area(unsigned v) const = 0;
};
struct Square : Shape {
    __device__ unsigned area(unsigned v) const override { return v * v; }
};
struct Strip : Shape {
    __device__ unsigned area(unsigned v) const override { return v * blockIdx.z + gridDim.y; }
};

extern "C" __global__ void by_object(unsigned* out, unsigned n) {
    unsigned cta = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    unsigned i = cta * threads + t;
    unsigned mix = blockIdx.x * 3 + blockIdx.y * 1009 + blockIdx.z * 65537 + gridDim.x + gridDim.y * 131 + gridDim.z * 8191;
    Square square;
    Strip strip;
    const Shape* shape = t % 2 ? static_cast<const Shape*>(&square) : &strip;
    if (i < n) out[i] = shape->area(mix);
}
