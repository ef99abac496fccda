#pragma once

// Few images are PNGs, and zlib does the same more slowly, so nothing links ISA-L: this header has its types and a table
// of its functions, which is filled on first use.
#include <dlfcn.h>
#include <isa-l.h>
#include <isa-l/igzip_lib.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// The functions that are called, without their common prefix.
#define TK_ISAL_FUNCTIONS(F) F(inflate_init) F(inflate)

/// Pointers to ISA-L's functions.
typedef struct tk_isal_functions {
#define TK_ISAL_POINTER(name) __typeof__(&isal_##name) name;
    TK_ISAL_FUNCTIONS(TK_ISAL_POINTER)
#undef TK_ISAL_POINTER
} tk_isal_functions;

/// The name of the library, which has not changed since version 2.8.
#define TK_ISAL_LIBRARY "libisal.so.2"

/// The version of the headers: the library does not say its own.
enum { TK_ISAL_MAJOR = ISAL_MAJOR_VERSION, TK_ISAL_MINOR = ISAL_MINOR_VERSION };

/// Loads ISA-L and looks up all functions; returns the reason for a failure, or NULL.
static inline const char *tk_isal_load_library(const char *file, tk_isal_functions *isal) {
    void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (!library) return dlerror();
#define TK_ISAL_POINTER(name) \
    isal->name = (__typeof__(&isal_##name)) dlsym(library, "isal_" #name); \
    if (!isal->name) return dlerror();
    TK_ISAL_FUNCTIONS(TK_ISAL_POINTER)
#undef TK_ISAL_POINTER
    return NULL;
}

// The state is passed as a void pointer: it has arrays of 64 KB, which Swift would import as tuples.

/// The bytes of memory of a stream.
static inline size_t tk_isal_state_size(void) { return sizeof(struct inflate_state); }

/// Begins a raw deflate stream.
static inline void tk_isal_begin(const tk_isal_functions *isal, void *state) {
    isal->inflate_init((struct inflate_state *) state);
}

/// Decompresses until the input is used up or the output is full, and moves both ahead.
///
/// Returns 0, 1 at the end of the stream, or -1 for damaged data.
static inline int tk_isal_inflate(
    const tk_isal_functions *isal, void *memory, const uint8_t **input, uint32_t *input_count, uint8_t **output,
    uint32_t *output_count) {
    struct inflate_state *state = (struct inflate_state *) memory;
    state->next_in = (uint8_t *) *input;
    state->avail_in = *input_count;
    state->next_out = *output;
    state->avail_out = *output_count;
    int code = isal->inflate(state);
    *input = state->next_in;
    *input_count = state->avail_in;
    *output = state->next_out;
    *output_count = state->avail_out;
    return code != ISAL_DECOMP_OK ? -1 : state->block_state == ISAL_BLOCK_FINISH;
}

/// Copies what was decompressed before damage and had no room, after -1; returns the number of bytes that have none again.
///
/// ISA-L decompresses up to 64 KB ahead of the output.
static inline int32_t tk_isal_drain(void *memory, uint8_t **output, uint32_t *output_count) {
    struct inflate_state *state = (struct inflate_state *) memory;
    int32_t pending = state->tmp_out_valid - state->tmp_out_processed;
    if (pending <= 0) return 0;
    uint32_t count = (uint32_t) pending < *output_count ? (uint32_t) pending : *output_count;
    memcpy(*output, &state->tmp_out_buffer[state->tmp_out_processed], count);
    state->tmp_out_processed += (int32_t) count;
    *output += count;
    *output_count -= count;
    return pending - (int32_t) count;
}
