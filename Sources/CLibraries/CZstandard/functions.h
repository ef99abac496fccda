#pragma once

// Only Zarr arrays need Zstandard, so nothing links it: this header declares the functions of its stable interface that are
// called (zstd.h, version 1.4.0 and later), and has a table of them, which is filled on first use.
#include <dlfcn.h>
#include <stddef.h>

typedef struct ZSTD_CCtx_s ZSTD_CCtx;
typedef struct ZSTD_DCtx_s ZSTD_DCtx;
ZSTD_CCtx *ZSTD_createCCtx(void);
size_t ZSTD_freeCCtx(ZSTD_CCtx *context);
size_t ZSTD_CCtx_setParameter(ZSTD_CCtx *context, int parameter, int value);
size_t ZSTD_compress2(ZSTD_CCtx *context, void *target, size_t capacity, const void *source, size_t count);
size_t ZSTD_compressBound(size_t count);
ZSTD_DCtx *ZSTD_createDCtx(void);
size_t ZSTD_freeDCtx(ZSTD_DCtx *context);
size_t ZSTD_decompressDCtx(ZSTD_DCtx *context, void *target, size_t capacity, const void *source, size_t count);
unsigned long long ZSTD_getFrameContentSize(const void *source, size_t count);
unsigned ZSTD_isError(size_t result);
const char *ZSTD_versionString(void);

/// The parameters of a compression: ZSTD_c_compressionLevel and ZSTD_c_checksumFlag.
#define TK_ZSTD_COMPRESSION_LEVEL 100
#define TK_ZSTD_CHECKSUM 201
/// The content size of a frame that does not state it: ZSTD_CONTENTSIZE_UNKNOWN.
#define TK_ZSTD_UNKNOWN_SIZE (~0ULL)

/// The functions that are called, without their common prefix.
#define TK_ZSTD_FUNCTIONS(F) \
    F(createCCtx) F(freeCCtx) F(CCtx_setParameter) F(compress2) F(compressBound) \
    F(createDCtx) F(freeDCtx) F(decompressDCtx) F(getFrameContentSize) F(isError) \
    F(versionString)

/// Pointers to Zstandard's functions.
typedef struct tk_zstd_functions {
#define TK_ZSTD_POINTER(name) __typeof__(&ZSTD_##name) name;
    TK_ZSTD_FUNCTIONS(TK_ZSTD_POINTER)
#undef TK_ZSTD_POINTER
} tk_zstd_functions;

/// The name of the library, which has not changed since version 1.0.
#define TK_ZSTD_LIBRARY "libzstd.so.1"

/// Loads Zstandard and looks up all functions; returns the reason for a failure, or NULL.
static inline const char *tk_zstd_load_library(const char *file, tk_zstd_functions *zstd) {
    void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (!library) return dlerror();
#define TK_ZSTD_POINTER(name) \
    zstd->name = (__typeof__(&ZSTD_##name)) dlsym(library, "ZSTD_" #name); \
    if (!zstd->name) return dlerror();
    TK_ZSTD_FUNCTIONS(TK_ZSTD_POINTER)
#undef TK_ZSTD_POINTER
    return NULL;
}
