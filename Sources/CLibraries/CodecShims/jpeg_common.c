#include "jpeg_common.h"

#include <string.h>

const JOCTET tk_jpeg_end_of_image[2] = {0xFF, JPEG_EOI};

const char tk_jpeg_exif_name[6] = "Exif\0";

#define TEXT_OF(value) #value
#define VALUE_AS_TEXT(value) TEXT_OF(value)

const char *tk_jpeg_version(void) {
#ifdef LIBJPEG_TURBO_VERSION
    return VALUE_AS_TEXT(LIBJPEG_TURBO_VERSION);
#else
    return "of another origin";
#endif
}

// MARK: Errors

/// Says that an image has a frame of this marker, which libjpeg does not decode.
static void describe_process(int marker, char *message) {
    enum { SOF0 = 0xC0, SOF3 = 0xC3, SOF11 = 0xCB };
    const char *kind = marker == SOF3 ? "lossless"
        : marker == SOF11             ? "lossless and arithmetically coded"
                                      : "hierarchical";
    snprintf(message, JMSG_LENGTH_MAX, "it is %s (SOF%d)", kind, marker - SOF0);
}

/// Describes the feature that a failed image uses and libjpeg does not decode; returns 0 if the failure is of another
/// kind. Of the codes that damage causes too, only values that the standards define count.
static int describe_unsupported(j_common_ptr codec, char *message) {
    enum { SOF55 = 0xF7, MOST_BITS = 16, MOST_COMPONENTS = 4 };
    if (!codec->is_decompressor) {
        return 0;
    }
    const struct jpeg_decompress_struct *image = (const struct jpeg_decompress_struct *)codec;
    const int value = codec->err->msg_parm.i[0];
    int components = image->num_components;
    switch (codec->err->msg_code) {
    case JERR_SOF_UNSUPPORTED:
        describe_process(value, message);
        return 1;
    case JERR_UNKNOWN_MARKER:
        if (value != SOF55) {
            return 0;
        }
        strcpy(message, "it is a JPEG-LS image");
        return 1;
    case JERR_BAD_PRECISION:
        if (value < 2 || value > MOST_BITS) {
            return 0;
        }
        snprintf(message, JMSG_LENGTH_MAX, "its samples have %d bits", value);
        return 1;
    case JERR_EMPTY_IMAGE:
        if (image->image_height > 0 || image->image_width == 0) {
            return 0;
        }
        strcpy(message, "its height follows its first scan (DNL)");
        return 1;
    case JERR_ARITH_NOTIMPL:
        strcpy(message, "it is arithmetically coded");
        return 1;
    case JERR_FRACT_SAMPLE_NOTIMPL:
        strcpy(message, "its largest sampling factor is not a multiple of each other one");
        return 1;
    case JERR_COMPONENT_COUNT:
        components = value;
        break;
    case JERR_BAD_COMPONENT_ID: // libjpeg does not find components past the fourth
        break;
    default:
        return 0;
    }
    if (components <= MOST_COMPONENTS) {
        return 0;
    }
    snprintf(message, JMSG_LENGTH_MAX, "it has %d components", components);
    return 1;
}

static void fail(j_common_ptr codec) {
    tk_jpeg_errors *errors = (tk_jpeg_errors *)codec->err;
    if (describe_unsupported(codec, errors->message)) {
        tk_jpeg_raise(errors, TK_JPEG_UNSUPPORTED);
    }
    errors->base.format_message(codec, errors->message);
    tk_jpeg_raise(errors, errors->base.msg_code == JERR_OUT_OF_MEMORY ? TK_JPEG_OUT_OF_MEMORY : TK_JPEG_FAILED);
}

/// Whether the data of all scans may be there when the data ends in the last of them: what is missing is then found when
/// it is decoded, and may be nothing but the end marker.
static int may_be_complete(j_common_ptr codec) {
    if (!codec->is_decompressor) {
        return 0;
    }
    j_decompress_ptr image = (j_decompress_ptr)codec;
    // An arithmetic decoder does not notice that its data has ended.
    if (image->input_scan_number == 0 || image->arith_code) {
        return 0;
    }
    if (!image->progressive_mode) {
        return image->comps_in_scan == image->num_components || image->input_scan_number >= image->num_components;
    }
    if (image->coef_bits == NULL) {
        return 0;
    }
    for (int part = 0; part < image->num_components; part++) {
        for (int number = 0; number < DCTSIZE2; number++) {
            if (image->coef_bits[part][number] != 0) {
                return 0;
            }
        }
    }
    return 1;
}

