// provenance: hand-written for tally-ptxc, tiles of a warp and the group of a CTA
// covers: nvcc cooperative-groups tiled_partition labeled-shuffles block.sync
// launch: tiles grid=8,1,1 cta=64,1,1 args: buf:u32[4096]=random buf:u32[65536]=zero u32:4096 u32:65536
// launch: tiles grid=2,3,2 cta=32,2,1 args: buf:u32[4096]=random buf:u32[65536]=zero u32:4096 u32:65536
// vary: grid

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void tiles(const unsigned* in, unsigned* out, unsigned n, unsigned nout) {
    __shared__ unsigned sums[64];
    unsigned cta = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    unsigned i = cta * threads + t;
    unsigned mix = blockIdx.x * 3 + blockIdx.y * 1009 + blockIdx.z * 65537 + gridDim.x + gridDim.y * 131 + gridDim.z * 8191;
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    unsigned v = in[i % n] + mix;
    for (int d = tile.size() / 2; d; d /= 2) v += tile.shfl_xor(v, d);
    if (tile.thread_rank() == 0) sums[tile.meta_group_rank()] = v;
    block.sync();
    v = v * 3 + sums[(t / 8 + 1) % (threads / 8)];
    if (tile.any(v & 1)) v += tile.thread_rank();
    if (i < nout) out[i] = v;
}
