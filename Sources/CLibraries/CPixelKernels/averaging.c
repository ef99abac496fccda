// C, because products of 32 bits take many instructions before SSE4.1, and not every x86-64 processor has AVX2 (see
// halving.c).
#include "CPixelKernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include <string.h>

#define WITH_AVX2 __attribute__((target("avx2")))

enum { PIXEL_SAMPLES = 3, GROUP = 4 };

WITH_AVX2 static void add_weighted(const uint8_t *restrict row, uint32_t weight, size_t count, uint32_t *restrict sums) {
    for (size_t i = 0; i < count; i++) { sums[i] += row[i] * weight; }
}

WITH_AVX2 static void set_weighted(const uint8_t *restrict row, uint32_t weight, size_t count, uint32_t *restrict sums) {
    for (size_t i = 0; i < count; i++) { sums[i] = row[i] * weight; }
}

WITH_AVX2 static void narrow_sums(const uint32_t *restrict sums, size_t count, uint16_t *restrict means) {
    for (size_t i = 0; i < count; i++) { means[i] = (uint16_t)((sums[i] + 256) >> 9); }
}

WITH_AVX2 static __m128i load_4(const uint16_t *samples) { return _mm_loadl_epi64((const __m128i *)samples); }

WITH_AVX2 static void mean_rgb(const uint16_t *row, const int32_t *starts, const int16_t *weights, size_t groups,
                               size_t count, uint8_t *output) {
    const __m128i half = _mm_set1_epi32(1 << 20);
    // The lowest byte of each sum but the fourth, which belongs to the next pixel.
    const __m128i low = _mm_setr_epi8(0, 4, 8, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    for (size_t pixel = 0; pixel < count; pixel++, output += PIXEL_SAMPLES) {
        const uint16_t *source = row + PIXEL_SAMPLES * (size_t)starts[pixel];
        __m128i sums = half;
        for (size_t group = 0; group < groups; group++) {
            const int16_t *factors = weights + (group * count + pixel) * GROUP;
            for (int pair = 0; pair < GROUP; pair += 2, source += 2 * PIXEL_SAMPLES) {
                int both;
                memcpy(&both, factors + pair, sizeof both);
                const __m128i samples = _mm_unpacklo_epi16(load_4(source), load_4(source + PIXEL_SAMPLES));
                sums = _mm_add_epi32(sums, _mm_madd_epi16(samples, _mm_set1_epi32(both)));
            }
        }
        const int bytes = _mm_cvtsi128_si32(_mm_shuffle_epi8(_mm_srli_epi32(sums, 21), low));
        memcpy(output, &bytes, PIXEL_SAMPLES);
    }
}

/// The sums of a group for four pixels, as two parts each.
WITH_AVX2 static __m256i gray_group(const uint16_t *row, const int32_t *starts, const int16_t *weights) {
    const __m128i first = _mm_unpacklo_epi64(load_4(row + starts[0]), load_4(row + starts[1]));
    const __m128i second = _mm_unpacklo_epi64(load_4(row + starts[2]), load_4(row + starts[3]));
    return _mm256_madd_epi16(_mm256_set_m128i(second, first), _mm256_loadu_si256((const __m256i *)weights));
}

WITH_AVX2 static void mean_gray(const uint16_t *row, const int32_t *starts, const int16_t *weights, size_t groups,
                                size_t count, uint8_t *output) {
    size_t pixel = 0;
    for (; pixel + 8 <= count; pixel += 8) {
        __m256i left = _mm256_setzero_si256(), right = left;
        for (size_t group = 0; group < groups; group++) {
            const int16_t *factors = weights + (group * count + pixel) * GROUP;
            const uint16_t *source = row + group * GROUP;
            left = _mm256_add_epi32(left, gray_group(source, starts + pixel, factors));
            right = _mm256_add_epi32(right, gray_group(source, starts + pixel + 4, factors + 4 * GROUP));
        }
        // Pixels 0, 1, 4, 5 | 2, 3, 6, 7.
        __m256i sums = _mm256_permute4x64_epi64(_mm256_hadd_epi32(left, right), _MM_SHUFFLE(3, 1, 2, 0));
        sums = _mm256_srli_epi32(_mm256_add_epi32(sums, _mm256_set1_epi32(1 << 20)), 21);
        const __m128i words = _mm_packus_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
        _mm_storel_epi64((__m128i *)(output + pixel), _mm_packus_epi16(words, words));
    }
    for (; pixel < count; pixel++) {
        uint32_t sum = 1 << 20;
        for (size_t tap = 0; tap < groups * GROUP; tap++) {
            const int16_t weight = weights[(tap / GROUP * count + pixel) * GROUP + tap % GROUP];
            sum += (uint32_t)row[(size_t)starts[pixel] + tap] * (uint32_t)weight;
        }
        output[pixel] = (uint8_t)(sum >> 21);
    }
}
#endif

size_t tk_add_weighted(const uint8_t *row, uint32_t weight, size_t count, int is_first, uint32_t *sums) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        if (is_first) {
            set_weighted(row, weight, count, sums);
        } else {
            add_weighted(row, weight, count, sums);
        }
        return count;
    }
#endif
    (void)row, (void)weight, (void)count, (void)is_first, (void)sums;
    return 0;
}

size_t tk_mean_columns(const uint32_t *sums, size_t channels, size_t width, uint16_t *scratch, const int32_t *starts,
                       const int16_t *weights, size_t groups, size_t count, uint8_t *output) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        narrow_sums(sums, channels * width, scratch);
        if (channels == 1) {
            mean_gray(scratch, starts, weights, groups, count, output);
        } else {
            mean_rgb(scratch, starts, weights, groups, count, output);
        }
        return count;
    }
#endif
    (void)sums, (void)channels, (void)width, (void)scratch, (void)starts, (void)weights, (void)groups, (void)count;
    (void)output;
    return 0;
}
