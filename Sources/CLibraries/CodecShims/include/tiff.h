#pragma once

#include <stddef.h>
#include <stdint.h>

/// A TIFF file opened for reading, the bytes it is read from, and what libtiff said about it. One thread uses it at a
/// time. It exists because libtiff passes its messages as va_list, and prints those that nobody takes.
typedef struct tk_tiff tk_tiff;

/// Opens the file with `descriptor`, which stays the caller's, or, if that is negative, `size` bytes of memory, which
/// must outlive the handle. NULL without memory; whether it is a TIFF tells tk_tiff_handle.
tk_tiff *tk_tiff_open(int descriptor, const uint8_t *bytes, uint64_t size);
void tk_tiff_close(tk_tiff *tiff);

/// libtiff's own handle (a TIFF *); NULL when it could not make sense of the file.
void *tk_tiff_handle(const tk_tiff *tiff);

/// How many errors libtiff has reported since they were last forgotten. It goes on after some and returns success.
size_t tk_tiff_error_count(const tk_tiff *tiff);
/// The first of them; "" if there is none.
const char *tk_tiff_message(const tk_tiff *tiff);
void tk_tiff_clear_errors(tk_tiff *tiff);
/// errno of the first read that failed, or 0.
int tk_tiff_errno(const tk_tiff *tiff);
