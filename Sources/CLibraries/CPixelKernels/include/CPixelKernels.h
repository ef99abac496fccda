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

/// Makes the means of the first 2×2 samples of two rows of bytes, rounded to the nearest, halves to even, with AVX2.
///
/// `upper` and `lower` are 2 * `count` samples each, `output` has room for `count`. `flip` is 128 for signed samples, 0 for
/// others. It stops before the first sixteen pixels of which a sample is `nodata`, if `has_nodata` says so. Returns how many
/// pixels are made, a multiple of 16: 0 where the processor has no AVX2.
size_t tk_average_bytes_2x2(const uint8_t *upper, const uint8_t *lower, size_t count, uint8_t *output, uint8_t flip,
                            int has_nodata, uint8_t nodata);

/// The same for samples of 16 bits; `flip` is 32768 for signed ones.
size_t tk_average_words_2x2(const uint16_t *upper, const uint16_t *lower, size_t count, uint16_t *output, uint16_t flip,
                            int has_nodata, uint16_t nodata);

/// The same for floating-point numbers, as a quarter of (a + b) + (c + d) in numbers of 64 bits, the upper row first.
///
/// It stops before the first sixteen pixels of which a sample is NaN, or from `nodata_low` to `nodata_high`; these are
/// written, but do not count.
size_t tk_average_floats_2x2(const float *upper, const float *lower, size_t count, float *output, float nodata_low,
                             float nodata_high);

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

/// Makes the weighted means of the two pixels around each position in a row, if the processor has AVX2.
///
/// `row` has `width` pixels of four samples, at least two; `xs` are in 256ths, from 0 to 256 (width - 1). A mean is four
/// samples, 256 times as large. Returns how many of the `count` are made: all or none.
size_t tk_mix_columns(const uint32_t *row, size_t width, const int32_t *xs, size_t count, uint16_t *target);

/// Makes the pixels of the weighted mean of two rows that tk_mix_columns made, if the processor has AVX2.
///
/// The weights are in 65535ths: `lower_weight` and what is missing to 65535. Returns how many of the `count` are made:
/// all or none.
size_t tk_mix_rows(const uint16_t *upper, const uint16_t *lower, uint16_t lower_weight, size_t count,
                   uint32_t *target);

/// Makes the weighted means of the four pixels around each position, if the processor has AVX2.
///
/// The pixels have at least two columns and two rows; `xs` and `ys` are in 256ths, from 0 to 256 (width - 1) and
/// 256 (height - 1). What is `ahead` pixels after those of a position is loaded into the processor's cache; nothing need
/// be there. Returns how many of the `count` are made: all or none, which it is for 2^31 pixels or more.
size_t tk_sample_linear(const uint32_t *pixels, size_t stride, size_t width, size_t height, const int32_t *xs,
                        const int32_t *ys, size_t count, ptrdiff_t ahead, uint32_t *target);

/// Makes the means of two samples of a row for each pixel, as tk_mix_columns makes each, if the processor has AVX2.
///
/// A mean of two is rounded up. Returns how many of the `count` are made: all or none.
size_t tk_mix_columns_twice(const uint32_t *row, size_t width, const int32_t *first_xs, const int32_t *second_xs,
                            size_t count, uint16_t *target);

/// Two rows that tk_mix_columns or tk_mix_columns_twice made, and the weight of the second in 65535ths.
struct tk_row_pair {
    const uint16_t *upper, *lower;
    uint16_t lower_weight;
};

/// Makes the pixels of the means of two weighted means of rows, if the processor has AVX2.
///
/// A mean of two is rounded up. Returns how many of the `count` are made: all or none.
size_t tk_mix_rows_twice(const struct tk_row_pair *first, const struct tk_row_pair *second, size_t count,
                         uint32_t *target);

/// Makes the means of four samples, each as tk_sample_linear makes it, if the processor has AVX2.
///
/// The positions of the second, third and fourth samples follow those of the first at multiples of `pitch`. The first and
/// the second sample, the third and the fourth, and then both means are averaged and rounded up, before they are narrowed to
/// 8 bits. Returns how many of the `count` are made: all or none, which it is for 2^31 pixels or more.
size_t tk_sample_linear_4(const uint32_t *pixels, size_t stride, size_t width, size_t height, const int32_t *xs,
                          const int32_t *ys, size_t pitch, size_t count, ptrdiff_t ahead, uint32_t *target);

