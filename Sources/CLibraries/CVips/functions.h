#pragma once

// Loading libvips and its seventy dependencies takes as long as cutting a small image, and most images need none of
// them. So nothing links it: this header has its types and a table of its functions, which is filled on first use.
#include <dlfcn.h>
#include <vips/vips.h>

/// The functions that are called, without their common prefix.
///
/// Those of objects and operations, blob_get_type, image_get_type, image_new_from_memory_copy, image_copy_memory and
/// image_write_to_memory are for tests only.
#define TK_VIPS_FUNCTIONS(F) \
    F(init) F(leak_set) F(cache_set_max) F(operation_block_set) F(type_find) F(error_clear) F(error_buffer_copy) \
    F(area_unref) F(blob_copy) F(blob_get_type) F(profile_load) \
    F(object_build) F(object_set_argument_from_string) F(object_unref_outputs) F(operation_new) \
    F(source_new_from_file) F(source_new_from_blob) F(foreign_find_load_source) F(call) \
    F(image_new_from_memory) F(image_new_from_memory_copy) F(image_new_from_buffer) F(image_new_matrix_from_array) \
    F(image_get_type) F(image_get_typeof) F(image_get_int) F(image_get_blob) F(image_set_int) \
    F(image_set_blob_copy) F(image_remove) \
    F(image_copy_memory) F(image_write_to_memory) F(region_new) F(region_prepare) \
    F(format_sizeof) F(band_format_isint) F(band_format_isuint) F(band_format_iscomplex) \
    F(icc_is_compatible_profile) F(icc_transform) F(colourspace) F(scRGB2sRGB) F(recomb) \
    F(extract_band) F(bandjoin2) F(linear1) F(rint) F(cast) F(copy) F(heifsave_buffer) F(jxlsave_buffer) F(version)

/// Pointers to libvips' functions.
typedef struct tk_vips_functions {
#define TK_VIPS_POINTER(name) __typeof__(&vips_##name) name;
    TK_VIPS_FUNCTIONS(TK_VIPS_POINTER)
#undef TK_VIPS_POINTER
} tk_vips_functions;

typedef const tk_vips_functions *tk_vips;

_Static_assert(VIPS_LIBRARY_CURRENT - VIPS_LIBRARY_AGE == 42, "the library for these types has another name");
#define TK_VIPS_LIBRARY "libvips.so.42"

/// Loads libvips and looks up all functions; returns the reason for a failure, or NULL.
static inline const char *tk_vips_load_library(const char *file, tk_vips_functions *vips) {
    void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (!library) return dlerror();
#define TK_VIPS_POINTER(name) \
    vips->name = (__typeof__(&vips_##name)) dlsym(library, "vips_" #name); \
    if (!vips->name) return dlerror();
    TK_VIPS_FUNCTIONS(TK_VIPS_POINTER)
#undef TK_VIPS_POINTER
    return NULL;
}
