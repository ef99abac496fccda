#include "jpeg_decoder.h"
#include "jpeg_structure.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

int tk_jpeg_decoder_scan(const tk_jpeg_decoder *decoder, tk_jpeg_scan *scan) {
    return tk_jpeg_scan_of(&decoder->codec, scan);
}

tk_jpeg_status tk_jpeg_decoder_read_scan_bytes(
    tk_jpeg_decoder *decoder, uint8_t *bytes, size_t capacity, size_t *length) {
    struct jpeg_source_mgr *source = &decoder->source;
    *length = 0;
    if (source->bytes_in_buffer > 0) {
        *length = source->bytes_in_buffer < capacity ? source->bytes_in_buffer : capacity;
        memcpy(bytes, source->next_input_byte, *length);
        source->next_input_byte += *length;
        source->bytes_in_buffer -= *length;
        return TK_JPEG_OK;
    }
    if (decoder->descriptor < 0) {
        return TK_JPEG_OK;
    }
    ssize_t count;
    do {
        count = read(decoder->descriptor, bytes, capacity);
    } while (count < 0 && errno == EINTR);
    if (count < 0) {
        decoder->failure = errno;
        return TK_JPEG_READ_FAILED;
    }
    *length = (size_t)count;
    return TK_JPEG_OK;
}
