// Cooperative groups: grid and block synchronisation, tiles, partitions,
// collectives, asynchronous copies.
// corpus: nvrtc variants=lineinfo,G
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

__global__ void jacobi(float *a, float *b, int n, int rounds) {
    cg::grid_group grid = cg::this_grid();
    for (int r = 0; r < rounds; ++r) {
        for (unsigned long long i = grid.thread_rank(); i < n; i += grid.size()) {
            float left = i > 0 ? a[i - 1] : 0.0f, right = i + 1 < n ? a[i + 1] : 0.0f;
            b[i] = 0.5f * (left + right);
        }
        grid.sync();
        float *t = a;
        a = b;
        b = t;
    }
}

template <int Size> __global__ void tiles(int *data) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<Size>(block);
    int x = data[block.thread_rank()];
    x += tile.shfl_xor(x, 1);
    x = cg::reduce(tile, x, cg::greater<int>());
    x += cg::exclusive_scan(tile, x, cg::plus<int>());
    if (tile.any(x & 4)) x ^= tile.ballot(x & 8);
    tile.sync();
    data[block.thread_rank()] = x + tile.meta_group_rank();
}
template __global__ void tiles<4>(int *);
template __global__ void tiles<32>(int *);

__global__ void compact(const int *in, int *out, int *cursor) {
    int x = in[blockIdx.x * blockDim.x + threadIdx.x];
    if (x > 0) {
        auto active = cg::coalesced_threads();
        int base = 0;
        if (active.thread_rank() == 0) base = atomicAdd(cursor, active.size());
        base = active.shfl(base, 0);
        out[base + active.thread_rank()] = x;
    }
}

__global__ void partitions(int *data) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int x = data[threadIdx.x];
    auto odd = cg::binary_partition(warp, x & 1);
    int sum = cg::reduce(odd, x, cg::plus<int>());
#if __CUDA_ARCH__ >= 700
    auto same = cg::labeled_partition(warp, x % 3);
    sum += same.size();
#endif
    data[threadIdx.x] = sum;
}

__global__ void staged(const int *in, int *out, int n) {
    extern __shared__ int tile[];
    auto block = cg::this_thread_block();
    for (int at = 0; at < n; at += block.size()) {
        cg::memcpy_async(block, tile, in + at, sizeof(int) * block.size());
        cg::wait(block);
        out[at + block.thread_rank()] = tile[block.size() - 1 - block.thread_rank()];
        block.sync();
    }
}
