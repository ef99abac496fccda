// C, because not every x86-64 processor has AVX2 (see halving.c), and because loops over three samples at a time are made
// into vector code of other processors, too.
#include "CPixelKernels.h"

// MARK: Any processor

static void make_luma(const uint8_t *pixels, size_t count, uint8_t *restrict luma) {
    for (size_t x = 0; x < count; x++) {
        const uint8_t *pixel = pixels + 3 * x;
        luma[x] = (uint8_t)((19595u * pixel[0] + 38470u * pixel[1] + 7471u * pixel[2] + (1u << 15)) >> 16);
    }
}

size_t tk_rgb_to_ycbcr420_portable(const uint8_t *upper, const uint8_t *lower, size_t count, uint8_t *upper_luma,
                             uint8_t *lower_luma, uint8_t *restrict cb, uint8_t *restrict cr) {
    const size_t colors = count / 2;
    const int32_t half = (128 << 17) + (1 << 16) - 1;
    make_luma(upper, 2 * colors, upper_luma);
    make_luma(lower, 2 * colors, lower_luma);
    for (size_t x = 0; x < colors; x++) {
        const uint8_t *a = upper + 6 * x, *b = lower + 6 * x;
        const int32_t r = a[0] + a[3] + b[0] + b[3], g = a[1] + a[4] + b[1] + b[4], c = a[2] + a[5] + b[2] + b[5];
        cb[x] = (uint8_t)((-5529 * r - 10855 * g + 16384 * c + half) >> 17);
        cr[x] = (uint8_t)((16384 * r - 13720 * g - 2664 * c + half) >> 17);
    }
    return 2 * colors;
}

// MARK: AVX2

#if defined(__x86_64__)
#include <immintrin.h>

// A register has four pixels in either half; two of them are sixteen pixels of a row, in the order in which packing
// brings them back together: 0 to 3 and 8 to 11 in the first, 4 to 7 and 12 to 15 in the second.
enum { PIXELS_AT_ONCE = 16, PIXEL_BYTES = 3, HALF_BYTES = 8 * PIXEL_BYTES };

#define WITH_AVX2 __attribute__((target("avx2"))) static inline

WITH_AVX2 __m256i broadcast(__m128i value) { return _mm256_broadcastsi128_si256(value); }

WITH_AVX2 __m256i load(const uint8_t *pixels) {
    return _mm256_loadu2_m128i((const __m128i *)(pixels + HALF_BYTES), (const __m128i *)pixels);
}

/// The luma of eight pixels, 32 bits each.
WITH_AVX2 __m256i luma(__m256i pixels) {
    const __m256i red_green = broadcast(_mm_setr_epi8(0, -1, 1, -1, 3, -1, 4, -1, 6, -1, 7, -1, 9, -1, 10, -1));
    const __m256i green_blue = broadcast(_mm_setr_epi8(1, -1, 2, -1, 4, -1, 5, -1, 7, -1, 8, -1, 10, -1, 11, -1));
    // Green's share is more than a signed number of 16 bits, so it is added in two parts.
    const __m256i weights = broadcast(_mm_setr_epi16(19595, 22086, 19595, 22086, 19595, 22086, 19595, 22086));
    const __m256i others = broadcast(_mm_setr_epi16(16384, 7471, 16384, 7471, 16384, 7471, 16384, 7471));
    const __m256i sum = _mm256_add_epi32(
        _mm256_madd_epi16(_mm256_shuffle_epi8(pixels, red_green), weights),
        _mm256_madd_epi16(_mm256_shuffle_epi8(pixels, green_blue), others));
    return _mm256_srli_epi32(_mm256_add_epi32(sum, _mm256_set1_epi32(1 << 15)), 16);
}

/// The sums of 2×2 pixels, 16 bits each, two in either half: red, green, red, green, blue, 0, blue, 0.
WITH_AVX2 __m256i sums(__m256i upper, __m256i lower) {
    const __m256i pairs = broadcast(_mm_setr_epi8(0, 3, 1, 4, 6, 9, 7, 10, 2, 5, -1, -1, 8, 11, -1, -1));
    const __m256i ones = _mm256_set1_epi8(1);
    return _mm256_add_epi16(
        _mm256_maddubs_epi16(_mm256_shuffle_epi8(upper, pairs), ones),
        _mm256_maddubs_epi16(_mm256_shuffle_epi8(lower, pairs), ones));
}

/// Cb or Cr of eight sums, 32 bits each.
WITH_AVX2 __m256i color(__m256i first, __m256i second, __m256i weights) {
    const __m256i a = _mm256_madd_epi16(first, weights), b = _mm256_madd_epi16(second, weights);
    const __m256i sum = _mm256_add_epi32(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
    return _mm256_srai_epi32(_mm256_add_epi32(sum, _mm256_set1_epi32((128 << 17) + (1 << 16) - 1)), 17);
}

WITH_AVX2 size_t convert_avx2(const uint8_t *upper, const uint8_t *lower, size_t count, uint8_t *upper_luma,
                       uint8_t *lower_luma, uint8_t *cb, uint8_t *cr) {
    const __m256i to_cb = broadcast(_mm_setr_epi16(-5529, -10855, -5529, -10855, 16384, 0, 16384, 0));
    const __m256i to_cr = broadcast(_mm_setr_epi16(16384, -13720, 16384, -13720, -2664, 0, -2664, 0));
    const __m256i together = _mm256_setr_epi32(0, 4, 1, 5, 0, 4, 1, 5);
    size_t made = 0;
    // What is read reaches four bytes into the pixels that follow.
    for (; made + PIXELS_AT_ONCE + 2 <= count; made += PIXELS_AT_ONCE) {
        const size_t offset = PIXEL_BYTES * made, next = offset + HALF_BYTES / 2;
        const __m256i upper_first = load(upper + offset), upper_second = load(upper + next);
        const __m256i lower_first = load(lower + offset), lower_second = load(lower + next);

        const __m256i light = _mm256_packus_epi16(
            _mm256_packs_epi32(luma(upper_first), luma(upper_second)),
            _mm256_packs_epi32(luma(lower_first), luma(lower_second)));
        const __m256i rows = _mm256_permute4x64_epi64(light, _MM_SHUFFLE(3, 1, 2, 0));
        _mm_storeu_si128((__m128i *)(upper_luma + made), _mm256_castsi256_si128(rows));
        _mm_storeu_si128((__m128i *)(lower_luma + made), _mm256_extracti128_si256(rows, 1));

        const __m256i first = sums(upper_first, lower_first), second = sums(upper_second, lower_second);
        const __m256i words = _mm256_packs_epi32(color(first, second, to_cb), color(first, second, to_cr));
        const __m256i bytes = _mm256_permutevar8x32_epi32(_mm256_packus_epi16(words, words), together);
        const __m128i colors = _mm256_castsi256_si128(bytes);
        _mm_storel_epi64((__m128i *)(cb + made / 2), colors);
        _mm_storel_epi64((__m128i *)(cr + made / 2), _mm_srli_si128(colors, 8));
    }
    return made;
}
#endif

size_t tk_rgb_to_ycbcr420(const uint8_t *upper, const uint8_t *lower, size_t count, uint8_t *upper_luma,
                          uint8_t *lower_luma, uint8_t *cb, uint8_t *cr) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        return convert_avx2(upper, lower, count, upper_luma, lower_luma, cb, cr);
    }
#endif
    return tk_rgb_to_ycbcr420_portable(upper, lower, count, upper_luma, lower_luma, cb, cr);
}
