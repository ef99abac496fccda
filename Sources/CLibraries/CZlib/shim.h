#pragma once

#include <zlib.h>

// deflateInit is a macro, which Swift does not import.
static inline int tk_deflate_init(z_stream *stream, int level) { return deflateInit(stream, level); }

// inflateInit2 is one too. Negative window bits are those of a raw deflate stream.
static inline int tk_inflate_init_raw(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }
