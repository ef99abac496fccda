#pragma once

#include "jpeg_common.h"

/// The destination of a compressor: a file, or memory that grows, reused from tile to tile.
typedef struct {
    struct jpeg_destination_mgr base; // first, so that libjpeg's pointer can be cast
    tk_jpeg_errors *errors;
    int descriptor; // -1 when writing to memory
    int failure; // errno
    JOCTET *bytes;
    size_t capacity;
    size_t length; // of a finished tile
} tk_jpeg_output;

/// Makes a compressor write to `output`. Jumps to the trap of `errors` when memory runs out, now and later.
void tk_jpeg_output_install(tk_jpeg_output *output, j_compress_ptr codec, tk_jpeg_errors *errors);
void tk_jpeg_output_destroy(tk_jpeg_output *output);

/// The metadata of every tile: an ICC profile, and EXIF with its "Exif\0\0".
typedef struct {
    uint8_t *profile;
    size_t profile_length;
    uint8_t *exif;
    size_t exif_length;
} tk_jpeg_metadata;

/// Copies both; EXIF that is too long for a marker is dropped.
tk_jpeg_status tk_jpeg_metadata_set(
    tk_jpeg_metadata *metadata, const uint8_t *profile, size_t profile_length, const uint8_t *exif, size_t exif_length);
/// Writes the markers; called after the header has been written.
void tk_jpeg_metadata_write(const tk_jpeg_metadata *metadata, j_compress_ptr codec);
void tk_jpeg_metadata_destroy(tk_jpeg_metadata *metadata);
