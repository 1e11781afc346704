// Module-level variables: constant tables, initialisers of every type, tables
// of addresses, aligned and managed variables, shared variables with unions.
// corpus: nvrtc variants=rdc,lineinfo
struct Entry {
    const char *name;
    int weight;
    const float *data;
    short flags[3];
};

__constant__ float weights[4][3] = {{1, 2, 3}, {-0.5f, 1e-20f, 3.4e38f}, {0}, {-0.0f, 7, 9}};
__constant__ double doubles[] = {3.141592653589793, -2.5, 1e300, 5e-324};
__constant__ unsigned char bytes[7] = {0, 1, 127, 128, 255, 17, 99};
__constant__ unsigned long long wide[2] = {0xffffffffffffffffull, 1};
__device__ const float primes[5] = {2, 3, 5, 7, 11};
__device__ float mutable_data[16] = {1.5f};
__device__ int *cursor = nullptr;
__device__ float *inside = &mutable_data[3];
__device__ const char *messages[3] = {"alpha", "beta \"two\"\n", ""};
__device__ Entry entries[3] = {
    {"first", 3, primes, {1, 2, 3}}, {"second", -1, mutable_data + 5, {-4}}, {nullptr, 0, nullptr, {}}};
__constant__ const float *const tables[2] = {primes, mutable_data};
__device__ __align__(256) char big[4096];
__device__ bool ready;

#ifndef __CUDACC_RTC__
__managed__ int counter = 42;
__managed__ double managed_table[3];
#else
__device__ int counter = 42;
#endif

__global__ void lookup(const int *in, float *out) {
    int i = in[threadIdx.x] & 3;
    float v = weights[i][i % 3] + primes[i] + mutable_data[i * 4] + *inside;
    v += static_cast<float>(doubles[i]) + bytes[i] + wide[i & 1];
    v += tables[i & 1][i] + messages[i % 3][0];
    const Entry &e = entries[i % 3];
    if (e.data) v += e.data[e.weight & 1] + e.flags[1] + e.name[0];
    out[threadIdx.x] = v;
    if (ready) *cursor = atomicAdd(&counter, 1);
    big[threadIdx.x] = v > 0;
}

__global__ void uniform(float *out, int row) {
    out[threadIdx.x] = weights[row][0] * weights[row][1] + weights[row][2] * doubles[row];
}

__global__ void shared_kinds(float *out) {
    __shared__ float tile[33][17];
    __shared__ double4 vector;
    __shared__ struct {
        char c;
        long long l;
    } record[5];
    __shared__ __align__(1024) unsigned char page[2048];
    extern __shared__ float dynamic[];
    tile[threadIdx.x % 33][threadIdx.x % 17] = out[threadIdx.x];
    if (threadIdx.x == 0) {
        vector = {1, 2, 3, 4};
        record[2].c = 'x';
        record[3].l = -1;
    }
    page[threadIdx.x * 2] = dynamic[threadIdx.x] > 0;
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x % 31][3] + vector.z + record[2].c + record[3].l +
                       page[threadIdx.x] + dynamic[threadIdx.x + 1];
}
