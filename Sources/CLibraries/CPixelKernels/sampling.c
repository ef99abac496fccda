// C, because not every x86-64 processor has AVX2; see halving.c.
#include "CPixelKernels.h"

#pragma STDC FP_CONTRACT OFF

#if defined(__x86_64__)
#include <immintrin.h>

#define WITH_AVX2 __attribute__((target("avx2")))
#define INLINE __attribute__((target("avx2"), always_inline)) static inline

/// The offsets of four pixels.
struct offsets {
    uint32_t at[4];
};

INLINE struct offsets offsets_of(__m128i indices) {
    const uint64_t low = (uint64_t)_mm_cvtsi128_si64(indices), high = (uint64_t)_mm_extract_epi64(indices, 1);
    return (struct offsets){{(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high, (uint32_t)(high >> 32)}};
}

/// Each of four numbers below 65536 four times, in the order of the samples of four pixels.
INLINE __m256i spread(__m128i numbers) {
    const __m256i order = _mm256_setr_epi8(0, 1, 0, 1, 0, 1, 0, 1, 4, 5, 4, 5, 4, 5, 4, 5, 8, 9, 8, 9, 8, 9, 8, 9, 12,
                                           13, 12, 13, 12, 13, 12, 13);
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(numbers), order);
}

/// Two pairs of neighboring pixels, each sample in 16 bits.
INLINE __m256i load_pairs(const uint32_t *first, const uint32_t *second) {
    const __m128d low = _mm_load_sd((const double *)first);
    return _mm256_cvtepu8_epi16(_mm_castpd_si128(_mm_loadh_pd(low, (const double *)second)));
}

/// The weighted means of four pairs of neighboring pixels, 256 times as large.
///
/// 256 left + fraction (right - left) is below 65536, so it does not matter that products lose their upper bits.
INLINE __m256i mix_pairs(const uint32_t *row, struct offsets offsets, __m256i fractions) {
    const __m256i even = load_pairs(row + offsets.at[0], row + offsets.at[2]);
    const __m256i odd = load_pairs(row + offsets.at[1], row + offsets.at[3]);
    const __m256i left = _mm256_unpacklo_epi64(even, odd), right = _mm256_unpackhi_epi64(even, odd);
    return _mm256_add_epi16(_mm256_slli_epi16(left, 8),
                            _mm256_mullo_epi16(_mm256_sub_epi16(right, left), fractions));
}

/// The weighted means of four pixels of two rows, of which the second has a weight in 65535ths, 256 times as large.
INLINE __m256i mix_wide_rows(__m256i upper, __m256i lower, __m256i lower_weights) {
    const __m256i upper_weights = _mm256_xor_si256(lower_weights, _mm256_set1_epi8(-1));
    return _mm256_add_epi16(_mm256_mulhi_epu16(upper, upper_weights), _mm256_mulhi_epu16(lower, lower_weights));
}

/// Samples that are 256 times as large, rounded.
INLINE __m256i narrow(__m256i samples) {
    return _mm256_srli_epi16(_mm256_add_epi16(samples, _mm256_set1_epi16(129)), 8);
}

INLINE __m256i mix_rows(__m256i upper, __m256i lower, __m256i lower_weights) {
    return narrow(mix_wide_rows(upper, lower, lower_weights));
}

/// Stores eight pixels whose samples have 16 bits.
INLINE void store_pixels(__m256i first, __m256i second, uint32_t *target) {
    const __m256i pixels = _mm256_packus_epi16(first, second);
    _mm256_storeu_si256((__m256i *)target, _mm256_permute4x64_epi64(pixels, _MM_SHUFFLE(3, 1, 2, 0)));
}

/// The first of the next pixels: the last vector of a row overlaps the one before it.
INLINE size_t vector_at(size_t made, size_t vector, size_t count) {
    return made + vector <= count ? made : count - vector;
}

/// Loads a pixel into the first cache before it is needed; any address will do.
INLINE void prefetch(const uint32_t *pixels, uint32_t offset, ptrdiff_t ahead) {
    _mm_prefetch((const char *)((uintptr_t)(pixels + offset) + (uintptr_t)ahead * sizeof(uint32_t)), _MM_HINT_T0);
}

