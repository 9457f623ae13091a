// How near generated CUDA code comes to the bandwidth of the card. For one kernel:
//
//   nvcc -O3 -arch=native -DSOURCE='"panda_Q.cu"' -DKERNEL=panda_Q -DROWS=7 -DOUTPUTS=7 measure.cu
//
// The kernel has three arguments of ROWS rows (q, qd, and qdd or tau) and gives OUTPUTS rows. The
// bytes that count are those that it must read and write: rows of inputs that it uses (USED of them)
// and all outputs. Beside it, in the same run, a plain copy of as many bytes.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include SOURCE

#ifndef REAL
#define REAL float
#endif
#ifndef USED
#define USED (3 * ROWS)
#endif

#define CHECK(call)                                                                   \
    do {                                                                              \
        cudaError_t error = (call);                                                   \
        if (error != cudaSuccess) {                                                   \
            std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error));       \
            std::exit(1);                                                             \
        }                                                                             \
    } while (0)

__global__ void fill(REAL *out, size_t count)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < count) out[i] = (REAL)((i * 2654435761u % 20011) * 1e-4 - 1.0);
}

__global__ void copy(const float4 *__restrict__ in, float4 *__restrict__ out, size_t count)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < count) out[i] = in[i];
}

// The best and the median of some runs, in seconds.
template <typename Launch> static void timed(Launch launch, double *best, double *median)
{
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    std::vector<double> seconds;
    for (int run = 0; run < 40; run++) {
        CHECK(cudaEventRecord(start));
        launch();
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        float milliseconds;
        CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
        if (run >= 5) seconds.push_back(milliseconds * 1e-3);
    }
    CHECK(cudaGetLastError());
    std::sort(seconds.begin(), seconds.end());
    *best = seconds.front();
    *median = seconds[seconds.size() / 2];
}

int main()
{
    const size_t n = (size_t)1 << 24;
    REAL *in[3], *out;
    for (auto &rows : in) {
        CHECK(cudaMalloc(&rows, ROWS * n * sizeof(REAL)));
        fill<<<(ROWS * n + 255) / 256, 256>>>(rows, ROWS * n);
    }
    CHECK(cudaMalloc(&out, OUTPUTS * n * sizeof(REAL)));
    const double bytes = (double)(USED + OUTPUTS) * n * sizeof(REAL);

    const size_t copied = (size_t)(bytes / 2) / 16;
    float4 *from, *to;
    CHECK(cudaMalloc(&from, copied * 16));
    CHECK(cudaMalloc(&to, copied * 16));
    double copy_best, copy_median;
    timed([&] { copy<<<(copied + 255) / 256, 256>>>(from, to, copied); }, &copy_best, &copy_median);

    double best = 1e9, median = 1e9;
    int block_best = 0;
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, KERNEL));
    for (int block : {32, 64, 128, 256, 512}) {
        if (block > attributes.maxThreadsPerBlock) continue;
        double b, m;
        timed([&] { KERNEL<<<(n + block - 1) / block, block>>>(n, in[0], in[1], in[2], out); }, &b, &m);
        if (m < median) best = b, median = m, block_best = block;
    }
    cudaDeviceProp card;
    CHECK(cudaGetDeviceProperties(&card, 0));
#define NAME_OF(name) #name
#define NAME(name) NAME_OF(name)
    std::printf("%s on %s: %.2f G states/s (best %.2f), %.2f TB/s, copy %.2f TB/s, %.1f%% of it; "
                "%d bytes a state, blocks of %d, %d registers, %zu bytes of local memory\n",
                NAME(KERNEL), card.name, n / median * 1e-9, n / best * 1e-9, bytes / median * 1e-12,
                bytes / copy_median * 1e-12, 100 * copy_median / median,
                (int)((USED + OUTPUTS) * sizeof(REAL)), block_best, attributes.numRegs,
                attributes.localSizeBytes);
    return 0;
}
