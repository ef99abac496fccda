#pragma once

#include <setjmp.h>
#include <stdio.h>
#include <jpeglib.h>
#include <jerror.h>

#include "include/jpeg.h"

/// libjpeg's error manager, with the place to go back to and what was said.
typedef struct {
    struct jpeg_error_mgr base; // first, so that libjpeg's pointer is ours
    jmp_buf trap;
    tk_jpeg_status status;
    int damage;
    int is_strict; // whether the first damage is an error
    char message[JMSG_LENGTH_MAX];
} tk_jpeg_errors;

/// Fills in the handlers: errors go to the trap, warnings are noted, nothing is printed.
void tk_jpeg_errors_install(tk_jpeg_errors *errors);
/// Forgets what was said about an earlier image.
void tk_jpeg_errors_clear(tk_jpeg_errors *errors);
/// What the stored components are.
tk_jpeg_color tk_jpeg_color_of(const struct jpeg_decompress_struct *codec);
/// Leaves libjpeg with a status of our own.
_Noreturn void tk_jpeg_raise(tk_jpeg_errors *errors, tk_jpeg_status status);
