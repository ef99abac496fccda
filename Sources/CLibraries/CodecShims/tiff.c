#define _FILE_OFFSET_BITS 64

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tiffio.h>

#include "include/tiff.h"

/// More than any well-formed directory, or compressed block that is read into memory, needs; see tk_tiff_open.
static const tmsize_t largest_allocation = (tmsize_t)256 << 20;

struct tk_tiff {
    TIFF *handle;
    int descriptor;
    const uint8_t *bytes;
    uint64_t size;
    uint64_t position;
    size_t error_count;
    int read_errno;
    char message[256];
};

static void note(tk_tiff *tiff, const char *format, va_list values) {
    if (tiff->error_count++ == 0) {
        vsnprintf(tiff->message, sizeof tiff->message, format, values);
    }
}

static int take_error(TIFF *handle, void *user, const char *module, const char *format, va_list values) {
    note(user, format, values);
    return 1;
}

/// Warnings are about tags that do not matter, except those of libjpeg, which conceals damage with gray and warns.
static int take_warning(TIFF *handle, void *user, const char *module, const char *format, va_list values) {
    char text[256];
    va_list copy;
    va_copy(copy, values);
    vsnprintf(text, sizeof text, format, copy);
    va_end(copy);
    int is_jpeg = module && strcmp(module, "JPEGLib") == 0;
    int is_damage = strncmp(text, "Corrupt JPEG data", 17) == 0 || strncmp(text, "Premature end", 13) == 0;
    if (is_jpeg && is_damage && !strstr(text, "extraneous bytes")) {
        note(user, format, values);
    }
    return 1;
}

static tmsize_t read_bytes(thandle_t client, void *buffer, tmsize_t count) {
    tk_tiff *tiff = client;
    if (count <= 0 || tiff->position >= tiff->size) {
        return 0;
    }
    uint64_t left = tiff->size - tiff->position;
    size_t wanted = (uint64_t)count < left ? (size_t)count : (size_t)left;
    size_t got = 0;
    if (tiff->descriptor < 0) {
        memcpy(buffer, tiff->bytes + tiff->position, wanted);
        got = wanted;
    }
    while (got < wanted) {
        ssize_t step = pread(tiff->descriptor, (char *)buffer + got, wanted - got, (off_t)(tiff->position + got));
        if (step < 0 && errno == EINTR) {
            continue;
        }
        if (step < 0 && tiff->read_errno == 0) {
            tiff->read_errno = errno;
        }
        if (step <= 0) {
            break;
        }
        got += (size_t)step;
    }
    tiff->position += got;
    return (tmsize_t)got;
}

static tmsize_t write_bytes(thandle_t client, void *buffer, tmsize_t count) { return -1; }

static toff_t seek_to(thandle_t client, toff_t offset, int whence) {
    tk_tiff *tiff = client;
    switch (whence) {
    case SEEK_CUR: tiff->position += offset; break;
    case SEEK_END: tiff->position = tiff->size + offset; break;
    default: tiff->position = offset;
    }
    return tiff->position;
}

static int close_nothing(thandle_t client) { return 0; }

static toff_t size_of(thandle_t client) { return ((tk_tiff *)client)->size; }

/// Memory is read in place.
static int map(thandle_t client, void **base, toff_t *size) {
    tk_tiff *tiff = client;
    if (tiff->descriptor >= 0) {
        return 0;
    }
    *base = (void *)tiff->bytes;
    *size = tiff->size;
    return 1;
}

static void unmap(thandle_t client, void *base, toff_t size) {}

tk_tiff *tk_tiff_open(int descriptor, const uint8_t *bytes, uint64_t size) {
    tk_tiff *tiff = calloc(1, sizeof *tiff);
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (!tiff || !options) {
        free(tiff);
        if (options) {
            TIFFOpenOptionsFree(options);
        }
        return NULL;
    }
    tiff->descriptor = descriptor;
    tiff->bytes = bytes;
    tiff->size = size;
    TIFFOpenOptionsSetErrorHandlerExtR(options, take_error, tiff);
    TIFFOpenOptionsSetWarningHandlerExtR(options, take_warning, tiff);
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, largest_allocation);
    // "c" keeps strips as they are in the file; libtiff would split a large one into a table of thousands.
    tiff->handle = TIFFClientOpenExt("", descriptor < 0 ? "rc" : "rcm", tiff, read_bytes, write_bytes, seek_to,
                                     close_nothing, size_of, map, unmap, options);
    TIFFOpenOptionsFree(options);
    return tiff;
}

void tk_tiff_close(tk_tiff *tiff) {
    if (tiff->handle) {
        TIFFClose(tiff->handle);
    }
    free(tiff);
}

void *tk_tiff_handle(const tk_tiff *tiff) { return tiff->handle; }

size_t tk_tiff_error_count(const tk_tiff *tiff) { return tiff->error_count; }

const char *tk_tiff_message(const tk_tiff *tiff) { return tiff->message; }

void tk_tiff_clear_errors(tk_tiff *tiff) {
    tiff->error_count = 0;
    tiff->message[0] = 0;
}

int tk_tiff_errno(const tk_tiff *tiff) { return tiff->read_errno; }