WITH_AVX2 static size_t mix_columns(const uint32_t *row, size_t width, const int32_t *xs, size_t count,
                                    uint16_t *target) {
    const __m128i last = _mm_set1_epi32((int32_t)width - 2);
    if (count < 4) return 0;
    for (size_t made = 0; made < count; made += 4) {
        const size_t at = vector_at(made, 4, count);
        const __m128i x = _mm_loadu_si128((const __m128i *)(xs + at));
        const __m128i column = _mm_min_epi32(_mm_srli_epi32(x, 8), last);
        const __m256i fractions = spread(_mm_sub_epi32(x, _mm_slli_epi32(column, 8)));
        _mm256_storeu_si256((__m256i *)(target + 4 * at), mix_pairs(row, offsets_of(column), fractions));
    }
    return count;
}

WITH_AVX2 static size_t mix_columns_twice(const uint32_t *row, size_t width, const int32_t *first_xs,
                                          const int32_t *second_xs, size_t count, uint16_t *target) {
    const __m128i last = _mm_set1_epi32((int32_t)width - 2);
    if (count < 4) return 0;
    for (size_t made = 0; made < count; made += 4) {
        const size_t at = vector_at(made, 4, count);
        __m256i means[2];
        for (size_t sample = 0; sample < 2; sample++) {
            const __m128i x = _mm_loadu_si128((const __m128i *)((sample == 0 ? first_xs : second_xs) + at));
            const __m128i column = _mm_min_epi32(_mm_srli_epi32(x, 8), last);
            means[sample] = mix_pairs(row, offsets_of(column), spread(_mm_sub_epi32(x, _mm_slli_epi32(column, 8))));
        }
        _mm256_storeu_si256((__m256i *)(target + 4 * at), _mm256_avg_epu16(means[0], means[1]));
    }
    return count;
}

WITH_AVX2 static size_t mix_two_rows_twice(const struct tk_row_pair *first, const struct tk_row_pair *second,
                                           size_t count, uint32_t *target) {
    if (count < 8) return 0;
    for (size_t made = 0; made < count; made += 8) {
        const size_t at = vector_at(made, 8, count);
        __m256i pixels[2];
        for (size_t half = 0; half < 2; half++) {
            __m256i means[2];
            for (size_t sample = 0; sample < 2; sample++) {
                const struct tk_row_pair *pair = sample == 0 ? first : second;
                const size_t start = 4 * (at + 4 * half);
                means[sample] = mix_wide_rows(_mm256_loadu_si256((const __m256i *)(pair->upper + start)),
                                              _mm256_loadu_si256((const __m256i *)(pair->lower + start)),
                                              _mm256_set1_epi16((int16_t)pair->lower_weight));
            }
            pixels[half] = narrow(_mm256_avg_epu16(means[0], means[1]));
        }
        store_pixels(pixels[0], pixels[1], target + at);
    }
    return count;
}

WITH_AVX2 static size_t mix_two_rows(const uint16_t *upper, const uint16_t *lower, uint16_t lower_weight, size_t count,
                                     uint32_t *target) {
    const __m256i weights = _mm256_set1_epi16((int16_t)lower_weight);
    if (count < 8) return 0;
    for (size_t made = 0; made < count; made += 8) {
        const size_t at = vector_at(made, 8, count);
        __m256i pixels[2];
        for (size_t half = 0; half < 2; half++) {
            const size_t first = 4 * (at + 4 * half);
            pixels[half] = mix_rows(_mm256_loadu_si256((const __m256i *)(upper + first)),
                                    _mm256_loadu_si256((const __m256i *)(lower + first)), weights);
        }
        store_pixels(pixels[0], pixels[1], target + at);
    }
    return count;
}

