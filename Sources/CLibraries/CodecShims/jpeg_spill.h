#pragma once

#include <sys/types.h>

#include "include/jpeg_coefficients.h"
#include "jpeg_common.h"

typedef struct tk_jpeg_spilled_array tk_jpeg_spilled_array;

/// The coefficient arrays of one decoder, kept in a file.
typedef struct {
    int file;
    int *failure; // where errno goes when the file fails
    tk_jpeg_errors *errors;
    off_t length;
    int count;
    tk_jpeg_spilled_array *arrays[MAX_COMPONENTS];
    void (*realize_others)(j_common_ptr codec); // libjpeg's own, for its sample arrays
} tk_jpeg_spill;

/// Makes libjpeg keep its coefficient arrays in `file`, an empty file of the caller's; before decoding starts.
void tk_jpeg_spill_install(tk_jpeg_spill *spill, j_common_ptr codec, tk_jpeg_errors *errors, int file, int *failure);
/// Where an array begins in the file, and its blocks across and down; all of them are in the file after this.
void tk_jpeg_spill_locate(tk_jpeg_spill *spill, int array, tk_jpeg_spill_location *location);
/// Frees the windows; before the codec itself is destroyed, which owns the records of the arrays.
void tk_jpeg_spill_destroy(tk_jpeg_spill *spill);
