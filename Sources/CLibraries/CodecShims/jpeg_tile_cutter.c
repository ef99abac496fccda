#include "include/jpeg_coefficients.h"

#include <stdlib.h>
#include <string.h>

#include "jpeg_common.h"
#include "jpeg_output.h"

/// The blocks of a component of the tile that is being written.
typedef struct {
    const tk_jpeg_mcu_row *mcu_rows;
    int number;    // of the component
    size_t first;  // the tile's first block in a row
    size_t width;  // blocks in a row
    size_t count;  // rows of blocks in an MCU row
    JBLOCKROW rows[MAX_SAMP_FACTOR];
} source_array;

struct tk_jpeg_coefficient_writer {
    struct jpeg_compress_struct codec;
    tk_jpeg_errors errors;
    tk_jpeg_output output;
    tk_jpeg_metadata metadata;
    tk_jpeg_structure structure;
    source_array arrays[TK_JPEG_COMPONENTS];
};

/// Replaces libjpeg's access_virt_barray.
static JBLOCKARRAY access_rows(
    j_common_ptr codec, jvirt_barray_ptr pointer, JDIMENSION start, JDIMENSION count, boolean writable) {
    (void)codec;
    (void)writable;
    source_array *array = (source_array *)pointer;
    for (JDIMENSION i = 0; i < count && i < MAX_SAMP_FACTOR; i++) {
        size_t row = start + i;
        JBLOCK *blocks = (JBLOCK *)array->mcu_rows[row / array->count].blocks[array->number];
        array->rows[i] = blocks + row % array->count * array->width + array->first;
    }
    return array->rows;
}

/// Stores a quantization table in the slot of an equal one, or in the next free one; returns the slot.
static int slot_of_table(j_compress_ptr codec, const uint16_t *table, int used) {
    for (int slot = 0; slot < used; slot++) {
        if (memcmp(codec->quant_tbl_ptrs[slot]->quantval, table, sizeof codec->quant_tbl_ptrs[slot]->quantval) == 0) {
            return slot;
        }
    }
    if (codec->quant_tbl_ptrs[used] == NULL) {
        codec->quant_tbl_ptrs[used] = jpeg_alloc_quant_table((j_common_ptr)codec);
    }
    memcpy(codec->quant_tbl_ptrs[used]->quantval, table, sizeof codec->quant_tbl_ptrs[used]->quantval);
    return used;
}

tk_jpeg_coefficient_writer *tk_jpeg_coefficient_writer_create(
    const tk_jpeg_structure *structure, int optimizes_huffman) {
    tk_jpeg_coefficient_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) {
        return NULL;
    }
    writer->structure = *structure;
    tk_jpeg_errors_install(&writer->errors);
    struct jpeg_compress_struct *codec = &writer->codec;
    codec->err = &writer->errors.base;
    if (setjmp(writer->errors.trap)) {
        tk_jpeg_coefficient_writer_destroy(writer);
        return NULL;
    }
    jpeg_create_compress(codec);
    tk_jpeg_output_install(&writer->output, codec, &writer->errors);
    codec->mem->access_virt_barray = access_rows;
    // The rest does what jpeg_copy_critical_parameters does, which would need the decompressor.
    codec->input_components = structure->count;
    codec->in_color_space = (J_COLOR_SPACE)structure->color_space;
    jpeg_set_defaults(codec);
    jpeg_set_colorspace(codec, (J_COLOR_SPACE)structure->color_space);
    codec->optimize_coding = optimizes_huffman ? TRUE : FALSE;
    int tables = 0;
    for (int i = 0; i < structure->count; i++) {
        const tk_jpeg_component *component = &structure->components[i];
        jpeg_component_info *info = &codec->comp_info[i];
        info->component_id = component->id;
        info->h_samp_factor = component->h_samp_factor;
        info->v_samp_factor = component->v_samp_factor;
        info->quant_tbl_no = slot_of_table(codec, component->quantization, tables);
        tables += info->quant_tbl_no == tables;
    }
    return writer;
}

void tk_jpeg_coefficient_writer_destroy(tk_jpeg_coefficient_writer *writer) {
    if (writer == NULL) {
        return;
    }
    jpeg_destroy_compress(&writer->codec);
    tk_jpeg_output_destroy(&writer->output);
    tk_jpeg_metadata_destroy(&writer->metadata);
    free(writer);
}

tk_jpeg_status tk_jpeg_coefficient_writer_set_metadata(
    tk_jpeg_coefficient_writer *writer, const uint8_t *profile, size_t profile_length, const uint8_t *exif,
    size_t exif_length) {
    return tk_jpeg_metadata_set(&writer->metadata, profile, profile_length, exif, exif_length);
}

tk_jpeg_status tk_jpeg_coefficient_writer_write(
    tk_jpeg_coefficient_writer *writer, const tk_jpeg_mcu_row *rows, uint32_t column, uint32_t width, uint32_t height,
    const uint8_t **bytes, size_t *length) {
    struct jpeg_compress_struct *codec = &writer->codec;
    jvirt_barray_ptr arrays[TK_JPEG_COMPONENTS];
    if (setjmp(writer->errors.trap)) {
        jpeg_abort_compress(codec);
        return writer->errors.status;
    }
    for (int i = 0; i < writer->structure.count; i++) {
        const tk_jpeg_component *component = &writer->structure.components[i];
        writer->arrays[i] = (source_array){
            .mcu_rows = rows,
            .number = i,
            .first = (size_t)column * (size_t)component->h_samp_factor,
            .width = component->blocks_per_row,
            .count = (size_t)component->v_samp_factor,
        };
        arrays[i] = (jvirt_barray_ptr)&writer->arrays[i];
    }
    codec->image_width = width;
    codec->image_height = height;
    jpeg_write_coefficients(codec, arrays);
    tk_jpeg_metadata_write(&writer->metadata, codec);
    jpeg_finish_compress(codec);
    *bytes = writer->output.bytes;
    *length = writer->output.length;
    return TK_JPEG_OK;
}

const char *tk_jpeg_coefficient_writer_message(const tk_jpeg_coefficient_writer *writer) {
    return writer->errors.message;
}
