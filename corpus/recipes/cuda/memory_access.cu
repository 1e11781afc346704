// Loads and stores: vectors of all types, cache hints, non-coherent loads,
// volatile and aliased pointers, small types, bit fields, generic pointers.
// corpus: nvrtc variants=lineinfo
struct Packed {
    unsigned low : 5, middle : 20, high : 7;
    signed char small;
    unsigned short medium;
};

__global__ void vectors(char4 *c, short2 *s, int3 *i, uint4 *u, float2 *f, double2 *d,
                        longlong2 *l, ushort4 *h) {
    int t = threadIdx.x;
    char4 a = c[t];
    short2 b = s[t];
    int3 e = i[t];
    uint4 g = u[t];
    c[t + 1] = make_char4(a.w, a.z, a.y, a.x);
    s[t + 1] = make_short2(b.y, b.x);
    i[t + 1] = make_int3(e.z, e.x, e.y);
    u[t + 1] = make_uint4(g.x + g.y, g.z, g.w, g.x);
    f[t + 1] = make_float2(f[t].y, d[t].x);
    d[t + 1] = make_double2(d[t].y, f[t].x);
    l[t + 1] = make_longlong2(l[t].y, l[t].x);
    h[t + 1] = make_ushort4(h[t].y, h[t].x, h[t].w, h[t].z);
}

__global__ void hints(const float4 *in, float4 *out, const int *a, int *b) {
    int t = threadIdx.x;
    float4 x = __ldg(in + t), y = __ldcs(in + t + 32), z = __ldcg(in + t + 64);
    __stcs(out + t, make_float4(x.x, y.y, z.z, x.w));
    __stcg(b + t, __ldca(a + t));
    __stwt(b + t + 32, __ldlu(a + t + 32) + __ldcv(a + t + 64));
    __stwb(b + t + 64, a[t]);
}

__global__ void small(signed char *a, unsigned char *b, short *c, bool *d, Packed *p) {
    int t = threadIdx.x;
    a[t] += b[t] * 3;
    c[t] = a[t] << (b[t] & 7);
    d[t] = c[t] > 5 && !d[t];
    p[t].middle = p[t].low * p[t].high;
    p[t].small--;
    p[t].medium += p[t].small;
}

__global__ void generic(int *global, int which) {
    __shared__ int shared[64];
    int local[8] = {which};
    shared[threadIdx.x] = global[threadIdx.x];
    __syncthreads();
    int *p = which == 0 ? global : which == 1 ? shared : local;
    p[which & 7] += 1;
    int r = p[3] + __isGlobal(p) + 2 * __isShared(p) + 4 * __isLocal(p) + 8 * __isConstant(p);
    global[threadIdx.x] = r + shared[which & 63];
}

__global__ void aliased(volatile int *a, int *b, const int *__restrict__ c, int *__restrict__ d) {
    for (int i = 0; i < 4; ++i) {
        a[i] = a[i + 1] + c[i];
        b[i] = b[i + 1] + c[i];
        d[i] = c[i + 4];
    }
    memcpy(d + 8, c + 8, 64);
    memset(b + 64, 0x5a, 40);
}
