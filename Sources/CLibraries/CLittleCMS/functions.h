#pragma once

// Few images have a color profile that needs Little CMS, so nothing links it: this header has its types and a table of
// its functions, which is filled on first use.
#include <dlfcn.h>
#include <lcms2.h>
#include <stddef.h>

/// The functions that are called, without their common prefix.
#define TK_CMS_FUNCTIONS(F) \
    F(OpenProfileFromMem) F(CloseProfile) F(Create_sRGBProfile) F(CreateRGBProfile) F(GetColorSpace) F(ChannelsOf) \
    F(IsIntentSupported) F(GetHeaderRenderingIntent) F(IsMatrixShaper) F(IsCLUT) F(BuildGamma) F(FreeToneCurve) \
    F(CreateTransform) F(DeleteTransform) F(DoTransform)

/// Pointers to Little CMS's functions.
typedef struct tk_cms_functions {
#define TK_CMS_POINTER(name) __typeof__(&cms##name) name;
    TK_CMS_FUNCTIONS(TK_CMS_POINTER)
#undef TK_CMS_POINTER
} tk_cms_functions;

/// The name of the library, which has not changed since version 2.0.
#define TK_CMS_LIBRARY "liblcms2.so.2"

/// Loads Little CMS and looks up all functions; returns the reason for a failure, or NULL.
static inline const char *tk_cms_load_library(const char *file, tk_cms_functions *cms) {
    void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (!library) return dlerror();
#define TK_CMS_POINTER(name) \
    cms->name = (__typeof__(&cms##name)) dlsym(library, "cms" #name); \
    if (!cms->name) return dlerror();
    TK_CMS_FUNCTIONS(TK_CMS_POINTER)
#undef TK_CMS_POINTER
    return NULL;
}

/// The description of interleaved samples (`TYPE_RGB_8` and the like) with any number of channels.
static inline cmsUInt32Number tk_cms_format(int channels, int extra, int bytes) {
    return COLORSPACE_SH(PT_ANY) | CHANNELS_SH(channels) | EXTRA_SH(extra) | BYTES_SH(bytes);
}

/// Relative colorimetric, or the intent that an input profile names when it has no tables for that.
static inline cmsUInt32Number tk_cms_intent(const tk_cms_functions *cms, cmsHPROFILE profile) {
    cmsUInt32Number own = cms->GetHeaderRenderingIntent(profile);
    if (cms->IsIntentSupported(profile, INTENT_RELATIVE_COLORIMETRIC, LCMS_USED_AS_INPUT)) {
        return INTENT_RELATIVE_COLORIMETRIC;
    }
    // Only perceptual tables stand in for others.
    return own <= INTENT_ABSOLUTE_COLORIMETRIC && cms->IsIntentSupported(profile, own, LCMS_USED_AS_INPUT)
        ? own : INTENT_PERCEPTUAL;
}

/// How a transform is prepared.
typedef enum {
    TK_CMS_TABLES,      ///< with tables of the usual size where colors take several steps, as libvips does
    TK_CMS_FINE_TABLES, ///< with larger ones
    TK_CMS_EXACT,       ///< without tables: every color takes all steps
} tk_cms_precision;

/// With black point compensation. The transform has no cache of its own, so that several threads may use it; `extra`
/// copies extra channels, which are alpha.
static inline cmsHTRANSFORM tk_cms_transform(
    const tk_cms_functions *cms, cmsHPROFILE from, cmsUInt32Number input, cmsHPROFILE to, cmsUInt32Number output,
    int extra, tk_cms_precision precision) {
    return cms->CreateTransform(
        from, input, to, output, tk_cms_intent(cms, from),
        cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOCACHE | (extra ? cmsFLAGS_COPY_ALPHA : 0)
            | (precision == TK_CMS_FINE_TABLES ? cmsFLAGS_HIGHRESPRECALC : 0)
            | (precision == TK_CMS_EXACT ? cmsFLAGS_NOOPTIMIZE : 0));
}

/// True if an input profile consists of tone curves and a matrix, and has no tables that take precedence.
static inline int tk_cms_is_matrix(const tk_cms_functions *cms, cmsHPROFILE profile) {
    return cms->IsMatrixShaper(profile) && !cms->IsCLUT(profile, tk_cms_intent(cms, profile), LCMS_USED_AS_INPUT);
}

/// A transform of single-precision RGB to the linear light of sRGB, which may be less than 0 and more than 1; or NULL.
static inline cmsHTRANSFORM tk_cms_linear_transform(const tk_cms_functions *cms, cmsHPROFILE from) {
    const cmsUInt32Number format = FLOAT_SH(1) | COLORSPACE_SH(PT_RGB) | CHANNELS_SH(3) | BYTES_SH(4);
    // The white point and primaries of Create_sRGBProfile.
    const cmsCIExyY white = {0.3127, 0.3290, 1};
    const cmsCIExyYTRIPLE primaries = {{0.6400, 0.3300, 1}, {0.3000, 0.6000, 1}, {0.1500, 0.0600, 1}};
    cmsHTRANSFORM transform = NULL;
    cmsToneCurve *identity = cms->BuildGamma(NULL, 1);
    cmsToneCurve *curves[] = {identity, identity, identity};
    cmsHPROFILE linear = identity ? cms->CreateRGBProfile(&white, &primaries, curves) : NULL;
    if (linear) {
        transform = tk_cms_transform(cms, from, format, linear, format, 0, TK_CMS_EXACT);
        cms->CloseProfile(linear);
    }
    if (identity) cms->FreeToneCurve(identity);
    return transform;
}
