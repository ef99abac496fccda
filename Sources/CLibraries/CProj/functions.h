#pragma once

// Few images are in a coordinate system that needs PROJ, so nothing links it: this header has a table of its functions,
// which is filled on first use.
#include <dlfcn.h>
#include <proj.h>
#include <proj_experimental.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/// The functions that are called, without their common prefix.
#define TK_PROJ_FUNCTIONS(F) \
    F(context_create) F(context_destroy) F(context_errno) F(context_errno_string) F(context_set_enable_network) \
    F(context_set_fileapi) \
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

/// Whether PROJ may read a file: one in its folders, of which each has a colon before and after it in the text.
///
/// Coordinate systems come from images, and may name any file as a grid or as a list of parameters.
static inline int tk_proj_may_read(const char *file, const char *folders) {
    for (const char *part = file; (part = strstr(part, "..")); part += 2) {
        const int begins = part == file || part[-1] == '/';
        if (begins && (part[2] == '/' || part[2] == 0)) return 0;
    }
    for (const char *start = folders; *start == ':' && start[1];) {
        const char *end = strchr(++start, ':');
        if (!end) return 0;
        const size_t length = (size_t) (end - start);
        if (*start == '/' && !strncmp(file, start, length) && file[length] == '/') return 1;
        start = end;
    }
    return 0;
}

static inline PROJ_FILE_HANDLE *tk_proj_open(
    PJ_CONTEXT *context, const char *file, PROJ_OPEN_ACCESS access, void *folders) {
    (void) context;
    if (access != PROJ_OPEN_ACCESS_READ_ONLY || !tk_proj_may_read(file, (const char *) folders)) return NULL;
    return (PROJ_FILE_HANDLE *) fopen(file, "rbe");
}

static inline size_t tk_proj_read(PJ_CONTEXT *context, PROJ_FILE_HANDLE *file, void *buffer, size_t size, void *data) {
    (void) context, (void) data;
    return fread(buffer, 1, size, (FILE *) file);
}

static inline size_t tk_proj_write(
    PJ_CONTEXT *context, PROJ_FILE_HANDLE *file, const void *buffer, size_t size, void *data) {
    (void) context, (void) file, (void) buffer, (void) size, (void) data;
    return 0;
}

static inline int tk_proj_seek(PJ_CONTEXT *context, PROJ_FILE_HANDLE *file, long long offset, int whence, void *data) {
    (void) context, (void) data;
    return fseeko((FILE *) file, (off_t) offset, whence) == 0;
}

static inline unsigned long long tk_proj_tell(PJ_CONTEXT *context, PROJ_FILE_HANDLE *file, void *data) {
    (void) context, (void) data;
    const off_t offset = ftello((FILE *) file);
    return offset < 0 ? 0 : (unsigned long long) offset;
}

static inline void tk_proj_close(PJ_CONTEXT *context, PROJ_FILE_HANDLE *file, void *data) {
    (void) context, (void) data;
    fclose((FILE *) file);
}

static inline int tk_proj_exists(PJ_CONTEXT *context, const char *file, void *folders) {
    PROJ_FILE_HANDLE *opened = tk_proj_open(context, file, PROJ_OPEN_ACCESS_READ_ONLY, folders);
    if (opened) tk_proj_close(context, opened, folders);
    return opened != NULL;
}

static inline int tk_proj_refuse(PJ_CONTEXT *context, const char *file, void *data) {
    (void) context, (void) file, (void) data;
    return 0;
}

static inline int tk_proj_refuse_rename(PJ_CONTEXT *context, const char *file, const char *other, void *data) {
    (void) context, (void) file, (void) other, (void) data;
    return 0;
}

/// Lets a context read files of PROJ's folders only, and write none; returns whether that was possible.
///
/// `folders` has a colon before and after each, and stays as long as the context.
static inline int tk_proj_confine(const tk_proj_functions *proj, PJ_CONTEXT *context, char *folders) {
    static const PROJ_FILE_API files = {
        1, tk_proj_open, tk_proj_read, tk_proj_write, tk_proj_seek, tk_proj_tell, tk_proj_close, tk_proj_exists,
        tk_proj_refuse, tk_proj_refuse, tk_proj_refuse_rename,
    };
    return proj->context_set_fileapi(context, &files, folders);
}
