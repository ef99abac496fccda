#pragma once

#include "jpeg_common.h"

/// Where a compressor's bytes go: memory that grows and serves one tile after the other.
typedef struct {
    struct jpeg_destination_mgr base; // first, so that libjpeg's pointer is ours
    tk_jpeg_errors *errors;
    JOCTET *bytes;
    size_t capacity;
    size_t length; // when a tile is finished
} tk_jpeg_output;

/// Makes a compressor write there. Leaves by the trap of `errors` when there is no memory, now and later.
void tk_jpeg_output_install(tk_jpeg_output *output, j_compress_ptr codec, tk_jpeg_errors *errors);
void tk_jpeg_output_destroy(tk_jpeg_output *output);

/// What goes into every tile: an ICC profile and EXIF, with its "Exif\0\0".
typedef struct {
    uint8_t *profile;
    size_t profile_length;
    uint8_t *exif;
    size_t exif_length;
} tk_jpeg_metadata;

/// Copies both; EXIF that is too long for a marker is left out.
tk_jpeg_status tk_jpeg_metadata_set(
    tk_jpeg_metadata *metadata, const uint8_t *profile, size_t profile_length, const uint8_t *exif, size_t exif_length);
/// Writes the markers, after the header.
void tk_jpeg_metadata_write(const tk_jpeg_metadata *metadata, j_compress_ptr codec);
void tk_jpeg_metadata_destroy(tk_jpeg_metadata *metadata);
