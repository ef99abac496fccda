#pragma once

#include <zlib.h>

// deflateInit is a macro that passes the header's version and the stream's size, which Swift cannot see.
static inline int tk_deflate_init(z_stream *stream, int level) { return deflateInit(stream, level); }
