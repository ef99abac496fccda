#pragma once

#include <stddef.h>
#include <stdint.h>

/// The result of a call. After anything but TK_JPEG_OK the handle can only be asked for its message and destroyed.
typedef enum {
    TK_JPEG_OK = 0,
    TK_JPEG_FAILED,        ///< libjpeg raised an error; see the message
    TK_JPEG_UNSUPPORTED,   ///< the image has a feature that is not decoded; the message is a clause about the image
    TK_JPEG_READ_FAILED,   ///< reading the file failed; the handle has errno
    TK_JPEG_WRITE_FAILED,  ///< writing the file failed; the handle has errno
    TK_JPEG_SPILL_FAILED,  ///< the temporary file failed; the handle has errno
    TK_JPEG_OUT_OF_MEMORY, ///< a buffer could not be allocated
} tk_jpeg_status;

/// Damage that libjpeg has concealed while decoding, as a set of flags.
typedef enum {
    TK_JPEG_TRUNCATED = 1, ///< the data ended before the last row
    TK_JPEG_CORRUPT = 2,   ///< the data is invalid
} tk_jpeg_damage;

typedef enum {
    TK_JPEG_GRAY,
    TK_JPEG_RGB,  ///< stored as YCbCr or RGB; decodes to RGB
    TK_JPEG_CMYK, ///< stored as CMYK or YCCK
    TK_JPEG_OTHER,
} tk_jpeg_color;

/// The version of libjpeg-turbo whose headers this was compiled with; the library itself does not say its own.
const char *tk_jpeg_version(void);

// MARK: Decoding

typedef struct tk_jpeg_decoder tk_jpeg_decoder;

typedef struct {
    uint32_t width, height;
    tk_jpeg_color color;
    int has_multiple_scans; ///< progressive, or one scan for each component
    int has_ycbcr420_planes; ///< YCbCr with chroma at half the resolution in both directions (4:2:0)
    int max_h_samp_factor, max_v_samp_factor; ///< the largest sampling factors
    size_t coefficient_bytes; ///< memory for the coefficients of the whole image, needed if there are several scans
    const uint8_t *profile; ///< the ICC profile, joined from its APP2 markers, or NULL; owned by the handle
    size_t profile_length;
    const uint8_t *exif; ///< the EXIF block after "Exif\0\0", or NULL; owned by the handle
    size_t exif_length;
} tk_jpeg_header;

/// Creates a decoder that reads `descriptor` from its current position or, if that is negative, memory; either must
/// outlive it, and the caller keeps it. NULL if out of memory.
tk_jpeg_decoder *tk_jpeg_decoder_create(int descriptor, const uint8_t *bytes, size_t length);
void tk_jpeg_decoder_destroy(tk_jpeg_decoder *decoder);

tk_jpeg_status tk_jpeg_decoder_read_header(tk_jpeg_decoder *decoder, tk_jpeg_header *header);
/// Makes a decoder of several scans keep its coefficients in `file` instead of in memory: an empty file that the caller
/// keeps. Called after reading the header and before starting.
void tk_jpeg_decoder_spill(tk_jpeg_decoder *decoder, int file);
/// Starts decoding at 1/`denominator` scale to 8-bit gray, RGB or CMYK, or to the stored planes: those only at full
/// scale, and if the header says has_ycbcr420_planes. CMYK is as the file has it, which is inverted: 255 is no ink.
tk_jpeg_status tk_jpeg_decoder_start(tk_jpeg_decoder *decoder, unsigned denominator, int to_planes);
/// Like tk_jpeg_decoder_start() at the smallest scale, to the components of any color space: to find damage, not to see
/// pixels. `*row_bytes` is the size of a decoded row.
tk_jpeg_status tk_jpeg_decoder_start_inspection(tk_jpeg_decoder *decoder, uint32_t *rows, size_t *row_bytes);
/// Decodes up to `count` rows into `rows`, `stride` bytes apart; `*read` is the number of rows decoded.
tk_jpeg_status tk_jpeg_decoder_read_rows(
    tk_jpeg_decoder *decoder, uint8_t *rows, size_t stride, uint32_t count, uint32_t *read);

