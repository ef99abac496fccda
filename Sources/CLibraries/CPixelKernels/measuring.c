// C, because not every x86-64 processor has AVX2 (see halving.c).
#include "CPixelKernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

// The minimum of two numbers is the second one where one is NaN, so that NaN is left out.
__attribute__((target("avx2"))) static size_t extremes_avx2(const float *values, size_t count, float *least,
                                                            float *greatest) {
    __m256 low[2] = {_mm256_set1_ps(*least), _mm256_set1_ps(*least)};
    __m256 high[2] = {_mm256_set1_ps(*greatest), _mm256_set1_ps(*greatest)};
    size_t made = 0;
    for (; made + 16 <= count; made += 16) {
        for (int half = 0; half < 2; half++) {
            const __m256 eight = _mm256_loadu_ps(values + made + 8 * half);
            low[half] = _mm256_min_ps(eight, low[half]);
            high[half] = _mm256_max_ps(eight, high[half]);
        }
    }
    float lows[8], highs[8];
    _mm256_storeu_ps(lows, _mm256_min_ps(low[0], low[1]));
    _mm256_storeu_ps(highs, _mm256_max_ps(high[0], high[1]));
    for (int lane = 0; lane < 8; lane++) {
        *least = lows[lane] < *least ? lows[lane] : *least;
        *greatest = highs[lane] > *greatest ? highs[lane] : *greatest;
    }
    return made;
}
#endif

size_t tk_extremes(const float *values, size_t count, float *least, float *greatest) {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") ? extremes_avx2(values, count, least, greatest) : 0;
#else
    (void)values, (void)count, (void)least, (void)greatest;
    return 0;
#endif
}
