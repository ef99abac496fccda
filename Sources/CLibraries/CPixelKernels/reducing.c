// C, because sums of bytes and words take one instruction with AVX2, and not every x86-64 processor has it (see halving.c).
#include "CPixelKernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define WITH_AVX2 __attribute__((target("avx2")))

// The pixels that are made at once; a group with an invalid sample ends the loop.
enum { GROUP = 16 };

// A quarter of sums of four, rounded to the nearest, halves to even: the last bit of the quotient decides about a half.
WITH_AVX2 static __m256i quarter_16(__m256i sums) {
    const __m256i one = _mm256_set1_epi16(1);
    const __m256i last = _mm256_and_si256(_mm256_srli_epi16(sums, 2), one);
    return _mm256_srli_epi16(_mm256_add_epi16(_mm256_add_epi16(sums, one), last), 2);
}

WITH_AVX2 static __m256i quarter_32(__m256i sums) {
    const __m256i one = _mm256_set1_epi32(1);
    const __m256i last = _mm256_and_si256(_mm256_srli_epi32(sums, 2), one);
    return _mm256_srli_epi32(_mm256_add_epi32(_mm256_add_epi32(sums, one), last), 2);
}

WITH_AVX2 static size_t average_bytes(const uint8_t *upper, const uint8_t *lower, size_t count, uint8_t *output,
                                      uint8_t flip, int has_nodata, uint8_t nodata) {
    const __m256i ones = _mm256_set1_epi8(1);
    const __m256i flips = _mm256_set1_epi8((char)flip);
    const __m256i nodatas = _mm256_set1_epi8((char)nodata);
    size_t made = 0;
    for (; made + GROUP <= count; made += GROUP) {
        const __m256i above = _mm256_loadu_si256((const __m256i *)(upper + 2 * made));
        const __m256i below = _mm256_loadu_si256((const __m256i *)(lower + 2 * made));
        if (has_nodata) {
            const __m256i equal = _mm256_or_si256(_mm256_cmpeq_epi8(above, nodatas), _mm256_cmpeq_epi8(below, nodatas));
            if (_mm256_movemask_epi8(equal)) break;
        }
        const __m256i sums = _mm256_add_epi16(_mm256_maddubs_epi16(_mm256_xor_si256(above, flips), ones),
                                              _mm256_maddubs_epi16(_mm256_xor_si256(below, flips), ones));
        const __m256i words = quarter_16(sums);
        const __m128i bytes = _mm_packus_epi16(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
        _mm_storeu_si128((__m128i *)(output + made), _mm_xor_si128(bytes, _mm256_castsi256_si128(flips)));
    }
    return made;
}

// The sums of two neighboring words.
WITH_AVX2 static __m256i add_pairs(__m256i words) {
    return _mm256_add_epi32(_mm256_and_si256(words, _mm256_set1_epi32(0xFFFF)), _mm256_srli_epi32(words, 16));
}

WITH_AVX2 static size_t average_words(const uint16_t *upper, const uint16_t *lower, size_t count, uint16_t *output,
                                      uint16_t flip, int has_nodata, uint16_t nodata) {
    const __m256i flips = _mm256_set1_epi16((short)flip);
    const __m256i nodatas = _mm256_set1_epi16((short)nodata);
    size_t made = 0;
    for (; made + GROUP <= count; made += GROUP) {
        __m256i means[2];
        __m256i equal = _mm256_setzero_si256();
        for (size_t half = 0; half < 2; half++) {
            const size_t first = 2 * made + GROUP * half;
            const __m256i above = _mm256_loadu_si256((const __m256i *)(upper + first));
            const __m256i below = _mm256_loadu_si256((const __m256i *)(lower + first));
            equal = _mm256_or_si256(equal, _mm256_cmpeq_epi16(above, nodatas));
            equal = _mm256_or_si256(equal, _mm256_cmpeq_epi16(below, nodatas));
            means[half] = quarter_32(_mm256_add_epi32(add_pairs(_mm256_xor_si256(above, flips)),
                                                      add_pairs(_mm256_xor_si256(below, flips))));
        }
        if (has_nodata && _mm256_movemask_epi8(equal)) break;
        // Packed within halves of a register: words 0-3, 8-11, 4-7, 12-15.
        const __m256i words =
            _mm256_permute4x64_epi64(_mm256_packus_epi32(means[0], means[1]), _MM_SHUFFLE(3, 1, 2, 0));
        _mm256_storeu_si256((__m256i *)(output + made), _mm256_xor_si256(words, flips));
    }
    return made;
}

// The sums of four times two neighboring numbers, in the order 0, 2, 1, 3.
WITH_AVX2 static __m256d add_pairs_of_floats(__m256 numbers) {
    return _mm256_hadd_pd(_mm256_cvtps_pd(_mm256_castps256_ps128(numbers)),
                          _mm256_cvtps_pd(_mm256_extractf128_ps(numbers, 1)));
}

WITH_AVX2 static size_t average_floats(const float *upper, const float *lower, size_t count, float *output,
                                       float nodata_low, float nodata_high) {
    const __m256 low = _mm256_set1_ps(nodata_low);
    const __m256 high = _mm256_set1_ps(nodata_high);
    size_t made = 0;
    for (; made + GROUP <= count; made += GROUP) {
        __m256 invalid = _mm256_setzero_ps();
        for (size_t quarter = 0; quarter < 4; quarter++) {
            const size_t first = 2 * made + 8 * quarter;
            const __m256 above = _mm256_loadu_ps(upper + first);
            const __m256 below = _mm256_loadu_ps(lower + first);
            invalid = _mm256_or_ps(invalid, _mm256_cmp_ps(above, below, _CMP_UNORD_Q));
            invalid = _mm256_or_ps(invalid, _mm256_and_ps(_mm256_cmp_ps(above, low, _CMP_GE_OQ),
                                                          _mm256_cmp_ps(above, high, _CMP_LE_OQ)));
            invalid = _mm256_or_ps(invalid, _mm256_and_ps(_mm256_cmp_ps(below, low, _CMP_GE_OQ),
                                                          _mm256_cmp_ps(below, high, _CMP_LE_OQ)));
            const __m256d sums = _mm256_add_pd(add_pairs_of_floats(above), add_pairs_of_floats(below));
            const __m256d means = _mm256_permute4x64_pd(_mm256_mul_pd(sums, _mm256_set1_pd(0.25)),
                                                        _MM_SHUFFLE(3, 1, 2, 0));
            _mm_storeu_ps(output + made + 4 * quarter, _mm256_cvtpd_ps(means));
        }
        // The group is made again by the caller.
        if (_mm256_movemask_ps(invalid)) break;
    }
    return made;
}
#endif

size_t tk_average_bytes_2x2(const uint8_t *upper, const uint8_t *lower, size_t count, uint8_t *output, uint8_t flip,
                            int has_nodata, uint8_t nodata) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return average_bytes(upper, lower, count, output, flip, has_nodata, nodata);
#endif
    (void)upper, (void)lower, (void)count, (void)output, (void)flip, (void)has_nodata, (void)nodata;
    return 0;
}

size_t tk_average_words_2x2(const uint16_t *upper, const uint16_t *lower, size_t count, uint16_t *output, uint16_t flip,
                            int has_nodata, uint16_t nodata) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return average_words(upper, lower, count, output, flip, has_nodata, nodata);
#endif
    (void)upper, (void)lower, (void)count, (void)output, (void)flip, (void)has_nodata, (void)nodata;
    return 0;
}

size_t tk_average_floats_2x2(const float *upper, const float *lower, size_t count, float *output, float nodata_low,
                             float nodata_high) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return average_floats(upper, lower, count, output, nodata_low, nodata_high);
#endif
    (void)upper, (void)lower, (void)count, (void)output, (void)nodata_low, (void)nodata_high;
    return 0;
}
