#include "jpeg_decoder.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/// Copies a table; 0 if there is none.
static int copy_table(tk_jpeg_huffman *copy, const JHUFF_TBL *table) {
    if (table == NULL) {
        return 0;
    }
    memcpy(copy->counts, table->bits + 1, sizeof copy->counts);
    memcpy(copy->symbols, table->huffval, sizeof copy->symbols);
    return 1;
}

int tk_jpeg_decoder_scan(const tk_jpeg_decoder *decoder, tk_jpeg_scan *scan) {
    const struct jpeg_decompress_struct *codec = &decoder->codec;
    memset(scan, 0, sizeof *scan);
    if (codec->progressive_mode || codec->arith_code || codec->comps_in_scan != codec->num_components
        || codec->num_components > TK_JPEG_COMPONENTS || codec->Ss != 0 || codec->Se != DCTSIZE2 - 1 || codec->Ah != 0
        || codec->Al != 0) {
        return 0;
    }
    tk_jpeg_structure *structure = &scan->structure;
    structure->colour_space = codec->jpeg_color_space;
    scan->is_grey = codec->jpeg_color_space == JCS_GRAYSCALE;
    scan->is_ycbcr = codec->jpeg_color_space == JCS_YCbCr;
    structure->count = codec->num_components;
    structure->most_across = codec->max_h_samp_factor;
    structure->most_down = codec->max_v_samp_factor;
    JDIMENSION mcu = (JDIMENSION)codec->max_h_samp_factor * DCTSIZE;
    scan->restart_interval = codec->restart_interval;
    for (int i = 0; i < structure->count; i++) {
        const jpeg_component_info *info = &codec->comp_info[i];
        int dc = info->dc_tbl_no, ac = info->ac_tbl_no, table = info->quant_tbl_no;
        if (codec->cur_comp_info[i] != info || dc >= NUM_HUFF_TBLS || ac >= NUM_HUFF_TBLS || table >= NUM_QUANT_TBLS) {
            return 0;
        }
        const JQUANT_TBL *quantisation = codec->quant_tbl_ptrs[table];
        if (quantisation == NULL || !copy_table(&scan->dc[dc], codec->dc_huff_tbl_ptrs[dc])
            || !copy_table(&scan->ac[ac], codec->ac_huff_tbl_ptrs[ac])) {
            return 0;
        }
        tk_jpeg_component *component = &structure->components[i];
        component->id = info->component_id;
        component->across = info->h_samp_factor;
        component->down = info->v_samp_factor;
        component->blocks = (codec->image_width + mcu - 1) / mcu * (JDIMENSION)info->h_samp_factor;
        memcpy(component->quantisation, quantisation->quantval, sizeof component->quantisation);
        scan->dc_number[i] = dc;
        scan->ac_number[i] = ac;
    }
    return 1;
}

tk_jpeg_status tk_jpeg_decoder_take_bytes(tk_jpeg_decoder *decoder, uint8_t *bytes, size_t room, size_t *length) {
    struct jpeg_source_mgr *source = &decoder->source;
    *length = 0;
    if (source->bytes_in_buffer > 0) {
        *length = source->bytes_in_buffer < room ? source->bytes_in_buffer : room;
        memcpy(bytes, source->next_input_byte, *length);
        source->next_input_byte += *length;
        source->bytes_in_buffer -= *length;
        return TK_JPEG_OK;
    }
    if (decoder->descriptor < 0) {
        return TK_JPEG_OK;
    }
    ssize_t count;
    do {
        count = read(decoder->descriptor, bytes, room);
    } while (count < 0 && errno == EINTR);
    if (count < 0) {
        decoder->failure = errno;
        return TK_JPEG_READ_FAILED;
    }
    *length = (size_t)count;
    return TK_JPEG_OK;
}
