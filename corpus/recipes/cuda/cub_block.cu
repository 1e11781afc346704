// CUB used inside kernels: block and warp collectives in several flavours.
// corpus: nvrtc variants=lineinfo,G
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

template <int Threads, int Items, cub::BlockReduceAlgorithm Algorithm>
__global__ void __launch_bounds__(Threads) block_sum(const float *in, float *out, int n) {
    using Reduce = cub::BlockReduce<float, Threads, Algorithm>;
    __shared__ typename Reduce::TempStorage storage;
    float items[Items];
#pragma unroll
    for (int i = 0; i < Items; ++i) {
        int at = (blockIdx.x * Items + i) * Threads + threadIdx.x;
        items[i] = at < n ? in[at] : 0.0f;
    }
    float sum = Reduce(storage).Sum(items);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

template <int Threads, int Items>
__global__ void __launch_bounds__(Threads) block_sort(int *keys, short *values) {
    using Load = cub::BlockLoad<int, Threads, Items, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
    using Store = cub::BlockStore<int, Threads, Items, cub::BLOCK_STORE_TRANSPOSE>;
    using Sort = cub::BlockRadixSort<int, Threads, Items, short>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
        typename Sort::TempStorage sort;
    } storage;
    int key[Items];
    short value[Items];
    int base = blockIdx.x * Threads * Items;
    Load(storage.load).Load(keys + base, key);
    for (int i = 0; i < Items; ++i) value[i] = values[base + threadIdx.x * Items + i];
    __syncthreads();
    Sort(storage.sort).SortBlockedToStriped(key, value, 3, 27);
    __syncthreads();
    Store(storage.store).Store(keys + base, key);
    for (int i = 0; i < Items; ++i) values[base + i * Threads + threadIdx.x] = value[i];
}

template <cub::BlockScanAlgorithm Algorithm> __global__ void block_scan(int *data, int *total) {
    using Scan = cub::BlockScan<int, 256, Algorithm>;
    __shared__ typename Scan::TempStorage storage;
    int at = blockIdx.x * 256 + threadIdx.x;
    int sum, aggregate;
    Scan(storage).ExclusiveSum(data[at], sum, aggregate);
    data[at] = sum;
    if (threadIdx.x == 255) total[blockIdx.x] = aggregate;
}

__global__ void warp_work(double *data, int valid) {
    using Reduce = cub::WarpReduce<double, 16>;
    using Scan = cub::WarpScan<double>;
    __shared__ typename Reduce::TempStorage reduce[16];
    __shared__ typename Scan::TempStorage scan[8];
    double x = data[threadIdx.x];
    double y = Reduce(reduce[threadIdx.x / 16]).Sum(x, valid);
    double z;
    Scan(scan[threadIdx.x / 32]).InclusiveSum(x + y, z);
    data[threadIdx.x] = z;
}

template __global__ void block_sum<128, 4, cub::BLOCK_REDUCE_RAKING>(const float *, float *, int);
template __global__ void block_sum<256, 8, cub::BLOCK_REDUCE_WARP_REDUCTIONS>(const float *,
                                                                              float *, int);
template __global__ void block_sort<128, 5>(int *, short *);
template __global__ void block_sort<64, 1>(int *, short *);
template __global__ void block_scan<cub::BLOCK_SCAN_RAKING>(int *, int *);
template __global__ void block_scan<cub::BLOCK_SCAN_WARP_SCANS>(int *, int *);
