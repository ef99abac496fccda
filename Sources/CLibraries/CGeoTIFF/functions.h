#pragma once

// Few GeoTIFFs define a coordinate system of their own, so nothing links libgeotiff: this header has a table of its
// functions, which is filled on first use.
#include <dlfcn.h>
#include <geotiff/geo_normalize.h>
#include <geotiff/geo_simpletags.h>
#include <geotiff/geotiff.h>
#include <stddef.h>

/// The functions that are called.
#define TK_GEOTIFF_FUNCTIONS(F) \
    F(ST_Create) F(ST_SetKey) F(ST_Destroy) F(GTIFNewSimpleTags) F(GTIFFree) F(GTIFAllocDefn) F(GTIFFreeDefn) \
    F(GTIFGetDefn) F(GTIFGetPROJContext)

/// Pointers to libgeotiff's functions.
typedef struct tk_geotiff_functions {
#define TK_GEOTIFF_POINTER(name) __typeof__(&name) name;
    TK_GEOTIFF_FUNCTIONS(TK_GEOTIFF_POINTER)
#undef TK_GEOTIFF_POINTER
    /// Sets what PROJ prints (proj_log_level): the PROJ that libgeotiff is linked with, which may be another than ours.
    int (*log_level)(void *context, int level);
} tk_geotiff_functions;

/// The library's name.
#define TK_GEOTIFF_LIBRARY "libgeotiff.so.5"

/// Loads libgeotiff and looks up all functions; returns the reason for a failure, or NULL.
static inline const char *tk_geotiff_load_library(const char *file, tk_geotiff_functions *geotiff) {
    void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (!library) return dlerror();
#define TK_GEOTIFF_POINTER(name) \
    geotiff->name = (__typeof__(&name)) dlsym(library, #name); \
    if (!geotiff->name) return dlerror();
    TK_GEOTIFF_FUNCTIONS(TK_GEOTIFF_POINTER)
#undef TK_GEOTIFF_POINTER
    geotiff->log_level = (int (*)(void *, int)) dlsym(library, "proj_log_level");
    return geotiff->log_level ? NULL : dlerror();
}

/// The number of parameters of a projection.
static inline int tk_geotiff_parameter_count(const GTIFDefn *definition) {
    int count = definition->nParms;
    return count < 0 ? 0 : count < MAX_GTIF_PROJPARMS ? count : MAX_GTIF_PROJPARMS;
}

/// The key of a parameter of a projection. Swift has no subscript for arrays of C.
static inline int tk_geotiff_parameter_key(const GTIFDefn *definition, int index) {
    return definition->ProjParmId[index];
}

/// The value of a parameter of a projection: degrees, meters or a ratio.
static inline double tk_geotiff_parameter_value(const GTIFDefn *definition, int index) {
    return definition->ProjParm[index];
}

/// A parameter of the shift to WGS 84.
static inline double tk_geotiff_shift(const GTIFDefn *definition, int index) {
    return definition->TOWGS84[index];
}
