#pragma once

#include <openjpeg.h>

// The parameters contain arrays of file names, of a length that Swift does not import.
static inline OPJ_BOOL copenjpeg_setup_decoder(opj_codec_t *codec, OPJ_UINT32 reduction) {
    opj_dparameters_t parameters;
    opj_set_default_decoder_parameters(&parameters);
    parameters.cp_reduce = reduction;
    return opj_setup_decoder(codec, &parameters);
}

// The number of resolutions of a tile, from the main header; 0 without memory.
static inline OPJ_UINT32 copenjpeg_resolution_count(const opj_codestream_info_v2_t *info) {
    return info->m_default_tile_info.tccp_info == NULL ? 0 : info->m_default_tile_info.tccp_info[0].numresolutions;
}

// Sets up encoding of a tile of a pyramid in one layer: lossless with the reversible transform, or with the irreversible
// one to this signal-to-noise ratio in dB, if that is above 0.
static inline OPJ_BOOL copenjpeg_setup_tile_encoder(
    opj_codec_t *codec, opj_image_t *image, OPJ_BOOL uses_mct, OPJ_INT32 resolutions, float psnr) {
    opj_cparameters_t parameters;
    opj_set_default_encoder_parameters(&parameters);
    parameters.tcp_numlayers = 1;
    parameters.tcp_mct = uses_mct ? 1 : 0;
    parameters.numresolution = resolutions;
    if (psnr > 0) {
        parameters.irreversible = 1;
        parameters.cp_fixed_quality = 1;
        parameters.tcp_distoratio[0] = psnr;
    } else {
        parameters.cp_disto_alloc = 1;
    }
    return opj_setup_encoder(codec, &parameters, image);
}

// Sets up lossless encoding, for tests: with the multiple component transform, the number of resolutions, the side of
// code-blocks, the sides of tiles (0 for a single tile), the start of the first one, and a tile-part for each resolution.
static inline OPJ_BOOL copenjpeg_setup_encoder(
    opj_codec_t *codec, opj_image_t *image, OPJ_BOOL uses_mct, OPJ_INT32 resolutions, OPJ_INT32 block,
    OPJ_INT32 tile_width, OPJ_INT32 tile_height, OPJ_INT32 tile_x, OPJ_INT32 tile_y, OPJ_BOOL has_tile_parts) {
    opj_cparameters_t parameters;
    opj_set_default_encoder_parameters(&parameters);
    parameters.tcp_numlayers = 1;
    parameters.cp_disto_alloc = 1;
    parameters.tcp_mct = uses_mct ? 1 : 0;
    parameters.numresolution = resolutions;
    parameters.cblockw_init = block;
    parameters.cblockh_init = block;
    parameters.tile_size_on = tile_width > 0;
    parameters.cp_tdx = tile_width;
    parameters.cp_tdy = tile_height;
    parameters.cp_tx0 = tile_x;
    parameters.cp_ty0 = tile_y;
    parameters.tp_on = has_tile_parts ? 1 : 0;
    parameters.tp_flag = 'R';
    return opj_setup_encoder(codec, &parameters, image);
}
