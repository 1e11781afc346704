// Device-wide CUB reductions and scans over several types and operators.
// corpus: heavy variants=lineinfo
#include <cub/cub.cuh>

struct MinMax {
    float low, high;
};

struct MergeMinMax {
    __host__ __device__ MinMax operator()(const MinMax &a, const MinMax &b) const {
        return {a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
    }
};

template <typename T> void sums(void *tmp, size_t &bytes, const T *in, T *out, int n) {
    cub::DeviceReduce::Sum(tmp, bytes, in, out, n);
    cub::DeviceReduce::Min(tmp, bytes, in, out, n);
    cub::DeviceScan::InclusiveSum(tmp, bytes, in, out, n);
    cub::DeviceScan::ExclusiveSum(tmp, bytes, in, out, n);
}

void instantiate(void *tmp, size_t &bytes, void *in, void *out, const int *offsets, int n) {
    sums(tmp, bytes, static_cast<const int *>(in), static_cast<int *>(out), n);
    sums(tmp, bytes, static_cast<const double *>(in), static_cast<double *>(out), n);
    sums(tmp, bytes, static_cast<const unsigned char *>(in), static_cast<unsigned char *>(out), n);
    cub::DeviceReduce::Reduce(tmp, bytes, static_cast<MinMax *>(in), static_cast<MinMax *>(out), n,
                              MergeMinMax{}, MinMax{1e30f, -1e30f});
    cub::DeviceReduce::ArgMax(tmp, bytes, static_cast<float *>(in), static_cast<float *>(out),
                              static_cast<long long *>(out), static_cast<long long>(n));
    cub::DeviceSegmentedReduce::Sum(tmp, bytes, static_cast<float *>(in),
                                    static_cast<float *>(out), n, offsets, offsets + 1);
    cub::DeviceScan::InclusiveScan(tmp, bytes, static_cast<MinMax *>(in),
                                   static_cast<MinMax *>(out), MergeMinMax{}, n);
    cub::DeviceScan::ExclusiveSumByKey(tmp, bytes, static_cast<int *>(in),
                                       static_cast<long long *>(in),
                                       static_cast<long long *>(out), n);
}
