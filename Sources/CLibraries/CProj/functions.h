#pragma once

// Few images are in a coordinate system that needs PROJ, so nothing links it: this header has a table of its functions,
// which is filled on first use.
#include <dlfcn.h>
#include <proj.h>
#include <proj_experimental.h>
#include <stddef.h>

/// The functions that are called, without their common prefix.
#define TK_PROJ_FUNCTIONS(F) \
    F(context_create) F(context_destroy) F(context_errno) F(context_errno_string) F(context_set_enable_network) \
    F(log_level) F(create) F(is_crs) F(create_crs_to_crs_from_pj) F(normalize_for_visualization) F(destroy) \
    F(trans_generic) F(info) F(get_type) F(get_name) F(get_id_auth_name) F(get_id_code) F(get_source_crs) \
    F(crs_get_sub_crs) F(crs_get_coordinate_system) F(cs_get_axis_info) F(is_equivalent_to_with_ctx) F(as_wkt) \
    F(crs_alter_geodetic_crs) F(crs_alter_cs_linear_unit) F(query_geodetic_crs_from_datum) F(list_get_count) F(list_get) \
    F(list_destroy) F(get_prime_meridian) F(prime_meridian_get_parameters) F(is_deprecated)

/// Pointers to PROJ's functions.
typedef struct tk_proj_functions {
#define TK_PROJ_POINTER(name) __typeof__(&proj_##name) name;
    TK_PROJ_FUNCTIONS(TK_PROJ_POINTER)
#undef TK_PROJ_POINTER
} tk_proj_functions;

/// The library's names: of PROJ 9, and of PROJ 8, which has the same functions.
#define TK_PROJ_LIBRARY "libproj.so.25"
#define TK_PROJ_8_LIBRARY "libproj.so.22"

/// Loads PROJ and looks up all functions; returns the reason for a failure, or NULL.
static inline const char *tk_proj_load_library(const char *file, tk_proj_functions *proj) {
    void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (!library) return dlerror();
#define TK_PROJ_POINTER(name) \
    proj->name = (__typeof__(&proj_##name)) dlsym(library, "proj_" #name); \
    if (!proj->name) return dlerror();
    TK_PROJ_FUNCTIONS(TK_PROJ_POINTER)
#undef TK_PROJ_POINTER
    return NULL;
}
