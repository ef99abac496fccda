// C, because not every x86-64 processor has AVX2; see halving.c.
#include "CPixelKernels.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#define WITH_AVX2 __attribute__((target("avx2")))
#define INLINE __attribute__((target("avx2"), always_inline)) static inline

/// The pixels of a row before, left, right and after a position; those beyond the ends are the last ones.
INLINE __m128i load_four(const uint32_t *row, ptrdiff_t column, ptrdiff_t width) {
    if (column >= 1 && column + 2 < width) return _mm_loadu_si128((const __m128i *)(row + column - 1));
    const uint32_t before = row[column > 0 ? column - 1 : 0], after = row[column + 2 < width ? column + 2 : width - 1];
    return _mm_setr_epi32((int32_t)before, (int32_t)row[column], (int32_t)row[column + 1], (int32_t)after);
}

/// Two weights, in every lane.
INLINE __m128i two_weights(const int16_t *weights) {
    int32_t both;
    memcpy(&both, weights, sizeof both);
    return _mm_set1_epi32(both);
}

/// The weighted mean of four pixels, four samples that are 64 times as large.
INLINE __m128i mix_four(__m128i pixels, __m128i first_weights, __m128i last_weights) {
    const __m128i first = _mm_setr_epi8(0, -1, 4, -1, 1, -1, 5, -1, 2, -1, 6, -1, 3, -1, 7, -1);
    const __m128i last = _mm_setr_epi8(8, -1, 12, -1, 9, -1, 13, -1, 10, -1, 14, -1, 11, -1, 15, -1);
    const __m128i sum = _mm_add_epi32(_mm_madd_epi16(_mm_shuffle_epi8(pixels, first), first_weights),
                                      _mm_madd_epi16(_mm_shuffle_epi8(pixels, last), last_weights));
    return _mm_srai_epi32(_mm_add_epi32(sum, _mm_set1_epi32(128)), 8);
}

/// The weighted mean of four rows' samples, rounded.
INLINE __m128i mix_samples(__m128i first_pairs, __m128i last_pairs, __m128i first_weights, __m128i last_weights) {
    const __m128i sum =
        _mm_add_epi32(_mm_madd_epi16(first_pairs, first_weights), _mm_madd_epi16(last_pairs, last_weights));
    return _mm_srai_epi32(_mm_add_epi32(sum, _mm_set1_epi32(1 << 19)), 20);
}

/// Holds the colors of pixels within their alpha.
INLINE __m128i held_by_alpha(__m128i pixels) {
    const __m128i alpha = _mm_setr_epi8(3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
    return _mm_min_epu8(pixels, _mm_shuffle_epi8(pixels, alpha));
}

INLINE ptrdiff_t least(ptrdiff_t a, ptrdiff_t b) { return a < b ? a : b; }

WITH_AVX2 static size_t cubic_columns(const uint32_t *row, ptrdiff_t width, const int32_t *xs, size_t count,
                                      const int16_t *weights, int16_t *target) {
    for (size_t index = 0; index < count; index++) {
        const ptrdiff_t column = least(xs[index] >> 8, width - 2);
        const int16_t *mine = weights + 4 * (xs[index] - column * 256);
        const __m128i mean = mix_four(load_four(row, column, width), two_weights(mine), two_weights(mine + 2));
        _mm_storel_epi64((__m128i *)(target + 4 * index), _mm_packs_epi32(mean, mean));
    }
    return count;
}

WITH_AVX2 static size_t cubic_rows(const int16_t *const rows[4], const int16_t *weights, size_t count,
                                   uint32_t *target) {
    const __m128i first = two_weights(weights), last = two_weights(weights + 2);
    if (count < 4) return 0;
    for (size_t made = 0; made < count; made += 4) {
        const size_t at = made + 4 <= count ? made : count - 4;
        __m128i means[2];
        for (size_t half = 0; half < 2; half++) {
            __m128i own[4];
            for (size_t row = 0; row < 4; row++) {
                own[row] = _mm_loadu_si128((const __m128i *)(rows[row] + 4 * (at + 2 * half)));
            }
            means[half] = _mm_packs_epi32(
                mix_samples(_mm_unpacklo_epi16(own[0], own[1]), _mm_unpacklo_epi16(own[2], own[3]), first, last),
                mix_samples(_mm_unpackhi_epi16(own[0], own[1]), _mm_unpackhi_epi16(own[2], own[3]), first, last));
        }
        _mm_storeu_si128((__m128i *)(target + at), held_by_alpha(_mm_packus_epi16(means[0], means[1])));
    }
    return count;
}

WITH_AVX2 static size_t sample_cubic(const uint32_t *pixels, ptrdiff_t stride, ptrdiff_t width, ptrdiff_t height,
                                     const int32_t *xs, const int32_t *ys, size_t count, const int16_t *weights,
                                     uint32_t *target) {
    for (size_t index = 0; index < count; index++) {
        const ptrdiff_t column = least(xs[index] >> 8, width - 2), row = least(ys[index] >> 8, height - 2);
        const int16_t *across = weights + 4 * (xs[index] - column * 256), *down = weights + 4 * (ys[index] - row * 256);
        const __m128i first = two_weights(across), last = two_weights(across + 2);
        __m128i means[4];
        for (ptrdiff_t line = 0; line < 4; line++) {
            const ptrdiff_t y = row + line - 1, held = y < 0 ? 0 : least(y, height - 1);
            means[line] = mix_four(load_four(pixels + held * stride, column, width), first, last);
        }
        const __m128i upper = _mm_packs_epi32(means[0], means[1]), lower = _mm_packs_epi32(means[2], means[3]);
        const __m128i mean =
            mix_samples(_mm_unpacklo_epi16(upper, _mm_srli_si128(upper, 8)),
                        _mm_unpacklo_epi16(lower, _mm_srli_si128(lower, 8)), two_weights(down), two_weights(down + 2));
        const __m128i words = _mm_packs_epi32(mean, mean);
        target[index] = (uint32_t)_mm_cvtsi128_si32(held_by_alpha(_mm_packus_epi16(words, words)));
    }
    return count;
}
#endif

size_t tk_cubic_columns(const uint32_t *row, size_t width, const int32_t *xs, size_t count, const int16_t *weights,
                        int16_t *target) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return cubic_columns(row, (ptrdiff_t)width, xs, count, weights, target);
#endif
    return 0;
}

size_t tk_cubic_rows(const int16_t *const rows[4], const int16_t *weights, size_t count, uint32_t *target) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return cubic_rows(rows, weights, count, target);
#endif
    return 0;
}

size_t tk_sample_cubic(const uint32_t *pixels, size_t stride, size_t width, size_t height, const int32_t *xs,
                       const int32_t *ys, size_t count, const int16_t *weights, uint32_t *target) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        return sample_cubic(pixels, (ptrdiff_t)stride, (ptrdiff_t)width, (ptrdiff_t)height, xs, ys, count, weights,
                            target);
    }
#endif
    return 0;
}
