// One symbol after another: the plain way, for blocks of many matches, and for the ends of data.
#include "stream.h"

/// Decodes a symbol from the bits that are there, whose number is `left`; NEEDS_ROOM stands for success.
static outcome decode_symbol(tk_inflate *stream, uint64_t left) {
    uint64_t bits = bits_at(stream->input, stream->position);
    if (left < 57) bits &= (1ull << left) - 1;
    if (left == 0) return NEEDS_INPUT;
    uint32_t used = 0;
    uint32_t entry = stream->codes.symbols[low(bits, SYMBOL_BITS)];
    if (entry & SPECIAL && longer_table(entry)) {
        used = SYMBOL_BITS;
        entry = stream->codes.symbols[longer_table(entry) + low(bits >> SYMBOL_BITS, entry >> 8 & 15)];
    }
    const uint32_t before = used;
    used += entry & 0xFF;
    if (used > left) return NEEDS_INPUT;
    if (entry & LITERAL) {
        stream->window[stream->made++] = (uint8_t)(entry >> 8);
    } else if (entry & SPECIAL) {
        if ((entry >> 8 & 0xFF) != END) return DAMAGED;
        stream->position += used;
        return BLOCK_ENDED;
    } else {
        const uint32_t length = number(entry, bits >> before);
        if (used >= left) return NEEDS_INPUT;
        entry = stream->codes.distances[low(bits >> used, DISTANCE_BITS)];
        if (entry & SPECIAL_DISTANCE && longer_table(entry)) {
            used += DISTANCE_BITS;
            entry = stream->codes.distances[longer_table(entry) + low(bits >> used, entry >> 8 & 15)];
        }
        if (used + (entry & 0xFF) > left) return NEEDS_INPUT;
        if (entry & SPECIAL_DISTANCE) return DAMAGED;
        const uint32_t distance = number(entry, bits >> used);
        used += entry & 0xFF;
        if (distance > stream->made) return DAMAGED;
        copy_match(stream->window + stream->made, distance, length);
        stream->made += length;
    }
    stream->position += used;
    return NEEDS_ROOM;
}

/// Writes the literals of an entry, and others after them.
INLINE void put_literals(uint8_t **target, uint64_t entry) {
    const uint32_t literals = (uint32_t)(entry >> 32);
    memcpy(*target, &literals, sizeof literals);
    *target += entry >> 28 & 3;
}

/// Decodes symbols as long as 24 bytes of data follow and the longest match has room.
static outcome decode_fast(tk_inflate *stream) {
    if (!stream->codes.has_combined) combine_symbols(&stream->codes);
    const uint64_t *const combined = stream->codes.combined;
    const uint32_t *const symbols = stream->codes.symbols, *const distances = stream->codes.distances;
    if (stream->input_count < 24 || stream->made + 8 > WINDOW) return NEEDS_INPUT;
    const uint8_t *next = stream->input + (stream->position >> 3);
    const uint8_t *const last = stream->input + stream->input_count - 24;
    uint8_t *target = stream->window + stream->made;
    uint8_t *const end = stream->window + WINDOW - 8;
    outcome result = NEEDS_ROOM;
    if (next > last) return NEEDS_INPUT;
    // The low byte of `count` is the number of bits; what lies above is not meant. More bits than that may be set, those of
    // the byte at `next`, which are set again.
    uint64_t bits = 0, count = 0;
#define REFILL() \
    (bits |= load64(next) << (uint8_t)count, next += (63 - (uint8_t)count) >> 3, count |= 56)
#define TAKE(entry) (bits >>= (entry) & 63, count -= (entry) & 0xFF)
    REFILL();
    bits >>= stream->position & 7, count -= stream->position & 7;
    uint64_t entry = combined[low(bits, SYMBOL_BITS)];
    // Three entries of literals take at most 33 bits; what follows them is decoded after more have been loaded.
    while (1) {
        REFILL();
        put_literals(&target, entry);
        if (entry & LITERAL) {
            TAKE(entry);
            entry = combined[low(bits, SYMBOL_BITS)];
            put_literals(&target, entry);
            if (entry & LITERAL) {
                TAKE(entry);
                entry = combined[low(bits, SYMBOL_BITS)];
                put_literals(&target, entry);
                if (entry & LITERAL) {
                    TAKE(entry);
                    entry = combined[low(bits, SYMBOL_BITS)];
                    if (next > last || target > end) break;
                    continue;
                }
            }
            REFILL();
        }
        uint32_t symbol = (uint32_t)entry;
        if (__builtin_expect(symbol & SPECIAL, 0)) {
            const uint32_t table = longer_table(symbol);
            if (!table) break;
            const uint32_t longer = symbols[table + low(bits >> SYMBOL_BITS, symbol >> 8 & 15)];
            // The end of the block, or damage, is decoded again.
            if (longer & SPECIAL) break;
            TAKE(SYMBOL_BITS);
            if (longer & LITERAL) {
                TAKE(longer);
                *target++ = (uint8_t)(longer >> 8);
                entry = combined[low(bits, SYMBOL_BITS)];
                if (next > last || target > end) break;
                continue;
            }
            symbol = longer;
        }
        const uint32_t length = number(symbol & 0xFFFFFFF, bits);
        TAKE(symbol);
        symbol = distances[low(bits, DISTANCE_BITS)];
        REFILL();
        if (__builtin_expect(symbol & SPECIAL_DISTANCE, 0)) {
            const uint32_t table = longer_table(symbol);
            if (!table) { result = DAMAGED; break; }
            TAKE(DISTANCE_BITS);
            symbol = distances[table + low(bits, symbol >> 8 & 15)];
            if (symbol & SPECIAL_DISTANCE) { result = DAMAGED; break; }
        }
        const uint32_t distance = number(symbol, bits);
        TAKE(symbol);
        if (__builtin_expect(distance > (size_t)(target - stream->window), 0)) { result = DAMAGED; break; }
        entry = combined[low(bits, SYMBOL_BITS)];
        copy_match(target, distance, length);
        target += length;
        if (next > last || target > end) break;
    }
    stream->position = (uint64_t)(next - stream->input) * 8 - (uint8_t)count;
    stream->made = (size_t)(target - stream->window);
    return result;
}

outcome decode_symbols(tk_inflate *stream, int is_last) {
    const uint64_t begin = stream->position;
    outcome result = decode_fast(stream);
    while (result != DAMAGED) {
        const uint64_t left = stream->input_count * 8 - stream->position;
        if (left < 64 && !is_last) { result = NEEDS_INPUT; break; }
        if (stream->made >= WINDOW) { result = NEEDS_ROOM; break; }
        result = decode_symbol(stream, left);
        if (result != NEEDS_ROOM) break;
    }
    stream->block_bits += stream->position - begin;
    return result;
}
