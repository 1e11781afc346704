// Device-wide CUB selection, partition, run lengths and histograms.
// corpus: heavy
#include <cub/cub.cuh>

struct Above {
    int limit;
    __host__ __device__ bool operator()(int x) const { return x > limit; }
};

void instantiate(void *tmp, size_t &bytes, int *in, int *out, int *count, char *flags, int n) {
    cub::DeviceSelect::If(tmp, bytes, in, out, count, n, Above{17});
    cub::DeviceSelect::Flagged(tmp, bytes, in, flags, out, count, n);
    cub::DeviceSelect::Unique(tmp, bytes, in, out, count, n);
    cub::DevicePartition::If(tmp, bytes, in, out, count, n, Above{3});
    cub::DeviceRunLengthEncode::Encode(tmp, bytes, in, out, count, count + n, n);
    cub::DeviceHistogram::HistogramEven(tmp, bytes, reinterpret_cast<unsigned char *>(in), count,
                                        257, 0, 256, n);
    float *samples = reinterpret_cast<float *>(in);
    float *levels = reinterpret_cast<float *>(out);
    cub::DeviceHistogram::HistogramRange(tmp, bytes, samples, count, 33, levels, n);
    int *channels[3] = {count, count + 256, count + 512};
    int sizes[3] = {257, 257, 257};
    int low[3] = {0, 0, 0};
    int high[3] = {256, 256, 256};
    cub::DeviceHistogram::MultiHistogramEven<4, 3>(tmp, bytes,
                                                   reinterpret_cast<unsigned char *>(in), channels,
                                                   sizes, low, high, n);
}