static void record_damage(j_common_ptr codec, int level) {
    if (level >= 0) { // traces; warnings are -1
        return;
    }
    tk_jpeg_errors *errors = (tk_jpeg_errors *)codec->err;
    int damage = 0;
    switch (errors->base.msg_code) {
    case JWRN_JPEG_EOF:
        errors->has_reached_end = 1;
        damage = errors->is_strict || !may_be_complete(codec) ? TK_JPEG_TRUNCATED : 0;
        break;
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC:
    case JWRN_BOGUS_PROGRESSION:
        damage = errors->has_reached_end ? TK_JPEG_TRUNCATED : TK_JPEG_CORRUPT;
        break;
    case JWRN_EXTRANEOUS_DATA:
        errors->skipped_bytes = 1;
        break;
    default: // odd headers, which do not affect pixels
        break;
    }
    if (damage != 0 && errors->damage == 0) {
        errors->base.format_message(codec, errors->message);
    }
    // The end of the file is noticed when its last bytes are read ahead; what lacks them is known when it is decoded.
    int is_exact = errors->base.msg_code != JWRN_JPEG_EOF;
    if (damage != 0 && codec->is_decompressor && (errors->damage == 0 || (is_exact && !errors->is_row_exact))) {
        const struct jpeg_decompress_struct *image = (j_decompress_ptr)codec;
        errors->damaged_row = (int)image->input_iMCU_row * image->max_v_samp_factor * DCTSIZE + 1;
        errors->is_row_exact = is_exact;
    }
    errors->damage |= damage;
    if (damage != 0 && errors->is_strict) {
        tk_jpeg_raise(errors, TK_JPEG_FAILED);
    }
}

static void stay_silent(j_common_ptr codec) {
    (void)codec;
}

void tk_jpeg_errors_install(tk_jpeg_errors *errors) {
    memset(errors, 0, sizeof *errors);
    jpeg_std_error(&errors->base);
    errors->base.error_exit = fail;
    errors->base.emit_message = record_damage;
    errors->base.output_message = stay_silent;
}

_Noreturn void tk_jpeg_raise(tk_jpeg_errors *errors, tk_jpeg_status status) {
    errors->status = status;
    longjmp(errors->trap, 1);
}

// MARK: Input

static void do_nothing(j_decompress_ptr codec) {
    (void)codec;
}

static void skip(j_decompress_ptr codec, long count) {
    struct jpeg_source_mgr *source = codec->src;
    while (count > 0 && (size_t)count > source->bytes_in_buffer) {
        count -= (long)source->bytes_in_buffer;
        source->bytes_in_buffer = 0;
        if (source->next_input_byte == tk_jpeg_end_of_image + sizeof tk_jpeg_end_of_image) {
            return; // past the end already
        }
        source->fill_input_buffer(codec);
        if (source->next_input_byte == tk_jpeg_end_of_image) {
            return;
        }
    }
    if (count > 0) {
        source->next_input_byte += count;
        source->bytes_in_buffer -= (size_t)count;
    }
}

void tk_jpeg_source_install(
    struct jpeg_source_mgr *source, j_decompress_ptr codec, boolean (*fill)(j_decompress_ptr codec)) {
    source->init_source = do_nothing;
    source->fill_input_buffer = fill;
    source->skip_input_data = skip;
    source->resync_to_restart = jpeg_resync_to_restart;
    source->term_source = do_nothing;
    codec->src = source;
}

// MARK: Properties

int tk_jpeg_is_ycbcr420(const struct jpeg_decompress_struct *codec) {
    const jpeg_component_info *parts = codec->comp_info;
    return codec->jpeg_color_space == JCS_YCbCr && parts[0].h_samp_factor == 2 && parts[0].v_samp_factor == 2
        && parts[1].h_samp_factor == 1 && parts[1].v_samp_factor == 1 && parts[2].h_samp_factor == 1
        && parts[2].v_samp_factor == 1;
}

tk_jpeg_color tk_jpeg_color_of(const struct jpeg_decompress_struct *codec) {
    switch (codec->jpeg_color_space) {
    case JCS_GRAYSCALE:
        return TK_JPEG_GRAY;
    case JCS_YCbCr:
    case JCS_RGB:
        return TK_JPEG_RGB;
    case JCS_CMYK:
    case JCS_YCCK:
        return TK_JPEG_CMYK;
    default:
        return TK_JPEG_OTHER;
    }
}
