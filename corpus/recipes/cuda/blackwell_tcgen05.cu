// Tensor memory of Blackwell data-centre parts: allocation, products, copies.
// corpus: only=100a
using u32 = unsigned;
using u64 = unsigned long long;

__device__ __forceinline__ u32 shared_address(const void *p) {
    return static_cast<u32>(__cvta_generic_to_shared(p));
}

__device__ __forceinline__ void wait(u64 *barrier, u32 parity) {
    asm volatile(
        "{\n"
        "  .reg .pred p;\n"
        "spin:\n"
        "  mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
        "  @!p bra spin;\n"
        "}\n" ::"r"(shared_address(barrier)),
        "r"(parity)
        : "memory");
}

__global__ void __launch_bounds__(128) tensor_memory(const u64 *descriptors, u32 kind, float *out,
                                                     int steps) {
    __shared__ u32 where;
    __shared__ alignas(8) u64 barrier;
    if (threadIdx.x < 32) {
        asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(
                         shared_address(&where)),
                     "r"(64));
        asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
    }
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&barrier)));
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    }
    __syncthreads();
    asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
    u32 tmem = where;
    for (int i = 0; i < steps; ++i) {
        if (threadIdx.x == 0) {
            asm volatile(
                "{\n"
                "  .reg .pred p;\n"
                "  setp.ne.b32 p, %4, 0;\n"
                "  tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;\n"
                "}\n" ::"r"(tmem),
                "l"(descriptors[2 * i]), "l"(descriptors[2 * i + 1]), "r"(kind), "r"(i));
            asm volatile(
                "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"l"(
                    u64(shared_address(&barrier)))
                : "memory");
        }
        wait(&barrier, i & 1);
    }
    asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
    u32 r[8];
    asm volatile(
        "tcgen05.ld.sync.aligned.32x32b.x8.b32 {%0,%1,%2,%3,%4,%5,%6,%7}, [%8];"
        : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]), "=r"(r[4]), "=r"(r[5]), "=r"(r[6]),
          "=r"(r[7])
        : "r"(tmem));
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
    for (int i = 0; i < 8; ++i) out[i * 128 + threadIdx.x] = __uint_as_float(r[i]);
    asm volatile("tcgen05.st.sync.aligned.16x64b.x1.b32 [%0], {%1};" ::"r"(tmem), "r"(r[0]));
    asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
    asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
    __syncthreads();
    if (threadIdx.x < 32)
        asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(tmem), "r"(64));
}

// 256-bit loads and stores, packed float pairs and three-input minimum.
__global__ void wide(float *p, const u64 *q, u64 *o) {
    float v[8];
    asm volatile("ld.global.nc.v8.f32 {%0,%1,%2,%3,%4,%5,%6,%7}, [%8];"
                 : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3]), "=f"(v[4]), "=f"(v[5]),
                   "=f"(v[6]), "=f"(v[7])
                 : "l"(p + 8 * threadIdx.x));
    u64 r;
    asm volatile("fma.rn.f32x2 %0, %1, %2, %3;" : "=l"(r) : "l"(q[0]), "l"(q[1]), "l"(q[2]));
    asm volatile("add.rz.ftz.f32x2 %0, %0, %1;" : "+l"(r) : "l"(q[3]));
    float least;
    asm volatile("min.f32 %0, %1, %2, %3;" : "=f"(least) : "f"(v[0]), "f"(v[1]), "f"(v[2]));
    o[threadIdx.x] = r + __float_as_uint(least);
    asm volatile("st.global.v4.b64 [%0], {%1, %1, %2, %2};" ::"l"(o + 4 * threadIdx.x), "l"(r),
                 "l"(q[4])
                 : "memory");
}
