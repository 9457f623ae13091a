// A function that CasADi generated, of some states side by side.
//
//   casadi values|call|batch|repeat N
//
// CODE is its file and STATES_AT_ONCE 1, or 4 or 8 with the vector functions of the C library.

#include "measure.hpp"

#if STATES_AT_ONCE == 1
using Lanes = double;
#else
#include <immintrin.h>

#if STATES_AT_ONCE == 8
typedef __m512d Vector;
#define VECTOR_SIN _ZGVeN8v_sin
#define VECTOR_COS _ZGVeN8v_cos
#else
typedef __m256d Vector;
#define VECTOR_SIN _ZGVdN4v_sin
#define VECTOR_COS _ZGVdN4v_cos
#endif
extern "C" Vector VECTOR_SIN(Vector);
extern "C" Vector VECTOR_COS(Vector);

struct Lanes {
    Vector v;
    Lanes() = default;
    Lanes(Vector v) : v(v) {}
    Lanes(double x) : v(Vector{} + x) {}
};
static inline Lanes operator+(Lanes a, Lanes b) { return a.v + b.v; }
static inline Lanes operator-(Lanes a, Lanes b) { return a.v - b.v; }
static inline Lanes operator*(Lanes a, Lanes b) { return a.v * b.v; }
static inline Lanes operator/(Lanes a, Lanes b) { return a.v / b.v; }
static inline Lanes operator-(Lanes a) { return -a.v; }
static inline Lanes sin(Lanes a) { return VECTOR_SIN(a.v); }
static inline Lanes cos(Lanes a) { return VECTOR_COS(a.v); }
#endif

#define casadi_real Lanes
#include CODE

int main(int, char **arguments)
{
    const auto inputs = static_cast<std::size_t>(function_sparsity_in(0)[0]);
    const auto outputs = static_cast<std::size_t>(function_sparsity_out(0)[0]);
    std::vector<Lanes> in(inputs), out(outputs);
    const Lanes *arg[] = {in.data()};
    Lanes *res[] = {out.data()};
    constexpr std::size_t N = STATES_AT_ONCE;
    const auto call = [&](const double *from, double *to) {
#if STATES_AT_ONCE == 1
        const double *arg[] = {from};
        double *res[] = {to};
        function(arg, res, nullptr, nullptr, 0);
#else
        for (std::size_t k = 0; k < inputs; k++) in[k] = from[k];
        function(arg, res, nullptr, nullptr, 0);
        for (std::size_t k = 0; k < outputs; k++) to[k] = out[k].v[0];
#endif
    };
    const auto batch = [&](const double *from, double *to) {
        static_assert(STATES % N == 0);
        for (std::size_t state = 0; state < STATES; state += N) {
            for (std::size_t k = 0; k < inputs; k++)
                __builtin_memcpy(&in[k], from + k * STATES + state, sizeof(Lanes));
            function(arg, res, nullptr, nullptr, 0);
            for (std::size_t k = 0; k < outputs; k++)
                __builtin_memcpy(to + k * STATES + state, &out[k], sizeof(Lanes));
        }
    };
    return measure(arguments + 1, inputs, outputs, call, batch);
}
