// C, because not every x86-64 processor has AVX2; see halving.c.
#include "CPixelKernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define WITH_AVX2 __attribute__((target("avx2")))
#define INLINE __attribute__((target("avx2"), always_inline)) static inline

INLINE __m256i load(const uint32_t *pixels) { return _mm256_loadu_si256((const __m256i *)pixels); }
INLINE void store(__m256i pixels, uint32_t *target) { _mm256_storeu_si256((__m256i *)target, pixels); }

/// Every other sample of eight pixels: blue and red, and green and alpha after a shift by eight bits.
INLINE __m256i even_samples(__m256i pixels) { return _mm256_and_si256(pixels, _mm256_set1_epi32(0x00FF00FF)); }
INLINE __m256i odd_samples(__m256i pixels) { return even_samples(_mm256_srli_epi32(pixels, 8)); }
INLINE __m256i joined(__m256i even, __m256i odd) { return _mm256_or_si256(even, _mm256_slli_epi32(odd, 8)); }

/// The product of 255ths, rounded to the nearest: with t = x y + 128, (t + t / 256) / 256.
INLINE __m256i product(__m256i samples, __m256i factors) {
    const __m256i sum = _mm256_add_epi16(_mm256_mullo_epi16(samples, factors), _mm256_set1_epi16(128));
    return _mm256_srli_epi16(_mm256_add_epi16(sum, _mm256_srli_epi16(sum, 8)), 8);
}

INLINE __m256i scaled(__m256i pixels, __m256i factors) {
    return joined(product(even_samples(pixels), factors), product(odd_samples(pixels), factors));
}

INLINE size_t blend_over_as(const uint32_t *source, uint8_t opacity, int is_faded, uint32_t *target, size_t count) {
    const __m256i factor = _mm256_set1_epi16(opacity);
    size_t made = 0;
    for (; made + 8 <= count; made += 8) {
        __m256i pixels = load(source + made);
        if (is_faded) pixels = scaled(pixels, factor);
        const __m256i transparency = _mm256_sub_epi32(_mm256_set1_epi32(255), _mm256_srli_epi32(pixels, 24));
        const __m256i factors = _mm256_or_si256(transparency, _mm256_slli_epi32(transparency, 16));
        store(_mm256_add_epi32(pixels, scaled(load(target + made), factors)), target + made);
    }
    return made;
}

// Two loops, of which that for pixels that are not faded does without the product.
WITH_AVX2 static size_t blend_over(const uint32_t *source, uint8_t opacity, uint32_t *target, size_t count) {
    return opacity == 255 ? blend_over_as(source, opacity, 0, target, count)
                          : blend_over_as(source, opacity, 1, target, count);
}

WITH_AVX2 static size_t blend_add(const uint32_t *source, uint8_t opacity, uint32_t *target, size_t count) {
    const __m256i factor = _mm256_set1_epi16(opacity);
    size_t made = 0;
    for (; made + 8 <= count; made += 8) {
        store(_mm256_adds_epu8(scaled(load(source + made), factor), load(target + made)), target + made);
    }
    return made;
}

INLINE __m256i mix_samples(__m256i first, __m256i second, __m256i first_weight, __m256i second_weight) {
    const __m256i sum =
        _mm256_add_epi16(_mm256_mullo_epi16(first, first_weight), _mm256_mullo_epi16(second, second_weight));
    return _mm256_srli_epi16(_mm256_add_epi16(sum, _mm256_set1_epi16(128)), 8);
}

WITH_AVX2 static size_t blend_mix(uint32_t *target, const uint32_t *other, uint16_t weight, size_t count) {
    const __m256i second = _mm256_set1_epi16((int16_t)weight), first = _mm256_set1_epi16((int16_t)(256 - weight));
    size_t made = 0;
    for (; made + 8 <= count; made += 8) {
        const __m256i a = load(target + made), b = load(other + made);
        store(joined(mix_samples(even_samples(a), even_samples(b), first, second),
                     mix_samples(odd_samples(a), odd_samples(b), first, second)),
              target + made);
    }
    return made;
}
#endif

size_t tk_blend_over(const uint32_t *source, uint8_t opacity, uint32_t *target, size_t count) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return blend_over(source, opacity, target, count);
#endif
    return 0;
}

size_t tk_blend_add(const uint32_t *source, uint8_t opacity, uint32_t *target, size_t count) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return blend_add(source, opacity, target, count);
#endif
    return 0;
}

size_t tk_blend_mix(uint32_t *target, const uint32_t *other, uint16_t weight, size_t count) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return blend_mix(target, other, weight, count);
#endif
    return 0;
}
