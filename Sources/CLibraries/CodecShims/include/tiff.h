#pragma once

#include <stddef.h>
#include <stdint.h>

/// A TIFF file open for reading, with the bytes it is read from and libtiff's messages about it. One thread uses it at
/// a time. It is written in C because libtiff passes messages as va_list, and prints those that no handler takes.
typedef struct tk_tiff tk_tiff;

/// Opens the file with `descriptor`, which the caller keeps, or, if that is negative, `size` bytes of memory, which
/// must outlive the handle. NULL if out of memory; tk_tiff_handle says whether the file is a TIFF.
tk_tiff *tk_tiff_open(int descriptor, const uint8_t *bytes, uint64_t size);
void tk_tiff_close(tk_tiff *tiff);

/// libtiff's handle (a TIFF *); NULL if libtiff could not open the file.
void *tk_tiff_handle(const tk_tiff *tiff);

/// The number of errors that libtiff has reported since they were last cleared. libtiff continues after some errors and
/// returns success.
size_t tk_tiff_error_count(const tk_tiff *tiff);
/// The first of these errors; "" if there is none.
const char *tk_tiff_message(const tk_tiff *tiff);
void tk_tiff_clear_errors(tk_tiff *tiff);
/// errno of the first read that failed, or 0.
int tk_tiff_errno(const tk_tiff *tiff);
