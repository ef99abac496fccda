#include "jpeg_coefficients.h"

#include <string.h>

#include "jpeg_decoder.h"
#include "jpeg_structure.h"

// libjpeg reaches coefficient arrays through function pointers of its memory manager, and in its buffered-image mode it
// decodes an MCU row as soon as that has been read. With a single scan nothing before that row is needed again, so one
// row in memory is enough: the replacements here keep it in the caller's memory. With several scans the arrays stay in
// libjpeg's memory, whole, and rows are copied from them.

enum {
    MAX_ROWS = MAX_SAMP_FACTOR * DCTSIZE, // in an MCU row
    // Each scan costs a pass over the whole image, and takes only a few bytes. Encoders write ten or so.
    MAX_SCANS = 500,
    // The range of baseline Huffman codes for 8-bit images (ITU-T T.81, tables F.1 and F.2).
    MAX_COEFFICIENT = 1023,
    MIN_DC = -1024,
};

struct tk_jpeg_row_array {
    JDIMENSION width;       // blocks in a row, padded to whole MCUs
    JDIMENSION count;       // rows of blocks in an MCU row
    JBLOCKROW rows[MAX_SAMP_FACTOR];
    jvirt_barray_ptr whole; // if all coefficients are kept
};

static _Noreturn void raise_failure(tk_jpeg_decoder *decoder, const char *reason) {
    strcpy(decoder->errors.message, reason);
    tk_jpeg_raise(&decoder->errors, TK_JPEG_FAILED);
}

// MARK: libjpeg's methods

static jvirt_barray_ptr request(
    j_common_ptr codec, int pool, boolean pre_zero, JDIMENSION width, JDIMENSION height, JDIMENSION max_access) {
    tk_jpeg_decoder *decoder = (tk_jpeg_decoder *)codec;
    tk_jpeg_coefficients *all = &decoder->coefficients;
    if (all->count == TK_JPEG_COMPONENTS || all->count == decoder->codec.num_components) {
        raise_failure(decoder, "libjpeg requested more coefficient arrays than there are components");
    }
    tk_jpeg_row_array *array = codec->mem->alloc_small(codec, pool, sizeof *array);
    memset(array, 0, sizeof *array);
    array->width = width;
    // libjpeg requests the components' arrays in order.
    array->count = (JDIMENSION)decoder->codec.comp_info[all->count].v_samp_factor;
    all->arrays[all->count++] = array;
    if (all->keeps_all) {
        array->whole = all->request_whole(codec, pool, pre_zero, width, height, max_access);
        return array->whole;
    }
    return (jvirt_barray_ptr)array;
}

static JBLOCKARRAY access_rows(
    j_common_ptr codec, jvirt_barray_ptr pointer, JDIMENSION start, JDIMENSION count, boolean writable) {
    (void)writable;
    tk_jpeg_decoder *decoder = (tk_jpeg_decoder *)codec;
    tk_jpeg_row_array *array = (tk_jpeg_row_array *)pointer;
    if (start != decoder->coefficients.row * array->count || count > array->count || array->rows[0] == NULL) {
        raise_failure(decoder, "libjpeg requested rows of blocks that are not in memory");
    }
    return array->rows;
}

// MARK: The MCU row

/// Makes libjpeg read the next MCU row into this memory.
static void begin_row(tk_jpeg_decoder *decoder, const tk_jpeg_mcu_row *row) {
    const tk_jpeg_coefficients *all = &decoder->coefficients;
    for (int i = 0; i < all->count; i++) {
        tk_jpeg_row_array *array = all->arrays[i];
        JBLOCK *blocks = (JBLOCK *)row->blocks[i];
        for (JDIMENSION k = 0; k < array->count; k++) {
            array->rows[k] = blocks + (size_t)k * array->width;
        }
        if (!all->keeps_all) { // the entropy decoder does not write zeros
            memset(blocks, 0, (size_t)array->count * array->width * sizeof(JBLOCK));
        }
    }
}

