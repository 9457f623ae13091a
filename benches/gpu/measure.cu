// How near generated CUDA code comes to the bandwidth of the card. For one kernel:
//
//   gcc -O2 -Dpanda_Q=reference -c panda_Q.c
//   nvcc -O3 -arch=native -DSOURCE='"panda_Q.cu"' -DKERNEL=panda_Q -DROWS=7 -DOUTPUTS=7 \
//       measure.cu panda_Q.o
//
// The values of some states are compared with those of the C code (double), which is the reference.
// The kernel has three arguments of ROWS rows (q, qd, and qdd or tau) and gives OUTPUTS rows. The
// bytes that count are those that it must read and write: rows of inputs that it uses (USED of them)
// and all outputs. Beside it, in the same run, a plain copy of as many bytes.

#include <algorithm>
#include <cmath>
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

extern "C" void reference(const double *, const double *, const double *, double *);

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

// How far the kernel is from the reference at most, against the largest entry of a state.
static double farthest(REAL *const in[3], const REAL *out, size_t n)
{
    const size_t some = 20000;
    std::vector<REAL> given(3 * ROWS * some), got(OUTPUTS * some);
    for (int row = 0; row < 3 * ROWS; row++)
        CHECK(cudaMemcpy(&given[row * some], in[row / ROWS] + row % ROWS * n, some * sizeof(REAL),
                         cudaMemcpyDeviceToHost));
    for (int row = 0; row < OUTPUTS; row++)
        CHECK(cudaMemcpy(&got[row * some], out + row * n, some * sizeof(REAL),
                         cudaMemcpyDeviceToHost));
    double worst = 0;
    for (size_t i = 0; i < some; i++) {
        double x[3 * ROWS], y[OUTPUTS], size = 0;
        for (int row = 0; row < 3 * ROWS; row++) x[row] = given[row * some + i];
        reference(x, x + ROWS, x + 2 * ROWS, y);
        for (double entry : y) size = std::max(size, std::abs(entry));
        for (int row = 0; row < OUTPUTS; row++) {
            double error = std::abs(y[row] - (double)got[row * some + i]) / size;
            if (std::isnan(error)) return error;
            worst = std::max(worst, error);
        }
    }
    return worst;
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
                "error %.1e, %d bytes a state, blocks of %d, %d registers, %zu bytes of local memory\n",
                NAME(KERNEL), card.name, n / median * 1e-9, n / best * 1e-9, bytes / median * 1e-12,
                bytes / copy_median * 1e-12, 100 * copy_median / median, farthest(in, out, n),
                (int)((USED + OUTPUTS) * sizeof(REAL)), block_best, attributes.numRegs,
                attributes.localSizeBytes);
    return 0;
}
