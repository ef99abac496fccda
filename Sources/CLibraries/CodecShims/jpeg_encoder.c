#include "jpeg_common.h"
#include "jpeg_output.h"

#include <stdlib.h>
#include <string.h>

struct tk_jpeg_encoder {
    struct jpeg_compress_struct codec;
    tk_jpeg_errors errors;
    tk_jpeg_output output;
    tk_jpeg_metadata metadata;
    uint8_t *padded; // rows of planes that are not whole blocks wide
    size_t padded_capacity;
};

// MARK: Creating and destroying

tk_jpeg_encoder *tk_jpeg_encoder_create(int components, int quality, int halve_chroma) {
    tk_jpeg_encoder *encoder = calloc(1, sizeof *encoder);
    if (encoder == NULL) {
        return NULL;
    }
    tk_jpeg_errors_install(&encoder->errors);
    struct jpeg_compress_struct *codec = &encoder->codec;
    codec->err = &encoder->errors.base;
    if (setjmp(encoder->errors.trap)) {
        tk_jpeg_encoder_destroy(encoder);
        return NULL;
    }
    jpeg_create_compress(codec);
    tk_jpeg_output_install(&encoder->output, codec, &encoder->errors);
    codec->input_components = components;
    codec->in_color_space = components == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(codec);
    jpeg_set_quality(codec, quality, TRUE);
    codec->dct_method = JDCT_ISLOW;
    if (components == 3) {
        int factor = halve_chroma ? 2 : 1;
        codec->comp_info[0].h_samp_factor = factor;
        codec->comp_info[0].v_samp_factor = factor;
    }
    return encoder;
}

/// Whether no quantizer is 0, by which libjpeg would divide. A decoder only multiplies, and accepts it.
static int has_valid_quantizers(const struct jpeg_compress_struct *codec) {
    for (int i = 0; i < codec->num_components; i++) {
        const JQUANT_TBL *table = codec->quant_tbl_ptrs[codec->comp_info[i].quant_tbl_no];
        for (int k = 0; table != NULL && k < DCTSIZE2; k++) {
            if (table->quantval[k] == 0) {
                return 0;
            }
        }
    }
    return 1;
}

/// Reads the header of a JPEG and takes over its color space, sampling factors and, unless there is a `quality`, its
/// quantization tables; fails if these have a quantizer of 0.
static int copy_parameters(tk_jpeg_encoder *encoder, const uint8_t *bytes, size_t length, int quality) {
    struct jpeg_compress_struct *codec = &encoder->codec;
    struct jpeg_decompress_struct source = {0};
    tk_jpeg_errors errors = {0};
    tk_jpeg_errors_install(&errors);
    source.err = &errors.base;
    if (setjmp(errors.trap)) {
        codec->err = &encoder->errors.base;
        jpeg_destroy_decompress(&source);
        return 0;
    }
    jpeg_create_decompress(&source);
    jpeg_mem_src(&source, bytes, length);
    jpeg_read_header(&source, TRUE);
    codec->err = &errors.base; // errors of the encoder jump to the same trap
    jpeg_copy_critical_parameters(&source, codec);
    if (quality > 0) {
        jpeg_set_quality(codec, quality, TRUE);
    }
    codec->err = &encoder->errors.base;
    jpeg_destroy_decompress(&source);
    return has_valid_quantizers(codec);
}

tk_jpeg_encoder *tk_jpeg_encoder_create_from_template(
    const uint8_t *bytes, size_t length, int components, int quality) {
    tk_jpeg_encoder *encoder = tk_jpeg_encoder_create(components, 75, 0);
    if (encoder == NULL) {
        return NULL;
    }
    struct jpeg_compress_struct *codec = &encoder->codec;
    int is_taken = copy_parameters(encoder, bytes, length, quality);
    int takes_gray = codec->jpeg_color_space == JCS_GRAYSCALE;
    int takes_color = codec->jpeg_color_space == JCS_YCbCr || codec->jpeg_color_space == JCS_RGB;
    if (!is_taken || codec->data_precision != 8 || !(takes_gray || (takes_color && components == 3))) {
        tk_jpeg_encoder_destroy(encoder);
        return NULL;
    }
    codec->input_components = components;
    codec->in_color_space = components == 1 ? JCS_GRAYSCALE : JCS_RGB;
    codec->dct_method = JDCT_ISLOW;
    return encoder;
}

