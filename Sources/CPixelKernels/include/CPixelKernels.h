#pragma once

#include <stddef.h>
#include <stdint.h>

/// Makes the first pixels of a halved row of 8-bit RGB, as many as can be made with the processor's byte shuffle.
///
/// `upper` and `lower` are 2 * `count` pixels each, `output` has room for `count`. A sample is the sum of four and of
/// the upper two bits of the pixel's phase, divided by four; `phase` is that of the first pixel, `step` is between
/// neighbours. Returns how many pixels are made: 0 where the processor has no such shuffle.
size_t tk_halve_rgb(const uint8_t *upper, const uint8_t *lower, size_t count, uint8_t *output, uint16_t phase,
                    uint16_t step);
