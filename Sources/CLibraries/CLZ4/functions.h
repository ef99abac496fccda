#pragma once

// Only Zarr arrays need LZ4, so nothing links it: this header declares the functions of its stable interface that are called
// (lz4.h, version 1.7.5 and later), and has a table of them, which is filled on first use.
#include <dlfcn.h>
#include <stddef.h>

int LZ4_compress_fast(const char *source, char *target, int count, int capacity, int acceleration);
int LZ4_compressBound(int count);
int LZ4_decompress_safe(const char *source, char *target, int count, int capacity);
const char *LZ4_versionString(void);

/// The most bytes of a buffer before compression: LZ4_MAX_INPUT_SIZE.
#define TK_LZ4_LIMIT 0x7E000000

/// The functions that are called, without their common prefix.
#define TK_LZ4_FUNCTIONS(F) F(compress_fast) F(compressBound) F(decompress_safe) F(versionString)

/// Pointers to LZ4's functions.
typedef struct tk_lz4_functions {
#define TK_LZ4_POINTER(name) __typeof__(&LZ4_##name) name;
    TK_LZ4_FUNCTIONS(TK_LZ4_POINTER)
#undef TK_LZ4_POINTER
} tk_lz4_functions;

/// The name of the library, which has not changed since version 1.7.
#define TK_LZ4_LIBRARY "liblz4.so.1"

/// Loads LZ4 and looks up all functions; returns the reason for a failure, or NULL.
static inline const char *tk_lz4_load_library(const char *file, tk_lz4_functions *lz4) {
    void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (!library) return dlerror();
#define TK_LZ4_POINTER(name) \
    lz4->name = (__typeof__(&LZ4_##name)) dlsym(library, "LZ4_" #name); \
    if (!lz4->name) return dlerror();
    TK_LZ4_FUNCTIONS(TK_LZ4_POINTER)
#undef TK_LZ4_POINTER
    return NULL;
}
