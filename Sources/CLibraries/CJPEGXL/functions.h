#pragma once

// Few images are JPEG XL, and not every system has libjxl, so nothing links it: this header has a table of its functions,
// which is filled on first use. Without libjxl's headers the table stays empty.
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// What a file says of its image.
typedef struct tk_jxl_header {
    uint32_t width, height;
    /// The color channels, 1 or 3, and all other channels.
    uint32_t colors, others;
    /// The bits of a sample, and of its exponent: 0 for integers.
    uint32_t bits, exponent_bits;
    /// The bits of alpha, 0 without; whether the colors are multiplied by it.
    uint32_t alpha_bits, is_premultiplied;
    uint32_t is_animated;
    /// The transfer function of the decoded pixels where it is PQ or HLG, by its number in ITU-T H.273; 0 for others.
    uint32_t hdr_transfer;
    /// The chromaticities, x and y, of red, green, blue and white; of such an image with colors only.
    double chromaticities[8];
    /// The luminance that no pixel exceeds, in cd/m².
    double peak;
} tk_jxl_header;

/// How a step ended.
typedef enum tk_jxl_status { TK_JXL_DONE, TK_JXL_TRUNCATED, TK_JXL_DAMAGED } tk_jxl_status;

#if __has_include(<jxl/decode.h>) && __has_include(<jxl/thread_parallel_runner.h>)
#include <jxl/decode.h>
#include <jxl/thread_parallel_runner.h>
#include <jxl/version.h>

#define TK_JXL_FUNCTIONS(F) \
    F(DecoderCreate) F(DecoderDestroy) F(DecoderSetParallelRunner) F(DecoderSubscribeEvents) F(DecoderSetInput) \
    F(DecoderProcessInput) F(DecoderGetBasicInfo) F(DecoderGetICCProfileSize) \
    F(DecoderGetColorAsICCProfile) F(DecoderGetColorAsEncodedProfile) F(DecoderImageOutBufferSize) \
    F(DecoderSetImageOutBuffer) F(DecoderFlushImage)

/// Pointers to libjxl's functions.
typedef struct tk_jxl_functions {
#define TK_JXL_POINTER(name) __typeof__(&Jxl##name) name;
    TK_JXL_FUNCTIONS(TK_JXL_POINTER)
#undef TK_JXL_POINTER
    __typeof__(&JxlThreadParallelRunner) ThreadParallelRunner;
    __typeof__(&JxlThreadParallelRunnerCreate) ThreadParallelRunnerCreate;
    __typeof__(&JxlThreadParallelRunnerDestroy) ThreadParallelRunnerDestroy;
} tk_jxl_functions;

#define TK_JXL_TEXT_OF(number) #number
#define TK_JXL_TEXT(number) TK_JXL_TEXT_OF(number)
/// The ABI changes with the second part of the version.
#define TK_JXL_SUFFIX ".so." TK_JXL_TEXT(JPEGXL_MAJOR_VERSION) "." TK_JXL_TEXT(JPEGXL_MINOR_VERSION)

