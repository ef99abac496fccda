// C, because bytes become floats in one instruction with AVX2 and in half a dozen before it, and not every x86-64 processor has
// it (see halving.c). Without FMA, and in the order of the portable code: results are the same to the last bit.
#include "CPixelKernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include <math.h>
#include <string.h>

#define INLINE __attribute__((target("avx2"), always_inline)) static inline

enum { RGB = 3, RGBA = 4, ALPHA = 3 };

/// The most pixels each way that have weights.
enum { LINEAR = 2, FEW = 4, MANY = 8 };

/// Pixels, one in each half: color, multiplied by alpha / 255, and alpha.
INLINE __m256 pixel_pair(__m128i bytes, int channels) {
    const __m256 pixels = _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(bytes));
    if (channels == RGB) return pixels;
    const __m256 alpha = _mm256_mul_ps(_mm256_permute_ps(pixels, 0xFF), _mm256_set1_ps(1.0f / 255));
    return _mm256_mul_ps(pixels, _mm256_blend_ps(alpha, _mm256_set1_ps(1), 0x88));
}

/// Eight bytes from each of two places.
INLINE __m128i load_two(const uint8_t *first, const uint8_t *second) {
    return _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)first), _mm_loadl_epi64((const __m128i *)second));
}

INLINE __m128 sum_of_halves(__m256 pixels) {
    return _mm_add_ps(_mm256_castps256_ps128(pixels), _mm256_extractf128_ps(pixels, 1));
}

/// The mean of two columns of two rows.
INLINE __m128 mean_of_two(const uint8_t *upper, size_t stride, float right, float down, int channels) {
    const __m128i bytes = load_two(upper, upper + stride);
    // The left pixels of both rows, then the right ones.
    const __m128i order = channels == RGB ? _mm_setr_epi8(0, 1, 2, -1, 8, 9, 10, -1, 3, 4, 5, -1, 11, 12, 13, -1)
                                          : _mm_setr_epi8(0, 1, 2, 3, 8, 9, 10, 11, 4, 5, 6, 7, 12, 13, 14, 15);
    const __m128i ordered = _mm_shuffle_epi8(bytes, order);
    const __m256 rows = _mm256_add_ps(
        _mm256_mul_ps(pixel_pair(ordered, channels), _mm256_set1_ps(1 - right)),
        _mm256_mul_ps(pixel_pair(_mm_srli_si128(ordered, 8), channels), _mm256_set1_ps(right)));
    return sum_of_halves(_mm256_mul_ps(rows, _mm256_set_m128(_mm_set1_ps(down), _mm_set1_ps(1 - down))));
}

/// The weighted sums of pixels of a row: of the first, the third and so on in one half, of the others in the other.
INLINE __m256 sums_of_row(const uint8_t *row, const __m256 *weights, int taps, int channels) {
    __m256 sums = _mm256_setzero_ps();
    for (int tap = 0; tap < taps; tap += 4) {
        __m128i bytes = load_two(row + tap * channels, row + (tap + 2) * channels);
        if (channels == RGB) {
            bytes = _mm_shuffle_epi8(bytes, _mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 8, 9, 10, -1, 11, 12, 13, -1));
        }
        const __m256 first = _mm256_mul_ps(pixel_pair(bytes, channels), weights[tap / 2]);
        sums = tap == 0 ? first : _mm256_add_ps(sums, first);
        sums = _mm256_add_ps(
            sums, _mm256_mul_ps(pixel_pair(_mm_srli_si128(bytes, 8), channels), weights[tap / 2 + 1]));
    }
    return sums;
}

/// The weights of eight pixels, of which the first is at a distance.
INLINE __m256 weights_from(float distance, float peak, float slope) {
    const __m256 distances = _mm256_add_ps(_mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_ps(distance));
    const __m256 magnitudes = _mm256_andnot_ps(_mm256_set1_ps(-0.0f), distances);
    const __m256 weights = _mm256_sub_ps(_mm256_set1_ps(peak), _mm256_mul_ps(magnitudes, _mm256_set1_ps(slope)));
    return _mm256_min_ps(_mm256_max_ps(weights, _mm256_setzero_ps()), _mm256_set1_ps(1));
}

/// The sum of the first four.
INLINE float sum_of(__m256 eight) {
    const __m128 four = _mm256_castps256_ps128(eight);
    const __m128 pairs = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(pairs, _mm_shuffle_ps(pairs, pairs, 1)));
}

/// Stores a pixel, each sample rounded to the nearest, halves up; or colors up or down, as the phase says.
INLINE void store(__m128 pixel, uint8_t *output, int channels, int is_dithered, uint16_t phase) {
    const __m128 full = _mm_set1_ps(255), whole = _mm_set1_ps(8388608);
    __m128 color = pixel;
    if (channels == RGBA) {
        const __m128 alpha = _mm_shuffle_ps(pixel, pixel, 0xFF);
        color = _mm_blend_ps(_mm_mul_ps(pixel, _mm_div_ps(full, alpha)), pixel, 1 << ALPHA);
        const __m128 is_visible = _mm_cmpge_ps(alpha, _mm_set1_ps(0.5f));
        color = _mm_blend_ps(_mm_and_ps(color, is_visible), pixel, 1 << ALPHA);
    }
    color = _mm_min_ps(_mm_max_ps(color, _mm_setzero_ps()), full);
    __m128i samples;
    if (is_dithered) {
        const __m128 bias = _mm_set1_ps((float)(phase >> 14) * 0.25f + 0.125f);
        samples = _mm_cvttps_epi32(_mm_add_ps(color, _mm_blend_ps(bias, _mm_set1_ps(0.5f), 1 << ALPHA)));
    } else {
        // A float of 2^23 has no room for fractions: what is added to it is rounded, halves to the even number.
        const __m128 sum = _mm_add_ps(color, whole);
        const __m128 is_half = _mm_cmpeq_ps(_mm_sub_ps(color, _mm_sub_ps(sum, whole)), _mm_set1_ps(0.5f));
        samples = _mm_sub_epi32(_mm_castps_si128(sum), _mm_castps_si128(is_half));
    }
    const __m128i bytes =
        _mm_shuffle_epi8(samples, _mm_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1));
    const int value = _mm_cvtsi128_si32(bytes);
    memcpy(output, &value, (size_t)channels);
}

