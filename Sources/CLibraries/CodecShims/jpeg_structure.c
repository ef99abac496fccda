#include "jpeg_structure.h"

#include <string.h>

void tk_jpeg_structure_of(const struct jpeg_decompress_struct *codec, tk_jpeg_structure *structure) {
    memset(structure, 0, sizeof *structure);
    structure->color_space = codec->jpeg_color_space;
    structure->is_gray = codec->jpeg_color_space == JCS_GRAYSCALE;
    structure->is_ycbcr = codec->jpeg_color_space == JCS_YCbCr;
    structure->count = codec->num_components < TK_JPEG_COMPONENTS ? codec->num_components : TK_JPEG_COMPONENTS;
    structure->max_h_samp_factor = codec->max_h_samp_factor;
    structure->max_v_samp_factor = codec->max_v_samp_factor;
    JDIMENSION mcu = (JDIMENSION)codec->max_h_samp_factor * DCTSIZE;
    for (int i = 0; i < structure->count; i++) {
        const jpeg_component_info *info = &codec->comp_info[i];
        // A component keeps the quantization table of its scan, which a later DQT may have replaced. One without a scan
        // has the table number of its header, which may be invalid.
        const JQUANT_TBL *table = info->quant_table;
        if (table == NULL && info->quant_tbl_no >= 0 && info->quant_tbl_no < NUM_QUANT_TBLS) {
            table = codec->quant_tbl_ptrs[info->quant_tbl_no];
        }
        tk_jpeg_component *component = &structure->components[i];
        component->id = info->component_id;
        component->h_samp_factor = info->h_samp_factor;
        component->v_samp_factor = info->v_samp_factor;
        component->blocks_per_row = (codec->image_width + mcu - 1) / mcu * (JDIMENSION)info->h_samp_factor;
        component->has_quantization = table != NULL;
        if (table != NULL) {
            memcpy(component->quantization, table->quantval, sizeof component->quantization);
        }
    }
}

/// Copies a table; returns 0 if there is none.
static int copy_table(tk_jpeg_huffman *copy, JHUFF_TBL *const tables[NUM_HUFF_TBLS], int number) {
    if (number < 0 || number >= NUM_HUFF_TBLS || tables[number] == NULL) {
        return 0;
    }
    memcpy(copy[number].counts, tables[number]->bits + 1, sizeof copy->counts);
    memcpy(copy[number].symbols, tables[number]->huffval, sizeof copy->symbols);
    return 1;
}

int tk_jpeg_scan_of(const struct jpeg_decompress_struct *codec, tk_jpeg_scan *scan) {
    memset(scan, 0, sizeof *scan);
    if (codec->progressive_mode || codec->arith_code || codec->comps_in_scan != codec->num_components
        || codec->num_components > TK_JPEG_COMPONENTS || codec->Ss != 0 || codec->Se != DCTSIZE2 - 1 || codec->Ah != 0
        || codec->Al != 0) {
        return 0;
    }
    tk_jpeg_structure_of(codec, &scan->structure);
    scan->restart_interval = codec->restart_interval;
    for (int i = 0; i < scan->structure.count; i++) {
        const jpeg_component_info *info = &codec->comp_info[i];
        if (codec->cur_comp_info[i] != info || !scan->structure.components[i].has_quantization
            || !copy_table(scan->dc, codec->dc_huff_tbl_ptrs, info->dc_tbl_no)
            || !copy_table(scan->ac, codec->ac_huff_tbl_ptrs, info->ac_tbl_no)) {
            return 0;
        }
        scan->dc_tbl_no[i] = info->dc_tbl_no;
        scan->ac_tbl_no[i] = info->ac_tbl_no;
    }
    return 1;
}