void tk_jpeg_encoder_destroy(tk_jpeg_encoder *encoder) {
    if (encoder == NULL) {
        return;
    }
    jpeg_destroy_compress(&encoder->codec);
    tk_jpeg_output_destroy(&encoder->output);
    tk_jpeg_metadata_destroy(&encoder->metadata);
    free(encoder->padded);
    free(encoder);
}

tk_jpeg_status tk_jpeg_encoder_set_metadata(
    tk_jpeg_encoder *encoder, const uint8_t *profile, size_t profile_length, const uint8_t *exif, size_t exif_length) {
    return tk_jpeg_metadata_set(&encoder->metadata, profile, profile_length, exif, exif_length);
}

// MARK: Encoding

/// Starts a tile and writes its metadata.
static void start(tk_jpeg_encoder *encoder, uint32_t width, uint32_t height, boolean in_planes) {
    struct jpeg_compress_struct *codec = &encoder->codec;
    codec->image_width = width;
    codec->image_height = height;
    codec->raw_data_in = in_planes;
    jpeg_start_compress(codec, TRUE);
    tk_jpeg_metadata_write(&encoder->metadata, codec);
}

// Rows passed to libjpeg at a time: one row of chroma if that is halved. Rows prefetched: two rows of blocks, which
// arrive while the previous ones are encoded.
enum { ROWS_AT_ONCE = 2, ROWS_AHEAD = 2 * DCTSIZE };

/// Prefetches the rows from `first` to `end`: often another processor has written them, and a row of tiles does not fit
/// into its cache.
static void prefetch(const void *const *rows, uint32_t first, uint32_t end, size_t row_bytes) {
    const size_t line = 64;
    for (uint32_t y = first; y < end; y++) {
        for (size_t x = 0; x < row_bytes; x += line) {
            __builtin_prefetch((const char *)rows[y] + x);
        }
    }
}

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

tk_jpeg_status tk_jpeg_encoder_encode(
    tk_jpeg_encoder *encoder, uint32_t width, uint32_t height, const void *const *rows, const uint8_t **bytes,
    size_t *length) {
    struct jpeg_compress_struct *codec = &encoder->codec;
    const size_t row_bytes = (size_t)width * (size_t)codec->input_components;
    if (setjmp(encoder->errors.trap)) {
        return encoder->errors.status;
    }
    prefetch(rows, 0, smaller(ROWS_AHEAD, height), row_bytes);
    start(encoder, width, height, FALSE);
    while (codec->next_scanline < height) {
        const uint32_t first = codec->next_scanline, count = smaller(ROWS_AT_ONCE, height - first);
        prefetch(rows, smaller(first + ROWS_AHEAD, height), smaller(first + count + ROWS_AHEAD, height), row_bytes);
        // libjpeg's arrays are not const, but it only reads what it compresses.
        jpeg_write_scanlines(codec, (JSAMPARRAY)(rows + first), count);
    }
    jpeg_finish_compress(codec);
    *bytes = encoder->output.bytes;
    *length = encoder->output.length;
    return TK_JPEG_OK;
}

tk_jpeg_status tk_jpeg_encoder_start_file(
    tk_jpeg_encoder *encoder, int descriptor, uint32_t width, uint32_t height) {
    if (setjmp(encoder->errors.trap)) {
        return encoder->errors.status;
    }
    encoder->output.descriptor = descriptor;
    start(encoder, width, height, FALSE);
    return TK_JPEG_OK;
}

