#pragma once

#include <stddef.h>
#include <stdint.h>

#include "jpeg.h"

// Lossless cutting of JPEGs: the coefficients are read as a stream, an MCU row at a time, and written again as JPEGs of
// their own. Half-scale pixels are decoded at the same time.

enum { TK_JPEG_COMPONENTS = 4 };

/// A component as it is stored.
typedef struct {
    int id;
    int h_samp_factor, v_samp_factor; ///< sampling factors: the component's blocks in an MCU
    uint32_t blocks_per_row;          ///< padded to whole MCUs
    int has_quantization;
    uint16_t quantization[64];
} tk_jpeg_component;

/// What an image and all tiles that are cut from it have in common.
typedef struct {
    int color_space; ///< libjpeg's J_COLOR_SPACE
    int is_gray, is_ycbcr;
    int count; ///< of components
    tk_jpeg_component components[TK_JPEG_COMPONENTS];
    int max_h_samp_factor, max_v_samp_factor; ///< the largest sampling factors; an MCU has 8 times as many pixels
} tk_jpeg_structure;

/// Memory for an MCU row: the rows of blocks of each component, contiguous, 64 coefficients a block.
typedef struct {
    int16_t *blocks[TK_JPEG_COMPONENTS];
} tk_jpeg_mcu_row;

// MARK: The entropy-coded data

/// A Huffman table as stored: the number of codes of each length from 1 to 16, and the symbols in their order.
typedef struct {
    uint8_t counts[16];
    uint8_t symbols[256];
} tk_jpeg_huffman;

/// The only scan of an image, whose entropy-coded data the caller reads.
typedef struct {
    tk_jpeg_structure structure;
    tk_jpeg_huffman dc[TK_JPEG_COMPONENTS], ac[TK_JPEG_COMPONENTS]; ///< by table number
    int dc_tbl_no[TK_JPEG_COMPONENTS], ac_tbl_no[TK_JPEG_COMPONENTS]; ///< the table numbers of each component
    uint32_t restart_interval; ///< in MCUs; 0 without restart markers
} tk_jpeg_scan;

/// Describes the scan after the header that has just been read. Returns 0 unless it is sequential, Huffman-coded with
/// all tables present, and interleaves all components in their order.
int tk_jpeg_decoder_scan(const tk_jpeg_decoder *decoder, tk_jpeg_scan *scan);
/// Reads the next bytes of the file, beginning with the scan's first; libjpeg decodes nothing after that. `*length` is
/// 0 at the end.
tk_jpeg_status tk_jpeg_decoder_read_scan_bytes(
    tk_jpeg_decoder *decoder, uint8_t *bytes, size_t capacity, size_t *length);

// MARK: Reading

/// Starts reading coefficients and decoding: to half-scale planes if the header says has_ycbcr420_planes and
/// `to_planes`, else to gray or RGB rows. These have half scale, and `*denominator` is 2, where that loses no chroma
/// resolution; else full scale, and it is 1.
///
/// libjpeg keeps all coefficients in memory if there are several scans, or if `keep_all`; to spill them, call
/// tk_jpeg_decoder_spill before.
tk_jpeg_status tk_jpeg_decoder_start_coefficients(
    tk_jpeg_decoder *decoder, int to_planes, int keep_all, int *denominator);
/// Called after starting until `*is_done`: reads all scans if all coefficients are kept, else does nothing. Returns
/// early when it finds new damage; `*row` is then the pixel row before which it was found.
tk_jpeg_status tk_jpeg_decoder_read_scans(tk_jpeg_decoder *decoder, int *is_done, uint32_t *row);
/// Describes what tiles of the image have in common; called after starting.
void tk_jpeg_decoder_structure(const tk_jpeg_decoder *decoder, tk_jpeg_structure *structure);
/// Reads the next MCU row and decodes it to `*read` rows: 8 for each row of blocks in an MCU, divided by the
/// denominator, or fewer at the end.
tk_jpeg_status tk_jpeg_decoder_read_coefficients(
    tk_jpeg_decoder *decoder, const tk_jpeg_mcu_row *row, uint8_t *rows, size_t stride, uint32_t *read);
/// Reads the next MCU row and decodes it to three half-scale planes of 8 rows each, with memory for whole blocks;
/// chroma has the resolution of luma.
tk_jpeg_status tk_jpeg_decoder_read_coefficients_and_planes(
    tk_jpeg_decoder *decoder, const tk_jpeg_mcu_row *row, uint8_t *const planes[3], const size_t strides[3]);

/// Where the blocks of a component lie in the file they are spilled to: row by row, padded to whole MCUs.
typedef struct {
    int64_t offset;
    uint32_t columns, rows;
} tk_jpeg_spill_location;

/// Locates a component in the spill file, to which it is flushed; called after reading all scans.
tk_jpeg_status tk_jpeg_decoder_spill_location(
    tk_jpeg_decoder *decoder, int component, tk_jpeg_spill_location *location);
/// Clamps coefficients to the range that can be encoded; clamping one counts as damage. Coefficients that are read row
/// by row are clamped already.
void tk_jpeg_decoder_clamp(tk_jpeg_decoder *decoder, int16_t *blocks, size_t count);

// MARK: Writing

/// Writes tiles from MCU rows. One thread uses a writer at a time.
typedef struct tk_jpeg_coefficient_writer tk_jpeg_coefficient_writer;

/// Creates a writer of tiles of an image with this structure; NULL if out of memory, or if libjpeg refuses the
/// structure.
tk_jpeg_coefficient_writer *tk_jpeg_coefficient_writer_create(
    const tk_jpeg_structure *structure, int optimizes_huffman);
void tk_jpeg_coefficient_writer_destroy(tk_jpeg_coefficient_writer *writer);
/// See tk_jpeg_encoder_set_metadata.
tk_jpeg_status tk_jpeg_coefficient_writer_set_metadata(
    tk_jpeg_coefficient_writer *writer, const uint8_t *profile, size_t profile_length, const uint8_t *exif,
    size_t exif_length);
/// Encodes the tile that begins at MCU `column` of the first of these rows. The bytes stay valid until the next call.
tk_jpeg_status tk_jpeg_coefficient_writer_write(
    tk_jpeg_coefficient_writer *writer, const tk_jpeg_mcu_row *rows, uint32_t column, uint32_t width, uint32_t height,
    const uint8_t **bytes, size_t *length);
const char *tk_jpeg_coefficient_writer_message(const tk_jpeg_coefficient_writer *writer);
