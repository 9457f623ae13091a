// What every program here does with its function: the same work as benches/src/dynamics.rs.
//
//   PROGRAM ... values      the outputs at one state
//   PROGRAM ... call        nanoseconds a call, a line for every round
//   PROGRAM ... batch       nanoseconds a state in a batch, a line for every round
//   PROGRAM ... repeat N    N calls, for whoever counts instructions

#pragma once

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

// With their results so many states stay in the cache, and their rows are no power of two apart.
constexpr std::size_t STATES = 1000;

// Rounds are short, so that some are over before another program gets its turn on the core.
constexpr double ROUND = 0.001;
constexpr int ROUNDS = 100;

// A number that is like no other.
inline double any(std::size_t number)
{
    double whole;
    return 0.1 + std::modf(static_cast<double>(number) * 0.6180339887498949, &whole);
}

inline std::vector<double> some(std::size_t count)
{
    std::vector<double> numbers(count);
    for (std::size_t k = 0; k < count; k++) numbers[k] = any(k);
    return numbers;
}

template <class Work>
void time_rounds(std::size_t states, Work work)
{
    using clock = std::chrono::steady_clock;
    long repeats = 1;
    for (int round = 0; round < ROUNDS;) {
        const auto start = clock::now();
        for (long k = 0; k < repeats; k++) {
            work();
            asm volatile("" ::: "memory");
        }
        const double seconds = std::chrono::duration<double>(clock::now() - start).count();
        if (seconds < ROUND) {
            repeats *= 2;
            continue;
        }
        std::printf("%.3f\n", seconds * 1e9 / repeats / states);
        round++;
    }
}

// Runs what the arguments from the first on ask for. `call` reads the inputs and writes the outputs
// of one state, `batch` those of all, entry k of state i at k * STATES + i.
template <class Call, class Batch>
int measure(char **arguments, std::size_t inputs, std::size_t outputs, Call call, Batch batch)
{
    const std::string mode = arguments[0] ? arguments[0] : "";
    const bool all = mode == "batch";
    const std::vector<double> in = some(inputs * (all ? STATES : 1));
    std::vector<double> out(outputs * (all ? STATES : 1));
    if (all) {
        time_rounds(STATES, [&] { batch(in.data(), out.data()); });
    } else if (mode == "call") {
        time_rounds(1, [&] { call(in.data(), out.data()); });
    } else if (mode == "values") {
        call(in.data(), out.data());
        for (double x : out) std::printf("%.17g\n", x);
    } else if (mode == "repeat" && arguments[1]) {
        for (long k = std::atol(arguments[1]); k > 0; k--) call(in.data(), out.data());
    } else {
        std::fprintf(stderr, "values, call, batch or repeat N\n");
        return 2;
    }
    return 0;
}
