#include "jpeg_decoder.h"

#include "jpeg_structure.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { INPUT_BUFFER = 256 * 1024 };

// MARK: Input

/// Reads the next bytes of the file; returns 0 at its end and without a file, -1 with `failure` set if reading fails.
static ssize_t read_input(tk_jpeg_decoder *decoder, uint8_t *bytes, size_t capacity) {
    ssize_t count = 0;
    if (decoder->descriptor >= 0) {
        do {
            count = read(decoder->descriptor, bytes, capacity);
        } while (count < 0 && errno == EINTR);
    }
    if (count < 0) {
        decoder->failure = errno;
    }
    return count;
}

static boolean fill(j_decompress_ptr codec) {
    tk_jpeg_decoder *decoder = (tk_jpeg_decoder *)codec;
    ssize_t count = read_input(decoder, decoder->buffer, INPUT_BUFFER);
    if (count < 0) {
        tk_jpeg_raise(&decoder->errors, TK_JPEG_READ_FAILED);
    }
    if (count > 0) {
        decoder->source.next_input_byte = decoder->buffer;
        decoder->source.bytes_in_buffer = (size_t)count;
    } else {
        WARNMS(codec, JWRN_JPEG_EOF); // records the damage
        decoder->source.next_input_byte = tk_jpeg_end_of_image;
        decoder->source.bytes_in_buffer = sizeof tk_jpeg_end_of_image;
    }
    return TRUE;
}

tk_jpeg_status tk_jpeg_decoder_read_scan_bytes(
    tk_jpeg_decoder *decoder, uint8_t *bytes, size_t capacity, size_t *length) {
    struct jpeg_source_mgr *source = &decoder->source;
    if (source->bytes_in_buffer > 0) {
        *length = source->bytes_in_buffer < capacity ? source->bytes_in_buffer : capacity;
        memcpy(bytes, source->next_input_byte, *length);
        source->next_input_byte += *length;
        source->bytes_in_buffer -= *length;
        return TK_JPEG_OK;
    }
    ssize_t count = read_input(decoder, bytes, capacity);
    *length = count > 0 ? (size_t)count : 0;
    return count < 0 ? TK_JPEG_READ_FAILED : TK_JPEG_OK;
}

// MARK: Creating and destroying

tk_jpeg_decoder *tk_jpeg_decoder_create(int descriptor, const uint8_t *bytes, size_t length) {
    tk_jpeg_decoder *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) {
        return NULL;
    }
    tk_jpeg_errors_install(&decoder->errors);
    decoder->codec.err = &decoder->errors.base;
    decoder->descriptor = descriptor;
    if (descriptor >= 0 && (decoder->buffer = malloc(INPUT_BUFFER)) == NULL) {
        free(decoder);
        return NULL;
    }
    if (setjmp(decoder->errors.trap)) {
        tk_jpeg_decoder_destroy(decoder);
        return NULL;
    }
    jpeg_create_decompress(&decoder->codec);
    tk_jpeg_source_install(&decoder->source, &decoder->codec, fill);
    decoder->source.next_input_byte = bytes;
    decoder->source.bytes_in_buffer = length;
    return decoder;
}

void tk_jpeg_decoder_destroy(tk_jpeg_decoder *decoder) {
    if (decoder == NULL) {
        return;
    }
    tk_jpeg_spill_destroy(&decoder->spill);
    jpeg_destroy_decompress(&decoder->codec);
    free(decoder->profile);
    free(decoder->buffer);
    free(decoder);
}

// MARK: Reading

tk_jpeg_status tk_jpeg_decoder_read_header(tk_jpeg_decoder *decoder, tk_jpeg_header *header) {
    struct jpeg_decompress_struct *codec = &decoder->codec;
    memset(header, 0, sizeof *header);
    if (setjmp(decoder->errors.trap)) {
        return decoder->errors.status;
    }
    jpeg_save_markers(codec, JPEG_APP0 + 1, 0xFFFF);
    jpeg_save_markers(codec, JPEG_APP0 + 2, 0xFFFF);
    jpeg_read_header(codec, TRUE);
    if (tk_jpeg_color_of(codec) == TK_JPEG_OTHER) { // no standard gives such components a meaning
        snprintf(
            decoder->errors.message, sizeof decoder->errors.message, "it has %d components", codec->num_components);
        tk_jpeg_raise(&decoder->errors, TK_JPEG_UNSUPPORTED);
    }

    header->width = codec->image_width;
    header->height = codec->image_height;
    header->color = tk_jpeg_color_of(codec);
    header->has_ycbcr420_planes = tk_jpeg_is_ycbcr420(codec);
    header->max_h_samp_factor = codec->max_h_samp_factor;
    header->max_v_samp_factor = codec->max_v_samp_factor;
    header->has_multiple_scans = jpeg_has_multiple_scans(codec);
    size_t mcu_rows = (codec->image_height + 8 * codec->max_v_samp_factor - 1) / (8 * codec->max_v_samp_factor);
    size_t mcu_columns = (codec->image_width + 8 * codec->max_h_samp_factor - 1) / (8 * codec->max_h_samp_factor);
    for (int i = 0; i < codec->num_components; i++) {
        const jpeg_component_info *component = &codec->comp_info[i];
        size_t blocks = mcu_rows * component->v_samp_factor * mcu_columns * component->h_samp_factor;
        header->coefficient_bytes += blocks * sizeof(JBLOCK);
    }
    unsigned int profile_length = 0;
    if (decoder->profile == NULL && jpeg_read_icc_profile(codec, &decoder->profile, &profile_length)) {
        header->profile = decoder->profile;
        header->profile_length = profile_length;
    }
    for (jpeg_saved_marker_ptr marker = codec->marker_list; marker != NULL; marker = marker->next) {
        if (marker->marker == JPEG_APP0 + 1 && marker->data_length > sizeof tk_jpeg_exif_name
            && memcmp(marker->data, tk_jpeg_exif_name, sizeof tk_jpeg_exif_name) == 0) {
            header->exif = marker->data + sizeof tk_jpeg_exif_name;
            header->exif_length = marker->data_length - sizeof tk_jpeg_exif_name;
            break;
        }
    }
    return TK_JPEG_OK;
}

