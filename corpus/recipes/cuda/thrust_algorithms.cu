// Thrust algorithms on raw device pointers, with lambdas and fancy iterators.
// corpus: heavy
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/merge.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>

struct Collatz {
    __host__ __device__ int operator()(unsigned n) const {
        int steps = 0;
        while (n > 1) {
            n = (n & 1) ? 3 * n + 1 : n / 2;
            ++steps;
        }
        return steps;
    }
};

struct Weighted {
    __host__ __device__ float operator()(const thrust::tuple<float, float> &p) const {
        return thrust::get<0>(p) * thrust::get<1>(p) + 1.0f;
    }
};

void instantiate(float *x, float *y, int *keys, int *out, int n) {
    auto count = thrust::make_counting_iterator(1u);
    auto steps = thrust::make_transform_iterator(count, Collatz{});
    auto pairs = thrust::make_zip_iterator(thrust::make_tuple(x, y));
    out[0] = thrust::reduce(thrust::device, steps, steps + n, 0, thrust::maximum<int>());
    x[0] = thrust::transform_reduce(thrust::device, pairs, pairs + n, Weighted{}, 0.0f,
                                    thrust::plus<float>());
    thrust::for_each(thrust::device, count, count + n,
                     [=] __device__(unsigned i) { x[i] = sqrtf(y[i]) + i; });
    thrust::sort_by_key(thrust::device, keys, keys + n, x);
    thrust::stable_sort(thrust::device, x, x + n, thrust::greater<float>());
    thrust::inclusive_scan_by_key(thrust::device, keys, keys + n, x, y);
    thrust::reduce_by_key(thrust::device, keys, keys + n, x, out, y);
    thrust::set_union(thrust::device, keys, keys + n, out, out + n, out + 2 * n);
    thrust::merge(thrust::device, keys, keys + n, out, out + n, out + 2 * n);
    thrust::lower_bound(thrust::device, keys, keys + n, out, out + n, out + n);
    thrust::adjacent_difference(thrust::device, x, x + n, y);
}
