// provenance: hand-written for tally-ptxc, a shared tile between rows and columns
// covers: nvcc shared-static __syncthreads 2d
// launch: transpose grid=4,3,2 cta=16,16,1 args: buf:f32[6144]=random buf:f32[6144]=zero u32:61 u32:45 u32:2
// vary: grid

extern "C" __global__ void transpose(const float* in, float* out, unsigned w, unsigned h, unsigned d) {
    __shared__ float tile[16][17];
    unsigned z = blockIdx.z;
    unsigned x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (z < d && x < w && y < h) tile[threadIdx.y][threadIdx.x] = in[(z * h + y) * w + x];
    __syncthreads();
    x = blockIdx.x * 16 + threadIdx.y;
    y = blockIdx.y * 16 + threadIdx.x;
    if (z < d && x < w && y < h) out[(z * w + x) * h + y] = tile[threadIdx.x][threadIdx.y];
}
