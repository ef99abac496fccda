// C, because compilers make vectors of C's products of 16 bits, and not every x86-64 processor has AVX2 (see halving.c).
#include "CPixelKernels.h"

#include <string.h>

// (255 v + 32895) / 65536 is the nearest integer to v / 257; it is calculated in halves that fit 16 bits.
__attribute__((always_inline)) static inline void narrow(const uint8_t *restrict source, uint8_t *restrict target,
                                                         size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint16_t value;
        memcpy(&value, source + 2 * i, sizeof value);
        const uint16_t high = (uint16_t)((uint32_t)value * 255 >> 16), low = (uint16_t)(value * 255);
        target[i] = (uint8_t)(high + (low >= 65536 - 32895));
    }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void narrow_avx2(const uint8_t *source, uint8_t *target, size_t count) {
    narrow(source, target, count);
}
#endif

void tk_narrow_samples(const void *source, uint8_t *target, size_t count) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        narrow_avx2(source, target, count);
        return;
    }
#endif
    narrow(source, target, count);
}
