// Dynamic shared memory in several types, carved buffers, early returns before
// barriers, barriers in loops and in both arms of uniform branches.
// corpus: nvrtc variants=lineinfo,G
extern __shared__ double dynamic_doubles[];
extern __shared__ __align__(128) unsigned char dynamic_bytes[];

__global__ void transpose(const float *in, float *out, int w, int h) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < w && y + j < h) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < h && y + j < w) out[(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void carved(const double *in, double *out, int n) {
    double *values = dynamic_doubles;
    int *indices = reinterpret_cast<int *>(values + blockDim.x);
    char *flags = reinterpret_cast<char *>(indices + blockDim.x);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    values[threadIdx.x] = i < n ? in[i] : 0.0;
    indices[threadIdx.x] = threadIdx.x;
    flags[threadIdx.x] = i < n;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride >>= 1) {
        if (threadIdx.x < stride && flags[threadIdx.x + stride] &&
            values[threadIdx.x] < values[threadIdx.x + stride]) {
            values[threadIdx.x] = values[threadIdx.x + stride];
            indices[threadIdx.x] = indices[threadIdx.x + stride];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = values[0] + indices[0];
}

__global__ void early_return(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x * blockDim.x >= n) return;
    __shared__ int edge[2];
    if (threadIdx.x == 0) edge[0] = in[i];
    if (threadIdx.x == blockDim.x - 1) edge[1] = i < n ? in[i] : 0;
    __syncthreads();
    if (i >= n) return;
    out[i] = in[i] + edge[0] - edge[1];
}

__global__ void branchy(int *data, int mode, int n) {
    int *buffer = reinterpret_cast<int *>(dynamic_bytes);
    for (int r = 0; r < n; ++r) {
        buffer[threadIdx.x] = data[threadIdx.x] + r;
        if (mode & 1) {
            __syncthreads();
            data[threadIdx.x] = buffer[threadIdx.x ^ 1];
        } else if (blockIdx.x & 1) {
            __syncthreads();
            data[threadIdx.x] = buffer[(threadIdx.x + r) % blockDim.x];
        }
        __syncthreads();
        if (data[0] < 0) break;
        __syncthreads();
    }
}

__global__ void bitonic(unsigned *data, unsigned mask) {
    unsigned *keys = reinterpret_cast<unsigned *>(dynamic_bytes);
    unsigned t = threadIdx.x;
    keys[t] = data[blockIdx.x * blockDim.x + t] & mask;
    for (unsigned size = 2; size <= blockDim.x; size *= 2)
        for (unsigned step = size / 2; step; step /= 2) {
            __syncthreads();
            unsigned other = t ^ step;
            if (other > t && (keys[t] > keys[other]) == ((t & size) == 0)) {
                unsigned k = keys[t];
                keys[t] = keys[other];
                keys[other] = k;
            }
        }
    __syncthreads();
    data[blockIdx.x * blockDim.x + t] = keys[t];
}
