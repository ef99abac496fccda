// C, because compilers make vectors of C's conversions of numbers, and not every x86-64 processor has AVX2 (see
// halving.c).
#include "CPixelKernels.h"

#pragma STDC FP_CONTRACT OFF

#define ALWAYS static inline __attribute__((always_inline))

// One loop for samples side by side, of which the compiler makes vectors, and one for others.
#define LOOP(SOURCE, TARGET, NARROW)                                                                               \
    do {                                                                                                           \
        const SOURCE *restrict from = source;                                                                      \
        TARGET *restrict to = target;                                                                              \
        for (size_t i = 0; i < count; i++) {                                                                       \
            double position = ((double)from[i * source_step] - low) / span * maximum;                              \
            position = position > 0 ? position : 0;                                                                \
            position = position < maximum ? position : maximum;                                                    \
            to[i * target_step] = (TARGET)(NARROW)(position + 0.5);                                                \
        }                                                                                                          \
    } while (0)

#define BOTH(SOURCE)                                                                                               \
    do {                                                                                                           \
        if (is_wide) {                                                                                             \
            LOOP(SOURCE, uint16_t, int32_t);                                                                       \
        } else {                                                                                                   \
            LOOP(SOURCE, uint8_t, int32_t);                                                                        \
        }                                                                                                          \
    } while (0)

ALWAYS void map_steps(enum tk_number number, const void *source, size_t source_step, void *target,
                      size_t target_step, int is_wide, size_t count, double low, double span) {
    const double maximum = is_wide ? 65535 : 255;
    switch (number) {
    case TK_UINT32: BOTH(uint32_t); break;
    case TK_INT32: BOTH(int32_t); break;
    case TK_UINT64: BOTH(uint64_t); break;
    case TK_INT64: BOTH(int64_t); break;
    case TK_FLOAT: BOTH(float); break;
    case TK_DOUBLE: BOTH(double); break;
    }
}

ALWAYS void map(enum tk_number number, const void *source, size_t source_step, void *target, size_t target_step,
                int is_wide, size_t count, double low, double span) {
    if (source_step == 1 && target_step == 1) {
        map_steps(number, source, 1, target, 1, is_wide, count, low, span);
    } else {
        map_steps(number, source, source_step, target, target_step, is_wide, count, low, span);
    }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void map_avx2(enum tk_number number, const void *source, size_t source_step,
                                                     void *target, size_t target_step, int is_wide, size_t count,
                                                     double low, double span) {
    map(number, source, source_step, target, target_step, is_wide, count, low, span);
}
#endif

void tk_map_samples(enum tk_number number, const void *source, size_t source_step, void *target, size_t target_step,
                    int is_wide, size_t count, double low, double span) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        map_avx2(number, source, source_step, target, target_step, is_wide, count, low, span);
        return;
    }
#endif
    map(number, source, source_step, target, target_step, is_wide, count, low, span);
}
