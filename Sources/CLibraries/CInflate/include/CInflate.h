#pragma once

#include <stddef.h>
#include <stdint.h>

/// A raw deflate stream (RFC 1951) being decompressed.
typedef struct tk_inflate tk_inflate;

/// What a call leads to.
enum tk_inflate_status {
    /// The output is full, or the input is used up.
    TK_INFLATE_INCOMPLETE,
    /// The stream has ended.
    TK_INFLATE_FINISHED,
    /// The data is damaged; what comes before the damage has been delivered.
    TK_INFLATE_DAMAGED,
};

enum {
    /// The bytes of compressed data that a stream holds.
    TK_INFLATE_INPUT_BYTES = 64 << 10,
};

/// Begins a stream; NULL without memory, of which it takes 600 KB for data, the window, and what is decoded ahead.
tk_inflate *tk_inflate_create(void);

/// Frees a stream.
void tk_inflate_free(tk_inflate *stream);

/// Decompresses until the input is used up or the output is full, and moves both ahead.
///
/// With `is_eager`, everything that the input holds is decompressed; without, some of it may be kept until more follows,
/// which is faster.
enum tk_inflate_status tk_inflate_run(
    tk_inflate *stream, const uint8_t **input, size_t *input_count, uint8_t **output, size_t *output_count, int is_eager);

/// The bytes of input that are held and not yet decompressed.
size_t tk_inflate_unread(const tk_inflate *stream);
