#include "jpeg_common.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "jpeg_spill.h"

// A JPEG of several scans needs all its coefficients until the last scan, two bytes each: more than the image itself.
// libjpeg reaches such arrays through three function pointers of its memory manager; these replacements keep them in a
// file, with a window of rows in memory.

enum {
    WINDOW_BYTES = 2 * 1024 * 1024, // for each component, unless libjpeg accesses more at a time
};

struct tk_jpeg_spilled_array {
    JDIMENSION width, height, max_access; // blocks in a row; rows; the most rows accessed at a time
    off_t offset;                        // where the array begins in the file
    JDIMENSION window_start, window_rows;
    int is_dirty;
    JBLOCK *blocks;
    JBLOCKROW *rows;
};

static size_t row_bytes(const tk_jpeg_spilled_array *array) {
    return (size_t)array->width * sizeof(JBLOCK);
}

static _Noreturn void raise_failure(tk_jpeg_spill *spill) {
    *spill->failure = errno;
    tk_jpeg_raise(spill->errors, TK_JPEG_SPILL_FAILED);
}

// MARK: The window

/// Rows of the window that are in the array; the last window may reach beyond it.
static JDIMENSION rows_in_window(const tk_jpeg_spilled_array *array) {
    JDIMENSION rest = array->height - array->window_start;
    return rest < array->window_rows ? rest : array->window_rows;
}

static void save_window(tk_jpeg_spill *spill, tk_jpeg_spilled_array *array) {
    const char *bytes = (const char *)array->blocks;
    off_t offset = array->offset + (off_t)array->window_start * (off_t)row_bytes(array);
    size_t rest = rows_in_window(array) * row_bytes(array);
    while (rest > 0) {
        ssize_t count = pwrite(spill->file, bytes, rest, offset);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            raise_failure(spill);
        }
        bytes += count;
        offset += count;
        rest -= (size_t)count;
    }
    array->is_dirty = 0;
}

static void load_window(tk_jpeg_spill *spill, tk_jpeg_spilled_array *array) {
    char *bytes = (char *)array->blocks;
    off_t offset = array->offset + (off_t)array->window_start * (off_t)row_bytes(array);
    size_t rest = rows_in_window(array) * row_bytes(array);
    while (rest > 0) {
        ssize_t count = pread(spill->file, bytes, rest, offset);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            raise_failure(spill);
        }
        if (count == 0) { // not written yet: coefficients are initially zero
            memset(bytes, 0, rest);
            return;
        }
        bytes += count;
        offset += count;
        rest -= (size_t)count;
    }
}

// MARK: libjpeg's three methods

static jvirt_barray_ptr request(
    j_common_ptr codec, int pool, boolean pre_zero, JDIMENSION width, JDIMENSION height, JDIMENSION max_access) {
    (void)pre_zero; // a hole in a file reads as zeros
    tk_jpeg_spill *spill = (tk_jpeg_spill *)codec->client_data;
    tk_jpeg_spilled_array *array = codec->mem->alloc_small(codec, pool, sizeof *array);
    memset(array, 0, sizeof *array);
    array->width = width;
    array->height = height;
    array->max_access = max_access;
    array->offset = spill->length;
    spill->length += (off_t)height * (off_t)row_bytes(array);
    if (spill->count == MAX_COMPONENTS) {
        errno = EOVERFLOW;
        raise_failure(spill);
    }
    spill->arrays[spill->count++] = array;
    return (jvirt_barray_ptr)array;
}

static void realize(j_common_ptr codec) {
    tk_jpeg_spill *spill = (tk_jpeg_spill *)codec->client_data;
    spill->realize_others(codec);
    for (int i = 0; i < spill->count; i++) {
        tk_jpeg_spilled_array *array = spill->arrays[i];
        if (array->blocks != NULL) {
            continue;
        }
        size_t rows = WINDOW_BYTES / row_bytes(array);
        rows = rows < array->max_access ? array->max_access : rows;
        rows = rows > array->height ? array->height : rows;
        array->window_rows = (JDIMENSION)rows;
        array->blocks = calloc(rows, row_bytes(array));
        array->rows = calloc(rows, sizeof *array->rows);
        if (array->blocks == NULL || array->rows == NULL) {
            tk_jpeg_raise(spill->errors, TK_JPEG_OUT_OF_MEMORY);
        }
        for (size_t row = 0; row < rows; row++) {
            array->rows[row] = array->blocks + row * array->width;
        }
    }
}

static JBLOCKARRAY access_rows(
    j_common_ptr codec, jvirt_barray_ptr pointer, JDIMENSION start, JDIMENSION count, boolean writable) {
    tk_jpeg_spill *spill = (tk_jpeg_spill *)codec->client_data;
    tk_jpeg_spilled_array *array = (tk_jpeg_spilled_array *)pointer;
    JDIMENSION end = start + count;
    if (end < start || end > array->height || count > array->window_rows) {
        errno = EINVAL;
        raise_failure(spill);
    }
    if (start < array->window_start || end > array->window_start + array->window_rows) {
        if (array->is_dirty) {
            save_window(spill, array);
        }
        // When moving down, the window begins above the requested rows, because libjpeg's block smoothing looks at rows
        // above; when moving up, it ends with the requested rows.
        if (start > array->window_start) {
            JDIMENSION above = array->window_rows / 4;
            above = above < array->window_rows - count ? above : array->window_rows - count;
            array->window_start = start > above ? start - above : 0;
        } else {
            array->window_start = end > array->window_rows ? end - array->window_rows : 0;
        }
        load_window(spill, array);
    }
    array->is_dirty |= writable;
    return array->rows + (start - array->window_start);
}

// MARK: Creating and destroying

void tk_jpeg_spill_install(tk_jpeg_spill *spill, j_common_ptr codec, tk_jpeg_errors *errors, int file, int *failure) {
    memset(spill, 0, sizeof *spill);
    spill->file = file;
    spill->errors = errors;
    spill->failure = failure;
    spill->realize_others = codec->mem->realize_virt_arrays;
    codec->client_data = spill;
    codec->mem->request_virt_barray = request;
    codec->mem->realize_virt_arrays = realize;
    codec->mem->access_virt_barray = access_rows;
}

void tk_jpeg_spill_locate(tk_jpeg_spill *spill, int number, tk_jpeg_spill_location *location) {
    tk_jpeg_spilled_array *array = number < spill->count ? spill->arrays[number] : NULL;
    if (array == NULL) {
        errno = EINVAL;
        raise_failure(spill);
    }
    if (array->is_dirty) {
        save_window(spill, array);
    }
    // Extend the file, so that blocks that were never written read as zeros.
    struct stat file;
    if (fstat(spill->file, &file) != 0 || (file.st_size < spill->length && ftruncate(spill->file, spill->length) != 0)) {
        raise_failure(spill);
    }
    *location = (tk_jpeg_spill_location){.offset = array->offset, .columns = array->width, .rows = array->height};
}

void tk_jpeg_spill_destroy(tk_jpeg_spill *spill) {
    for (int i = 0; i < spill->count; i++) {
        free(spill->arrays[i]->blocks);
        free(spill->arrays[i]->rows);
    }
    spill->count = 0;
}
