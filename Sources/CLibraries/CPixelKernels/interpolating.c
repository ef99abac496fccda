// C, because not every x86-64 processor has AVX2 (see halving.c).
#include "CPixelKernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define ALWAYS static inline __attribute__((always_inline, target("avx2")))

// The distances between the points of the grid.
enum { ALONG_BLUE = 1, ALONG_GREEN = 33, ALONG_RED = 33 * 33 };

// The cell of a channel of eight pixels, and the place in the cell, from 0 to 8.
ALWAYS __m256i cell_of(__m256i value, __m256i *place) {
    value = _mm256_add_epi32(value, _mm256_srli_epi32(value, 7));
    const __m256i cell = _mm256_min_epi32(_mm256_srli_epi32(value, 3), _mm256_set1_epi32(31));
    *place = _mm256_sub_epi32(value, _mm256_slli_epi32(cell, 3));
    return cell;
}

ALWAYS __m256i choose(__m256i mask, int yes, __m256i no) {
    return _mm256_blendv_epi8(no, _mm256_set1_epi32(yes), mask);
}

// The blue, green and red of one pixel, 256 times as large.
ALWAYS __m128i mean(const uint16_t *corner, int first, int second, int outer_weights, int inner_weights) {
    const __m128i start = _mm_loadl_epi64((const __m128i *)corner);
    const __m128i end = _mm_loadl_epi64((const __m128i *)(corner + 4 * (ALONG_RED + ALONG_GREEN + ALONG_BLUE)));
    const __m128i one = _mm_loadl_epi64((const __m128i *)(corner + 4 * first));
    const __m128i two = _mm_loadl_epi64((const __m128i *)(corner + 4 * second));
    const __m128i outer = _mm_madd_epi16(_mm_unpacklo_epi16(start, end), _mm_set1_epi32(outer_weights));
    const __m128i inner = _mm_madd_epi16(_mm_unpacklo_epi16(one, two), _mm_set1_epi32(inner_weights));
    return _mm_add_epi32(outer, inner);
}

__attribute__((target("avx2"))) static size_t interpolate_avx2(const uint16_t *grid, const uint32_t *source,
                                                               size_t count, uint32_t *target) {
    const __m256i byte = _mm256_set1_epi32(255);
    const __m128i half = _mm_set1_epi32(128);
    const __m128i opaque = _mm_set1_epi32((int)0xFF000000);
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        const __m256i pixels = _mm256_loadu_si256((const __m256i *)(source + i));
        const __m256i alpha = _mm256_srli_epi32(pixels, 24);
        if (_mm256_movemask_epi8(_mm256_cmpeq_epi32(alpha, byte)) != -1) break;
        __m256i x, y, z;
        const __m256i red = cell_of(_mm256_and_si256(_mm256_srli_epi32(pixels, 16), byte), &x);
        const __m256i green = cell_of(_mm256_and_si256(_mm256_srli_epi32(pixels, 8), byte), &y);
        const __m256i blue = cell_of(_mm256_and_si256(pixels, byte), &z);
        const __m256i corners =
            _mm256_add_epi32(_mm256_add_epi32(_mm256_mullo_epi32(red, _mm256_set1_epi32(ALONG_RED)),
                                              _mm256_mullo_epi32(green, _mm256_set1_epi32(ALONG_GREEN))),
                             blue);
        // From the first corner of the cell to the last, along the channel with the largest fraction first.
        const __m256i most = _mm256_max_epi32(x, _mm256_max_epi32(y, z));
        const __m256i least = _mm256_min_epi32(x, _mm256_min_epi32(y, z));
        const __m256i sum = _mm256_add_epi32(x, _mm256_add_epi32(y, z));
        const __m256i middle = _mm256_sub_epi32(_mm256_sub_epi32(sum, most), least);
        const __m256i green_over_red = _mm256_cmpgt_epi32(y, x);
        const __m256i blue_over_red = _mm256_cmpgt_epi32(z, x);
        const __m256i blue_over_green = _mm256_cmpgt_epi32(z, y);
        const __m256i red_is_not_most = _mm256_or_si256(green_over_red, blue_over_red);
        __m256i first = choose(_mm256_andnot_si256(blue_over_green, green_over_red), ALONG_GREEN,
                               _mm256_set1_epi32(ALONG_BLUE));
        first = _mm256_blendv_epi8(_mm256_set1_epi32(ALONG_RED), first, red_is_not_most);
        __m256i second = choose(blue_over_green, ALONG_RED + ALONG_BLUE, _mm256_set1_epi32(ALONG_RED + ALONG_GREEN));
        second = choose(_mm256_and_si256(green_over_red, blue_over_red), ALONG_GREEN + ALONG_BLUE, second);
        const __m256i outer = _mm256_or_si256(_mm256_sub_epi32(_mm256_set1_epi32(8), most), _mm256_slli_epi32(least, 16));
        const __m256i inner =
            _mm256_or_si256(_mm256_sub_epi32(most, middle), _mm256_slli_epi32(_mm256_sub_epi32(middle, least), 16));
        int32_t at[8], firsts[8], seconds[8], outers[8], inners[8];
        _mm256_storeu_si256((__m256i *)at, corners);
        _mm256_storeu_si256((__m256i *)firsts, first);
        _mm256_storeu_si256((__m256i *)seconds, second);
        _mm256_storeu_si256((__m256i *)outers, outer);
        _mm256_storeu_si256((__m256i *)inners, inner);
        for (int j = 0; j < 8; j += 4) {
            __m128i means[4];
            for (int k = 0; k < 4; k++) {
                const int p = j + k;
                const __m128i sum = mean(grid + 4 * at[p], firsts[p], seconds[p], outers[p], inners[p]);
                means[k] = _mm_srli_epi32(_mm_add_epi32(sum, half), 8);
            }
            const __m128i colors =
                _mm_packus_epi16(_mm_packus_epi32(means[0], means[1]), _mm_packus_epi32(means[2], means[3]));
            _mm_storeu_si128((__m128i *)(target + i + j), _mm_or_si128(colors, opaque));
        }
    }
    return i;
}
#endif

size_t tk_interpolate_colors(const uint16_t *grid, const uint32_t *source, size_t count, uint32_t *target) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return interpolate_avx2(grid, source, count, target);
#endif
    return 0;
}
