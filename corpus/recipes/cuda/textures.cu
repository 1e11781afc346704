// Texture and surface objects in all dimensions and access styles.
// corpus: nvrtc
#ifdef __CUDACC_RTC__
#include <cuda_runtime.h>
#endif
__global__ void sample(cudaTextureObject_t t, float *out, float x, float y, float z, int layer) {
    float v = tex1D<float>(t, x) + tex1Dfetch<float>(t, layer) + tex2D<float>(t, x, y);
    v += tex3D<float>(t, x, y, z) + tex1DLayered<float>(t, x, layer);
    v += tex2DLayered<float>(t, x, y, layer) + texCubemap<float>(t, x, y, z);
    v += tex2DLod<float>(t, x, y, z) + tex3DLod<float>(t, x, y, z, 1.0f);
    v += tex2DGrad<float>(t, x, y, make_float2(x, y), make_float2(y, x));
    v += texCubemapLayered<float>(t, x, y, z, layer);
    out[threadIdx.x] = v;
}

__global__ void sample_vectors(cudaTextureObject_t t, float4 *f, uchar4 *c, int2 *i, float x,
                               float y) {
    float4 g = tex2Dgather<float4>(t, x, y, 2);
    float4 a = tex2D<float4>(t, x, y);
    f[threadIdx.x] = make_float4(a.x + g.w, a.y + g.z, a.z + g.y, a.w + g.x);
    c[threadIdx.x] = tex2D<uchar4>(t, x, y);
    i[threadIdx.x] = tex1Dfetch<int2>(t, threadIdx.x);
}

__global__ void surfaces(cudaSurfaceObject_t s, cudaSurfaceObject_t d, int x, int y, int z) {
    surf1Dwrite(surf1Dread<int>(s, x * 4), d, x * 4);
    surf2Dwrite(surf2Dread<float4>(s, x * 16, y, cudaBoundaryModeClamp), d, x * 16, y,
                cudaBoundaryModeZero);
    surf3Dwrite(surf3Dread<short2>(s, x * 4, y, z), d, x * 4, y, z, cudaBoundaryModeTrap);
    surf2DLayeredwrite(surf2DLayeredread<unsigned char>(s, x, y, z), d, x, y, z);
    surfCubemapwrite(surfCubemapread<uint2>(s, x * 8, y, z), d, x * 8, y, z);
}

__global__ void blur(cudaTextureObject_t image, cudaSurfaceObject_t result, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0.0f;
#pragma unroll
    for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx) sum += tex2D<float>(image, x + dx + 0.5f, y + dy + 0.5f);
    surf2Dwrite(sum / 25.0f, result, x * int(sizeof(float)), y);
}
