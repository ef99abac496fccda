#include "rowwriter.h"

#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <jpeglib.h>

// Large enough that system calls are rare compared with encoding.
#define BUFFER_SIZE (256 * 1024)

struct tk_jpeg_row_writer {
    struct jpeg_compress_struct encoder;
    struct jpeg_error_mgr errors;
    struct jpeg_destination_mgr destination;
    // The target of libjpeg's errors: every function that calls libjpeg sets it first.
    jmp_buf trap;
    int descriptor;
    int write_errno;
    int started;
    char message[JMSG_LENGTH_MAX];
    JOCTET buffer[BUFFER_SIZE];
};

static tk_jpeg_row_writer *owner(j_common_ptr info) { return (tk_jpeg_row_writer *)info->client_data; }

static void trap_error(j_common_ptr info) {
    tk_jpeg_row_writer *writer = owner(info);
    if (writer->write_errno == 0) info->err->format_message(info, writer->message);
    longjmp(writer->trap, 1);
}

static void ignore_message(j_common_ptr info, int level) {
    (void)info;
    (void)level;
}

static void write_bytes(j_compress_ptr encoder, size_t count) {
    tk_jpeg_row_writer *writer = owner((j_common_ptr)encoder);
    const JOCTET *next = writer->buffer;
    while (count > 0) {
        ssize_t written = write(writer->descriptor, next, count);
        if (written < 0) {
            if (errno == EINTR) continue;
            writer->write_errno = errno;
            longjmp(writer->trap, 1);
        }
        next += written;
        count -= (size_t)written;
    }
}

static void start_output(j_compress_ptr encoder) {
    encoder->dest->next_output_byte = owner((j_common_ptr)encoder)->buffer;
    encoder->dest->free_in_buffer = BUFFER_SIZE;
}

// libjpeg requires the whole buffer to be written, whatever free_in_buffer is.
static boolean empty_buffer(j_compress_ptr encoder) {
    write_bytes(encoder, BUFFER_SIZE);
    start_output(encoder);
    return TRUE;
}

static void end_output(j_compress_ptr encoder) { write_bytes(encoder, BUFFER_SIZE - encoder->dest->free_in_buffer); }

tk_jpeg_row_writer *tk_jpeg_row_writer_create(int descriptor, uint32_t width, uint32_t height, int channels,
                                              int quality, int subsample_chroma) {
    tk_jpeg_row_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) return NULL;
    writer->descriptor = descriptor;
    writer->encoder.err = jpeg_std_error(&writer->errors);
    writer->errors.error_exit = trap_error;
    writer->errors.emit_message = ignore_message;
    writer->encoder.client_data = writer;
    if (setjmp(writer->trap)) return writer;
    jpeg_create_compress(&writer->encoder);
    writer->destination.init_destination = start_output;
    writer->destination.empty_output_buffer = empty_buffer;
    writer->destination.term_destination = end_output;
    writer->encoder.dest = &writer->destination;
    writer->encoder.image_width = width;
    writer->encoder.image_height = height;
    writer->encoder.input_components = channels;
    writer->encoder.in_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&writer->encoder);
    jpeg_set_quality(&writer->encoder, quality, TRUE);
    if (channels == 3 && !subsample_chroma) {
        writer->encoder.comp_info[0].h_samp_factor = 1;
        writer->encoder.comp_info[0].v_samp_factor = 1;
    }
    jpeg_start_compress(&writer->encoder, TRUE);
    writer->started = 1;
    return writer;
}

int tk_jpeg_row_writer_write(tk_jpeg_row_writer *writer, const uint8_t *rows, size_t stride, size_t count) {
    if (!writer->started) return -1;
    if (setjmp(writer->trap)) return -1;
    for (size_t row = 0; row < count; row++) {
        JSAMPROW line = (JSAMPROW)(rows + row * stride);
        jpeg_write_scanlines(&writer->encoder, &line, 1);
    }
    return 0;
}

int tk_jpeg_row_writer_finish(tk_jpeg_row_writer *writer) {
    if (!writer->started) return -1;
    if (setjmp(writer->trap)) return -1;
    jpeg_finish_compress(&writer->encoder);
    return 0;
}

int tk_jpeg_row_writer_errno(const tk_jpeg_row_writer *writer) { return writer->write_errno; }

const char *tk_jpeg_row_writer_message(const tk_jpeg_row_writer *writer) { return writer->message; }

void tk_jpeg_row_writer_destroy(tk_jpeg_row_writer *writer) {
    if (writer == NULL) return;
    jpeg_destroy_compress(&writer->encoder);
    free(writer);
}