tk_jpeg_status tk_jpeg_encoder_write_rows(
    tk_jpeg_encoder *encoder, const uint8_t *rows, size_t stride, size_t count) {
    if (setjmp(encoder->errors.trap)) {
        return encoder->errors.status;
    }
    for (size_t row = 0; row < count; row++) {
        JSAMPROW line = (JSAMPROW)(rows + row * stride);
        jpeg_write_scanlines(&encoder->codec, &line, 1);
    }
    return TK_JPEG_OK;
}

tk_jpeg_status tk_jpeg_encoder_finish_file(tk_jpeg_encoder *encoder) {
    if (setjmp(encoder->errors.trap)) {
        return encoder->errors.status;
    }
    jpeg_finish_compress(&encoder->codec);
    return TK_JPEG_OK;
}

/// Points `pointers` at `count` rows of a plane, beginning with `first`, and prefetches the rows after them. libjpeg
/// reads whole blocks: past the last column and row the nearest sample is repeated, in `scratch` where that requires a
/// copy of the row.
static void fill_row_pointers(
    const tk_jpeg_plane *plane, uint32_t first, int count, JSAMPROW *pointers, uint8_t *scratch, size_t padded_width) {
    const uint32_t next = smaller(first + (uint32_t)count, plane->height);
    prefetch(plane->rows, next, smaller(next + (uint32_t)count, plane->height), plane->width);
    for (int i = 0; i < count; i++) {
        uint32_t y = first + (uint32_t)i < plane->height ? first + (uint32_t)i : plane->height - 1;
        if (plane->width == padded_width) {
            pointers[i] = (JSAMPROW)plane->rows[y]; // not const, but only read
            continue;
        }
        pointers[i] = scratch + (size_t)i * padded_width;
        memcpy(pointers[i], plane->rows[y], plane->width);
        memset(pointers[i] + plane->width, pointers[i][plane->width - 1], padded_width - plane->width);
    }
}

tk_jpeg_status tk_jpeg_encoder_encode_planes(
    tk_jpeg_encoder *encoder, uint32_t width, uint32_t height, const tk_jpeg_plane *planes, const uint8_t **bytes,
    size_t *length) {
    struct jpeg_compress_struct *codec = &encoder->codec;
    JSAMPROW rows[4 * DCTSIZE];
    JSAMPARRAY arrays[] = {rows, rows + 2 * DCTSIZE, rows + 3 * DCTSIZE};
    const int counts[] = {2 * DCTSIZE, DCTSIZE, DCTSIZE};
    size_t padded[3], needed = 0;
    for (int i = 0; i < 3; i++) {
        padded[i] = ((size_t)planes[i].width + DCTSIZE - 1) / DCTSIZE * DCTSIZE;
        needed += padded[i] * (size_t)counts[i];
    }
    if (needed > encoder->padded_capacity) {
        uint8_t *larger = realloc(encoder->padded, needed);
        if (larger == NULL) {
            return TK_JPEG_OUT_OF_MEMORY;
        }
        encoder->padded = larger;
        encoder->padded_capacity = needed;
    }
    if (setjmp(encoder->errors.trap)) {
        return encoder->errors.status;
    }
    start(encoder, width, height, TRUE);
    while (codec->next_scanline < height) {
        uint8_t *scratch = encoder->padded;
        for (int i = 0; i < 3; i++) {
            uint32_t first = i == 0 ? codec->next_scanline : codec->next_scanline / 2;
            fill_row_pointers(&planes[i], first, counts[i], arrays[i], scratch, padded[i]);
            scratch += padded[i] * (size_t)counts[i];
        }
        jpeg_write_raw_data(codec, arrays, 2 * DCTSIZE);
    }
    jpeg_finish_compress(codec);
    *bytes = encoder->output.bytes;
    *length = encoder->output.length;
    return TK_JPEG_OK;
}

const char *tk_jpeg_encoder_message(const tk_jpeg_encoder *encoder) {
    return encoder->errors.message;
}

int tk_jpeg_encoder_errno(const tk_jpeg_encoder *encoder) {
    return encoder->output.failure;
}