// Damaged data can hold any coefficient, and one that cannot be encoded would corrupt the rest of a tile.
void tk_jpeg_decoder_clamp(tk_jpeg_decoder *decoder, int16_t *all, size_t count) {
    int16_t least = 0; // 16 bits, so that the compiler compares them with SIMD
    int16_t most = 0;
    for (size_t i = 0; i < count * DCTSIZE2; i++) {
        least = all[i] < least ? all[i] : least;
        most = all[i] > most ? all[i] : most;
    }
    if (least >= -MAX_COEFFICIENT && most <= MAX_COEFFICIENT) {
        return;
    }
    for (size_t i = 0; i < count * DCTSIZE2; i++) {
        int lowest = i % DCTSIZE2 == 0 ? MIN_DC : -MAX_COEFFICIENT;
        int value = all[i];
        if (value < lowest || value > MAX_COEFFICIENT) {
            all[i] = (int16_t)(value < lowest ? lowest : MAX_COEFFICIENT);
            decoder->errors.damage |= TK_JPEG_CORRUPT;
        }
    }
}

/// Ends the MCU row, which has been read.
static void end_row(tk_jpeg_decoder *decoder) {
    tk_jpeg_coefficients *all = &decoder->coefficients;
    j_common_ptr codec = (j_common_ptr)&decoder->codec;
    for (int i = 0; i < all->count; i++) {
        tk_jpeg_row_array *array = all->arrays[i];
        if (all->keeps_all) {
            JBLOCKARRAY rows = codec->mem->access_virt_barray(
                codec, array->whole, all->row * array->count, array->count, FALSE);
            for (JDIMENSION k = 0; k < array->count; k++) {
                memcpy(array->rows[k], rows[k], array->width * sizeof(JBLOCK));
            }
        }
        tk_jpeg_decoder_clamp(decoder, *array->rows[0], (size_t)array->count * array->width);
        array->rows[0] = NULL;
    }
    all->row++;
}

// MARK: Starting

/// Whether libjpeg can decode at half scale without losing chroma resolution. It scales 8×8 blocks to 4×4, or leaves
/// them at 8×8 where that is the right size, but cannot scale them to 8×4: chroma of 4:2:2 would have a quarter of the
/// image's columns.
static int supports_half_scale(const struct jpeg_decompress_struct *codec) {
    for (int i = 0; i < codec->num_components; i++) {
        const jpeg_component_info *info = &codec->comp_info[i];
        int across = codec->max_h_samp_factor / info->h_samp_factor;
        int down = codec->max_v_samp_factor / info->v_samp_factor;
        if (across != down || across > 2) {
            return 0;
        }
    }
    return 1;
}

tk_jpeg_status tk_jpeg_decoder_start_coefficients(
    tk_jpeg_decoder *decoder, int to_planes, int keep_all, int *denominator) {
    struct jpeg_decompress_struct *codec = &decoder->codec;
    tk_jpeg_coefficients *all = &decoder->coefficients;
    if (setjmp(decoder->errors.trap)) {
        return decoder->errors.status;
    }
    all->keeps_all = keep_all || jpeg_has_multiple_scans(codec);
    all->request_whole = codec->mem->request_virt_barray;
    codec->mem->request_virt_barray = request;
    if (!all->keeps_all) {
        codec->mem->access_virt_barray = access_rows;
    }
    codec->buffered_image = TRUE;
    codec->do_block_smoothing = FALSE;
    codec->do_fancy_upsampling = FALSE; // it would need the next MCU row
    codec->scale_num = 1;
    codec->scale_denom = supports_half_scale(codec) ? 2 : 1;
    *denominator = (int)codec->scale_denom;
    codec->dct_method = JDCT_ISLOW;
    codec->raw_data_out = to_planes ? TRUE : FALSE;
    codec->out_color_space = codec->num_components == 1 ? JCS_GRAYSCALE : to_planes ? JCS_YCbCr : JCS_RGB;
    jpeg_start_decompress(codec);
    if (!all->keeps_all) {
        jpeg_start_output(codec, codec->input_scan_number);
    }
    return TK_JPEG_OK;
}

