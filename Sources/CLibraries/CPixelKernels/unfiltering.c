// C, because not every x86-64 processor can widen and blend bytes (SSE4.1), and Swift cannot compile one function for
// more than the processors that the package is for. The vectors are the compiler's own, for any processor.
#include "CPixelKernels.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

typedef uint8_t bytes __attribute__((ext_vector_type(8)));
typedef int16_t words __attribute__((ext_vector_type(8)));
typedef uint8_t halves __attribute__((ext_vector_type(16)));

enum { SUB = 1, UP, AVERAGE, PAETH };

// Pixels are read as 1, 2, 4 or 8 bytes: those of 3 and 6 with what follows, which is not written.
INLINE bytes load(const uint8_t *pixel, size_t size) {
    bytes value = 0;
    memcpy(&value, pixel, size == 3 ? 4 : size == 6 ? 8 : size);
    return value;
}

INLINE void store(bytes value, uint8_t *pixel, size_t size) { memcpy(pixel, &value, size); }

INLINE words widen(bytes value) { return __builtin_convertvector(value, words); }
INLINE bytes narrow(words value) { return __builtin_convertvector(value, bytes); }

/// Adds words below 256 modulo 256.
INLINE words add(words value, words prediction) {
    return (words)((halves)value + (halves)prediction);
}

/// Paeth's choice by one comparison with each of the outer two: with p = left + above - corner, the corner is nearest to
/// p exactly if 3 corner - left - above lies between left and above; otherwise the one that it lies beyond is farthest.
INLINE words paeth(words left, words above, words tripled_corner_less_above, words corner) {
    const words threshold = tripled_corner_less_above - left;
    const words low = __builtin_elementwise_min(left, above), high = __builtin_elementwise_max(left, above);
    const words inner = threshold >= high ? low : corner;
    return threshold <= low ? high : inner;
}

// Single bytes are quicker without vectors, whose operations may take two cycles each.
INLINE void unfilter_bytes(int filter, uint8_t *row, const uint8_t *above, size_t count) {
    int left = 0, corner = 0;
    switch (filter) {
    case SUB:
        for (size_t at = 0; at < count; at++) row[at] = (uint8_t)(left += row[at]);
        break;
    case AVERAGE:
        for (size_t at = 0; at < count; at++) {
            left = (uint8_t)(row[at] + ((left + above[at]) >> 1));
            row[at] = (uint8_t)left;
        }
        break;
    case PAETH:
        for (size_t at = 0; at < count; at++) {
            const int up = above[at], threshold = 3 * corner - up - left;
            const int low = left < up ? left : up, high = left < up ? up : left;
            const int inner = threshold >= high ? low : corner;
            left = (uint8_t)(row[at] + (threshold <= low ? high : inner));
            row[at] = (uint8_t)left;
            corner = up;
        }
        break;
    }
}

// A loop for each filter and size of a pixel: each pixel depends on the one before it, which stays in a register.
INLINE void unfilter_pixels(int filter, uint8_t *row, const uint8_t *above, size_t count, const size_t size) {
    switch (filter) {
    case SUB: {
        bytes left = 0;
        for (size_t at = 0; at < count; at += size) {
            left += load(row + at, size);
            store(left, row + at, size);
        }
        break;
    }
    case AVERAGE: {
        words left = 0;
        for (size_t at = 0; at < count; at += size) {
            left = add(widen(load(row + at, size)), (left + widen(load(above + at, size))) >> 1);
            store(narrow(left), row + at, size);
        }
        break;
    }
    case PAETH: {
        words left = 0, corner = 0;
        for (size_t at = 0; at < count; at += size) {
            const words up = widen(load(above + at, size));
            left = add(widen(load(row + at, size)), paeth(left, up, 3 * corner - up, corner));
            corner = up;
            store(narrow(left), row + at, size);
        }
        break;
    }
    }
}

INLINE void unfilter(int filter, uint8_t *row, const uint8_t *above, size_t count, size_t size) {
    if (filter == UP) {
        for (size_t at = 0; at < count; at++) row[at] += above[at];
        return;
    }
    switch (size) {
    case 1: return unfilter_bytes(filter, row, above, count);
    case 2: return unfilter_pixels(filter, row, above, count, 2);
    case 3: return unfilter_pixels(filter, row, above, count, 3);
    case 4: return unfilter_pixels(filter, row, above, count, 4);
    case 6: return unfilter_pixels(filter, row, above, count, 6);
    case 8: return unfilter_pixels(filter, row, above, count, 8);
    }
}

#if defined(__x86_64__)
__attribute__((target("sse4.1"))) static void unfilter_sse41(
    int filter, uint8_t *row, const uint8_t *above, size_t count, size_t size) {
    unfilter(filter, row, above, count, size);
}
#endif

void tk_png_unfilter_portable(int filter, uint8_t *row, const uint8_t *above, size_t count, size_t pixel_size) {
    unfilter(filter, row, above, count, pixel_size);
}

void tk_png_unfilter(int filter, uint8_t *row, const uint8_t *above, size_t count, size_t pixel_size) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("sse4.1")) {
        return unfilter_sse41(filter, row, above, count, pixel_size);
    }
#endif
    tk_png_unfilter_portable(filter, row, above, count, pixel_size);
}
