#pragma once

#include "jpeg_coefficients.h"
#include "jpeg_common.h"
#include "jpeg_spill.h"

struct tk_jpeg_decoder {
    struct jpeg_decompress_struct codec;
    tk_jpeg_errors errors;
    struct jpeg_source_mgr source;
    int descriptor; // -1 when reading from memory
    int failure; // errno
    tk_jpeg_spill spill;
    tk_jpeg_coefficients coefficients;
    JOCTET *buffer;
    JOCTET *profile;
};
