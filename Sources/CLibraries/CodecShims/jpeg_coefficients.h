#pragma once

#include "include/jpeg_coefficients.h"
#include "jpeg_common.h"

typedef struct tk_jpeg_row_array tk_jpeg_row_array;

/// The coefficient arrays of a decoder of which one row of MCUs is in memory at a time.
typedef struct {
    uint32_t row;     // of MCUs, the one that is read
    int keeps_all;    // libjpeg keeps all coefficients then, and rows are copies
    int count;
    tk_jpeg_row_array *arrays[MAX_COMPONENTS];
    jvirt_barray_ptr (*request_whole)(j_common_ptr, int, boolean, JDIMENSION, JDIMENSION, JDIMENSION);
} tk_jpeg_coefficients;