INLINE __m128 divided(__m128 sum, float total) {
    return total > 0 ? _mm_mul_ps(sum, _mm_set1_ps(1 / total)) : _mm_setzero_ps();
}

INLINE size_t sample(const struct tk_filtered_source *source, const double *xs, const double *ys, size_t count,
                     uint16_t phase, uint8_t *output, int channels, int taps) {
    const struct tk_filtered_source s = *source;
    const int alpha_is_nearest = channels == RGBA && s.alpha_is_nearest;
    // One pixel more to the right, of which samples are read.
    const double last_column = (double)(s.x + s.width) - taps - 1, last_line = (double)(s.y + s.height) - taps;
    for (size_t i = 0; i < count; i++, output += channels, phase = (uint16_t)(phase + s.phase_step)) {
        const double x = xs[i], y = ys[i];
        const double column = ceil(x - 0.5 - s.radius_x), line = ceil(y - 0.5 - s.radius_y);
        // False for NaN.
        if (!(column >= (double)s.x && line >= (double)s.y && column <= last_column && line <= last_line)) return i;
        const uint8_t *pixels =
            s.base + (size_t)((ptrdiff_t)line - s.y) * s.stride + (size_t)(((ptrdiff_t)column - s.x) * channels);
        float alpha = 0;
        if (alpha_is_nearest) {
            const size_t nearest = (size_t)((ptrdiff_t)y - s.y) * s.stride + (size_t)(((ptrdiff_t)x - s.x) * channels);
            alpha = s.base[nearest + ALPHA];
            if (alpha == 0) {
                memset(output, 0, RGBA);
                continue;
            }
        }
        __m128 sum;
        float total = 0;
        if (taps == LINEAR) {
            sum = mean_of_two(pixels, s.stride, (float)(x - 0.5 - column), (float)(y - 0.5 - line), channels);
        } else {
            const __m256 columns = weights_from((float)(column + 0.5 - x), s.peak_x, s.slope_x);
            const __m256 rows = weights_from((float)(line + 0.5 - y), s.peak_y, s.slope_y);
            __m256 pairs[MANY / 2];
            for (int pair = 0; pair < taps / 2; pair++) {
                const int left = 2 * pair, right = left + 1;
                pairs[pair] = _mm256_permutevar8x32_ps(
                    columns, _mm256_setr_epi32(left, left, left, left, right, right, right, right));
            }
            float factors[MANY];
            _mm256_storeu_ps(factors, rows);
            __m256 sums = _mm256_mul_ps(sums_of_row(pixels, pairs, taps, channels), _mm256_set1_ps(factors[0]));
            // Most filters have no weights for the last rows.
            for (int row = 1; row < taps && factors[row] > 0; row++) {
                pixels += s.stride;
                sums = _mm256_add_ps(
                    sums, _mm256_mul_ps(sums_of_row(pixels, pairs, taps, channels), _mm256_set1_ps(factors[row])));
            }
            sum = sum_of_halves(sums);
            total = s.total > 0 ? s.total : sum_of(columns) * sum_of(rows);
        }
        if (alpha_is_nearest) {
            sum = divided(sum, _mm_cvtss_f32(_mm_shuffle_ps(sum, sum, 0xFF)) / alpha);
        } else if (taps != LINEAR) {
            sum = divided(sum, total);
        }
        store(sum, output, channels, s.phase_step != 0, phase);
    }
    return count;
}

#define SAMPLE(name, channels, taps)                                                                                  \
    __attribute__((target("avx2"))) static size_t name(const struct tk_filtered_source *source, const double *xs,     \
                                                       const double *ys, size_t count, uint16_t phase,                \
                                                       uint8_t *output) {                                             \
        return sample(source, xs, ys, count, phase, output, channels, taps);                                                \
    }

SAMPLE(linear_rgb, RGB, LINEAR)
SAMPLE(linear_rgba, RGBA, LINEAR)
SAMPLE(few_rgb, RGB, FEW)
SAMPLE(few_rgba, RGBA, FEW)
SAMPLE(many_rgb, RGB, MANY)
SAMPLE(many_rgba, RGBA, MANY)
#endif

int tk_can_sample_filtered(void) {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") != 0;
#else
    return 0;
#endif
}

size_t tk_sample_filtered(const struct tk_filtered_source *source, const double *xs, const double *ys, size_t count,
                          uint16_t phase, uint8_t *output) {
#if defined(__x86_64__)
    const double radius = fmax(source->radius_x, source->radius_y);
    const int is_linear = source->radius_x == 1 && source->radius_y == 1;
    if (source->channels == RGB) {
        if (is_linear) return linear_rgb(source, xs, ys, count, phase, output);
        return (2 * radius < FEW ? few_rgb : many_rgb)(source, xs, ys, count, phase, output);
    }
    if (source->channels == RGBA) {
        if (is_linear) return linear_rgba(source, xs, ys, count, phase, output);
        return (2 * radius < FEW ? few_rgba : many_rgba)(source, xs, ys, count, phase, output);
    }
#endif
    (void)source, (void)xs, (void)ys, (void)count, (void)phase, (void)output;
    return 0;
}
