#pragma once

#include <stddef.h>
#include <stdint.h>

/// A writer of a JPEG file from top to bottom. One thread uses it at a time.
typedef struct tk_jpeg_row_writer tk_jpeg_row_writer;

/// Starts a baseline JPEG of 8-bit gray (1 channel) or RGB (3) pixels on an open file; NULL if out of memory. The first
/// call of tk_jpeg_row_writer_write reports a failure. The caller keeps the descriptor.
tk_jpeg_row_writer *tk_jpeg_row_writer_create(int descriptor, uint32_t width, uint32_t height, int channels,
                                              int quality, int subsample_chroma);

/// Encodes the next rows; 0 if they are written or buffered, else -1.
int tk_jpeg_row_writer_write(tk_jpeg_row_writer *writer, const uint8_t *rows, size_t stride, size_t count);

/// Ends the image after its last row; 0 if all is written, else -1.
int tk_jpeg_row_writer_finish(tk_jpeg_row_writer *writer);

/// The errno of the write that failed, or 0 if libjpeg raised the error.
int tk_jpeg_row_writer_errno(const tk_jpeg_row_writer *writer);

/// libjpeg's message; "" if there is none.
const char *tk_jpeg_row_writer_message(const tk_jpeg_row_writer *writer);

void tk_jpeg_row_writer_destroy(tk_jpeg_row_writer *writer);
