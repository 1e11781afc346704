// Bulk and tensor copies through the cuda::ptx wrappers and cuda::barrier.
// corpus: min=90 variants=lineinfo
#include <cuda.h>
#include <cuda/barrier>
#include <cuda/ptx>

namespace ptx = cuda::ptx;
using barrier_t = cuda::barrier<cuda::thread_scope_block>;

__global__ void tile_scale(const __grid_constant__ CUtensorMap map, int x, int y, float factor) {
    __shared__ alignas(128) float tile[32][32];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ barrier_t bar;
    if (threadIdx.x == 0) {
        init(&bar, blockDim.x);
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    barrier_t::arrival_token token;
    if (threadIdx.x == 0) {
        const int at[2] = {x, y};
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, &tile, &map, at,
                                  cuda::device::barrier_native_handle(bar));
        token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
    } else {
        token = bar.arrive();
    }
    bar.wait(std::move(token));
    for (int i = threadIdx.x; i < 32 * 32; i += blockDim.x) tile[i / 32][i % 32] *= factor;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        const int at[2] = {x, y};
        ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &map, at, &tile);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
}

__global__ void __launch_bounds__(256) bulk_pipeline(const int *in, int *out, int chunks) {
    constexpr int Stages = 3, Chunk = 1024;
    __shared__ alignas(16) int buffer[Stages][Chunk];
    __shared__ uint64_t full[Stages];
    if (threadIdx.x == 0) {
        for (auto &word : full) ptx::mbarrier_init(&word, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    auto issue = [&](int c) {
        int s = c % Stages;
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                                       &full[s], Chunk * sizeof(int));
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, buffer[s], in + size_t(c) * Chunk,
                           Chunk * sizeof(int), &full[s]);
    };
    if (threadIdx.x == 0)
        for (int c = 0; c < Stages - 1 && c < chunks; ++c) issue(c);
    for (int c = 0; c < chunks; ++c) {
        int s = c % Stages;
        while (!ptx::mbarrier_try_wait_parity(&full[s], c / Stages & 1)) {
        }
        for (int i = threadIdx.x; i < Chunk; i += blockDim.x) buffer[s][i] = ~buffer[s][i];
        ptx::fence_proxy_async(ptx::space_shared);
        __syncthreads();
        if (threadIdx.x == 0) {
            ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + size_t(c) * Chunk,
                               buffer[s], Chunk * sizeof(int));
            ptx::cp_async_bulk_commit_group();
            ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>());
            if (c + Stages - 1 < chunks) issue(c + Stages - 1);
        }
        __syncthreads();
    }
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

__global__ void reduce_bulk(int *counters) {
    __shared__ alignas(16) int local[256];
    local[threadIdx.x] = threadIdx.x;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, counters,
                                  local, sizeof(local));
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
}