WITH_AVX2 static size_t sample_linear(const uint32_t *pixels, size_t stride, size_t width, size_t height,
                                      const int32_t *xs, const int32_t *ys, size_t count, ptrdiff_t ahead,
                                      uint32_t *target) {
    const __m128i last_column = _mm_set1_epi32((int32_t)width - 2), last_row = _mm_set1_epi32((int32_t)height - 2);
    const __m128i row_step = _mm_set1_epi32((int32_t)stride), most = _mm_set1_epi32(65535);
    if (count < 8) return 0;
    for (size_t made = 0; made < count; made += 8) {
        const size_t at = vector_at(made, 8, count);
        __m256i means[2];
        for (size_t half = 0; half < 2; half++) {
            const __m128i x = _mm_loadu_si128((const __m128i *)(xs + at + 4 * half));
            const __m128i y = _mm_loadu_si128((const __m128i *)(ys + at + 4 * half));
            const __m128i column = _mm_min_epi32(_mm_srli_epi32(x, 8), last_column);
            const __m128i row = _mm_min_epi32(_mm_srli_epi32(y, 8), last_row);
            const struct offsets offsets = offsets_of(_mm_add_epi32(_mm_mullo_epi32(row, row_step), column));
            const __m256i fractions = spread(_mm_sub_epi32(x, _mm_slli_epi32(column, 8)));
            const __m128i down = _mm_slli_epi32(_mm_sub_epi32(y, _mm_slli_epi32(row, 8)), 8);
            prefetch(pixels, offsets.at[0], ahead);
            means[half] = mix_rows(mix_pairs(pixels, offsets, fractions), mix_pairs(pixels + stride, offsets, fractions),
                                   spread(_mm_min_epi32(down, most)));
        }
        store_pixels(means[0], means[1], target + at);
    }
    return count;
}

WITH_AVX2 static size_t sample_linear_4(const uint32_t *pixels, size_t stride, size_t width, size_t height,
                                        const int32_t *xs, const int32_t *ys, size_t pitch, size_t count,
                                        ptrdiff_t ahead, uint32_t *target) {
    const __m128i last_column = _mm_set1_epi32((int32_t)width - 2), last_row = _mm_set1_epi32((int32_t)height - 2);
    const __m128i row_step = _mm_set1_epi32((int32_t)stride), most = _mm_set1_epi32(65535);
    if (count < 8) return 0;
    for (size_t made = 0; made < count; made += 8) {
        const size_t at = vector_at(made, 8, count);
        __m256i means[2];
        for (size_t half = 0; half < 2; half++) {
            __m256i samples[4];
            for (size_t sample = 0; sample < 4; sample++) {
                const size_t from = sample * pitch + at + 4 * half;
                const __m128i x = _mm_loadu_si128((const __m128i *)(xs + from));
                const __m128i y = _mm_loadu_si128((const __m128i *)(ys + from));
                const __m128i column = _mm_min_epi32(_mm_srli_epi32(x, 8), last_column);
                const __m128i row = _mm_min_epi32(_mm_srli_epi32(y, 8), last_row);
                const struct offsets offsets = offsets_of(_mm_add_epi32(_mm_mullo_epi32(row, row_step), column));
                const __m256i fractions = spread(_mm_sub_epi32(x, _mm_slli_epi32(column, 8)));
                const __m128i down = _mm_slli_epi32(_mm_sub_epi32(y, _mm_slli_epi32(row, 8)), 8);
                if (sample == 0) prefetch(pixels, offsets.at[0], ahead);
                samples[sample] =
                    mix_wide_rows(mix_pairs(pixels, offsets, fractions), mix_pairs(pixels + stride, offsets, fractions),
                                  spread(_mm_min_epi32(down, most)));
            }
            means[half] = narrow(_mm256_avg_epu16(_mm256_avg_epu16(samples[0], samples[1]),
                                                  _mm256_avg_epu16(samples[2], samples[3])));
        }
        store_pixels(means[0], means[1], target + at);
    }
    return count;
}

WITH_AVX2 static size_t sample_nearest(const uint32_t *pixels, size_t stride, const int32_t *xs, const int32_t *ys,
                                       size_t count, ptrdiff_t ahead, uint32_t *target) {
    const __m128i row_step = _mm_set1_epi32((int32_t)stride);
    if (count < 4) return 0;
    for (size_t made = 0; made < count; made += 4) {
        const size_t at = vector_at(made, 4, count);
        const __m128i x = _mm_loadu_si128((const __m128i *)(xs + at));
        const __m128i y = _mm_loadu_si128((const __m128i *)(ys + at));
        const struct offsets offsets = offsets_of(_mm_add_epi32(_mm_mullo_epi32(y, row_step), x));
        prefetch(pixels, offsets.at[0], ahead);
        for (size_t pixel = 0; pixel < 4; pixel++) target[at + pixel] = pixels[offsets.at[pixel]];
    }
    return count;
}

/// What is not a number becomes 0, as the second operand of the maximum.
INLINE __m128i clip_and_round(__m256d positions, double limit) {
    const __m256d positive = _mm256_max_pd(positions, _mm256_setzero_pd());
    return _mm256_cvtpd_epi32(_mm256_min_pd(positive, _mm256_set1_pd(limit)));
}

