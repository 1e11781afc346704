// Device-wide CUB radix sorts, segmented sorts and merge sorts.
// corpus: heavy
#include <cub/cub.cuh>

struct Record {
    int key;
    float weight;
};

struct ByKey {
    __host__ __device__ bool operator()(const Record &a, const Record &b) const {
        return a.key < b.key || (a.key == b.key && a.weight > b.weight);
    }
};

void instantiate(void *tmp, size_t &bytes, void *a, void *b, void *c, void *d, const int *offsets,
                 int n) {
    cub::DeviceRadixSort::SortKeys(tmp, bytes, static_cast<unsigned *>(a),
                                   static_cast<unsigned *>(b), n);
    cub::DeviceRadixSort::SortPairs(tmp, bytes, static_cast<float *>(a), static_cast<float *>(b),
                                    static_cast<int *>(c), static_cast<int *>(d), n);
    cub::DeviceRadixSort::SortPairsDescending(
        tmp, bytes, static_cast<unsigned long long *>(a), static_cast<unsigned long long *>(b),
        static_cast<unsigned *>(c), static_cast<unsigned *>(d), n);
    cub::DeviceSegmentedSort::SortKeys(tmp, bytes, static_cast<int *>(a), static_cast<int *>(b), n,
                                       16, offsets, offsets + 1);
    cub::DeviceMergeSort::SortKeys(tmp, bytes, static_cast<Record *>(a), n, ByKey{});
}
