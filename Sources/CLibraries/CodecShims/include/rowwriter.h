#pragma once

#include <stddef.h>
#include <stdint.h>

/// A JPEG file that is being written from top to bottom. One thread uses it at a time.
typedef struct tk_jpeg_row_writer tk_jpeg_row_writer;

/// Starts a baseline JPEG of 8-bit gray (1 channel) or RGB (3) pixels on an open file; NULL without memory.
/// A failure shows in the first call of tk_jpeg_row_writer_write. The descriptor stays the caller's.
tk_jpeg_row_writer *tk_jpeg_row_writer_create(int descriptor, uint32_t width, uint32_t height, int channels,
                                              int quality, int subsample_chroma);

/// Encodes the next rows; 0 when they are written or buffered, else -1.
int tk_jpeg_row_writer_write(tk_jpeg_row_writer *writer, const uint8_t *rows, size_t stride, size_t count);

/// Ends the image after its last row; 0 when all is written, else -1.
int tk_jpeg_row_writer_finish(tk_jpeg_row_writer *writer);

/// The errno of the write that failed, or 0 when libjpeg itself refused.
int tk_jpeg_row_writer_errno(const tk_jpeg_row_writer *writer);

/// What libjpeg said; empty when it said nothing.
const char *tk_jpeg_row_writer_message(const tk_jpeg_row_writer *writer);

void tk_jpeg_row_writer_destroy(tk_jpeg_row_writer *writer);
