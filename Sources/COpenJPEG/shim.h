#pragma once

#include <openjpeg.h>

// The parameters hold names of files, arrays of a length that Swift does not import.
static inline OPJ_BOOL copenjpeg_setup(opj_codec_t *codec, OPJ_UINT32 reduction) {
    opj_dparameters_t parameters;
    opj_set_default_decoder_parameters(&parameters);
    parameters.cp_reduce = reduction;
    return opj_setup_decoder(codec, &parameters);
}

// How many resolutions each tile has, as far as the main header says; 0 without memory.
static inline OPJ_UINT32 copenjpeg_resolutions(const opj_codestream_info_v2_t *info) {
    return info->m_default_tile_info.tccp_info == NULL ? 0 : info->m_default_tile_info.tccp_info[0].numresolutions;
}
