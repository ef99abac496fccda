// Several symbols at a time. To find where a code ends takes a load from a table and a shift, one after the other for each
// symbol: with a single stream of symbols the processor is idle for most of the time. But codes of different lengths
// synchronize themselves: decoding that begins at any bit of a block meets the true symbols after a dozen or so of them
// (S. T. Klein and Y. Wiseman, "Parallel Huffman Decoding with Applications to JPEG Files", The Computer Journal 46(5),
// 2003). So a block is decoded in several lanes from guessed bits on, side by side in one thread. The bit that a lane has
// begun at, after some symbols to synchronize, has to be met by the lane before it; otherwise it is discarded, with all
// that follow. The bytes do not depend on the guesses.
//
// A lane does not know the bytes before it, so that it leaves room for matches, which are copied afterwards.
#include "stream.h"

enum {
    /// The symbols that are decoded between two loads of bits, if they are literals with codes of no more than SYMBOL_BITS.
    BATCH = 5,
    /// The most bits of a batch.
    BATCH_BITS = BATCH * SYMBOL_BITS,
    /// A round of lanes that are shorter is not worth its beginning.
    LEAST_LANE_BITS = 4 * WARM_UP_BITS,
    /// The part of literals, in units of 2^-15, from which on lanes are faster.
    LEAST_LITERAL_SHARE = (1 << LONGEST_CODE) * 15 / 16,
    /// The most rounds that are left out after lanes have not synchronized.
    LONGEST_PAUSE = 64,
};

/// Decodes a symbol of any kind.
INLINE void decode_one(const codes *codes, const uint8_t *input, lane *lane, uint64_t *position, uint8_t **output) {
    uint64_t bits = bits_at(input, *position);
    uint32_t entry = codes->symbols[low(bits, SYMBOL_BITS)];
    uint32_t used = 0;
    if (entry & SPECIAL && longer_table(entry)) {
        used = SYMBOL_BITS;
        entry = codes->symbols[longer_table(entry) + low(bits >> SYMBOL_BITS, entry >> 8 & 15)];
    }
    const uint32_t before = used;
    used += entry & 0xFF;
    if (entry & LITERAL) {
        *(*output)++ = (uint8_t)(entry >> 8);
        *position += used;
        return;
    }
    if (__builtin_expect(entry & SPECIAL, 0)) {
        if ((entry >> 8 & 0xFF) == END) {
            lane->state = LANE_MET_END;
            *position += used;
        } else {
            lane->state = LANE_MET_DAMAGE;
        }
        return;
    }
    bits >>= before;
    const uint32_t length = number(entry, bits);
    bits >>= entry & 0xFF;
    entry = codes->distances[low(bits, DISTANCE_BITS)];
    if (__builtin_expect(entry & SPECIAL_DISTANCE, 0)) {
        const uint32_t table = longer_table(entry);
        if (table) {
            bits >>= DISTANCE_BITS;
            used += DISTANCE_BITS;
            entry = codes->distances[table + low(bits, entry >> 8 & 15)];
        }
        if (entry & SPECIAL_DISTANCE) {
            lane->state = LANE_MET_DAMAGE;
            return;
        }
    }
    const uint32_t at = (uint32_t)(*output - lane->bytes);
    lane->match[lane->matches++] = (match) {
        .place = at, .length = (uint16_t)length, .distance = (uint16_t)number(entry, bits),
    };
    *output += length;
    *position += used + (entry & 0xFF);
    if (lane->matches == LANE_MATCHES || at + length > LANE_MATCH_BYTES) lane->state = LANE_IS_FULL;
}

/// Decodes `count` lanes in turn until one of them is near its stop, or ends before.
///
/// A batch of each lane is independent of the others, so that the processor overlaps them.
INLINE void run(const codes *codes, const uint8_t *input, lane *const *lanes, const int count) {
    const uint32_t *const symbols = codes->symbols;
    uint64_t position[LANES], limit[LANES];
    uint8_t *output[LANES];
#pragma clang loop unroll(full)
    for (int at = 0; at < count; at++) {
        position[at] = lanes[at]->position;
        output[at] = lanes[at]->output;
        limit[at] = lanes[at]->stop - BATCH_BITS;
    }
    int goes_on = 1;
#pragma clang loop unroll(full)
    for (int at = 0; at < count; at++) goes_on &= position[at] < limit[at];
    while (goes_on) {
#pragma clang loop unroll(full)
        for (int at = 0; at < count; at++) {
            // The number of zeros above the highest bit becomes that of the bits that have been taken.
            uint64_t bits = bits_at(input, position[at]) | 1ull << 63;
            int made = 0;
#pragma clang loop unroll(full)
            for (; made < BATCH; made++) {
                const uint32_t entry = symbols[low(bits, SYMBOL_BITS)];
                if (!(entry & LITERAL)) break;
                output[at][made] = (uint8_t)(entry >> 8);
                bits >>= entry & 63;
            }
            output[at] += made;
            position[at] += (uint64_t)__builtin_clzll(bits);
            if (made < BATCH) {
                decode_one(codes, input, lanes[at], &position[at], &output[at]);
                if (__builtin_expect(lanes[at]->state != LANE_RUNS, 0)) limit[at] = 0;
            }
            goes_on &= position[at] < limit[at];
        }
    }
#pragma clang loop unroll(full)
    for (int at = 0; at < count; at++) {
        lanes[at]->position = position[at];
        lanes[at]->output = output[at];
    }
}

