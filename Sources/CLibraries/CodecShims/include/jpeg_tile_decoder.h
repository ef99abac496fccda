#pragma once

#include <stddef.h>
#include <stdint.h>

#include "jpeg.h"
#include "jpeg_coefficients.h"

/// A decoder of small JPEGs in memory, used for many of them.
///
/// It is strict: the first damage ends the decoding, because nobody looks at each tile.
typedef struct tk_jpeg_tile_decoder tk_jpeg_tile_decoder;

typedef struct {
    uint32_t width, height;
    tk_jpeg_color color;
    const uint8_t *profile; ///< the ICC profile, joined from its APP2 markers, or NULL; owned by the handle
    size_t profile_length;
} tk_jpeg_tile_header;

/// A part of a decoded image, in its pixels.
typedef struct {
    uint32_t x, y, width, height;
} tk_jpeg_part;

/// NULL if out of memory.
tk_jpeg_tile_decoder *tk_jpeg_tile_decoder_create(void);
void tk_jpeg_tile_decoder_destroy(tk_jpeg_tile_decoder *decoder);

/// Reads a header; the bytes must stay valid until the image is decoded or the decoder is closed. After a failure the
/// decoder is closed.
tk_jpeg_status tk_jpeg_tile_decoder_open(
    tk_jpeg_tile_decoder *decoder, const uint8_t *bytes, size_t length, tk_jpeg_tile_header *header);
/// Decodes a gray or RGB image, once, to opaque BGRA pixels. Closes the decoder.
tk_jpeg_status tk_jpeg_tile_decoder_read(tk_jpeg_tile_decoder *decoder, uint32_t *pixels);
/// Decodes a gray or RGB image, once, to 8-bit samples in rows `stride` bytes apart; its sides are divided by
/// `denominator` (1, 2, 4 or 8) and rounded up. Subsampled chroma is interpolated if `fancy_upsampling`, else repeated.
/// Fails unless the image has `width` and `height`. Closes the decoder.
///
/// `rows` has room for the whole decoded image. If `part` is not NULL, its pixels are decoded: others are undefined, and damage
/// that comes after it is not found. Chroma of a part is always interpolated.
tk_jpeg_status tk_jpeg_tile_decoder_read_samples(
    tk_jpeg_tile_decoder *decoder, unsigned denominator, int fancy_upsampling, uint32_t width, uint32_t height,
    const tk_jpeg_part *part, uint8_t *rows, size_t stride);
/// Decodes a YCbCr 4:2:0 image, once, to planes. With a `denominator` of 2 the planes have half the image's sides, and
/// chroma has the resolution of luma. The planes have room for whole blocks: for an image whose sides are rounded up to
/// multiples of 16. Fails unless the image has `width` and `height`. Closes the decoder.
tk_jpeg_status tk_jpeg_tile_decoder_read_planes(
    tk_jpeg_tile_decoder *decoder, unsigned denominator, uint32_t width, uint32_t height, uint8_t *const planes[3],
    const size_t strides[3]);
/// Describes the scan of the open image as tk_jpeg_decoder_scan does; `*start` is the offset of its entropy-coded data.
int tk_jpeg_tile_decoder_scan(const tk_jpeg_tile_decoder *decoder, tk_jpeg_scan *scan, size_t *start);
/// Closes the open image.
void tk_jpeg_tile_decoder_close(tk_jpeg_tile_decoder *decoder);

/// The damage that ended the last call: a set of tk_jpeg_damage.
int tk_jpeg_tile_decoder_damage(const tk_jpeg_tile_decoder *decoder);
/// libjpeg's message for the last failure.
const char *tk_jpeg_tile_decoder_message(const tk_jpeg_tile_decoder *decoder);
