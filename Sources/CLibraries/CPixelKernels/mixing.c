// C, because not every x86-64 processor has AVX2 (see halving.c). Without FMA, and in the order of the portable code: results
// are the same to the last bit.
#include "CPixelKernels.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#define INLINE __attribute__((target("avx2"), always_inline)) static inline

enum { STEP = 8 };

/// The sums of eight pixels, and whether one of their samples is valid.
struct sums {
    __m256 red, green, blue, valid;
};

INLINE __m256 load(const struct tk_mix_layer *layer, size_t index) {
    switch (layer->number) {
    case TK_MIX_UINT8: {
        const __m128i bytes = _mm_loadl_epi64((const __m128i *)((const uint8_t *)layer->samples + index));
        return _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(bytes));
    }
    case TK_MIX_UINT16: {
        const __m128i words = _mm_loadu_si128((const __m128i *)((const uint16_t *)layer->samples + index));
        return _mm256_cvtepi32_ps(_mm256_cvtepu16_epi32(words));
    }
    default: return _mm256_loadu_ps((const float *)layer->samples + index);
    }
}

INLINE void add(struct sums *sums, const struct tk_mix_layer *layer, size_t index) {
    const __m256 value = load(layer, index);
    const __m256 low = _mm256_broadcast_ss(&layer->low), scale = _mm256_broadcast_ss(&layer->scale);
    // NaN becomes 0, because the second operand is the result then.
    __m256 part = _mm256_max_ps(_mm256_mul_ps(_mm256_sub_ps(value, low), scale), _mm256_setzero_ps());
    part = _mm256_min_ps(part, _mm256_set1_ps(1));
    if (layer->curve) {
        const __m256 steps = _mm256_add_ps(_mm256_mul_ps(part, _mm256_set1_ps(65535)), _mm256_set1_ps(0.5f));
        part = _mm256_i32gather_ps(layer->curve, _mm256_cvttps_epi32(steps), sizeof(float));
    }
    if (layer->has_invalid) {
        const __m256 is_nodata =
            _mm256_and_ps(_mm256_cmp_ps(value, _mm256_broadcast_ss(&layer->nodata_low), _CMP_GE_OQ),
                          _mm256_cmp_ps(value, _mm256_broadcast_ss(&layer->nodata_high), _CMP_LE_OQ));
        const __m256 is_valid = _mm256_andnot_ps(is_nodata, _mm256_cmp_ps(value, value, _CMP_ORD_Q));
        part = _mm256_and_ps(part, is_valid);
        sums->valid = _mm256_or_ps(sums->valid, is_valid);
    }
    sums->red = _mm256_add_ps(sums->red, _mm256_mul_ps(part, _mm256_broadcast_ss(&layer->red)));
    sums->green = _mm256_add_ps(sums->green, _mm256_mul_ps(part, _mm256_broadcast_ss(&layer->green)));
    sums->blue = _mm256_add_ps(sums->blue, _mm256_mul_ps(part, _mm256_broadcast_ss(&layer->blue)));
}

/// A component: clipped, and rounded to the nearest, halves up.
INLINE __m256i rounded(__m256 sum) {
    const __m256 clipped = _mm256_min_ps(sum, _mm256_set1_ps(255));
    return _mm256_cvttps_epi32(_mm256_add_ps(clipped, _mm256_set1_ps(0.5f)));
}

/// Eight pixels 0xAARRGGBB.
INLINE __m256i packed(const struct sums *sums) {
    const __m256i alpha = _mm256_slli_epi32(_mm256_castps_si256(sums->valid), 24);
    const __m256i red = _mm256_slli_epi32(rounded(sums->red), 16);
    const __m256i green = _mm256_slli_epi32(rounded(sums->green), 8);
    return _mm256_or_si256(_mm256_or_si256(alpha, red), _mm256_or_si256(green, rounded(sums->blue)));
}

/// The bytes of four pixels in the order of a format.
INLINE __m128i order(enum tk_mix_format format) {
    switch (format) {
    case TK_MIX_RGBA: return _mm_setr_epi8(2, 1, 0, 3, 6, 5, 4, 7, 10, 9, 8, 11, 14, 13, 12, 15);
    case TK_MIX_RGB: return _mm_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1);
    case TK_MIX_GRAY_ALPHA: return _mm_setr_epi8(0, 3, 4, 7, 8, 11, 12, 15, -1, -1, -1, -1, -1, -1, -1, -1);
    case TK_MIX_GRAY: return _mm_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    default: return _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    }
}

/// Stores four pixels.
INLINE void store_four(__m128i pixels, enum tk_mix_format format, uint8_t *target) {
    switch (format) {
    case TK_MIX_GRAY: {
        const int32_t bytes = _mm_cvtsi128_si32(pixels);
        memcpy(target, &bytes, sizeof bytes);
        break;
    }
    case TK_MIX_GRAY_ALPHA: _mm_storel_epi64((__m128i *)target, pixels); break;
    case TK_MIX_RGB: {
        const int32_t bytes = _mm_extract_epi32(pixels, 2);
        _mm_storel_epi64((__m128i *)target, pixels);
        memcpy(target + 8, &bytes, sizeof bytes);
        break;
    }
    default: _mm_storeu_si128((__m128i *)target, pixels); break;
    }
}

INLINE void store(__m256i pixels, __m128i order, enum tk_mix_format format, size_t size, uint8_t *target) {
    const __m256i bytes = _mm256_shuffle_epi8(pixels, _mm256_broadcastsi128_si256(order));
    store_four(_mm256_castsi256_si128(bytes), format, target);
    store_four(_mm256_extracti128_si256(bytes, 1), format, target + 4 * size);
}

__attribute__((target("avx2"))) static size_t mix(const struct tk_mix_layer *layers, size_t layer_count,
                                                  enum tk_mix_format format, size_t count, uint8_t *target) {
    static const size_t sizes[] = {4, 4, 3, 1, 2};
    const size_t size = sizes[format];
    const __m128i bytes = order(format);
    int is_opaque = layer_count == 0;
    for (size_t i = 0; i < layer_count; i++) is_opaque |= !layers[i].has_invalid;
    const __m256 valid = is_opaque ? _mm256_castsi256_ps(_mm256_set1_epi32(-1)) : _mm256_setzero_ps();
    const struct sums none = {_mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps(), valid};
    size_t made = 0;
    for (; made + 2 * STEP <= count; made += 2 * STEP) {
        struct sums first = none, second = none;
        for (size_t i = 0; i < layer_count; i++) {
            add(&first, layers + i, made);
            add(&second, layers + i, made + STEP);
        }
        store(packed(&first), bytes, format, size, target + made * size);
        store(packed(&second), bytes, format, size, target + (made + STEP) * size);
    }
    return made;
}
#endif

size_t tk_mix_channels(const struct tk_mix_layer *layers, size_t layer_count, enum tk_mix_format format, size_t count,
                       uint8_t *target) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return mix(layers, layer_count, format, count, target);
#endif
    (void)layers, (void)layer_count, (void)format, (void)count, (void)target;
    return 0;
}
