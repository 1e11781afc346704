// Control flow: switch tables, nested and irreducible loops, state machines,
// loops left from the middle, divergent barriers-free regions.
// corpus: nvrtc variants=G,lineinfo
__global__ void interpreter(const unsigned char *code, int *out, int n) {
    int acc = threadIdx.x, aux = 1, pc = 0, budget = 1000;
    while (pc >= 0 && pc < n && budget-- > 0) {
        switch (code[pc++]) {
        case 0: acc += aux; break;
        case 1: acc -= aux; break;
        case 2: acc *= 3; break;
        case 3: aux = acc; break;
        case 4: acc ^= aux << 3; break;
        case 5: acc = aux / (acc | 1); break;
        case 6: pc += acc & 3; break;
        case 7: pc -= (acc & 1) ? 2 : 0; break;
        case 8: acc = __popc(acc); break;
        case 9: acc = out[acc & 31]; break;
        case 10: out[aux & 31] = acc; break;
        case 11: { int t = acc; acc = aux; aux = t; } break;
        case 12: if (acc < 0) goto stop; break;
        case 13: acc = min(acc, aux); // fall through
        case 14: acc = max(acc, -aux); break;
        case 15: return;
        default: acc++;
        }
    }
stop:
    out[threadIdx.x] = acc;
}

__global__ void irreducible(int *x, int entry) {
    int v = x[threadIdx.x], i = 0;
    if (entry == 1) goto middle;
    if (entry == 2) goto tail;
top:
    v = v * 5 + 1;
    if (v & 64) goto tail;
middle:
    v ^= i;
    if (++i > 50) goto out;
    if (v & 1) goto top;
tail:
    v -= 3;
    if (v > 0 && i++ < 99) goto middle;
out:
    x[threadIdx.x] = v;
}

__global__ void nested(const int *a, int *out, int n, int m) {
    int found = -1;
    for (int i = 0; i < n && found < 0; ++i) {
        for (int j = i; j < m; ++j) {
            if (a[j] < 0) continue;
            int k = j;
            do {
                if (a[k] == threadIdx.x) {
                    found = k;
                    goto done;
                }
                k = a[k] % m;
            } while (k != j && k > 0);
            if (a[i] == 77) break;
        }
    }
done:
    out[threadIdx.x] = found;
}

__global__ void mandelbrot(unsigned char *out, int w, int h, float scale, int limit) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float cr = (x - w / 2) * scale, ci = (y - h / 2) * scale, r = 0, i = 0;
    int n = 0;
    while (n < limit && r * r + i * i < 4.0f) {
        float t = r * r - i * i + cr;
        i = 2 * r * i + ci;
        r = t;
        ++n;
    }
    out[y * w + x] = n * 255 / limit;
}

__global__ void sparse_switch(int *x) {
    int v = x[threadIdx.x];
    switch (v) {
    case -2000000000: v = 1; break;
    case 17: v = 2; break;
    case 4096: v = 3; break;
    case 123456: v = 4; break;
    case 123457: v = 5; break;
    case 0x7fffffff: v = 6; break;
    }
    x[threadIdx.x] = v;
}

__global__ void endless(volatile int *flag, int *count) {
    for (;;) {
        if (*flag) break;
        atomicAdd(count, 1);
    }
}

__global__ void empty() {}
__global__ void only_return(int n) {
    if (n > 3) return;
}