INLINE __m256d positions_of(__m256d columns, double step, double start) {
    return _mm256_add_pd(_mm256_mul_pd(columns, _mm256_set1_pd(step)), _mm256_set1_pd(start));
}

INLINE size_t map_columns_as(struct tk_vector start, struct tk_vector step, double x_limit, double y_limit,
                             int is_affine, double first, size_t count, int32_t *xs, int32_t *ys) {
    const __m256d lanes = _mm256_setr_pd(0, 1, 2, 3);
    if (count < 4) return 0;
    for (size_t made = 0; made < count; made += 4) {
        const size_t at = vector_at(made, 4, count);
        const __m256d columns = _mm256_add_pd(lanes, _mm256_set1_pd(first + (double)at));
        __m256d x = positions_of(columns, step.x, start.x), y = positions_of(columns, step.y, start.y);
        if (!is_affine) {
            const __m256d weight = _mm256_div_pd(_mm256_set1_pd(1), positions_of(columns, step.z, start.z));
            x = _mm256_mul_pd(x, weight);
            y = _mm256_mul_pd(y, weight);
        }
        _mm_storeu_si128((__m128i *)(xs + at), clip_and_round(x, x_limit));
        _mm_storeu_si128((__m128i *)(ys + at), clip_and_round(y, y_limit));
    }
    return count;
}

// Two loops, of which that for affine maps does without the division.
WITH_AVX2 static size_t map_columns(struct tk_vector start, struct tk_vector step, double x_limit, double y_limit,
                                    int is_affine, double first, size_t count, int32_t *xs, int32_t *ys) {
    return is_affine ? map_columns_as(start, step, x_limit, y_limit, 1, first, count, xs, ys)
                     : map_columns_as(start, step, x_limit, y_limit, 0, first, count, xs, ys);
}

/// Whether the offsets of all pixels fit 32 bits.
static int is_small(size_t stride, size_t height) { return stride <= INT32_MAX && height <= INT32_MAX / (stride + 1); }
#endif

size_t tk_mix_columns(const uint32_t *row, size_t width, const int32_t *xs, size_t count, uint16_t *target) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return mix_columns(row, width, xs, count, target);
#endif
    return 0;
}

size_t tk_mix_rows(const uint16_t *upper, const uint16_t *lower, uint16_t lower_weight, size_t count,
                   uint32_t *target) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return mix_two_rows(upper, lower, lower_weight, count, target);
#endif
    return 0;
}

size_t tk_mix_columns_twice(const uint32_t *row, size_t width, const int32_t *first_xs, const int32_t *second_xs,
                            size_t count, uint16_t *target) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return mix_columns_twice(row, width, first_xs, second_xs, count, target);
#endif
    return 0;
}

size_t tk_mix_rows_twice(const struct tk_row_pair *first, const struct tk_row_pair *second, size_t count,
                         uint32_t *target) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return mix_two_rows_twice(first, second, count, target);
#endif
    return 0;
}

size_t tk_sample_linear_4(const uint32_t *pixels, size_t stride, size_t width, size_t height, const int32_t *xs,
                          const int32_t *ys, size_t pitch, size_t count, ptrdiff_t ahead, uint32_t *target) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && is_small(stride, height)) {
        return sample_linear_4(pixels, stride, width, height, xs, ys, pitch, count, ahead, target);
    }
#endif
    return 0;
}

size_t tk_sample_linear(const uint32_t *pixels, size_t stride, size_t width, size_t height, const int32_t *xs,
                        const int32_t *ys, size_t count, ptrdiff_t ahead, uint32_t *target) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && is_small(stride, height)) {
        return sample_linear(pixels, stride, width, height, xs, ys, count, ahead, target);
    }
#endif
    return 0;
}

size_t tk_sample_nearest(const uint32_t *pixels, size_t stride, size_t height, const int32_t *xs, const int32_t *ys,
                         size_t count, ptrdiff_t ahead, uint32_t *target) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && is_small(stride, height)) {
        return sample_nearest(pixels, stride, xs, ys, count, ahead, target);
    }
#endif
    return 0;
}

size_t tk_map_columns(struct tk_vector start, struct tk_vector step, double x_limit, double y_limit, int is_affine,
                      double first, size_t count, int32_t *xs, int32_t *ys) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        return map_columns(start, step, x_limit, y_limit, is_affine, first, count, xs, ys);
    }
#endif
    return 0;
}
