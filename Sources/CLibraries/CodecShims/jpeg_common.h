#pragma once

#include <setjmp.h>
#include <stdio.h>
#include <jpeglib.h>
#include <jerror.h>

#include "include/jpeg.h"

/// libjpeg's error manager, with the jump target, the damage and the message.
typedef struct {
    struct jpeg_error_mgr base; // first, so that libjpeg's pointer can be cast
    jmp_buf trap;
    tk_jpeg_status status;
    int damage;
    int damaged_row; // the first pixel row of the MCU row with the first damage, counted from 1; 0 if unknown
    int is_row_exact; // whether `damaged_row` is that of what could not be decoded, not of what was read ahead
    int is_strict; // whether damage is an error
    int has_reached_end; // whether the data has ended where libjpeg expected more of it
    int skipped_bytes; // whether extraneous bytes before a marker have been skipped
    char message[JMSG_LENGTH_MAX];
} tk_jpeg_errors;

/// Installs the handlers: errors jump to the trap, damage is recorded, nothing is printed.
void tk_jpeg_errors_install(tk_jpeg_errors *errors);
/// Makes a decompressor read from `source` with `fill`; the caller sets the first bytes.
void tk_jpeg_source_install(
    struct jpeg_source_mgr *source, j_decompress_ptr codec, boolean (*fill)(j_decompress_ptr codec));
/// What `fill` provides at the end of the data, so that libjpeg can finish the rows it has.
extern const JOCTET tk_jpeg_end_of_image[2];
/// The beginning of EXIF data in its marker.
extern const char tk_jpeg_exif_name[6];
/// Whether an image is stored as YCbCr with chroma at half the resolution in both directions (4:2:0).
int tk_jpeg_is_ycbcr420(const struct jpeg_decompress_struct *codec);
/// The kind of the stored components.
tk_jpeg_color tk_jpeg_color_of(const struct jpeg_decompress_struct *codec);
/// Leaves libjpeg with a status by jumping to the trap.
_Noreturn void tk_jpeg_raise(tk_jpeg_errors *errors, tk_jpeg_status status);
