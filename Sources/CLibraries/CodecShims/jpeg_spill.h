#pragma once

#include <sys/types.h>

#include "include/jpeg_coefficients.h"
#include "jpeg_common.h"

typedef struct tk_jpeg_spilled_array tk_jpeg_spilled_array;

/// The coefficient arrays of one decoder, kept in a file.
typedef struct {
    int file;
    int *failure; // receives errno when the file fails
    tk_jpeg_errors *errors;
    off_t length;
    int count;
    tk_jpeg_spilled_array *arrays[MAX_COMPONENTS];
    void (*realize_others)(j_common_ptr codec); // libjpeg's method, for its sample arrays
} tk_jpeg_spill;

/// Makes libjpeg keep its coefficient arrays in `file`, an empty file that the caller keeps; called before decoding
/// starts.
void tk_jpeg_spill_install(tk_jpeg_spill *spill, j_common_ptr codec, tk_jpeg_errors *errors, int file, int *failure);
/// Flushes an array to the file, and locates it there with its size in blocks.
void tk_jpeg_spill_locate(tk_jpeg_spill *spill, int array, tk_jpeg_spill_location *location);
/// Frees the windows; called before the codec is destroyed, which owns the records of the arrays.
void tk_jpeg_spill_destroy(tk_jpeg_spill *spill);
