// A multi-stage GEMM template: cp.async pipeline, ldmatrix, mma.sync, epilogues.
// corpus: min=80 variants=lineinfo
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace ops {

__device__ __forceinline__ unsigned shared_address(const void *p) {
    return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__device__ __forceinline__ void copy16(void *to, const void *from, bool in_range) {
    int bytes = in_range ? 16 : 0;
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;\n" ::"r"(
                     shared_address(to)),
                 "l"(from), "r"(bytes));
}

__device__ __forceinline__ void copy4(void *to, const void *from, bool guard) {
    asm volatile(
        "{\n"
        "  .reg .pred p;\n"
        "  setp.ne.b32 p, %2, 0;\n"
        "  @p cp.async.ca.shared.global [%0], [%1], 4;\n"
        "}\n" ::"r"(shared_address(to)),
        "l"(from), "r"(static_cast<int>(guard)));
}

__device__ __forceinline__ void commit() { asm volatile("cp.async.commit_group;\n" ::); }
template <int N> __device__ __forceinline__ void wait() {
    asm volatile("cp.async.wait_group %0;\n" ::"n"(N));
}

__device__ __forceinline__ void load4(unsigned (&r)[4], const void *p) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(shared_address(p)));
}
__device__ __forceinline__ void load2_transposed(unsigned (&r)[2], const void *p) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];\n"
                 : "=r"(r[0]), "=r"(r[1])
                 : "r"(shared_address(p)));
}

