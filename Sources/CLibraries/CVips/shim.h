#pragma once

#include "functions.h"

// libvips' operations take a NULL-terminated list of options, which Swift cannot call: each wrapper below fixes one
// combination of options.

// Loading: always from top to bottom, by the loader's class name that vips_foreign_find_load_source returns.
#define TK_VIPS_LOADER \
    tk_vips vips, const char *loader, VipsSource *source, VipsImage **out, VipsFailOn fail_on
#define TK_VIPS_LOAD(...) \
    vips->call(loader, source, out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on, __VA_ARGS__)

// Loaders without relevant options.
static inline int tk_vips_load(TK_VIPS_LOADER) { return TK_VIPS_LOAD(NULL); }

// PNG and HEIF: giant images exceed the limits that protect servers.
static inline int tk_vips_load_unlimited(TK_VIPS_LOADER) { return TK_VIPS_LOAD("unlimited", TRUE, NULL); }

// JPEG at full, half, quarter or eighth size, where libjpeg is faster.
static inline int tk_vips_load_jpeg(TK_VIPS_LOADER, int shrink) {
    return TK_VIPS_LOAD("unlimited", TRUE, "shrink", shrink, NULL);
}

// TIFF, GIF and WebP: a page, counted from 0.
static inline int tk_vips_load_page(TK_VIPS_LOADER, int page) { return TK_VIPS_LOAD("page", page, NULL); }

// HEIF: a page, without limits. Without the option "page" the primary image is loaded.
static inline int tk_vips_load_page_unlimited(TK_VIPS_LOADER, int page) {
    return TK_VIPS_LOAD("page", page, "unlimited", TRUE, NULL);
}

// SVG: rendered at a resolution.
static inline int tk_vips_load_svg(TK_VIPS_LOADER, double dpi) {
    return TK_VIPS_LOAD("dpi", dpi, "unlimited", TRUE, NULL);
}

// PDF: a page, rendered at a resolution.
static inline int tk_vips_load_pdf(TK_VIPS_LOADER, int page, double dpi) {
    return TK_VIPS_LOAD("page", page, "dpi", dpi, NULL);
}

#undef TK_VIPS_LOADER
#undef TK_VIPS_LOAD

// Color.

// From the embedded profile to sRGB of 8 or 16 bits, with black point compensation. The built-in profile `fallback`
// ("srgb", "cmyk") is used when there is no embedded one.
static inline int tk_vips_icc_transform(
    tk_vips vips, VipsImage *in, VipsImage **out, const char *fallback, VipsIntent intent, int depth) {
    return vips->icc_transform(
        in, out, "srgb", "embedded", TRUE, "input_profile", fallback, "intent", intent,
        "black_point_compensation", TRUE, "depth", depth, NULL);
}

// An operation without options, by its name.
static inline int tk_vips_convert(tk_vips vips, const char *operation, VipsImage *in, VipsImage **out) {
    return vips->call(operation, in, out, NULL);
}

// Multiplies each pixel by a matrix.
static inline int tk_vips_recomb(tk_vips vips, VipsImage *in, VipsImage **out, VipsImage *matrix) {
    return vips->recomb(in, out, matrix, NULL);
}

// To another color space, by libvips' formulas.
static inline int tk_vips_colorspace(tk_vips vips, VipsImage *in, VipsImage **out, VipsInterpretation space) {
    return vips->colourspace(in, out, space, NULL);
}

// Linear light from 0 to 1 to sRGB of 8 or 16 bits.
static inline int tk_vips_scRGB2sRGB(tk_vips vips, VipsImage *in, VipsImage **out, int depth) {
    return vips->scRGB2sRGB(in, out, "depth", depth, NULL);
}

// Samples.

// `count` channels from `first`.
static inline int tk_vips_extract_band(tk_vips vips, VipsImage *in, VipsImage **out, int first, int count) {
    return vips->extract_band(in, out, first, "n", count, NULL);
}

// Joins the channels of two images.
static inline int tk_vips_bandjoin(tk_vips vips, VipsImage *first, VipsImage *second, VipsImage **out) {
    return vips->bandjoin2(first, second, out, NULL);
}

// A channel of zeros.
static inline int tk_vips_black(tk_vips vips, VipsImage **out, int width, int height) {
    return vips->call("black", out, width, height, NULL);
}

// Draws an image into another one; parts outside are left out.
static inline int tk_vips_insert(tk_vips vips, VipsImage *in, VipsImage *part, VipsImage **out, int x, int y) {
    return vips->call("insert", in, part, out, x, y, NULL);
}

// v·factor + offset in floating point.
static inline int tk_vips_linear(tk_vips vips, VipsImage *in, VipsImage **out, double factor, double offset) {
    return vips->linear1(in, out, factor, offset, NULL);
}

// Rounds to nearest.
static inline int tk_vips_rint(tk_vips vips, VipsImage *in, VipsImage **out) { return vips->rint(in, out, NULL); }

// To another sample type, with clipping.
static inline int tk_vips_cast(tk_vips vips, VipsImage *in, VipsImage **out, VipsBandFormat format) {
    return vips->cast(in, out, format, NULL);
}

// The same samples with another interpretation.
static inline int tk_vips_reinterpret(tk_vips vips, VipsImage *in, VipsImage **out, VipsInterpretation space) {
    return vips->copy(in, out, "interpretation", space, NULL);
}

// Tile encoders: they allocate memory that the caller frees with g_free.

// AVIF; `chroma` on means 4:2:0.
static inline int tk_vips_save_avif(
    tk_vips vips, VipsImage *in, void **bytes, size_t *count, int quality, int effort, VipsForeignSubsample chroma,
    gboolean strip) {
    return vips->heifsave_buffer(
        in, bytes, count, "compression", VIPS_FOREIGN_HEIF_COMPRESSION_AV1, "Q", quality, "effort", effort,
        "subsample_mode", chroma, "strip", strip, NULL);
}

// JPEG XL.
static inline int tk_vips_save_jxl(
    tk_vips vips, VipsImage *in, void **bytes, size_t *count, int quality, int effort, gboolean strip) {
    return vips->jxlsave_buffer(in, bytes, count, "Q", quality, "effort", effort, "strip", strip, NULL);
}

// Opens encoded bytes that outlive the image, in any format; for tests, which check tiles with independent decoders.
static inline VipsImage *tk_vips_decode(tk_vips vips, const void *bytes, size_t count) {
    return vips->image_new_from_buffer(bytes, count, "", NULL);
}

// A profile built into libvips ("srgb", "p3", "cmyk"), or NULL; freed with vips_area_unref.
static inline VipsArea *tk_vips_profile_load(tk_vips vips, const char *name) {
    VipsBlob *blob = NULL;
    return vips->profile_load(name, &blob, NULL) == 0 ? (VipsArea *) blob : NULL;
}
