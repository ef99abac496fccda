#pragma once

// TIFFGetField and TIFFSetField are variadic, which Swift cannot call: each wrapper below fixes one type.
// The type of a tag's value is given by libtiff's documentation of TIFFGetField, not by the file.
#include <tiffio.h>

static inline int ctiff_get_uint16(TIFF *tiff, uint32_t tag, uint16_t *value) {
    return TIFFGetField(tiff, tag, value);
}

// The value, or the specification's default for a tag that the file lacks.
static inline int ctiff_get_uint16_or_default(TIFF *tiff, uint32_t tag, uint16_t *value) {
    return TIFFGetFieldDefaulted(tiff, tag, value);
}

static inline int ctiff_get_uint32(TIFF *tiff, uint32_t tag, uint32_t *value) {
    return TIFFGetField(tiff, tag, value);
}

// For SMinSampleValue and SMaxSampleValue; libtiff returns the minimum or maximum over all samples.
static inline int ctiff_get_double(TIFF *tiff, uint32_t tag, double *value) {
    return TIFFGetField(tiff, tag, value);
}

// For ExtraSamples.
static inline int ctiff_get_uint16_array(TIFF *tiff, uint32_t tag, uint16_t *count, uint16_t **values) {
    return TIFFGetField(tiff, tag, count, values);
}

// For SubIFDs.
static inline int ctiff_get_uint64_list(TIFF *tiff, uint32_t tag, uint16_t *count, uint64_t **values) {
    return TIFFGetField(tiff, tag, count, values);
}

// For StripByteCounts and TileByteCounts; libtiff owns the array, which has one entry for each strip or tile.
static inline int ctiff_get_uint64_array(TIFF *tiff, uint32_t tag, uint64_t **values) {
    return TIFFGetField(tiff, tag, values);
}

// For the palette; libtiff owns the arrays, which have one entry for each value of a sample.
static inline int ctiff_get_palette(TIFF *tiff, uint16_t **red, uint16_t **green, uint16_t **blue) {
    return TIFFGetField(tiff, TIFFTAG_COLORMAP, red, green, blue);
}

/// A tag of `count` numbers in single precision, which libtiff returns without their number.
static inline int ctiff_get_floats(TIFF *tiff, uint32_t tag, float *values, int count) {
    float *found = NULL;
    if (!TIFFGetField(tiff, tag, &found) || !found) return 0;
    for (int i = 0; i < count; i++) values[i] = found[i];
    return 1;
}

/// The transfer function of green, or of gray.
static inline int ctiff_get_transfer(TIFF *tiff, uint16_t **values) {
    uint16_t *red = NULL, *green = NULL, *blue = NULL;
    if (!TIFFGetField(tiff, TIFFTAG_TRANSFERFUNCTION, &red, &green, &blue) || !red) return 0;
    *values = green ? green : red;
    return 1;
}

// For the ICC profile.
static inline int ctiff_get_bytes(TIFF *tiff, uint32_t tag, uint32_t *count, uint8_t **bytes) {
    return TIFFGetField(tiff, tag, count, bytes);
}

static inline int ctiff_set_int(TIFF *tiff, uint32_t tag, int value) { return TIFFSetField(tiff, tag, value); }

static inline int ctiff_set_double(TIFF *tiff, uint32_t tag, double value) { return TIFFSetField(tiff, tag, value); }

static inline int ctiff_set_uint16_array(TIFF *tiff, uint32_t tag, int count, const uint16_t *values) {
    return TIFFSetField(tiff, tag, count, values);
}

static inline int ctiff_set_bytes(TIFF *tiff, uint32_t tag, uint32_t count, const uint8_t *bytes) {
    return TIFFSetField(tiff, tag, count, bytes);
}

static inline int ctiff_set_palette(TIFF *tiff, const uint16_t *red, const uint16_t *green, const uint16_t *blue) {
    return TIFFSetField(tiff, TIFFTAG_COLORMAP, red, green, blue);
}
