#pragma once

#include <stddef.h>
#include <stdint.h>

#include "jpeg.h"

// A JPEG that is cut into tiles without being decoded: the coefficients of its blocks are read as a stream, a row of MCUs
// at a time, and written again as JPEGs of their own. Pixels come out beside, at half the size.

enum { TK_JPEG_COMPONENTS = 4 };

/// A component as it is stored.
typedef struct {
    int id;
    int h_samp_factor, v_samp_factor;        ///< sampling factors: blocks of an MCU
    uint32_t blocks_per_row;         ///< blocks in a row, filled up to whole MCUs
    int has_quantization;
    uint16_t quantization[64];
} tk_jpeg_component;

/// What an image and all tiles that are cut from it have in common.
typedef struct {
    int color_space; ///< libjpeg's J_COLOR_SPACE
    int count;        ///< of components
    tk_jpeg_component components[TK_JPEG_COMPONENTS];
    int max_h_samp_factor, max_v_samp_factor; ///< the largest sampling factors; an MCU is 8 times as many pixels
} tk_jpeg_structure;

/// Memory for a row of MCUs: the rows of blocks of each component, one after the other, 64 coefficients each.
typedef struct {
    int16_t *blocks[TK_JPEG_COMPONENTS];
} tk_jpeg_mcu_row;

// MARK: The entropy-coded data

/// A Huffman table as it is stored: how many codes there are of each length from 1 to 16, and the symbols in their order.
typedef struct {
    uint8_t counts[16];
    uint8_t symbols[256];
} tk_jpeg_huffman;

/// The one scan of an image whose entropy-coded data are read by the caller.
typedef struct {
    tk_jpeg_structure structure;
    tk_jpeg_huffman dc[TK_JPEG_COMPONENTS], ac[TK_JPEG_COMPONENTS]; ///< by their numbers
    int dc_tbl_no[TK_JPEG_COMPONENTS], ac_tbl_no[TK_JPEG_COMPONENTS]; ///< a component's tables
    int is_gray, is_ycbcr;
    uint32_t restart_interval; ///< MCUs from one restart marker to the next; 0 without such markers
} tk_jpeg_scan;

/// Tells of the scan that begins after the header which has just been read; 0 unless it is sequential, coded with Huffman
/// tables that are all there, and has all components in their order.
int tk_jpeg_decoder_scan(const tk_jpeg_decoder *decoder, tk_jpeg_scan *scan);
/// Takes what comes next in the file, from the scan's first byte on; nothing is decoded after that. `*length` is 0 at the
/// end.
tk_jpeg_status tk_jpeg_decoder_read_scan_bytes(tk_jpeg_decoder *decoder, uint8_t *bytes, size_t capacity, size_t *length);

// MARK: Reading

/// Begins reading coefficients and decoding: to planes of half the size if the header says has_ycbcr420_planes and
/// `to_planes`, else to gray or RGB rows. These have half the size too, and `*denominator` is 2, where that loses nothing
/// of the colors' resolution; else they have the full size, and it is 1.
///
/// All coefficients are kept in memory of libjpeg's if there are several scans, or if `keep_all`; have them spilled before.
tk_jpeg_status tk_jpeg_decoder_start_coefficients(
    tk_jpeg_decoder *decoder, int to_planes, int keep_all, int *denominator);
/// To be called after starting until `*is_done`: reads all scans if all coefficients are kept, else does nothing. Stops
/// after damage that is new, where `*row` is the row of pixels it was found before.
tk_jpeg_status tk_jpeg_decoder_read_scans(tk_jpeg_decoder *decoder, int *is_done, uint32_t *row);
/// What tiles of the image share; after starting.
void tk_jpeg_decoder_structure(const tk_jpeg_decoder *decoder, tk_jpeg_structure *structure);
/// Reads the next row of MCUs and decodes it to rows: 8 for each row of blocks in an MCU, divided by the denominator, or
/// fewer at the end, `*read` of them.
tk_jpeg_status tk_jpeg_decoder_read_coefficients(
    tk_jpeg_decoder *decoder, const tk_jpeg_mcu_row *row, uint8_t *rows, size_t stride, uint32_t *read);
/// The same to planes of half the size: 8 rows of lightness and of each color, with room for whole blocks; the colors are of the same
/// size as lightness.
tk_jpeg_status tk_jpeg_decoder_read_coefficients_and_planes(
    tk_jpeg_decoder *decoder, const tk_jpeg_mcu_row *row, uint8_t *const planes[3], const size_t strides[3]);

/// Where the blocks of a component lie in the file they are spilled to, row by row, filled up to whole MCUs.
typedef struct {
    int64_t offset;
    uint32_t columns, rows;
} tk_jpeg_spill_location;

/// To be called after reading all scans of a decoder that spills: where a component is, all of which is in the file then.
tk_jpeg_status tk_jpeg_decoder_spill_location(tk_jpeg_decoder *decoder, int component, tk_jpeg_spill_location *location);
/// Brings coefficients into the range that can be written again; those beyond it are damage. Coefficients that are read
/// row by row are in it.
void tk_jpeg_decoder_clamp(tk_jpeg_decoder *decoder, int16_t *blocks, size_t count);

// MARK: Writing

/// Writes tiles from rows of MCUs. One thread uses it at a time.
typedef struct tk_jpeg_coefficient_writer tk_jpeg_coefficient_writer;

/// A cutter of tiles from an image of this structure; NULL without memory or if libjpeg refuses the structure.
tk_jpeg_coefficient_writer *tk_jpeg_coefficient_writer_create(const tk_jpeg_structure *structure, int optimizes_huffman);
void tk_jpeg_coefficient_writer_destroy(tk_jpeg_coefficient_writer *writer);
/// As tk_jpeg_encoder_set_metadata.
tk_jpeg_status tk_jpeg_coefficient_writer_set_metadata(
    tk_jpeg_coefficient_writer *writer, const uint8_t *profile, size_t profile_length, const uint8_t *exif,
    size_t exif_length);
/// Cuts the tile that begins with the MCU at `column` of the first of these rows. The bytes stay valid until the next call.
tk_jpeg_status tk_jpeg_coefficient_writer_write(
    tk_jpeg_coefficient_writer *writer, const tk_jpeg_mcu_row *rows, uint32_t column, uint32_t width, uint32_t height,
    const uint8_t **bytes, size_t *length);
const char *tk_jpeg_coefficient_writer_message(const tk_jpeg_coefficient_writer *writer);
