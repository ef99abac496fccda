// C, because not every x86-64 processor can shuffle bytes (SSSE3), and Swift cannot compile one function for more than
// the processors that the package is for.
#include "CPixelKernels.h"

#if defined(__x86_64__)
#include <tmmintrin.h>

// Two pixels of the coarser row are made of twelve bytes of each finer one, which are read as sixteen; 48 bytes make
// eight pixels, as many as a register holds phases of.
enum { PIXELS_AT_ONCE = 8, PARTS = 4, PIXEL_BYTES = 3 };

__attribute__((target("ssse3"))) static size_t downsample_ssse3(const uint8_t *upper, const uint8_t *lower, size_t count,
                                                     uint8_t *output, uint16_t phase, uint16_t step) {
    const __m128i ones = _mm_set1_epi8(1);
    // Brings the samples side by side that are added: red and red, green and green...
    const __m128i pair = _mm_setr_epi8(0, 3, 1, 4, 2, 5, 6, 9, 7, 10, 8, 11, -1, -1, -1, -1);
    // Gives every sample of two pixels the 16-bit bias of its pixel.
    const __m128i spread[PARTS] = {
        _mm_setr_epi8(0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, -1, -1, -1, -1),
        _mm_setr_epi8(4, 5, 4, 5, 4, 5, 6, 7, 6, 7, 6, 7, -1, -1, -1, -1),
        _mm_setr_epi8(8, 9, 8, 9, 8, 9, 10, 11, 10, 11, 10, 11, -1, -1, -1, -1),
        _mm_setr_epi8(12, 13, 12, 13, 12, 13, 14, 15, 14, 15, 14, 15, -1, -1, -1, -1),
    };
    // Closes the gap between the samples of two parts.
    const __m128i close = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, -1, -1, -1, -1);

    const __m128i lanes = _mm_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7);
    const __m128i next = _mm_set1_epi16((short)(PIXELS_AT_ONCE * step));
    __m128i phases = _mm_add_epi16(_mm_set1_epi16((short)phase), _mm_mullo_epi16(lanes, _mm_set1_epi16((short)step)));
    size_t made = 0;
    // What is read and written reaches four bytes into the pixels that follow.
    for (; made + PIXELS_AT_ONCE + 2 <= count; made += PIXELS_AT_ONCE) {
        const __m128i bias = _mm_srli_epi16(phases, 14);
        phases = _mm_add_epi16(phases, next);
        __m128i means[PARTS];
        for (int part = 0; part < PARTS; part++) {
            const size_t offset = 2 * PIXEL_BYTES * (made + 2 * (size_t)part);
            const __m128i above = _mm_loadu_si128((const __m128i *)(upper + offset));
            const __m128i below = _mm_loadu_si128((const __m128i *)(lower + offset));
            const __m128i sum = _mm_add_epi16(
                _mm_maddubs_epi16(_mm_shuffle_epi8(above, pair), ones),
                _mm_maddubs_epi16(_mm_shuffle_epi8(below, pair), ones));
            means[part] = _mm_srli_epi16(_mm_add_epi16(sum, _mm_shuffle_epi8(bias, spread[part])), 2);
        }
        for (int half = 0; half < PARTS; half += 2) {
            uint8_t *target = output + PIXEL_BYTES * (made + 2 * (size_t)half);
            const __m128i four = _mm_shuffle_epi8(_mm_packus_epi16(means[half], means[half + 1]), close);
            _mm_storeu_si128((__m128i *)target, four);
        }
    }
    return made;
}
#endif

size_t tk_downsample_rgb_2x2(const uint8_t *upper, const uint8_t *lower, size_t count, uint8_t *output, uint16_t phase,
                             uint16_t step) {
#if defined(__x86_64__)
    return __builtin_cpu_supports("ssse3") ? downsample_ssse3(upper, lower, count, output, phase, step) : 0;
#else
    (void)upper, (void)lower, (void)count, (void)output, (void)phase, (void)step;
    return 0;
#endif
}
