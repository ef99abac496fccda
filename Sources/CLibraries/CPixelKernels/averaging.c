// C, because products of 32 bits take many instructions before SSE4.1, and not every x86-64 processor has AVX2 (see
// halving.c).
#include "CPixelKernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include <string.h>

#define WITH_AVX2 __attribute__((target("avx2")))

enum { PIXEL_SAMPLES = 3 };

WITH_AVX2 static void add_weighted(const uint8_t *restrict row, uint32_t weight, size_t count, uint32_t *restrict sums) {
    for (size_t i = 0; i < count; i++) { sums[i] += row[i] * weight; }
}

WITH_AVX2 static void narrow_sums(const uint32_t *restrict sums, size_t count, uint16_t *restrict means) {
    for (size_t i = 0; i < count; i++) { means[i] = (uint16_t)((sums[i] + 128) >> 8); }
}

WITH_AVX2 static void mean_columns(const uint16_t *row, const int32_t *starts, const uint32_t *weights, size_t taps,
                                   size_t count, uint8_t *output) {
    const __m128i half = _mm_set1_epi32(1 << 23);
    // The highest byte of each sum but the fourth, which belongs to the next pixel.
    const __m128i high = _mm_setr_epi8(3, 7, 11, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    for (size_t pixel = 0; pixel < count; pixel++, weights += taps, output += PIXEL_SAMPLES) {
        const uint16_t *source = row + PIXEL_SAMPLES * (size_t)starts[pixel];
        __m128i sums = half;
        for (size_t tap = 0; tap < taps; tap++, source += PIXEL_SAMPLES) {
            const __m128i samples = _mm_cvtepu16_epi32(_mm_loadl_epi64((const __m128i *)source));
            sums = _mm_add_epi32(sums, _mm_mullo_epi32(samples, _mm_set1_epi32((int)weights[tap])));
        }
        const int bytes = _mm_cvtsi128_si32(_mm_shuffle_epi8(sums, high));
        memcpy(output, &bytes, PIXEL_SAMPLES);
    }
}
#endif

size_t tk_add_weighted(const uint8_t *row, uint32_t weight, size_t count, uint32_t *sums) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        add_weighted(row, weight, count, sums);
        return count;
    }
#endif
    (void)row, (void)weight, (void)count, (void)sums;
    return 0;
}

size_t tk_mean_columns_rgb(const uint32_t *sums, size_t width, uint16_t *scratch, const int32_t *starts,
                           const uint32_t *weights, size_t taps, size_t count, uint8_t *output) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        narrow_sums(sums, PIXEL_SAMPLES * width, scratch);
        mean_columns(scratch, starts, weights, taps, count, output);
        return count;
    }
#endif
    (void)sums, (void)width, (void)scratch, (void)starts, (void)weights, (void)taps, (void)count, (void)output;
    return 0;
}
