#pragma once

#include "include/jpeg_coefficients.h"
#include "jpeg_common.h"

typedef struct tk_jpeg_row_array tk_jpeg_row_array;

/// The coefficient arrays of a decoder, with one MCU row in memory at a time.
typedef struct {
    uint32_t row;     // the MCU row that is read
    int keeps_all;    // libjpeg keeps all coefficients, and rows are copied
    int count;
    tk_jpeg_row_array *arrays[MAX_COMPONENTS];
    jvirt_barray_ptr (*request_whole)(j_common_ptr, int, boolean, JDIMENSION, JDIMENSION, JDIMENSION);
} tk_jpeg_coefficients;
