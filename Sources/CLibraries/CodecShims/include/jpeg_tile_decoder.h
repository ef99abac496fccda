#pragma once

#include <stddef.h>
#include <stdint.h>

#include "jpeg.h"
#include "jpeg_coefficients.h"

/// A decoder of small JPEGs in memory to pixels for the screen, used for many of them.
///
/// It is strict: the first sign of damage ends the decoding, because nobody looks at each tile.
typedef struct tk_jpeg_tile_decoder tk_jpeg_tile_decoder;

typedef struct {
    uint32_t width, height;
    tk_jpeg_color color;
    const uint8_t *profile; ///< the ICC profile, joined from its markers; NULL if there is none. Owned by the handle.
    size_t profile_length;
} tk_jpeg_tile_header;

/// NULL if out of memory.
tk_jpeg_tile_decoder *tk_jpeg_tile_decoder_create(void);
void tk_jpeg_tile_decoder_destroy(tk_jpeg_tile_decoder *decoder);

/// Reads a header; the bytes must stay where they are until the pixels are read or the decoder is closed. After a
/// failure the decoder is closed.
tk_jpeg_status tk_jpeg_tile_decoder_open(
    tk_jpeg_tile_decoder *decoder, const uint8_t *bytes, size_t length, tk_jpeg_tile_header *header);
/// Decodes a gray or RGB image, once, to opaque pixels B, G, R, A, its sides divided by `denominator` (1, 2, 4 or 8)
/// and rounded up. Closes the decoder.
tk_jpeg_status tk_jpeg_tile_decoder_read(tk_jpeg_tile_decoder *decoder, unsigned denominator, uint32_t *pixels);
/// Decodes a gray or RGB image, once, to samples of 8 bits, its sides divided by `denominator` and rounded up, in rows
/// `stride` bytes apart. Color of less resolution is spread, with `fancy_upsampling` smoothly. Fails unless the image has
/// `width` and `height`. Closes the decoder.
tk_jpeg_status tk_jpeg_tile_decoder_read_samples(
    tk_jpeg_tile_decoder *decoder, unsigned denominator, int fancy_upsampling, uint32_t width, uint32_t height, uint8_t *rows,
    size_t stride);
/// Decodes an image of lightness and two colors of half its resolution, once, to these planes. With a `denominator` of 2
/// the planes have half the sides of the image, and those of color as many as that of lightness. Sides are multiples of
/// 16: fails unless the image has such a `width` and `height`. Closes the decoder.
tk_jpeg_status tk_jpeg_tile_decoder_read_planes(
    tk_jpeg_tile_decoder *decoder, unsigned denominator, uint32_t width, uint32_t height, uint8_t *const planes[3],
    const size_t strides[3]);
/// Tells of the scan of the image at hand, as tk_jpeg_decoder_scan, and where among its bytes the scan's begin.
int tk_jpeg_tile_decoder_scan(const tk_jpeg_tile_decoder *decoder, tk_jpeg_scan *scan, size_t *start);
/// Forgets the image at hand.
void tk_jpeg_tile_decoder_close(tk_jpeg_tile_decoder *decoder);

/// What was damaged when the last call failed: a set of tk_jpeg_damage.
int tk_jpeg_tile_decoder_damage(const tk_jpeg_tile_decoder *decoder);
/// libjpeg's words for the last failure.
const char *tk_jpeg_tile_decoder_message(const tk_jpeg_tile_decoder *decoder);