tk_jpeg_status tk_jpeg_decoder_read_scans(tk_jpeg_decoder *decoder, int *is_done, uint32_t *row) {
    struct jpeg_decompress_struct *codec = &decoder->codec;
    *is_done = !decoder->coefficients.keeps_all;
    if (*is_done) {
        return TK_JPEG_OK;
    }
    if (setjmp(decoder->errors.trap)) {
        return decoder->errors.status;
    }
    int damage = decoder->errors.damage;
    int state = 0;
    while (damage == decoder->errors.damage && state != JPEG_REACHED_EOI) {
        state = jpeg_consume_input(codec);
        if (codec->input_scan_number > MAX_SCANS) {
            raise_failure(decoder, "too many scans");
        }
    }
    *is_done = state == JPEG_REACHED_EOI;
    uint32_t end = codec->input_iMCU_row * (uint32_t)codec->max_v_samp_factor * DCTSIZE;
    *row = end < codec->image_height ? end : codec->image_height;
    if (*is_done) {
        jpeg_start_output(codec, codec->input_scan_number);
    }
    return TK_JPEG_OK;
}

void tk_jpeg_decoder_structure(const tk_jpeg_decoder *decoder, tk_jpeg_structure *structure) {
    tk_jpeg_structure_of(&decoder->codec, structure);
}

// MARK: Reading

tk_jpeg_status tk_jpeg_decoder_read_coefficients(
    tk_jpeg_decoder *decoder, const tk_jpeg_mcu_row *row, uint8_t *rows, size_t stride, uint32_t *read) {
    struct jpeg_decompress_struct *codec = &decoder->codec;
    JSAMPROW pointers[MAX_ROWS];
    *read = 0;
    if (setjmp(decoder->errors.trap)) {
        return decoder->errors.status;
    }
    begin_row(decoder, row);
    uint32_t wanted = (uint32_t)codec->max_v_samp_factor * DCTSIZE / codec->scale_denom;
    if (wanted > codec->output_height - codec->output_scanline) {
        wanted = codec->output_height - codec->output_scanline;
    }
    for (uint32_t i = 0; i < wanted; i++) {
        pointers[i] = rows + (size_t)i * stride;
    }
    while (*read < wanted) {
        uint32_t count = jpeg_read_scanlines(codec, pointers + *read, wanted - *read);
        if (count == 0) {
            raise_failure(decoder, "libjpeg delivered too few rows");
        }
        *read += count;
    }
    end_row(decoder);
    return TK_JPEG_OK;
}

tk_jpeg_status tk_jpeg_decoder_read_coefficients_and_planes(
    tk_jpeg_decoder *decoder, const tk_jpeg_mcu_row *row, uint8_t *const planes[3], const size_t strides[3]) {
    JSAMPROW rows[3][DCTSIZE];
    JSAMPARRAY arrays[] = {rows[0], rows[1], rows[2]};
    for (int plane = 0; plane < 3; plane++) {
        for (int i = 0; i < DCTSIZE; i++) {
            rows[plane][i] = planes[plane] + (size_t)i * strides[plane];
        }
    }
    if (setjmp(decoder->errors.trap)) {
        return decoder->errors.status;
    }
    begin_row(decoder, row);
    jpeg_read_raw_data(&decoder->codec, arrays, DCTSIZE);
    end_row(decoder);
    return TK_JPEG_OK;
}

tk_jpeg_status tk_jpeg_decoder_spill_location(
    tk_jpeg_decoder *decoder, int component, tk_jpeg_spill_location *location) {
    if (setjmp(decoder->errors.trap)) {
        return decoder->errors.status;
    }
    // libjpeg requests the arrays in the order of the components.
    tk_jpeg_spill_locate(&decoder->spill, component, location);
    return TK_JPEG_OK;
}
