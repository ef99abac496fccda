#include "include/jpeg_tile_decoder.h"

#include "jpeg_common.h"
#include "jpeg_structure.h"

#include <stdlib.h>
#include <string.h>

// More scans than any encoder writes; each costs a pass over the whole image, however few bytes it has.
enum { MAX_SCANS = 100 };

struct tk_jpeg_tile_decoder {
    struct jpeg_decompress_struct codec;
    tk_jpeg_errors errors;
    struct jpeg_source_mgr source;
    struct jpeg_progress_mgr progress;
    size_t length;
    JOCTET *profile;
};

// MARK: Input

static boolean fill(j_decompress_ptr codec) {
    WARNMS(codec, JWRN_JPEG_EOF); // does not return: the decoder is strict
    return FALSE;
}

static void count_scans(j_common_ptr codec) {
    if (((j_decompress_ptr)codec)->input_scan_number > MAX_SCANS) {
        WARNMS(codec, JWRN_BOGUS_PROGRESSION);
    }
}

// MARK: Creating and destroying

tk_jpeg_tile_decoder *tk_jpeg_tile_decoder_create(void) {
    tk_jpeg_tile_decoder *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) {
        return NULL;
    }
    tk_jpeg_errors_install(&decoder->errors);
    decoder->errors.is_strict = 1;
    decoder->codec.err = &decoder->errors.base;
    if (setjmp(decoder->errors.trap)) {
        tk_jpeg_tile_decoder_destroy(decoder);
        return NULL;
    }
    jpeg_create_decompress(&decoder->codec);
    tk_jpeg_source_install(&decoder->source, &decoder->codec, fill);
    decoder->progress.progress_monitor = count_scans;
    decoder->codec.progress = &decoder->progress;
    jpeg_save_markers(&decoder->codec, JPEG_APP0 + 2, 0xFFFF); // ICC profiles
    return decoder;
}

void tk_jpeg_tile_decoder_destroy(tk_jpeg_tile_decoder *decoder) {
    if (decoder == NULL) {
        return;
    }
    jpeg_destroy_decompress(&decoder->codec);
    free(decoder->profile);
    free(decoder);
}

void tk_jpeg_tile_decoder_close(tk_jpeg_tile_decoder *decoder) {
    jpeg_abort_decompress(&decoder->codec);
    free(decoder->profile);
    decoder->profile = NULL;
    decoder->source.next_input_byte = NULL;
    decoder->source.bytes_in_buffer = 0;
}

// MARK: Reading

tk_jpeg_status tk_jpeg_tile_decoder_open(
    tk_jpeg_tile_decoder *decoder, const uint8_t *bytes, size_t length, tk_jpeg_tile_header *header) {
    struct jpeg_decompress_struct *codec = &decoder->codec;
    memset(header, 0, sizeof *header);
    tk_jpeg_tile_decoder_close(decoder);
    decoder->errors.damage = 0;
    decoder->errors.message[0] = '\0';
    if (setjmp(decoder->errors.trap)) {
        tk_jpeg_tile_decoder_close(decoder);
        return decoder->errors.status;
    }
    decoder->source.next_input_byte = bytes;
    decoder->source.bytes_in_buffer = length;
    decoder->length = length;
    jpeg_read_header(codec, TRUE);
    header->width = codec->image_width;
    header->height = codec->image_height;
    header->color = tk_jpeg_color_of(codec);
    unsigned int profile_length = 0;
    if (codec->marker_list != NULL && jpeg_read_icc_profile(codec, &decoder->profile, &profile_length)) {
        header->profile = decoder->profile;
        header->profile_length = profile_length;
    }
    return TK_JPEG_OK;
}

int tk_jpeg_tile_decoder_scan(const tk_jpeg_tile_decoder *decoder, tk_jpeg_scan *scan, size_t *start) {
    *start = decoder->length - decoder->source.bytes_in_buffer;
    return tk_jpeg_scan_of(&decoder->codec, scan);
}

/// Fails unless the image is what the caller has memory for; does not return then.
static void require(tk_jpeg_tile_decoder *decoder, int holds) {
    if (!holds) {
        strcpy(decoder->errors.message, "its size or chroma subsampling is not the expected one");
        tk_jpeg_raise(&decoder->errors, TK_JPEG_FAILED);
    }
}

/// Limits an image whose decoding has started to the columns and rows of a part; returns the first column that is decoded.
static JDIMENSION limit_to(tk_jpeg_tile_decoder *decoder, const tk_jpeg_part *part) {
    // Interpolated chroma depends on the next sample, and at the edge of the columns it is taken for that of the image.
    enum { MARGIN = 2 };
    struct jpeg_decompress_struct *codec = &decoder->codec;
    require(decoder, part->width > 0 && part->width <= codec->output_width && part->x <= codec->output_width - part->width
                         && part->height > 0 && part->height <= codec->output_height
                         && part->y <= codec->output_height - part->height);
    const JDIMENSION end = part->x + part->width;
    JDIMENSION start = part->x > MARGIN ? part->x - MARGIN : 0;
    JDIMENSION width = (codec->output_width - end > MARGIN ? end + MARGIN : codec->output_width) - start;
    // libjpeg crops wrongly where it interpolates chroma that is decoded at another scale than luma, such as that of 4:1:0.
    const int is_cropped_well = codec->scale_denom == 1 || codec->max_h_samp_factor <= 2;
    if (is_cropped_well && width < codec->output_width) {
        jpeg_crop_scanline(codec, &start, &width);
    } else {
        start = 0;
    }
    if (part->y > 0) {
        jpeg_skip_scanlines(codec, part->y);
    }
    return start;
}

