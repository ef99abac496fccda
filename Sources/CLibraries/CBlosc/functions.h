#pragma once

// Only Zarr arrays need Blosc, so nothing links it: this header declares the functions of its interface that are called
// (blosc.h, version 1.16 and later), and has a table of them, which is filled on first use.
#include <dlfcn.h>
#include <stddef.h>

int blosc_compress_ctx(
    int level, int shuffle, size_t type_size, size_t count, const void *source, void *target, size_t capacity,
    const char *compressor, size_t block_size, int threads);
int blosc_decompress_ctx(const void *source, void *target, size_t capacity, int threads);
int blosc_cbuffer_validate(const void *source, size_t source_count, size_t *count);
const char *blosc_get_version_string(void);

/// The most bytes that a buffer grows: BLOSC_MAX_OVERHEAD.
#define TK_BLOSC_OVERHEAD 16
/// The most bytes of a buffer before compression: BLOSC_MAX_BUFFERSIZE.
#define TK_BLOSC_LIMIT (0x7fffffff - TK_BLOSC_OVERHEAD)

/// The functions that are called, without their common prefix.
#define TK_BLOSC_FUNCTIONS(F) F(compress_ctx) F(decompress_ctx) F(cbuffer_validate) F(get_version_string)

/// Pointers to Blosc's functions.
typedef struct tk_blosc_functions {
#define TK_BLOSC_POINTER(name) __typeof__(&blosc_##name) name;
    TK_BLOSC_FUNCTIONS(TK_BLOSC_POINTER)
#undef TK_BLOSC_POINTER
} tk_blosc_functions;

/// The name of the library, which has not changed since version 1.0.
#define TK_BLOSC_LIBRARY "libblosc.so.1"

/// Loads Blosc and looks up all functions; returns the reason for a failure, or NULL.
static inline const char *tk_blosc_load_library(const char *file, tk_blosc_functions *blosc) {
    void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (!library) return dlerror();
#define TK_BLOSC_POINTER(name) \
    blosc->name = (__typeof__(&blosc_##name)) dlsym(library, "blosc_" #name); \
    if (!blosc->name) return dlerror();
    TK_BLOSC_FUNCTIONS(TK_BLOSC_POINTER)
#undef TK_BLOSC_POINTER
    return NULL;
}
