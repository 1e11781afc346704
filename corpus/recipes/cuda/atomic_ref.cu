// libcu++ atomics, barriers, latches, semaphores and pipelines.
// corpus: nvrtc variants=lineinfo
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>

template <typename T, cuda::thread_scope Scope> __device__ T exercise(T *p, T x) {
    cuda::atomic_ref<T, Scope> r(*p);
    r.store(x, cuda::memory_order_release);
    T v = r.load(cuda::memory_order_acquire);
    v += r.fetch_add(x, cuda::memory_order_relaxed);
    v += r.exchange(x, cuda::memory_order_acq_rel);
    T expected = v;
    while (!r.compare_exchange_weak(expected, expected + x, cuda::memory_order_seq_cst))
        ;
    return v + r.fetch_sub(x);
}

__global__ void references(int *i, unsigned long long *u, double *d, float *f) {
    i[1] = exercise<int, cuda::thread_scope_block>(i, 3);
    i[2] = exercise<int, cuda::thread_scope_device>(i, 5);
    u[1] = exercise<unsigned long long, cuda::thread_scope_system>(u, 7);
    d[1] = exercise<double, cuda::thread_scope_device>(d, 0.5);
    f[1] = exercise<float, cuda::thread_scope_block>(f, 0.25f);
    cuda::atomic_ref<int, cuda::thread_scope_thread> own(i[3]);
    own.fetch_or(8);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_system);
    cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_block);
}

__device__ cuda::atomic<unsigned, cuda::thread_scope_device> turn;
__device__ cuda::std::atomic_flag busy;

__global__ void spin(int *value) {
    while (busy.test_and_set(cuda::memory_order_acquire)) __nanosleep(32);
    *value += threadIdx.x;
    busy.clear(cuda::memory_order_release);
    turn.fetch_add(1);
    turn.notify_all();
    turn.wait(0);
}

__global__ void phases(int *data, int rounds) {
    using barrier = cuda::barrier<cuda::thread_scope_block>;
    __shared__ int tile[256];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ barrier bar;
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    for (int r = 0; r < rounds; ++r) {
        cuda::memcpy_async(&tile[threadIdx.x], data + r * 256 + threadIdx.x, sizeof(int), bar);
        bar.arrive_and_wait();
        int x = tile[255 - threadIdx.x];
        auto token = bar.arrive();
        data[r * 256 + threadIdx.x] = x * r;
        bar.wait(static_cast<barrier::arrival_token &&>(token));
    }
}

__global__ void pipelined(const float4 *in, float *out, int chunks) {
    __shared__ float4 stage[2][128];
    auto pipe = cuda::make_pipeline();
    float sum = 0.0f;
    for (int fetch = 0, use = 0; use < chunks; ++use) {
        for (; fetch < chunks && fetch < use + 2; ++fetch) {
            pipe.producer_acquire();
            cuda::memcpy_async(&stage[fetch & 1][threadIdx.x], in + fetch * 128 + threadIdx.x,
                               cuda::aligned_size_t<16>(sizeof(float4)), pipe);
            pipe.producer_commit();
        }
        cuda::pipeline_consumer_wait_prior<1>(pipe);
        float4 v = stage[use & 1][threadIdx.x];
        sum += v.x * v.y + v.z * v.w;
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}
