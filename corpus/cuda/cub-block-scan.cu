// provenance: hand-written for tally-ptxc, what a library makes of a scan and a sort in a CTA
// covers: nvcc cub BlockScan BlockRadixSort named-shared-union
// launch: block_scan grid=8,1,1 cta=128,1,1 args: buf:u32[4096]=random buf:u32[4096]=zero u32:4000
// launch: block_sort grid=2,2,2 cta=128,1,1 args: buf:u32[4096]=random buf:u32[4096]=zero u32:4096
// vary: grid

#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_scan.cuh>

extern "C" __global__ void __launch_bounds__(128) block_scan(const unsigned* in, unsigned* out, unsigned n) {
    using Scan = cub::BlockScan<unsigned, 128>;
    __shared__ typename Scan::TempStorage storage;
    unsigned cta = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    unsigned i = cta * threads + t;
    unsigned mix = blockIdx.x * 3 + blockIdx.y * 1009 + blockIdx.z * 65537 + gridDim.x + gridDim.y * 131 + gridDim.z * 8191;
    unsigned v = i < n ? in[i] : mix, total;
    Scan(storage).ExclusiveSum(v, v, total);
    if (i < n) out[i] = v * 3 + total + mix;
}

extern "C" __global__ void __launch_bounds__(128) block_sort(const unsigned* in, unsigned* out, unsigned n) {
    using Sort = cub::BlockRadixSort<unsigned, 128, 2>;
    __shared__ typename Sort::TempStorage storage;
    unsigned cta = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    unsigned i = cta * threads + t;
    unsigned mix = blockIdx.x * 3 + blockIdx.y * 1009 + blockIdx.z * 65537 + gridDim.x + gridDim.y * 131 + gridDim.z * 8191;
    unsigned v[2] = {i < n ? in[i] ^ mix : mix, mix * 7 + t};
    Sort(storage).Sort(v);
    if (i < n) out[i] = v[0] + 5 * v[1];
}
