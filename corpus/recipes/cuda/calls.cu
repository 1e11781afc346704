// Calls that stay calls: non-inlined functions, aggregates by value, recursion,
// function pointers, virtual functions, indirect calls through tables.
// corpus: nvrtc variants=G,lineinfo,rdc
struct Matrix3 {
    float m[3][3];
};
struct Mixed {
    char tag;
    double value;
    short pair[3];
    int *where;
};

__device__ __noinline__ Matrix3 multiply(Matrix3 a, const Matrix3 &b) {
    Matrix3 c;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            c.m[i][j] = a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j] + a.m[i][2] * b.m[2][j];
    return c;
}

__device__ __noinline__ Mixed shuffle(Mixed x, int by) {
    x.tag += by;
    x.value *= by;
    x.pair[by % 3] ^= *x.where;
    return x;
}

__device__ __noinline__ unsigned long long ackermann(unsigned m, unsigned n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

__device__ __noinline__ bool is_odd(unsigned n);
__device__ __noinline__ bool is_even(unsigned n) { return n == 0 || is_odd(n - 1); }
__device__ __noinline__ bool is_odd(unsigned n) { return n != 0 && is_even(n - 1); }

__device__ int quicksort(int *a, int low, int high) {
    if (low >= high) return 0;
    int pivot = a[(low + high) / 2], i = low, j = high, swaps = 0;
    while (i <= j) {
        while (a[i] < pivot) ++i;
        while (a[j] > pivot) --j;
        if (i <= j) {
            int t = a[i];
            a[i++] = a[j];
            a[j--] = t;
            ++swaps;
        }
    }
    return swaps + quicksort(a, low, j) + quicksort(a, i, high);
}

using Unary = float (*)(float);
__device__ __noinline__ float twice(float x) { return x + x; }
__device__ __noinline__ float square(float x) { return x * x; }
__device__ __noinline__ float inverse(float x) { return 1.0f / x; }
__device__ Unary unary_table[] = {twice, square, inverse, nullptr};
__constant__ Unary constant_table[2] = {square, twice};

struct Shape {
    __device__ virtual float area() const = 0;
    __device__ virtual float scale(float f) { return f * area(); }
    __device__ virtual ~Shape() {}
};
struct Circle : Shape {
    float r;
    __device__ explicit Circle(float r) : r(r) {}
    __device__ float area() const override { return 3.14159265f * r * r; }
};
struct Box : Shape {
    float w, h;
    __device__ Box(float w, float h) : w(w), h(h) {}
    __device__ float area() const override { return w * h; }
    __device__ float scale(float f) override { return f * f * area(); }
};

extern "C" __global__ void by_value(Matrix3 *m, Mixed *x, Matrix3 param, int by) {
    m[threadIdx.x] = multiply(multiply(m[threadIdx.x], param), m[0]);
    x[threadIdx.x] = shuffle(x[threadIdx.x], by);
}
extern "C" __global__ void recursive(unsigned long long *out, int *a, int n) {
    out[threadIdx.x] = ackermann(threadIdx.x & 3, threadIdx.x >> 2);
    out[threadIdx.x] += is_even(threadIdx.x);
    out[threadIdx.x] += quicksort(a + threadIdx.x * n, 0, n - 1);
}
extern "C" __global__ void pointers(float *x, int which, Unary given) {
    float v = x[threadIdx.x];
    v = unary_table[which % 3](v);
    v = constant_table[v > 0.0f](v);
    if (given) v = given(v);
    x[threadIdx.x] = v;
}
extern "C" __global__ void virtuals(float *x, int n) {
    Circle circle(x[0]);
    Box box(x[1], x[2]);
    Shape *shape = (threadIdx.x & 1) ? static_cast<Shape *>(&circle) : &box;
    x[threadIdx.x] = shape->area() + shape->scale(n);
    Shape *heap = (n & 1) ? static_cast<Shape *>(new Circle(x[3])) : new Box(x[4], x[5]);
    x[threadIdx.x] += heap->scale(2.0f);
    delete heap;
}
