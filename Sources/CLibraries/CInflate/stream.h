#pragma once

#include "CInflate.h"
#include "tables.h"

enum {
    /// The farthest distance of a match.
    HISTORY = 32 << 10,
    LONGEST_MATCH = 258,
    /// The streams of symbols that are decoded side by side.
    LANES = 4,
    /// The bits of data of a lane, at most, without those of the next lane's warm-up.
    LANE_BITS = 16 << 10,
    /// The bits that a lane decodes first to synchronize: of a hundred guesses, about 99 meet a symbol within these.
    WARM_UP_BITS = 768,
    /// The bytes up to which a lane makes matches.
    LANE_MATCH_BYTES = LANE_BITS,
    /// The bytes that a lane makes, at most: after its last match, a literal of each bit up to the end of the warm-up, and
    /// of the symbol there, which takes 48 bits.
    LANE_BYTES = LANE_MATCH_BYTES + LANE_BITS + WARM_UP_BITS + 64,
    /// The matches of a lane, at most.
    LANE_MATCHES = 1 << 10,
    /// What is written after a position in vain.
    PADDING = 64,
    /// The decompressed bytes that a stream holds: the history, and what has not been delivered.
    WINDOW = HISTORY + LANES * LANE_BYTES + (96 << 10),
};

/// Why decoding does not go on.
typedef enum outcome {
    /// There is no room in the window.
    NEEDS_ROOM,
    /// There are too few bits of data.
    NEEDS_INPUT,
    /// What follows is better decoded one symbol after another.
    NEEDS_SYMBOLS,
    BLOCK_ENDED,
    DAMAGED,
} outcome;

/// A match, which is copied when what precedes it is known.
typedef struct match {
    /// The first byte of the copy, counted from the first of the lane.
    uint32_t place;
    uint16_t length;
    uint16_t distance;
} match;

/// A part of a block's symbols that is decoded beside others.
typedef struct lane {
    /// The bit of the data that is next.
    uint64_t position;
    /// The bit that the lane has to meet.
    uint64_t stop;
    /// The place of the next byte.
    uint8_t *output;
    /// The number of matches, whose places in `bytes` are left free.
    uint32_t matches;
    enum lane_state { LANE_RUNS, LANE_IS_FULL, LANE_MET_END, LANE_MET_DAMAGE } state;
    match match[LANE_MATCHES];
    uint8_t bytes[LANE_BYTES + LONGEST_MATCH + PADDING];
} lane;

struct tk_inflate {
    /// The codes of the current block.
    codes codes;
    enum { AT_BLOCK, IN_STORED_BLOCK, IN_CODED_BLOCK, AT_END, AT_DAMAGE } state;
    int is_last_block;
    /// The bytes left of a stored block.
    uint32_t stored;
    /// The bit of `input` that is next, and the bytes in there.
    uint64_t position;
    size_t input_count;
    /// The bytes in `window`, and how many of them have been delivered.
    size_t made, delivered;
    /// The bits of the current block that have been decoded, and those of the one before.
    uint64_t block_bits, previous_block_bits;
    /// The rounds that are left out, and how many are left out after the next failure.
    uint32_t pause, next_pause;
    lane lanes[LANES];
    uint8_t input[TK_INFLATE_INPUT_BYTES + PADDING];
    uint8_t window[WINDOW + LONGEST_MATCH + PADDING];
};

/// Decodes symbols one after another, as long as data and room suffice for any; with `is_last`, down to the last bit.
outcome decode_symbols(tk_inflate *stream, int is_last);

/// Decodes symbols that are mostly literals in several lanes, as long as data and room suffice.
outcome decode_lanes(tk_inflate *stream, int is_last);

/// Copies a match; up to 16 bytes after it are overwritten.
INLINE void copy_match(uint8_t *target, uint32_t distance, uint32_t length) {
    const uint8_t *source = target - distance;
    uint8_t *const end = target + length;
    if (distance >= 16) {
        do {
            memcpy(target, source, 16);
            source += 16, target += 16;
        } while (target < end);
    } else if (distance >= 8) {
        do {
            memcpy(target, source, 8);
            source += 8, target += 8;
        } while (target < end);
    } else if (distance == 1) {
        memset(target, *source, 16);
        for (target += 16; target < end; target += 16) memset(target, *source, 16);
    } else {
        // The period is repeated to at least 8 bytes, then copied from a multiple of it.
        for (int at = 0; at < 8; at++) target[at] = source[at];
        const uint32_t step = 8 - 8 % distance;
        for (uint32_t at = step; at < length; at += step) memcpy(target + at, target, 8);
    }
}
