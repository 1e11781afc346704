// Warp-group matrix products fed by bulk tensor copies: producer and consumer
// warps, mbarriers, register reallocation, descriptors built by hand.
// corpus: only=90a variants=lineinfo
#include <cuda.h>
#include <cuda_fp16.h>

using u32 = unsigned;
using u64 = unsigned long long;

__device__ __forceinline__ u32 shared_address(const void *p) {
    return static_cast<u32>(__cvta_generic_to_shared(p));
}

struct Barrier {
    u64 word;
    __device__ void init(int arrivals) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&word)),
                     "r"(arrivals));
    }
    __device__ void expect(int bytes) {
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
                         shared_address(&word)),
                     "r"(bytes)
                     : "memory");
    }
    __device__ void arrive() {
        asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(&word))
                     : "memory");
    }
    __device__ void arrive_at(int cta) {
        asm volatile(
            "{\n"
            "  .reg .b32 remote;\n"
            "  mapa.shared::cluster.u32 remote, %0, %1;\n"
            "  mbarrier.arrive.release.cluster.shared::cluster.b64 _, [remote];\n"
            "}\n" ::"r"(shared_address(&word)),
            "r"(cta)
            : "memory");
    }
    __device__ void wait(int parity) {
        asm volatile(
            "{\n"
            "  .reg .pred done;\n"
            "again:\n"
            "  mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1, 0x989680;\n"
            "  @done bra.uni ready;\n"
            "  bra.uni again;\n"
            "ready:\n"
            "}\n" ::"r"(shared_address(&word)),
            "r"(parity)
            : "memory");
    }
};

__device__ __forceinline__ u64 descriptor(const void *p, u64 leading, u64 stride, u64 swizzle) {
    u64 d = (shared_address(p) & 0x3ffff) >> 4;
    return d | (leading >> 4) << 16 | (stride >> 4) << 32 | swizzle << 62;
}

__device__ __forceinline__ void tensor_load(void *to, const CUtensorMap *map, Barrier &bar, int x,
                                            int y) {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
        "[%0], [%1, {%3, %4}], [%2];" ::"r"(shared_address(to)),
        "l"(map), "r"(shared_address(&bar.word)), "r"(x), "r"(y)
        : "memory");
}

__device__ __forceinline__ void tensor_load_multicast(void *to, const CUtensorMap *map,
                                                      Barrier &bar, int x, int y,
                                                      unsigned short mask) {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
        ".multicast::cluster.L2::cache_hint [%0], [%1, {%3, %4}], [%2], %5, %6;" ::"r"(
            shared_address(to)),
        "l"(map), "r"(shared_address(&bar.word)), "r"(x), "r"(y), "h"(mask),
        "l"(0x14F0000000000000ull)
        : "memory");
}

__device__ __forceinline__ void fence() {
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ __forceinline__ void commit() {
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
template <int N> __device__ __forceinline__ void drain() {
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory");
}

template <int Scale> __device__ __forceinline__ void product(float (&d)[32], u64 a, u64 b) {
    asm volatile(
        "{\n"
        "  .reg .pred p;\n"
        "  setp.ne.b32 p, %34, 0;\n"
        "  wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16\n"
        "    {%0,  %1,  %2,  %3,  %4,  %5,  %6,  %7,\n"
        "     %8,  %9,  %10, %11, %12, %13, %14, %15,\n"
        "     %16, %17, %18, %19, %20, %21, %22, %23,\n"
        "     %24, %25, %26, %27, %28, %29, %30, %31},\n"
        "    %32, %33, p, 1, 1, 0, 1;\n"
        "}\n"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]),
          "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]),
          "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]),
          "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]),
          "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31])
        : "l"(a), "l"(b), "n"(Scale));
}

// The left operand from registers.
__device__ __forceinline__ void product_registers(float (&d)[4], const u32 (&a)[4], u64 b) {
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 "
        "{%0,%1,%2,%3}, {%4,%5,%6,%7}, %8, 1, 1, -1, 1;\n"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}

template <int Stages> struct Tiles {
    alignas(1024) __half a[Stages][64 * 64];
    alignas(1024) __half b[Stages][64 * 64];
    Barrier full[Stages];
    Barrier empty[Stages];
};

template <int Stages, bool Multicast>
__global__ void __launch_bounds__(256, 1)
    warp_specialised(const __grid_constant__ CUtensorMap map_a,
                     const __grid_constant__ CUtensorMap map_b, float *out, int steps) {
    extern __shared__ __align__(1024) unsigned char raw[];
    auto &tiles = *reinterpret_cast<Tiles<Stages> *>(raw);
    if (threadIdx.x == 0) {
        for (int s = 0; s < Stages; ++s) {
            tiles.full[s].init(1);
            tiles.empty[s].init(Multicast ? 2 : 1);
        }
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        asm volatile("prefetch.tensormap [%0];" ::"l"(&map_a) : "memory");
    }
    __syncthreads();
    if (Multicast) {
        asm volatile("barrier.cluster.arrive.release.aligned;");
        asm volatile("barrier.cluster.wait.acquire.aligned;");
    }
    if (threadIdx.x >= 128) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        if (threadIdx.x == 128) {
            for (int i = 0; i < steps; ++i) {
                int s = i % Stages, lap = i / Stages;
                if (lap > 0) tiles.empty[s].wait((lap - 1) & 1);
                tiles.full[s].expect(2 * 64 * 64 * sizeof(__half));
                tensor_load(tiles.a[s], &map_a, tiles.full[s], i * 64, blockIdx.y * 64);
                if (Multicast)
                    tensor_load_multicast(tiles.b[s], &map_b, tiles.full[s], i * 64,
                                          blockIdx.x * 64, 3);
                else
                    tensor_load(tiles.b[s], &map_b, tiles.full[s], i * 64, blockIdx.x * 64);
            }
        }
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
        float acc[32] = {};
        for (int i = 0; i < steps; ++i) {
            int s = i % Stages;
            tiles.full[s].wait(i / Stages & 1);
            fence();
#pragma unroll
            for (int k = 0; k < 4; ++k)
                product<1>(acc, descriptor(tiles.a[s] + k * 16, 16, 1024, 1),
                           descriptor(tiles.b[s] + k * 16, 16, 1024, 1));
            commit();
            drain<0>();
            if (threadIdx.x == 0) {
                tiles.empty[s].arrive();
                if (Multicast) tiles.empty[s].arrive_at(1);
            }
        }
        int base = (blockIdx.y * gridDim.x + blockIdx.x) * 4096 + threadIdx.x;
#pragma unroll
        for (int i = 0; i < 32; ++i) out[base + i * 128] = acc[i];
    }
}

template __global__ void warp_specialised<2, false>(const __grid_constant__ CUtensorMap,
                                                    const __grid_constant__ CUtensorMap, float *,
                                                    int);
template __global__ void warp_specialised<4, true>(const __grid_constant__ CUtensorMap,
                                                   const __grid_constant__ CUtensorMap, float *,
                                                   int);

__global__ void register_operand(const u32 *in, float *out, int n) {
    __shared__ alignas(128) __half tile[16 * 8];
    tile[threadIdx.x] = __float2half(out[threadIdx.x]);
    __syncthreads();
    float d[4] = {};
    u32 a[4] = {in[threadIdx.x], in[threadIdx.x + 128], in[threadIdx.x + 256],
                in[threadIdx.x + 384]};
    for (int i = 0; i < n; ++i) {
        fence();
        product_registers(d, a, descriptor(tile, 128, 256, 0));
        commit();
        drain<0>();
        a[i & 3] ^= __float_as_uint(d[0]);
    }
    out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}
