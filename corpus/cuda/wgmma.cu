// provenance: hand-written for tally-ptxc, one warpgroup product in inline assembly
// covers: nvcc inline-asm wgmma sm_90a fence.proxy.async
// launch: wgmma grid=6,1,1 cta=128,1,1 args: buf:f16[8192]=random buf:f32[4096]=zero u32:3 u32:1024
// launch: wgmma grid=2,1,3 cta=128,1,1 args: buf:f16[8192]=random buf:f32[4096]=zero u32:1 u32:1000
// vary: grid

extern "C" __global__ void __launch_bounds__(128) wgmma(const unsigned* in, float4* out, unsigned steps, unsigned n) {
    __shared__ __align__(128) unsigned a[512], b[64];
    unsigned cta = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    unsigned i = cta * threads + t;
    unsigned mix = blockIdx.x * 3 + blockIdx.y * 1009 + blockIdx.z * 65537 + gridDim.x + gridDim.y * 131 + gridDim.z * 8191;
    float d0 = 0, d1 = blockIdx.x, d2 = blockIdx.y, d3 = blockIdx.z;
    auto descriptor = [](const void* p) {
        return 0x0000001000080000ull | (unsigned(__cvta_generic_to_shared(p)) >> 4);
    };
    for (unsigned s = 0; s < steps; ++s) {
        for (unsigned k = t; k < 576; k += 128) {
            unsigned v = in[(mix * 96 + s * 320 + k) % 4096];
            if (k < 512) a[k] = v; else b[k - 512] = v;
        }
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        asm volatile(
            "wgmma.fence.sync.aligned;\n"
            "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;\n"
            "wgmma.commit_group.sync.aligned;\n"
            "wgmma.wait_group.sync.aligned 0;"
            : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3) : "l"(descriptor(a)), "l"(descriptor(b)) : "memory");
        __syncthreads();
    }
    if (i < n) out[i] = make_float4(d0, d1, d2, d3);
}
