// Kernels that launch kernels: dynamic parallelism, which needs -rdc.
// corpus: base=rdc variants=lineinfo
__global__ void child(int *data, int depth) { atomicAdd(data + depth, threadIdx.x); }

__global__ void parent(int *data, int depth, int limit) {
    if (threadIdx.x != 0 || depth >= limit) return;
    child<<<4, 32>>>(data, depth);
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    parent<<<2, 32, 64, stream>>>(data, depth + 1, limit);
    cudaStreamDestroy(stream);
    child<<<1, 1, 0, cudaStreamTailLaunch>>>(data, depth + 100);
    if (cudaGetLastError() != cudaSuccess) data[0] = -1;
}
