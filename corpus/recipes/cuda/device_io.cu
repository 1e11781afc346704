// System calls from kernels: printf, assert, malloc and free, traps, timers.
// corpus: nvrtc variants=G
#ifndef __CUDACC_RTC__
#include <cassert>
#include <cstdio>
#endif

__global__ void report(const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) printf("%d: in[%d] = %d (%f, %s)\n", blockIdx.x, i, in[i], in[i] * 0.5, "half");
    if (i == 0) printf("done \"quoted\" \\ \t %% %c %llx\n", 'x', 0x123456789abcdefull);
}

__global__ void checked(int *data, int n) {
    int i = threadIdx.x;
    assert(i < n && "thread beyond the data");
    data[i] = n / (data[i] + 1);
    assert(data[i] != 0);
}

struct Node {
    int value;
    Node *next;
};

__global__ void lists(int *out, int n) {
    Node *head = nullptr;
    for (int i = 0; i < n; ++i) {
        Node *node = static_cast<Node *>(malloc(sizeof(Node)));
        if (!node) break;
        node->value = i * threadIdx.x;
        node->next = head;
        head = node;
    }
    int sum = 0;
    while (head) {
        Node *next = head->next;
        sum += head->value;
        free(head);
        head = next;
    }
    out[threadIdx.x] = sum;
}

__global__ void timers(long long *out, unsigned ns) {
    long long start = clock64();
    if (ns == 0xdead) __trap();
    if (ns == 0xbeef) __brkpt();
    __nanosleep(ns);
    __threadfence_system();
    out[threadIdx.x] = clock64() - start + clock();
}