int tk_jpeg_decoder_scan(const tk_jpeg_decoder *decoder, tk_jpeg_scan *scan) {
    return tk_jpeg_scan_of(&decoder->codec, scan);
}

void tk_jpeg_decoder_spill(tk_jpeg_decoder *decoder, int file) {
    tk_jpeg_spill_install(
        &decoder->spill, (j_common_ptr)&decoder->codec, &decoder->errors, file, &decoder->failure);
}

tk_jpeg_status tk_jpeg_decoder_start(tk_jpeg_decoder *decoder, unsigned denominator, int to_planes) {
    struct jpeg_decompress_struct *codec = &decoder->codec;
    if (setjmp(decoder->errors.trap)) {
        return decoder->errors.status;
    }
    codec->out_color_space = tk_jpeg_color_of(codec) == TK_JPEG_CMYK ? JCS_CMYK
        : codec->num_components == 1                                 ? JCS_GRAYSCALE
        : to_planes                                                  ? JCS_YCbCr
                                                                     : JCS_RGB;
    codec->raw_data_out = to_planes ? TRUE : FALSE;
    codec->scale_num = 1;
    codec->scale_denom = denominator;
    codec->dct_method = JDCT_ISLOW;
    jpeg_start_decompress(codec);
    return TK_JPEG_OK;
}

tk_jpeg_status tk_jpeg_decoder_start_inspection(tk_jpeg_decoder *decoder, uint32_t *rows, size_t *row_bytes) {
    struct jpeg_decompress_struct *codec = &decoder->codec;
    if (setjmp(decoder->errors.trap)) {
        return decoder->errors.status;
    }
    codec->out_color_space = codec->jpeg_color_space;
    codec->scale_num = 1;
    codec->scale_denom = DCTSIZE;
    jpeg_start_decompress(codec);
    *rows = codec->output_height;
    *row_bytes = (size_t)codec->output_width * (size_t)codec->output_components;
    return TK_JPEG_OK;
}

void tk_jpeg_decoder_finish(tk_jpeg_decoder *decoder) {
    const int damage = decoder->errors.damage;
    if (setjmp(decoder->errors.trap) == 0) {
        jpeg_consume_input(&decoder->codec);
    }
    decoder->errors.damage = damage; // the end marker may be missing
}

int tk_jpeg_decoder_lacks_end(const tk_jpeg_decoder *decoder) {
    return decoder->errors.has_reached_end;
}

int tk_jpeg_decoder_has_skipped_bytes(const tk_jpeg_decoder *decoder) {
    return decoder->errors.skipped_bytes;
}

tk_jpeg_status tk_jpeg_decoder_read_planes(
    tk_jpeg_decoder *decoder, uint8_t *luma, size_t stride, uint8_t *cb, uint8_t *cr, size_t chroma_stride) {
    JSAMPROW rows[4 * DCTSIZE];
    JSAMPARRAY planes[] = {rows, rows + 2 * DCTSIZE, rows + 3 * DCTSIZE};
    for (int i = 0; i < DCTSIZE; i++) {
        planes[0][2 * i] = luma + (size_t)(2 * i) * stride;
        planes[0][2 * i + 1] = luma + (size_t)(2 * i + 1) * stride;
        planes[1][i] = cb + (size_t)i * chroma_stride;
        planes[2][i] = cr + (size_t)i * chroma_stride;
    }
    if (setjmp(decoder->errors.trap)) {
        return decoder->errors.status;
    }
    jpeg_read_raw_data(&decoder->codec, planes, 2 * DCTSIZE);
    return TK_JPEG_OK;
}

tk_jpeg_status tk_jpeg_decoder_read_rows(
    tk_jpeg_decoder *decoder, uint8_t *rows, size_t stride, uint32_t count, uint32_t *read) {
    struct jpeg_decompress_struct *codec = &decoder->codec;
    JSAMPROW pointers[32];
    *read = 0;
    if (setjmp(decoder->errors.trap)) {
        return decoder->errors.status;
    }
    while (*read < count && codec->output_scanline < codec->output_height) {
        uint32_t wanted = count - *read;
        if (wanted > sizeof pointers / sizeof *pointers) {
            wanted = sizeof pointers / sizeof *pointers;
        }
        for (uint32_t i = 0; i < wanted; i++) {
            pointers[i] = rows + (size_t)(*read + i) * stride;
        }
        *read += jpeg_read_scanlines(codec, pointers, wanted);
    }
    return TK_JPEG_OK;
}

int tk_jpeg_decoder_damaged_row(const tk_jpeg_decoder *decoder) {
    return decoder->errors.damaged_row;
}

int tk_jpeg_decoder_damage(const tk_jpeg_decoder *decoder) {
    return decoder->errors.damage;
}

const char *tk_jpeg_decoder_message(const tk_jpeg_decoder *decoder) {
    return decoder->errors.message;
}

int tk_jpeg_decoder_errno(const tk_jpeg_decoder *decoder) {
    return decoder->failure;
}