/// Decodes to rows of a libjpeg color space, `stride` bytes apart: those of a part, or all.
static void read_rows(
    tk_jpeg_tile_decoder *decoder, unsigned denominator, J_COLOR_SPACE colors, const tk_jpeg_part *part, uint8_t *rows,
    size_t stride) {
    enum { ROWS = 16 };
    struct jpeg_decompress_struct *codec = &decoder->codec;
    JSAMPROW pointers[ROWS];
    codec->scale_num = 1;
    codec->scale_denom = denominator;
    codec->out_color_space = colors;
    codec->dct_method = JDCT_ISLOW;
    jpeg_start_decompress(codec);
    JDIMENSION end = codec->output_height;
    if (part != NULL) {
        rows += (size_t)limit_to(decoder, part) * (size_t)codec->output_components;
        end = part->y + part->height;
    }
    while (codec->output_scanline < end) {
        JDIMENSION count = end - codec->output_scanline;
        if (count > ROWS) {
            count = ROWS;
        }
        for (JDIMENSION i = 0; i < count; i++) {
            pointers[i] = rows + (size_t)(codec->output_scanline + i) * stride;
        }
        jpeg_read_scanlines(codec, pointers, count);
    }
    tk_jpeg_tile_decoder_close(decoder);
}

tk_jpeg_status tk_jpeg_tile_decoder_read(tk_jpeg_tile_decoder *decoder, uint32_t *pixels) {
    if (setjmp(decoder->errors.trap)) {
        tk_jpeg_tile_decoder_close(decoder);
        return decoder->errors.status;
    }
    // libjpeg-turbo sets alpha to 255.
    read_rows(decoder, 1, JCS_EXT_BGRA, NULL, (uint8_t *)pixels, decoder->codec.image_width * sizeof *pixels);
    return TK_JPEG_OK;
}

tk_jpeg_status tk_jpeg_tile_decoder_read_samples(
    tk_jpeg_tile_decoder *decoder, unsigned denominator, int fancy_upsampling, uint32_t width, uint32_t height,
    const tk_jpeg_part *part, uint8_t *rows, size_t stride) {
    struct jpeg_decompress_struct *codec = &decoder->codec;
    if (setjmp(decoder->errors.trap)) {
        tk_jpeg_tile_decoder_close(decoder);
        return decoder->errors.status;
    }
    require(decoder, codec->image_width == width && codec->image_height == height);
    // Where chroma is repeated, libjpeg converts colors as it does so. To skip rows it then still turns off the color converter of
    // the last image, whose memory is free or used for something else.
    codec->do_fancy_upsampling = fancy_upsampling != 0 || part != NULL;
    read_rows(decoder, denominator, codec->num_components == 1 ? JCS_GRAYSCALE : JCS_RGB, part, rows, stride);
    return TK_JPEG_OK;
}

tk_jpeg_status tk_jpeg_tile_decoder_read_planes(
    tk_jpeg_tile_decoder *decoder, unsigned denominator, uint32_t width, uint32_t height, uint8_t *const planes[3],
    const size_t strides[3]) {
    enum { ROWS = 2 * DCTSIZE };
    struct jpeg_decompress_struct *codec = &decoder->codec;
    JSAMPROW rows[3][ROWS];
    JSAMPARRAY arrays[] = {rows[0], rows[1], rows[2]};
    if (setjmp(decoder->errors.trap)) {
        tk_jpeg_tile_decoder_close(decoder);
        return decoder->errors.status;
    }
    require(decoder, codec->image_width == width && codec->image_height == height && tk_jpeg_is_ycbcr420(codec));
    codec->scale_num = 1;
    codec->scale_denom = denominator;
    codec->out_color_space = JCS_YCbCr;
    codec->raw_data_out = TRUE;
    codec->dct_method = JDCT_ISLOW;
    jpeg_start_decompress(codec);
    // Luma rows in an MCU row; chroma has half as many, or as many if only luma is scaled.
    JDIMENSION luma = ROWS / denominator;
    for (JDIMENSION y = 0; y < codec->output_height; y += luma) {
        for (int i = 0; i < 3; i++) {
            JDIMENSION count = i == 0 ? luma : DCTSIZE;
            for (JDIMENSION k = 0; k < count; k++) {
                rows[i][k] = planes[i] + (size_t)(y / luma * count + k) * strides[i];
            }
        }
        jpeg_read_raw_data(codec, arrays, luma);
    }
    tk_jpeg_tile_decoder_close(decoder);
    return TK_JPEG_OK;
}

int tk_jpeg_tile_decoder_damage(const tk_jpeg_tile_decoder *decoder) {
    return decoder->errors.damage;
}

const char *tk_jpeg_tile_decoder_message(const tk_jpeg_tile_decoder *decoder) {
    return decoder->errors.message;
}
