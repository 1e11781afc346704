// Thread-block clusters: distributed shared memory, cluster barriers, launch
// attributes, programmatic dependent launch.
// corpus: min=90 variants=lineinfo,G
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4, 1, 1) histogram(const unsigned *in, unsigned *out, int n) {
    extern __shared__ unsigned bins[];
    auto cluster = cg::this_cluster();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) bins[i] = 0;
    cluster.sync();
    for (int i = cluster.thread_rank(); i < n; i += cluster.num_threads()) {
        unsigned value = in[i] & 1023;
        unsigned *remote = cluster.map_shared_rank(bins, value / 256);
        atomicAdd(remote + value % 256, 1u);
    }
    cluster.sync();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        out[cluster.block_rank() * 256 + i] = bins[i];
}

__global__ void __cluster_dims__(2, 2, 1) ring(float *data) {
    __shared__ float mine[128];
    auto cluster = cg::this_cluster();
    mine[threadIdx.x] = data[blockIdx.x * 128 + threadIdx.x];
    auto token = cluster.barrier_arrive();
    float scale = rsqrtf(mine[threadIdx.x]);
    cluster.barrier_wait(static_cast<decltype(token) &&>(token));
    const float *next = cluster.map_shared_rank(mine, (cluster.block_rank() + 1) % 4);
    float x = next[threadIdx.x ^ 1] * scale;
    cluster.sync();
    auto index = cluster.block_index();
    data[blockIdx.x * 128 + threadIdx.x] = x + index.x + index.y * cluster.dim_blocks().x;
}

__global__ void __launch_bounds__(128, 1, 4) any_shape(unsigned *out) {
    unsigned rank, count, id, remote;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(count));
    asm("mov.u32 %0, %%clusterid.x;" : "=r"(id));
    __shared__ unsigned word;
    word = rank;
    asm volatile("barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.aligned;" ::
                     : "memory");
    asm volatile(
        "{ .reg .b64 there; .reg .b64 here;\n"
        "  cvta.shared.u64 here, %1;\n"
        "  mapa.u64 there, here, %2;\n"
        "  ld.u32 %0, [there]; }\n"
        : "=r"(remote)
        : "l"(static_cast<unsigned long long>(__cvta_generic_to_shared(&word))),
          "r"((rank + 1) % count)
        : "memory");
    out[threadIdx.x] = remote * id;
    asm volatile("barrier.cluster.arrive.release; barrier.cluster.wait.acquire;" ::: "memory");
}

__global__ void dependent(const int *in, int *out) {
    int x = threadIdx.x * 3;
    cudaGridDependencySynchronize();
    out[threadIdx.x] = in[threadIdx.x] + x;
    cudaTriggerProgrammaticLaunchCompletion();
}
