// The kernels people write first: element-wise, tiled products, stencils,
// normalisation, n-body, Fourier steps, hashing, random walks.
// corpus: nvrtc variants=lineinfo,G,fast
extern "C" __global__ void saxpy(float a, const float *__restrict__ x, float *__restrict__ y,
                                 size_t n) {
    size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

extern "C" __global__ void saxpy4(float a, const float4 *__restrict__ x, float4 *__restrict__ y,
                                  int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float4 u = x[i], v = y[i];
        y[i] = make_float4(a * u.x + v.x, a * u.y + v.y, a * u.z + v.z, a * u.w + v.w);
    }
}

template <int Tile, int Work>
__global__ void __launch_bounds__((Tile / Work) * (Tile / Work))
    sgemm(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n) {
    __shared__ float sa[16][Tile], sb[16][Tile];
    constexpr int Side = Tile / Work;
    int tx = threadIdx.x % Side, ty = threadIdx.x / Side;
    float acc[Work][Work] = {};
    for (int k = 0; k < n; k += 16) {
        for (int i = threadIdx.x; i < 16 * Tile; i += Side * Side) {
            sa[i % 16][i / 16] = a[(blockIdx.y * Tile + i / 16) * n + k + i % 16];
            sb[i / Tile][i % Tile] = b[(k + i / Tile) * n + blockIdx.x * Tile + i % Tile];
        }
        __syncthreads();
#pragma unroll
        for (int q = 0; q < 16; ++q)
#pragma unroll
            for (int i = 0; i < Work; ++i)
#pragma unroll
                for (int j = 0; j < Work; ++j)
                    acc[i][j] += sa[q][ty * Work + i] * sb[q][tx * Work + j];
        __syncthreads();
    }
    for (int i = 0; i < Work; ++i)
        for (int j = 0; j < Work; ++j)
            c[(blockIdx.y * Tile + ty * Work + i) * n + blockIdx.x * Tile + tx * Work + j] =
                acc[i][j];
}
template __global__ void sgemm<32, 2>(const float *, const float *, float *, int);
template __global__ void sgemm<128, 8>(const float *, const float *, float *, int);

extern "C" __global__ void softmax_rows(const float *in, float *out, int columns) {
    __shared__ float shared[32];
    const float *row = in + size_t(blockIdx.x) * columns;
    float top = -3.4e38f, sum = 0.0f;
    for (int i = threadIdx.x; i < columns; i += blockDim.x) top = fmaxf(top, row[i]);
    for (int d = 16; d; d /= 2) top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
    if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = top;
    __syncthreads();
    for (int w = 0; w < blockDim.x / 32; ++w) top = fmaxf(top, shared[w]);
    __syncthreads();
    for (int i = threadIdx.x; i < columns; i += blockDim.x) sum += expf(row[i] - top);
    for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0.0f;
    for (int w = 0; w < blockDim.x / 32; ++w) sum += shared[w];
    for (int i = threadIdx.x; i < columns; i += blockDim.x)
        out[size_t(blockIdx.x) * columns + i] = expf(row[i] - top) / sum;
}

extern "C" __global__ void stencil(const float *in, float *out, int nx, int ny, int nz) {
    __shared__ float plane[18][18];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x >= nx || y >= ny) return;
    float below = 0.0f, here = in[y * nx + x];
    for (int z = 0; z < nz; ++z) {
        float above = z + 1 < nz ? in[((z + 1) * ny + y) * nx + x] : 0.0f;
        plane[threadIdx.y + 1][threadIdx.x + 1] = here;
        __syncthreads();
        out[(z * ny + y) * nx + x] =
            here * 0.4f + 0.1f * (below + above + plane[threadIdx.y][threadIdx.x + 1] +
                                  plane[threadIdx.y + 2][threadIdx.x + 1] +
                                  plane[threadIdx.y + 1][threadIdx.x] +
                                  plane[threadIdx.y + 1][threadIdx.x + 2]);
        __syncthreads();
        below = here;
        here = above;
    }
}

extern "C" __global__ void nbody(const float4 *in, float4 *speed, int n, float dt) {
    extern __shared__ float4 bodies[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = in[i], force = make_float4(0, 0, 0, 0);
    for (int t = 0; t < n; t += blockDim.x) {
        bodies[threadIdx.x] = in[t + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < blockDim.x; ++j) {
            float dx = bodies[j].x - me.x, dy = bodies[j].y - me.y, dz = bodies[j].z - me.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-6f);
            float s = bodies[j].w * r * r * r;
            force.x += dx * s;
            force.y += dy * s;
            force.z += dz * s;
        }
        __syncthreads();
    }
    speed[i].x += dt * force.x;
    speed[i].y += dt * force.y;
    speed[i].z += dt * force.z;
}

extern "C" __global__ void fourier(float2 *data, int log_size) {
    extern __shared__ float2 line[];
    int n = 1 << log_size, t = threadIdx.x;
    line[__brev(t) >> (32 - log_size)] = data[blockIdx.x * n + t];
    for (int half = 1; half < n; half *= 2) {
        __syncthreads();
        if (t < n / 2) {
            int at = t / half * half * 2 + t % half;
            float s, c;
            sincospif(-float(t % half) / half, &s, &c);
            float2 a = line[at], b = line[at + half];
            float2 w = make_float2(b.x * c - b.y * s, b.x * s + b.y * c);
            line[at] = make_float2(a.x + w.x, a.y + w.y);
            line[at + half] = make_float2(a.x - w.x, a.y - w.y);
        }
    }
    __syncthreads();
    data[blockIdx.x * n + t] = line[t];
}

extern "C" __global__ void hash(const unsigned *in, unsigned *out, int words) {
    unsigned h[4] = {0x9e3779b9u, 0x85ebca6bu, 0xc2b2ae35u, 0x27d4eb2fu};
    for (int i = 0; i < words; ++i) {
        unsigned w = in[threadIdx.x * words + i];
        h[i & 3] ^= w;
#pragma unroll
        for (int r = 0; r < 8; ++r) {
            h[0] += h[1];
            h[3] = __funnelshift_l(h[3] ^ h[0], h[3] ^ h[0], 16);
            h[2] += h[3];
            h[1] = __funnelshift_l(h[1] ^ h[2], h[1] ^ h[2], 12);
        }
    }
    for (int j = 0; j < 4; ++j) out[threadIdx.x * 4 + j] = h[j];
}

extern "C" __global__ void random_walk(unsigned long long seed, float *out, int steps) {
    unsigned long long s = seed + blockIdx.x * blockDim.x + threadIdx.x;
    float x = 0.0f, y = 0.0f;
    for (int i = 0; i < steps; ++i) {
        s = s * 6364136223846793005ull + 1442695040888963407ull;
        unsigned r = unsigned(s >> 33);
        x += (r & 1) ? 1.0f : -1.0f;
        y += __uint2float_rn(r >> 1) * 4.6566129e-10f - 0.25f;
    }
    out[threadIdx.x] = x * y;
}
