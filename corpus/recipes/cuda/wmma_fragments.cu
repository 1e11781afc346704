// The wmma fragment interface over its element types and shapes.
// corpus: nvrtc variants=lineinfo
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

template <int M, int N, int K, typename Acc>
__global__ void tiles(const __half *a, const __half *b, Acc *c, int k, int lda, int ldb, int ldc) {
    wmma::fragment<wmma::matrix_a, M, N, K, __half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, __half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, M, N, K, Acc> fc;
    wmma::fill_fragment(fc, Acc(0.0f));
    for (int i = 0; i < k; i += K) {
        wmma::load_matrix_sync(fa, a + blockIdx.y * M * lda + i, lda);
        wmma::load_matrix_sync(fb, b + blockIdx.x * N * ldb + i, ldb);
        wmma::mma_sync(fc, fa, fb, fc);
    }
    for (int i = 0; i < fc.num_elements; ++i) fc.x[i] = fc.x[i] * Acc(2.0f);
    wmma::store_matrix_sync(c + blockIdx.y * M * ldc + blockIdx.x * N, fc, ldc,
                            wmma::mem_row_major);
}
template __global__ void tiles<16, 16, 16, float>(const __half *, const __half *, float *, int, int,
                                                  int, int);
template __global__ void tiles<32, 8, 16, __half>(const __half *, const __half *, __half *, int,
                                                  int, int, int);

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
__global__ void bytes(const signed char *a, const signed char *b, int *c) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> fc;
    wmma::fill_fragment(fc, 0);
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::mma_sync(fc, fa, fb, fc, true);
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_col_major);
}

__global__ void doubles(const double *a, const double *b, double *c) {
    wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> fc;
    wmma::load_matrix_sync(fc, c, 8, wmma::mem_row_major);
    wmma::load_matrix_sync(fa, a, 4);
    wmma::load_matrix_sync(fb, b, 4);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c, fc, 8, wmma::mem_row_major);
}
#endif