/// Decodes the next 16 rows of luma and 8 rows of each chroma plane. Rows hold whole blocks: the width rounded up to a
/// multiple of 16, and half of that.
tk_jpeg_status tk_jpeg_decoder_read_planes(
    tk_jpeg_decoder *decoder, uint8_t *luma, size_t stride, uint8_t *cb, uint8_t *cr, size_t chroma_stride);

/// Reads up to the end of the image, after its last row, to find extraneous bytes there. Never fails: nothing that
/// follows the last row affects the image.
void tk_jpeg_decoder_finish(tk_jpeg_decoder *decoder);
/// Whether the data has ended without an end marker, as far as it has been read.
int tk_jpeg_decoder_lacks_end(const tk_jpeg_decoder *decoder);
/// Whether extraneous bytes before a marker have been skipped.
int tk_jpeg_decoder_has_skipped_bytes(const tk_jpeg_decoder *decoder);

/// The damage concealed so far: a set of tk_jpeg_damage.
int tk_jpeg_decoder_damage(const tk_jpeg_decoder *decoder);
/// The first stored pixel row of the MCU row in which the first damage was found, counted from 1; 0 if there is none, or
/// its row is unknown. It is the same however the image is decoded.
int tk_jpeg_decoder_damaged_row(const tk_jpeg_decoder *decoder);
/// libjpeg's message for the failure, or else for the first damage; "" if there is neither.
const char *tk_jpeg_decoder_message(const tk_jpeg_decoder *decoder);
/// errno of a failed read, or of the temporary file.
int tk_jpeg_decoder_errno(const tk_jpeg_decoder *decoder);

// MARK: Encoding

typedef struct tk_jpeg_encoder tk_jpeg_encoder;

/// Creates an encoder of baseline JPEGs with `components` 1 (gray) or 3 (RGB). NULL if out of memory, or if libjpeg
/// refuses the settings.
tk_jpeg_encoder *tk_jpeg_encoder_create(int components, int quality, int halve_chroma);
/// Creates an encoder that takes color space and sampling factors from the JPEG with these bytes, and its quantization
/// tables if `quality` is 0; only its header is read. NULL if out of memory, if the header is damaged or neither gray,
/// YCbCr nor RGB, and if `components`, 1 or 3, are fewer than the JPEG has.
tk_jpeg_encoder *tk_jpeg_encoder_create_from_template(
    const uint8_t *bytes, size_t length, int components, int quality);
void tk_jpeg_encoder_destroy(tk_jpeg_encoder *encoder);
/// Sets the metadata of every tile, written after the JFIF header: an ICC profile (split over APP2 markers) and EXIF
/// (APP1). Both are copied.
tk_jpeg_status tk_jpeg_encoder_set_metadata(
    tk_jpeg_encoder *encoder, const uint8_t *profile, size_t profile_length, const uint8_t *exif, size_t exif_length);
/// Encodes one tile from pointers to its rows. The bytes stay valid until the next call.
tk_jpeg_status tk_jpeg_encoder_encode(
    tk_jpeg_encoder *encoder, uint32_t width, uint32_t height, const void *const *rows, const uint8_t **bytes,
    size_t *length);
/// One plane of a tile: pointers to its rows.
typedef struct {
    const void *const *rows;
    uint32_t width, height;
} tk_jpeg_plane;

/// Encodes one tile from the planes Y, Cb and Cr, with chroma at half the resolution, rounded up; the encoder must have
/// been created for 3 components with halved chroma.
tk_jpeg_status tk_jpeg_encoder_encode_planes(
    tk_jpeg_encoder *encoder, uint32_t width, uint32_t height, const tk_jpeg_plane *planes, const uint8_t **bytes,
    size_t *length);
/// Starts an image that is written to `descriptor`, which the caller keeps, row by row.
tk_jpeg_status tk_jpeg_encoder_start_file(
    tk_jpeg_encoder *encoder, int descriptor, uint32_t width, uint32_t height);
/// Encodes the next rows, `stride` bytes apart.
tk_jpeg_status tk_jpeg_encoder_write_rows(
    tk_jpeg_encoder *encoder, const uint8_t *rows, size_t stride, size_t count);
/// Ends the image after its last row.
tk_jpeg_status tk_jpeg_encoder_finish_file(tk_jpeg_encoder *encoder);
const char *tk_jpeg_encoder_message(const tk_jpeg_encoder *encoder);
/// errno of a failed write.
int tk_jpeg_encoder_errno(const tk_jpeg_encoder *encoder);