/// Loads libjxl and looks up all functions; returns the reason for a failure, or NULL.
static inline const char *tk_jxl_load_library(tk_jxl_functions *jxl) {
    void *library = dlopen("libjxl" TK_JXL_SUFFIX, RTLD_LAZY | RTLD_LOCAL);
    if (!library) return dlerror();
    void *threads = dlopen("libjxl_threads" TK_JXL_SUFFIX, RTLD_LAZY | RTLD_LOCAL);
    if (!threads) return dlerror();
#define TK_JXL_POINTER(name) \
    jxl->name = (__typeof__(&Jxl##name)) dlsym(library, "Jxl" #name); \
    if (!jxl->name) return dlerror();
    TK_JXL_FUNCTIONS(TK_JXL_POINTER)
#undef TK_JXL_POINTER
#define TK_JXL_POINTER(name) \
    jxl->name = (__typeof__(&Jxl##name)) dlsym(threads, "Jxl" #name); \
    if (!jxl->name) return dlerror();
    TK_JXL_POINTER(ThreadParallelRunner)
    TK_JXL_POINTER(ThreadParallelRunnerCreate)
    TK_JXL_POINTER(ThreadParallelRunnerDestroy)
#undef TK_JXL_POINTER
    return NULL;
}

/// Reads on until one of `events`, all of which are subscribed to.
static inline tk_jxl_status tk_jxl_advance(const tk_jxl_functions *jxl, JxlDecoder *decoder, int events) {
    while (1) {
        JxlDecoderStatus status = jxl->DecoderProcessInput(decoder);
        if (status == JXL_DEC_ERROR) return TK_JXL_DAMAGED;
        if (status == JXL_DEC_NEED_MORE_INPUT) return TK_JXL_TRUNCATED;
        if (status == JXL_DEC_SUCCESS || status == JXL_DEC_NEED_IMAGE_OUT_BUFFER || (status & events)) {
            return TK_JXL_DONE;
        }
    }
}

/// A decoder of a whole file in memory, which must outlive it; NULL when there is no memory.
static inline void *tk_jxl_create(
    const tk_jxl_functions *jxl, const uint8_t *bytes, size_t count, void *runner) {
    JxlDecoder *decoder = jxl->DecoderCreate(NULL);
    if (!decoder) return NULL;
    if ((runner && jxl->DecoderSetParallelRunner(decoder, jxl->ThreadParallelRunner, runner) != JXL_DEC_SUCCESS)
        || jxl->DecoderSubscribeEvents(decoder, JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE)
            != JXL_DEC_SUCCESS
        || jxl->DecoderSetInput(decoder, bytes, count) != JXL_DEC_SUCCESS) {
        jxl->DecoderDestroy(decoder);
        return NULL;
    }
    return decoder;
}

static inline void tk_jxl_destroy(const tk_jxl_functions *jxl, void *decoder) {
    jxl->DecoderDestroy((JxlDecoder *) decoder);
}

/// Threads that decode, until they are destroyed; NULL when they cannot be started.
static inline void *tk_jxl_start_threads(const tk_jxl_functions *jxl, size_t count) {
    return jxl->ThreadParallelRunnerCreate(NULL, count);
}

static inline void tk_jxl_stop_threads(const tk_jxl_functions *jxl, void *runner) {
    jxl->ThreadParallelRunnerDestroy(runner);
}

// Version 0.9 has left out a parameter.
#if JPEGXL_MAJOR_VERSION == 0 && JPEGXL_MINOR_VERSION < 9
#define TK_JXL_UNUSED_FORMAT NULL,
#else
#define TK_JXL_UNUSED_FORMAT
#endif

/// Reads the encoding of the decoded pixels, if it is PQ or HLG.
static inline void tk_jxl_read_encoding(const tk_jxl_functions *jxl, JxlDecoder *decoder, tk_jxl_header *header) {
    JxlColorEncoding color;
    if (jxl->DecoderGetColorAsEncodedProfile(
            decoder, TK_JXL_UNUSED_FORMAT JXL_COLOR_PROFILE_TARGET_DATA, &color) != JXL_DEC_SUCCESS
        || (color.color_space != JXL_COLOR_SPACE_RGB && color.color_space != JXL_COLOR_SPACE_GRAY)
        || (color.transfer_function != JXL_TRANSFER_FUNCTION_PQ
            && color.transfer_function != JXL_TRANSFER_FUNCTION_HLG)) {
        return;
    }
    header->hdr_transfer = color.transfer_function;
    // The numbers are there whether the encoding has a name or not.
    memcpy(header->chromaticities, color.primaries_red_xy, 2 * sizeof(double));
    memcpy(header->chromaticities + 2, color.primaries_green_xy, 2 * sizeof(double));
    memcpy(header->chromaticities + 4, color.primaries_blue_xy, 2 * sizeof(double));
    memcpy(header->chromaticities + 6, color.white_point_xy, 2 * sizeof(double));
}

/// Reads the header, and on to the color profile.
static inline tk_jxl_status tk_jxl_read_header(const tk_jxl_functions *jxl, void *decoder, tk_jxl_header *header) {
    tk_jxl_status status = tk_jxl_advance(jxl, (JxlDecoder *) decoder, JXL_DEC_BASIC_INFO);
    JxlBasicInfo info;
    if (status != TK_JXL_DONE) return status;
    if (jxl->DecoderGetBasicInfo((JxlDecoder *) decoder, &info) != JXL_DEC_SUCCESS) return TK_JXL_DAMAGED;
    // The size of the upright image, because the orientation is applied.
    header->width = info.xsize;
    header->height = info.ysize;
    header->colors = info.num_color_channels;
    header->others = info.num_extra_channels;
    header->bits = info.bits_per_sample;
    header->exponent_bits = info.exponent_bits_per_sample;
    header->alpha_bits = info.alpha_bits;
    header->is_premultiplied = info.alpha_premultiplied != 0;
    header->is_animated = info.have_animation != 0;
    header->peak = info.intensity_target;
    status = tk_jxl_advance(jxl, (JxlDecoder *) decoder, JXL_DEC_COLOR_ENCODING);
    if (status == TK_JXL_DONE) tk_jxl_read_encoding(jxl, (JxlDecoder *) decoder, header);
    return status;
}

/// The number of bytes of the profile of the decoded pixels; 0 when there is none.
static inline size_t tk_jxl_profile_size(const tk_jxl_functions *jxl, void *decoder) {
    size_t size = 0;
    JxlDecoderStatus status = jxl->DecoderGetICCProfileSize(
        (JxlDecoder *) decoder, TK_JXL_UNUSED_FORMAT JXL_COLOR_PROFILE_TARGET_DATA, &size);
    return status == JXL_DEC_SUCCESS ? size : 0;
}

static inline int tk_jxl_read_profile(const tk_jxl_functions *jxl, void *decoder, uint8_t *bytes, size_t count) {
    return jxl->DecoderGetColorAsICCProfile(
        (JxlDecoder *) decoder, TK_JXL_UNUSED_FORMAT JXL_COLOR_PROFILE_TARGET_DATA, bytes, count) == JXL_DEC_SUCCESS;
}

/// Decodes the image to interleaved samples of 8 or 16 bits, rows without gaps; with `flush` also what there is of a truncated
/// one.
static inline tk_jxl_status tk_jxl_read_pixels(
    const tk_jxl_functions *jxl, void *decoder, uint32_t channels, int bits, void *pixels, size_t count, int flush) {
    JxlPixelFormat format = {channels, bits == 16 ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
    tk_jxl_status status = tk_jxl_advance(jxl, (JxlDecoder *) decoder, 0);
    size_t needed = 0;
    if (status != TK_JXL_DONE) return status;
    if (jxl->DecoderImageOutBufferSize((JxlDecoder *) decoder, &format, &needed) != JXL_DEC_SUCCESS
        || needed != count
        || jxl->DecoderSetImageOutBuffer((JxlDecoder *) decoder, &format, pixels, count) != JXL_DEC_SUCCESS) {
        return TK_JXL_DAMAGED;
    }
    status = tk_jxl_advance(jxl, (JxlDecoder *) decoder, JXL_DEC_FULL_IMAGE);
    if (status != TK_JXL_DONE && flush) jxl->DecoderFlushImage((JxlDecoder *) decoder);
    return status;
}

#else

typedef struct tk_jxl_functions {
    void *none;
} tk_jxl_functions;

static inline const char *tk_jxl_load_library(tk_jxl_functions *jxl) { return "built without its headers"; }
static inline void *tk_jxl_create(const tk_jxl_functions *jxl, const uint8_t *bytes, size_t count, void *runner) {
    return NULL;
}
static inline void tk_jxl_destroy(const tk_jxl_functions *jxl, void *decoder) {}
static inline void *tk_jxl_start_threads(const tk_jxl_functions *jxl, size_t count) { return NULL; }
static inline void tk_jxl_stop_threads(const tk_jxl_functions *jxl, void *runner) {}
static inline tk_jxl_status tk_jxl_read_header(const tk_jxl_functions *jxl, void *decoder, tk_jxl_header *header) {
    return TK_JXL_DAMAGED;
}
static inline size_t tk_jxl_profile_size(const tk_jxl_functions *jxl, void *decoder) { return 0; }
static inline int tk_jxl_read_profile(const tk_jxl_functions *jxl, void *decoder, uint8_t *bytes, size_t count) {
    return 0;
}
static inline tk_jxl_status tk_jxl_read_pixels(
    const tk_jxl_functions *jxl, void *decoder, uint32_t channels, int bits, void *pixels, size_t count, int flush) {
    return TK_JXL_DAMAGED;
}

#endif
