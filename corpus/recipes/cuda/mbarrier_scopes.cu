// Hand-written mbarrier code: several wait loops with the same labels in
// sibling and nested scopes, phases, asynchronous arrivals of cp.async.
// corpus: min=80 variants=lineinfo,G
using u32 = unsigned;
using u64 = unsigned long long;

__device__ __forceinline__ u32 shared_address(const void *p) {
    return static_cast<u32>(__cvta_generic_to_shared(p));
}

__device__ __forceinline__ u64 arrive(u32 bar) {
    u64 state;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(bar) : "memory");
    return state;
}

__device__ __forceinline__ void wait_state(u32 bar, u64 state) {
    asm volatile(
        "{\n"
        ".reg .pred P1;\n"
        "LAB_WAIT:\n"
        "mbarrier.test_wait.shared.b64 P1, [%0], %1;\n"
        "@P1 bra DONE;\n"
        "bra LAB_WAIT;\n"
        "DONE:\n"
        "}\n" ::"r"(bar),
        "l"(state)
        : "memory");
}

__device__ __forceinline__ void wait_either(u32 first, u32 second, u64 a, u64 b) {
    asm volatile(
        "{\n"
        "  .reg .pred P1, P2;\n"
        "LAB_WAIT:\n"
        "  {\n"
        "    .reg .pred P1;\n"
        "    mbarrier.test_wait.shared.b64 P1, [%0], %2;\n"
        "    @!P1 bra DONE;\n"
        "    mov.pred P2, P1;\n"
        "    bra LEAVE;\n"
        "  DONE:\n"
        "  }\n"
        "  mbarrier.test_wait.shared.b64 P1, [%1], %3;\n"
        "  @!P1 bra LAB_WAIT;\n"
        "LEAVE:\n"
        "}\n" ::"r"(first),
        "r"(second), "l"(a), "l"(b)
        : "memory");
}

template <int Stages> __global__ void ring(const int4 *in, int4 *out, int chunks) {
    __shared__ int4 tile[Stages][128];
    __shared__ u64 full[Stages];
    if (threadIdx.x < Stages)
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(&full[threadIdx.x])),
                     "r"(blockDim.x)
                     : "memory");
    __syncthreads();
    u64 state[Stages];
#pragma unroll
    for (int s = 0; s < Stages; ++s) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(
                         shared_address(&tile[s][threadIdx.x])),
                     "l"(in + s * 128 + threadIdx.x));
        asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(shared_address(&full[s])));
        state[s] = arrive(shared_address(&full[s]));
    }
    for (int c = 0; c < chunks; c += Stages) {
#pragma unroll
        for (int s = 0; s < Stages; ++s) {
            wait_state(shared_address(&full[s]), state[s]);
            int4 v = tile[s][threadIdx.x ^ 7];
            out[(c + s) * 128 + threadIdx.x] = make_int4(v.y, v.z, v.w, v.x);
            state[s] = arrive(shared_address(&full[s]));
        }
    }
    __syncthreads();
    if (threadIdx.x < Stages)
        asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(shared_address(&full[threadIdx.x]))
                     : "memory");
}
template __global__ void ring<2>(const int4 *, int4 *, int);
template __global__ void ring<5>(const int4 *, int4 *, int);

__global__ void either(u32 *out) {
    __shared__ u64 bars[2];
    u32 a = shared_address(&bars[0]), b = shared_address(&bars[1]);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 1; mbarrier.init.shared.b64 [%1], 1;" ::"r"(a),
                     "r"(b));
        u64 x = arrive(a), y = arrive(b);
        wait_either(a, b, x, y);
        wait_either(b, a, y, x);
        u32 pending;
        asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(x));
        out[0] = pending;
    }
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__global__ void parities(int *out, int rounds) {
    __shared__ u64 bar;
    u32 at = shared_address(&bar);
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(blockDim.x));
    __syncthreads();
    for (int r = 0; r < rounds; ++r) {
        asm volatile("{ .reg .b64 s; mbarrier.arrive.release.cta.shared::cta.b64 s, [%0]; }" ::"r"(at)
                     : "memory");
        asm volatile("{ .reg .pred P1; .reg .b32 tries; mov.b32 tries, 0;\n"
                     "LAB_WAIT: mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 P1, [%0], %1;\n"
                     "@P1 bra.uni DONE; add.u32 tries, tries, 1; bra.uni LAB_WAIT;\n"
                     "DONE: }" ::"r"(at),
                     "r"(r & 1)
                     : "memory");
        out[threadIdx.x] += r;
    }
}
#endif