/// Makes the weighted means of the four pixels of a row around each position, if the processor has AVX2.
///
/// `row` has `width` pixels, at least two; beyond its ends they are repeated. `xs` are in 256ths, from 0 to 256 (width - 1).
/// `weights` has the weights of the four pixels for each of the fractions 0 to 256; those of a fraction add up to 2^14. A mean
/// is four samples, 64 times as large. Returns how many of the `count` are made: all or none.
size_t tk_cubic_columns(const uint32_t *row, size_t width, const int32_t *xs, size_t count, const int16_t *weights,
                        int16_t *target);

/// Makes the pixels of the weighted mean of four rows that tk_cubic_columns made, if the processor has AVX2.
///
/// `weights` are those of the four rows. Colors are clipped to alpha. Returns how many of the `count` are made: all or none.
size_t tk_cubic_rows(const int16_t *const rows[4], const int16_t *weights, size_t count, uint32_t *target);

/// Makes the weighted means of the sixteen pixels around each position, if the processor has AVX2.
///
/// It is the same as tk_cubic_columns for four rows, and then tk_cubic_rows. The pixels have at least two columns and two rows.
/// Returns how many of the `count` are made: all or none.
size_t tk_sample_cubic(const uint32_t *pixels, size_t stride, size_t width, size_t height, const int32_t *xs,
                       const int32_t *ys, size_t count, const int16_t *weights, uint32_t *target);

/// Copies the pixels in some columns and rows, if the processor has AVX2; `ahead` is as in tk_sample_linear.
///
/// Returns how many of the `count` are copied: all or none, which it is for 2^31 pixels or more.
size_t tk_sample_nearest(const uint32_t *pixels, size_t stride, size_t height, const int32_t *xs, const int32_t *ys,
                         size_t count, ptrdiff_t ahead, uint32_t *target);

/// Three numbers.
struct tk_vector {
    double x, y, z;
};

/// Maps the columns from `first` to positions, if the processor has AVX2.
///
/// A position is x / z and y / z of `start` + column `step`, or x and y if `is_affine`, clipped to 0 and the limits and
/// rounded to the nearest, halves to even. Returns how many of the `count` are mapped: all or none.
size_t tk_map_columns(struct tk_vector start, struct tk_vector step, double x_limit, double y_limit, int is_affine,
                      double first, size_t count, int32_t *xs, int32_t *ys);

/// Puts the first premultiplied pixels over others, as many as can be put with AVX2: s opacity + d (1 - alpha of that),
/// where each product of 255ths is rounded to the nearest.
///
/// Returns how many of the `count` are made: 0 where the processor has no AVX2.
size_t tk_blend_over(const uint32_t *source, uint8_t opacity, uint32_t *target, size_t count);

/// Adds the first pixels, faded, to others, as many as can be added with AVX2; sums above 255 become 255.
///
/// Returns how many of the `count` are made: 0 where the processor has no AVX2.
size_t tk_blend_add(const uint32_t *source, uint8_t opacity, uint32_t *target, size_t count);

/// Mixes the first pixels of two rows into the first row, as many as can be mixed with AVX2: (a (256 - weight) + b weight)
/// / 256, rounded to the nearest.
///
/// Returns how many of the `count` are made: 0 where the processor has no AVX2.
size_t tk_blend_mix(uint32_t *target, const uint32_t *other, uint16_t weight, size_t count);

/// Adds samples, times a weight, to sums, if the processor has AVX2; of the first row of an area, what `sums` has does not
/// count.
///
/// Returns how many of the `count` are added: all or none.
size_t tk_add_weighted(const uint8_t *row, uint32_t weight, size_t count, int is_first, uint32_t *sums);

/// Makes gray or RGB pixels of the weighted means of neighbors in a row, if the processor has AVX2.
///
/// `sums` has one or three samples for each of `width` pixels, each 2^16 times as large; `scratch` has room for as many and 12
/// more. Pixel i is the mean of the pixels from `starts[i]` on, in `groups` of four: `weights` has the four weights of each
/// pixel for the first group, then for the second, and so on; those of a pixel add up to 2^14. Groups that reach beyond the row
/// have weights of zero there. Returns how many of the `count` are made: all or none.
size_t tk_mean_columns(const uint32_t *sums, size_t channels, size_t width, uint16_t *scratch, const int32_t *starts,
                       const int16_t *weights, size_t groups, size_t count, uint8_t *output);