template <typename T> struct Mma;
template <> struct Mma<__half> {
    static __device__ __forceinline__ void run(float (&d)[4], const unsigned (&a)[4],
                                               const unsigned (&b)[2]) {
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
            "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
            : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
};
template <> struct Mma<__nv_bfloat16> {
    static __device__ __forceinline__ void run(float (&d)[4], const unsigned (&a)[4],
                                               const unsigned (&b)[2]) {
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
            "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
            : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
};

}  // namespace ops

struct Identity {
    __device__ float operator()(float x) const { return x; }
};
struct Relu {
    __device__ float operator()(float x) const { return fmaxf(x, 0.0f); }
};
struct Gelu {
    __device__ float operator()(float x) const {
        return 0.5f * x * (1.0f + tanhf(0.7978845f * (x + 0.044715f * x * x * x)));
    }
};

template <typename T, int BM, int BN, int BK, int Stages, typename Epilogue>
__global__ void __launch_bounds__(128, 2)
    gemm(const T *__restrict__ a, const T *__restrict__ b, T *__restrict__ c, int m, int n, int k) {
    constexpr int Pad = 8;
    constexpr int WarpM = BM / 2, WarpN = BN / 2;
    constexpr int TilesM = WarpM / 16, TilesN = WarpN / 8;
    extern __shared__ __align__(16) unsigned char raw[];
    T(*sa)[BM][BK + Pad] = reinterpret_cast<T(*)[BM][BK + Pad]>(raw);
    T(*sb)[BK][BN + Pad] =
        reinterpret_cast<T(*)[BK][BN + Pad]>(raw + sizeof(T) * Stages * BM * (BK + Pad));
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    float acc[TilesM][TilesN][4] = {};

    auto fetch = [&](int stage, int k0) {
        for (int i = threadIdx.x; i < BM * BK / 8; i += 128) {
            int r = i / (BK / 8), q = i % (BK / 8) * 8;
            ops::copy16(&sa[stage][r][q], a + size_t(row0 + r) * k + k0 + q,
                        row0 + r < m && k0 + q < k);
        }
        for (int i = threadIdx.x; i < BK * BN / 8; i += 128) {
            int r = i / (BN / 8), q = i % (BN / 8) * 8;
            ops::copy16(&sb[stage][r][q], b + size_t(k0 + r) * n + col0 + q,
                        k0 + r < k && col0 + q < n);
        }
        ops::commit();
    };

#pragma unroll
    for (int s = 0; s < Stages - 1; ++s) fetch(s, s * BK);
    int steps = (k + BK - 1) / BK;
    for (int step = 0; step < steps; ++step) {
        ops::wait<Stages - 2>();
        __syncthreads();
        int stage = step % Stages;
#pragma unroll
        for (int kk = 0; kk < BK; kk += 16) {
            unsigned fa[TilesM][4], fb[TilesN][2];
#pragma unroll
            for (int i = 0; i < TilesM; ++i)
                ops::load4(fa[i], &sa[stage][warp / 2 * WarpM + i * 16 + lane % 16]
                                     [kk + lane / 16 * 8]);
#pragma unroll
            for (int j = 0; j < TilesN; ++j)
                ops::load2_transposed(fb[j],
                                      &sb[stage][kk + lane % 16][warp % 2 * WarpN + j * 8]);
#pragma unroll
            for (int i = 0; i < TilesM; ++i)
#pragma unroll
                for (int j = 0; j < TilesN; ++j) ops::Mma<T>::run(acc[i][j], fa[i], fb[j]);
        }
        int next = step + Stages - 1;
        if (next < steps)
            fetch(next % Stages, next * BK);
        else
            ops::commit();
    }
    ops::wait<0>();
    Epilogue epilogue;
#pragma unroll
    for (int i = 0; i < TilesM; ++i)
#pragma unroll
        for (int j = 0; j < TilesN; ++j)
#pragma unroll
            for (int q = 0; q < 4; ++q) {
                int r = row0 + warp / 2 * WarpM + i * 16 + lane / 4 + q / 2 * 8;
                int s = col0 + warp % 2 * WarpN + j * 8 + lane % 4 * 2 + q % 2;
                if (r < m && s < n) c[size_t(r) * n + s] = T(epilogue(acc[i][j][q]));
            }
}

template __global__ void gemm<__half, 64, 64, 32, 2, Identity>(const __half *, const __half *,
                                                               __half *, int, int, int);
template __global__ void gemm<__half, 128, 64, 32, 3, Relu>(const __half *, const __half *,
                                                            __half *, int, int, int);
template __global__ void gemm<__nv_bfloat16, 128, 128, 32, 4, Gelu>(const __nv_bfloat16 *,
                                                                    const __nv_bfloat16 *,
                                                                    __nv_bfloat16 *, int, int,
                                                                    int);

// Other shapes and element types of mma.sync, one instruction each.
__global__ void mma_shapes(float *f, double *d, int *s, const unsigned *u) {
    int t = threadIdx.x;
    float c0 = f[t], c1 = f[t + 32], c2 = f[t + 64], c3 = f[t + 96];
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
        "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3)
        : "r"(u[0]), "r"(u[1]), "r"(u[2]), "r"(u[3]), "r"(u[4]), "r"(u[5]));
    asm volatile(
        "mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 "
        "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9,%10,%11}, {%0,%1,%2,%3}, %12, 0x1;"
        : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3)
        : "r"(u[0]), "r"(u[1]), "r"(u[2]), "r"(u[3]), "r"(u[4]), "r"(u[5]), "r"(u[6]), "r"(u[7]),
          "r"(u[8]));
    f[t] = c0 + c1 + c2 + c3;
    double e0 = d[t], e1 = d[t + 32];
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
                 : "+d"(e0), "+d"(e1)
                 : "d"(d[64]), "d"(d[65]));
    d[t] = e0 * e1;
    int i0 = s[t], i1 = s[t + 1], i2 = s[t + 2], i3 = s[t + 3];
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32 "
        "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+r"(i0), "+r"(i1), "+r"(i2), "+r"(i3)
        : "r"(u[0]), "r"(u[1]), "r"(u[2]), "r"(u[3]), "r"(u[4]), "r"(u[5]));
    asm volatile(
        "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc "
        "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+r"(i0), "+r"(i1), "+r"(i2), "+r"(i3)
        : "r"(u[0]), "r"(u[1]), "r"(u[2]), "r"(u[3]), "r"(u[4]), "r"(u[5]));
    s[t] = i0 ^ i1 ^ i2 ^ i3;
}
