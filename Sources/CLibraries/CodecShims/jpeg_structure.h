#pragma once

#include "include/jpeg_coefficients.h"
#include "jpeg_common.h"

/// Describes an image's components; called after its header has been read.
void tk_jpeg_structure_of(const struct jpeg_decompress_struct *codec, tk_jpeg_structure *structure);
/// See tk_jpeg_decoder_scan.
int tk_jpeg_scan_of(const struct jpeg_decompress_struct *codec, tk_jpeg_scan *scan);