/// Decodes lanes until each has reached its stop, or ended before.
static void run_lanes(const codes *codes, const uint8_t *input, lane **lanes, int count) {
    while (count > 0) {
        switch (count) {
        case 4: run(codes, input, lanes, 4); break;
        case 3: run(codes, input, lanes, 3); break;
        case 2: run(codes, input, lanes, 2); break;
        default: run(codes, input, lanes, 1); break;
        }
        for (int at = count - 1; at >= 0; at--) {
            lane *const lane = lanes[at];
            if (lane->state == LANE_RUNS && lane->position + BATCH_BITS < lane->stop) continue;
            while (lane->state == LANE_RUNS && lane->position < lane->stop) {
                decode_one(codes, input, lane, &lane->position, &lane->output);
            }
            lanes[at] = lanes[--count];
        }
    }
}

static void begin_lane(lane *lane, uint64_t position) {
    lane->position = position;
    lane->output = lane->bytes;
    lane->matches = 0;
    lane->state = LANE_RUNS;
}

/// Copies a match exactly: bytes that follow it are there already.
INLINE void copy_exactly(uint8_t *target, uint32_t distance, uint32_t length) {
    const uint8_t *const source = target - distance;
    if (length <= 16 && distance >= length) {
        // What follows is saved, and stored again.
        uint8_t copied[16], following[16];
        memcpy(copied, source, 16);
        memcpy(following, target + length, 16);
        memcpy(target, copied, 16);
        memcpy(target + length, following, 16);
    } else if (distance >= length) {
        memcpy(target, source, length);
    } else if (distance == 1) {
        memset(target, *source, length);
    } else {
        for (uint32_t at = 0; at < length; at++) target[at] = source[at];
    }
}

/// Moves the bytes of a lane to the window, and copies its matches; returns 0 when one begins before all data.
static int deliver(tk_inflate *stream, const lane *lane) {
    uint8_t *const target = stream->window + stream->made;
    const size_t count = (size_t)(lane->output - lane->bytes);
    memcpy(target, lane->bytes, count);
    for (uint32_t at = 0; at < lane->matches; at++) {
        const match match = lane->match[at];
        if (match.distance > stream->made + match.place) {
            stream->made += match.place;
            return 0;
        }
        copy_exactly(target + match.place, match.distance, match.length);
    }
    stream->made += count;
    return 1;
}

/// The bits of each lane of the next round; 0 when the rest of the block is too short, as the block before promises, or
/// so much data is not there.
static uint64_t lane_bits(const tk_inflate *stream) {
    const uint64_t available = stream->input_count * 8 - stream->position;
    // After the guessed end come shorter rounds.
    uint64_t expected = stream->previous_block_bits > stream->block_bits
        ? stream->previous_block_bits - stream->block_bits : 0;
    if (expected < LANES * LEAST_LANE_BITS) expected = LANES * LEAST_LANE_BITS;
    const uint64_t rounds = (expected + LANES * LANE_BITS - 1) / (LANES * LANE_BITS);
    const uint64_t bits = expected / (rounds * LANES);
    // The last symbol may be beyond the stop, and 8 bytes are loaded at its position.
    const uint64_t possible = available < 256 ? 0 : (available - 256) / LANES;
    if (bits <= possible) return bits;
    return possible >= LEAST_LANE_BITS ? possible : 0;
}

outcome decode_lanes(tk_inflate *stream, int is_last) {
    if (stream->codes.literal_share < LEAST_LITERAL_SHARE) return NEEDS_SYMBOLS;
    while (1) {
        if (stream->made + LANES * LANE_BYTES > WINDOW) return NEEDS_ROOM;
        if (stream->pause > 0) {
            stream->pause--;
            return NEEDS_SYMBOLS;
        }
        const uint64_t bits = lane_bits(stream);
        if (bits == 0) return is_last ? NEEDS_SYMBOLS : NEEDS_INPUT;

        lane *running[LANES];
        for (int at = 0; at < LANES; at++) {
            lane *const lane = &stream->lanes[at];
            begin_lane(lane, stream->position + (uint64_t)at * bits);
            lane->stop = lane->position + WARM_UP_BITS;
            running[at] = lane;
        }
        run_lanes(&stream->codes, stream->input, running + 1, LANES - 1);
        for (int at = 0; at < LANES; at++) {
            if (at > 0) begin_lane(&stream->lanes[at], stream->lanes[at].position);
            running[at] = &stream->lanes[at];
            stream->lanes[at].stop = stream->position + (uint64_t)(at + 1) * bits;
        }
        for (int at = 0; at + 1 < LANES; at++) stream->lanes[at].stop = stream->lanes[at + 1].position;
        run_lanes(&stream->codes, stream->input, running, LANES);

        int delivered = 0;
        outcome result = NEEDS_ROOM;
        const uint64_t begin = stream->position;
        while (1) {
            const lane *const lane = &stream->lanes[delivered];
            if (!deliver(stream, lane)) return DAMAGED;
            stream->position = lane->position;
            if (lane->state == LANE_MET_END) result = BLOCK_ENDED;
            if (++delivered == LANES || lane->state != LANE_RUNS || lane->position != lane->stop) break;
        }
        stream->block_bits += stream->position - begin;
        if (result == BLOCK_ENDED) return result;
        if (delivered == LANES) {
            stream->next_pause = 1;
        } else if (delivered == 1) {
            // Codes of equal lengths do not synchronize.
            stream->pause = stream->next_pause;
            if (stream->next_pause < LONGEST_PAUSE) stream->next_pause *= 2;
        }
        if (stream->lanes[delivered - 1].state != LANE_RUNS) return NEEDS_SYMBOLS;
    }
}
