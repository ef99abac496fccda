// C, because not every x86-64 processor can shuffle bytes (SSSE3); see halving.c.
#include "CPixelKernels.h"

#if defined(__x86_64__)
#include <tmmintrin.h>

#define WITH_SSSE3 __attribute__((target("ssse3"), always_inline)) static inline

// As many whole pixels as fit into a register are summed up in it by adding it to itself, shifted by one, two and four
// pixels, and so on; the last of them is added to all pixels of the next register. What is written beyond the pixels are
// bytes of the next register, which has been read before.
WITH_SSSE3 size_t accumulate_ssse3(uint8_t *row, size_t count, int step, __m128i last) {
    const size_t bytes = 16 / (size_t)step * (size_t)step;
    if (count < 32) {
        return 0;
    }
    __m128i carry = _mm_setzero_si128();
    __m128i next = _mm_loadu_si128((const __m128i *)row);
    size_t made = 0;
    for (; made + 32 <= count; made += bytes) {
        __m128i sum = next;
        next = _mm_loadu_si128((const __m128i *)(row + made + bytes));
        if (step == 1) {
            sum = _mm_add_epi8(sum, _mm_slli_si128(sum, 1));
            sum = _mm_add_epi8(sum, _mm_slli_si128(sum, 2));
            sum = _mm_add_epi8(sum, _mm_slli_si128(sum, 4));
            sum = _mm_add_epi8(sum, _mm_slli_si128(sum, 8));
        } else if (step == 3) {
            sum = _mm_add_epi8(sum, _mm_slli_si128(sum, 3));
            sum = _mm_add_epi8(sum, _mm_slli_si128(sum, 6));
            sum = _mm_add_epi8(sum, _mm_slli_si128(sum, 12));
        } else {
            sum = _mm_add_epi8(sum, _mm_slli_si128(sum, 4));
            sum = _mm_add_epi8(sum, _mm_slli_si128(sum, 8));
        }
        sum = _mm_add_epi8(sum, carry);
        carry = _mm_shuffle_epi8(sum, last);
        _mm_storeu_si128((__m128i *)(row + made), sum);
    }
    _mm_storeu_si128((__m128i *)(row + made), next);
    return made;
}

__attribute__((target("ssse3"))) static size_t accumulate(uint8_t *row, size_t count, size_t step) {
    switch (step) {
    case 1: return accumulate_ssse3(row, count, 1, _mm_set1_epi8(15));
    case 3:
        return accumulate_ssse3(row, count, 3,
                                _mm_setr_epi8(12, 13, 14, 12, 13, 14, 12, 13, 14, 12, 13, 14, 12, 13, 14, -1));
    case 4:
        return accumulate_ssse3(row, count, 4,
                                _mm_setr_epi8(12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15));
    default: return 0;
    }
}
#endif

size_t tk_accumulate_bytes(uint8_t *row, size_t count, size_t step) {
#if defined(__x86_64__)
    return __builtin_cpu_supports("ssse3") ? accumulate(row, count, step) : 0;
#else
    (void)row, (void)count, (void)step;
    return 0;
#endif
}
