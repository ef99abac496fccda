#pragma once

#include <stddef.h>
#include <stdint.h>

/// Makes the first pixels of a halved row of 8-bit RGB, as many as can be made with SSSE3.
///
/// `upper` and `lower` are 2 * `count` pixels each, `output` has room for `count`. A sample is the sum of four and of
/// the upper two bits of the pixel's phase, divided by four; `phase` is that of the first pixel, `step` is between
/// neighbors. Returns how many pixels are made: 0 where the processor has no SSSE3.
size_t tk_downsample_rgb_2x2(const uint8_t *upper, const uint8_t *lower, size_t count, uint8_t *output, uint16_t phase,
                    uint16_t step);

/// Makes luma of the first pixels of two rows of 8-bit RGB, and chroma of every 2×2 of them; with AVX2, if the
/// processor has it.
///
/// The rows are `count` pixels each, and so are those of luma; those of chroma have half as many samples, rounded up.
/// Luma is (19595 red + 38470 green + 7471 blue) / 65536. Chroma is made of the sums of four pixels: Cb is 128 and
/// (-5529 red - 10855 green + 16384 blue) / 131072, Cr 128 and (16384 red - 13720 green - 2664 blue) / 131072. All are
/// rounded to the nearest, halves of chroma down. Returns how many pixels of a row are made, an even number.
size_t tk_rgb_to_ycbcr420(const uint8_t *upper, const uint8_t *lower, size_t count, uint8_t *upper_luma,
                    uint8_t *lower_luma, uint8_t *cb, uint8_t *cr);

/// The same for any processor.
size_t tk_rgb_to_ycbcr420_portable(const uint8_t *upper, const uint8_t *lower, size_t count, uint8_t *upper_luma,
                             uint8_t *lower_luma, uint8_t *cb, uint8_t *cr);

/// Turns a row of a PNG from its filtered bytes to what they stand for, in place (PNG specification, section 9.2).
///
/// `filter` is 1 (Sub), 2 (Up), 3 (Average) or 4 (Paeth). `count` is a multiple of `pixel_size`, which is 1, 2, 3, 4, 6
/// or 8; two more bytes of both rows may be read. `above` is unfiltered, zeros for the first row. With SSE4.1, if the
/// processor has it.
void tk_png_unfilter(int filter, uint8_t *row, const uint8_t *above, size_t count, size_t pixel_size);

/// The same for any processor.
void tk_png_unfilter_portable(int filter, uint8_t *row, const uint8_t *above, size_t count, size_t pixel_size);

/// The types of numbers that are mapped by a formula.
enum tk_number { TK_UINT32, TK_INT32, TK_UINT64, TK_INT64, TK_FLOAT, TK_DOUBLE };

/// Maps samples to bytes, or to words if `is_wide`: a value is ((v - low) / span) of the maximum, 255 or 65535, rounded
/// to the nearest and clipped; NaN becomes 0.
///
/// `source` and `target` have `count` samples, aligned, each as many samples after the one before it as the steps say.
void tk_map_samples(enum tk_number number, const void *source, size_t source_step, void *target, size_t target_step,
                    int is_wide, size_t count, double low, double span);

/// Adds to each byte the one that is `step` bytes before it, for the first bytes of a row, as many as can be made with
/// SSSE3.
///
/// Returns how many bytes of the `count` are made, a multiple of `step`: 0 where the processor has no SSSE3, and for
/// steps other than 1, 3 and 4.
size_t tk_accumulate_bytes(uint8_t *row, size_t count, size_t step);

/// Makes bytes of samples of 16 bits in the machine's byte order, with any alignment: the nearest to v / 257.
void tk_narrow_samples(const void *source, uint8_t *target, size_t count);

/// Lowers `least` to the least of the first values, and raises `greatest` to the greatest; NaN is left out, infinity is
/// not.
///
/// Returns how many of the `count` values it has been: 0 where the processor has no AVX2.
size_t tk_extremes(const float *values, size_t count, float *least, float *greatest);