/// Pixels of 8-bit RGB or RGBA, and a filter that makes weighted means of them.
///
/// A pixel whose middle is at a distance from a position has the weight `peak` - `slope` times the distance, but not below 0 or above
/// 1, along each axis; none at a distance of the radius or more, which is below 4. With both radii 1 the filter is linear
/// interpolation. The sum of all weights is `total`; it is 0 if that depends on the position, which it may for radii below 2.
struct tk_filtered_source {
    const uint8_t *base;
    size_t stride;
    /// The column and row of the image that `base` is.
    ptrdiff_t x, y;
    /// The columns and rows that are there.
    ptrdiff_t width, height;
    int channels;
    /// Whether alpha is that of the pixel that covers a position, and not sampled as colors are.
    int alpha_is_nearest;
    double radius_x, radius_y;
    float peak_x, peak_y, slope_x, slope_y, total;
    /// How much the phase of rounding changes from one pixel to the next; 0 to round to the nearest.
    uint16_t phase_step;
};

/// Whether the processor has AVX2, which tk_sample_filtered needs.
int tk_can_sample_filtered(void);

/// Makes the weighted means of the pixels around positions, colors by their alpha.
///
/// Returns how many of the `count` are made: those before the first one for which not all pixels are there. `phase` is that of the
/// first pixel; an eighth and its upper two bits, as quarters, are added to colors before fractions are dropped.
size_t tk_sample_filtered(const struct tk_filtered_source *source, const double *xs, const double *ys, size_t count,
                          uint16_t phase, uint8_t *output);

/// Makes the first colors that a grid of 33 × 33 × 33 points has for opaque pixels, 0xAARRGGBB, if the processor has AVX2.
///
/// A point is four numbers: blue, green and red from 0 to 8160 (255 * 32), and 0; the blue of the points changes fastest and
/// the red slowest. Between the points it is interpolated tetrahedrally: 0 is the first point and 255 the last, and values from
/// 128 on are one larger than stated. `target` may be `source`. Returns how many of the `count` are made, a multiple of 8: it
/// ends before the first eight that are not all opaque.
size_t tk_interpolate_colors(const uint16_t *grid, const uint32_t *source, size_t count, uint32_t *target);

/// The types of samples that are mixed.
enum tk_mix_number { TK_MIX_UINT8, TK_MIX_UINT16, TK_MIX_FLOAT };

/// The forms of mixed pixels: words 0xAARRGGBB, or bytes in the order of the name; gray is the blue component.
enum tk_mix_format { TK_MIX_ARGB, TK_MIX_RGBA, TK_MIX_RGB, TK_MIX_GRAY, TK_MIX_GRAY_ALPHA };

/// A channel that is mixed.
struct tk_mix_layer {
    const void *samples;
    enum tk_mix_number number;
    /// Whether some samples are invalid: NaN, and those from `nodata_low` to `nodata_high`.
    int has_invalid;
    float nodata_low, nodata_high;
    /// The value that becomes 0, and the factor of what is above it.
    float low, scale;
    /// The parts for positions in 65535ths, 65,536 of them; null for the positions themselves.
    const float *curve;
    /// The color of 1, in 255ths.
    float red, green, blue;
};

/// Mixes the first pixels of a row, if the processor has AVX2.
///
/// A layer's position is (v - low) * scale, clipped to 0...1. Its part is the position, or that of the curve for the nearest
/// step, and 0 for invalid samples and NaN. Parts are multiplied by colors, the products are added in the order of the layers,
/// clipped at 255 and rounded to the nearest, halves up; all of that in numbers of 32 bits. A pixel whose samples are all invalid
/// is 0, others have full alpha. Returns how many of the `count` are made, a multiple of 16.
size_t tk_mix_channels(const struct tk_mix_layer *layers, size_t layer_count, enum tk_mix_format format, size_t count,
                       uint8_t *target);
