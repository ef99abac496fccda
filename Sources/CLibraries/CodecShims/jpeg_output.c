#include "jpeg_output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    FIRST_CAPACITY = 64 * 1024,  // a 256-pixel tile of a photograph is 10 to 40 KB
    MARKER_LIMIT = 0xFFFF - 2,   // a marker's length counts its own two bytes
};

// MARK: Bytes

static void begin(j_compress_ptr codec) {
    tk_jpeg_output *output = (tk_jpeg_output *)codec->dest;
    output->base.next_output_byte = output->bytes;
    output->base.free_in_buffer = output->capacity;
}

static void write_file(tk_jpeg_output *output, size_t count) {
    const JOCTET *next = output->bytes;
    while (count > 0) {
        ssize_t written = write(output->descriptor, next, count);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            output->failure = errno;
            tk_jpeg_raise(output->errors, TK_JPEG_WRITE_FAILED);
        }
        next += written;
        count -= (size_t)written;
    }
}

// libjpeg calls this when the buffer is full, whatever free_in_buffer says.
static boolean make_room(j_compress_ptr codec) {
    tk_jpeg_output *output = (tk_jpeg_output *)codec->dest;
    if (output->descriptor >= 0) {
        write_file(output, output->capacity);
        begin(codec);
        return TRUE;
    }
    JOCTET *larger = realloc(output->bytes, output->capacity * 2);
    if (larger == NULL) {
        tk_jpeg_raise(output->errors, TK_JPEG_OUT_OF_MEMORY);
    }
    output->base.next_output_byte = larger + output->capacity;
    output->base.free_in_buffer = output->capacity;
    output->bytes = larger;
    output->capacity *= 2;
    return TRUE;
}

static void end(j_compress_ptr codec) {
    tk_jpeg_output *output = (tk_jpeg_output *)codec->dest;
    output->length = output->capacity - output->base.free_in_buffer;
    if (output->descriptor >= 0) {
        write_file(output, output->length);
    }
}

void tk_jpeg_output_install(tk_jpeg_output *output, j_compress_ptr codec, tk_jpeg_errors *errors) {
    output->errors = errors;
    output->descriptor = -1;
    output->base.init_destination = begin;
    output->base.empty_output_buffer = make_room;
    output->base.term_destination = end;
    output->capacity = FIRST_CAPACITY;
    output->bytes = malloc(output->capacity);
    if (output->bytes == NULL) {
        tk_jpeg_raise(errors, TK_JPEG_OUT_OF_MEMORY);
    }
    codec->dest = &output->base;
}

void tk_jpeg_output_destroy(tk_jpeg_output *output) {
    free(output->bytes);
}

// MARK: Metadata

tk_jpeg_status tk_jpeg_metadata_set(
    tk_jpeg_metadata *metadata, const uint8_t *profile, size_t profile_length, const uint8_t *exif,
    size_t exif_length) {
    if (profile_length > 0) {
        metadata->profile = malloc(profile_length);
        if (metadata->profile == NULL) {
            return TK_JPEG_OUT_OF_MEMORY;
        }
        memcpy(metadata->profile, profile, profile_length);
        metadata->profile_length = profile_length;
    }
    if (exif_length > 0 && exif_length + sizeof tk_jpeg_exif_name <= MARKER_LIMIT) {
        metadata->exif = malloc(exif_length + sizeof tk_jpeg_exif_name);
        if (metadata->exif == NULL) {
            return TK_JPEG_OUT_OF_MEMORY;
        }
        memcpy(metadata->exif, tk_jpeg_exif_name, sizeof tk_jpeg_exif_name);
        memcpy(metadata->exif + sizeof tk_jpeg_exif_name, exif, exif_length);
        metadata->exif_length = exif_length + sizeof tk_jpeg_exif_name;
    }
    return TK_JPEG_OK;
}

void tk_jpeg_metadata_write(const tk_jpeg_metadata *metadata, j_compress_ptr codec) {
    if (metadata->exif_length > 0) {
        jpeg_write_marker(codec, JPEG_APP0 + 1, metadata->exif, (unsigned int)metadata->exif_length);
    }
    if (metadata->profile_length > 0) {
        jpeg_write_icc_profile(codec, metadata->profile, (unsigned int)metadata->profile_length);
    }
}

void tk_jpeg_metadata_destroy(tk_jpeg_metadata *metadata) {
    free(metadata->profile);
    free(metadata->exif);
}
