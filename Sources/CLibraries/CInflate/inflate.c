// The frame of a deflate stream: blocks, their headers, and the memory that data passes through.
#include "stream.h"

#include <stdlib.h>

tk_inflate *tk_inflate_create(void) {
    tk_inflate *const stream = malloc(sizeof(tk_inflate));
    if (!stream) return NULL;
    stream->state = AT_BLOCK;
    stream->is_last_block = 0;
    stream->position = stream->input_count = stream->made = stream->delivered = 0;
    stream->previous_block_bits = 0;
    stream->pause = 0;
    stream->next_pause = 1;
    // Bytes after those of the input are loaded, and not used.
    memset(stream->input, 0, sizeof stream->input);
    return stream;
}

void tk_inflate_free(tk_inflate *stream) { free(stream); }

size_t tk_inflate_unread(const tk_inflate *stream) { return stream->input_count - (stream->position + 7) / 8; }

/// Reads the bits of a header.
typedef struct reader {
    const uint8_t *input;
    uint64_t position, end;
    int is_short;
} reader;

static uint32_t take(reader *reader, uint32_t count) {
    if (reader->position + count > reader->end) {
        reader->is_short = 1;
        return 0;
    }
    const uint32_t value = low(bits_at(reader->input, reader->position), count);
    reader->position += count;
    return value;
}

/// Takes a code length, or a number that repeats some.
static uint32_t take_length(reader *reader, const uint32_t *table) {
    const uint64_t left = reader->end - reader->position;
    uint64_t bits = bits_at(reader->input, reader->position);
    if (left < 7) bits &= (1ull << left) - 1;
    const uint32_t entry = table[low(bits, 7)];
    take(reader, entry & 0xFF);
    return entry >> 8 & 0xFF;
}

static outcome read_dynamic_codes(tk_inflate *stream, reader *reader) {
    static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    const int symbols = (int)take(reader, 5) + 257, distances = (int)take(reader, 5) + 1;
    const int length_codes = (int)take(reader, 4) + 4;
    if (reader->is_short) return NEEDS_INPUT;
    if (symbols > 286 || distances > 30) return DAMAGED;
    uint8_t lengths[286 + 30 + 138] = {0};
    for (int at = 0; at < length_codes; at++) lengths[order[at]] = (uint8_t)take(reader, 3);
    if (reader->is_short) return NEEDS_INPUT;
    uint32_t table[1 << 7];
    if (!make_length_codes(table, lengths)) return DAMAGED;
    memset(lengths, 0, 19);
    for (int at = 0; at < symbols + distances;) {
        const uint32_t symbol = take_length(reader, table);
        uint32_t count = 1;
        uint8_t length = (uint8_t)symbol;
        if (symbol >= 16) {
            count = symbol == 16 ? 3 + take(reader, 2) : symbol == 17 ? 3 + take(reader, 3) : 11 + take(reader, 7);
            if (reader->is_short) return NEEDS_INPUT;
            if (symbol == 16 && at == 0) return DAMAGED;
            length = symbol == 16 ? lengths[at - 1] : 0;
            if (at + (int)count > symbols + distances) return DAMAGED;
        }
        if (reader->is_short) return NEEDS_INPUT;
        memset(lengths + at, length, count);
        at += (int)count;
    }
    if (lengths[256] == 0) return DAMAGED;
    return make_codes(&stream->codes, lengths, symbols, lengths + symbols, distances) ? NEEDS_ROOM : DAMAGED;
}

static void make_fixed_codes(codes *codes) {
    uint8_t lengths[SYMBOLS + DISTANCES];
    memset(lengths, 8, SYMBOLS);
    memset(lengths + 144, 9, 112);
    memset(lengths + 256, 7, 24);
    memset(lengths + SYMBOLS, 5, DISTANCES);
    make_codes(codes, lengths, SYMBOLS, lengths + SYMBOLS, DISTANCES);
}

/// Reads the header of a block once it is all there; NEEDS_ROOM stands for success.
static outcome read_header(tk_inflate *stream) {
    reader reader = {stream->input, stream->position, stream->input_count * 8, 0};
    const int is_last = (int)take(&reader, 1);
    const uint32_t type = take(&reader, 2);
    if (reader.is_short) return NEEDS_INPUT;
    if (type == 0) {
        reader.position = (reader.position + 7) & ~7ull;
        const uint32_t count = take(&reader, 16), complement = take(&reader, 16);
        if (reader.is_short) return NEEDS_INPUT;
        if ((count ^ complement) != 0xFFFF) return DAMAGED;
        stream->stored = count;
        stream->state = IN_STORED_BLOCK;
    } else if (type == 3) {
        return DAMAGED;
    } else {
        if (type == 1) {
            make_fixed_codes(&stream->codes);
        } else {
            const outcome result = read_dynamic_codes(stream, &reader);
            if (result != NEEDS_ROOM) return result;
        }
        stream->block_bits = 0;
        stream->state = IN_CODED_BLOCK;
    }
    stream->is_last_block = is_last;
    stream->position = reader.position;
    return NEEDS_ROOM;
}

static outcome copy_stored(tk_inflate *stream) {
    const uint8_t *const source = stream->input + stream->position / 8;
    size_t count = stream->input_count - stream->position / 8;
    if (count > stream->stored) count = stream->stored;
    if (count > WINDOW - stream->made) count = WINDOW - stream->made;
    memcpy(stream->window + stream->made, source, count);
    stream->made += count;
    stream->stored -= (uint32_t)count;
    stream->position += count * 8;
    return stream->stored == 0 ? BLOCK_ENDED : stream->made >= WINDOW ? NEEDS_ROOM : NEEDS_INPUT;
}

static outcome decode_block(tk_inflate *stream, int is_last) {
    // Where lanes cannot be used, or only in vain, symbols are decoded one after another.
    outcome result = decode_lanes(stream, is_last);
    if (result == NEEDS_SYMBOLS) result = decode_symbols(stream, is_last);
    if (result == BLOCK_ENDED) stream->previous_block_bits = stream->block_bits;
    return result;
}

/// Decodes until there is no room in the window, or not enough data.
static outcome decode(tk_inflate *stream, int is_last) {
    while (1) {
        outcome result = NEEDS_ROOM;
        switch (stream->state) {
        case AT_BLOCK:
            result = read_header(stream);
            if (result == NEEDS_ROOM) continue;
            break;
        case IN_STORED_BLOCK: result = copy_stored(stream); break;
        case IN_CODED_BLOCK: result = decode_block(stream, is_last); break;
        case AT_END: case AT_DAMAGE: return NEEDS_ROOM;
        }
        if (result == BLOCK_ENDED) {
            stream->state = stream->is_last_block ? AT_END : AT_BLOCK;
        } else {
            if (result == DAMAGED) stream->state = AT_DAMAGE;
            return result;
        }
    }
}

/// Moves unread bytes to the beginning of the input, and adds more.
static void add_input(tk_inflate *stream, const uint8_t **input, size_t *count) {
    const size_t read = stream->position / 8, kept = stream->input_count - read;
    if (read > 0) {
        memmove(stream->input, stream->input + read, kept);
        stream->position &= 7;
        stream->input_count = kept;
    }
    const size_t room = TK_INFLATE_INPUT_BYTES - kept, added = *count < room ? *count : room;
    if (added > 0) memcpy(stream->input + kept, *input, added);
    stream->input_count += added;
    *input += added;
    *count -= added;
}

/// Delivers bytes of the window, and keeps the history.
static void empty_window(tk_inflate *stream, uint8_t **output, size_t *count) {
    const size_t ready = stream->made - stream->delivered, moved = ready < *count ? ready : *count;
    if (moved > 0) memcpy(*output, stream->window + stream->delivered, moved);
    stream->delivered += moved;
    *output += moved;
    *count -= moved;
    if (stream->delivered < stream->made || stream->made <= HISTORY) return;
    memmove(stream->window, stream->window + stream->made - HISTORY, HISTORY);
    stream->made = stream->delivered = HISTORY;
}

enum tk_inflate_status tk_inflate_run(
    tk_inflate *stream, const uint8_t **input, size_t *input_count, uint8_t **output, size_t *output_count,
    int is_eager) {
    while (1) {
        empty_window(stream, output, output_count);
        if (stream->delivered < stream->made) return TK_INFLATE_INCOMPLETE;
        if (stream->state == AT_END) return TK_INFLATE_FINISHED;
        if (stream->state == AT_DAMAGE) return TK_INFLATE_DAMAGED;
        if (*output_count == 0) return TK_INFLATE_INCOMPLETE;
        if (*input_count > 0) add_input(stream, input, input_count);
        const size_t unread = stream->input_count - stream->position / 8;
        if (*input_count == 0 && !is_eager && unread < TK_INFLATE_INPUT_BYTES / 2) return TK_INFLATE_INCOMPLETE;
        const outcome result = decode(stream, *input_count == 0 && is_eager);
        if (result == NEEDS_INPUT && *input_count == 0 && stream->delivered == stream->made) {
            return TK_INFLATE_INCOMPLETE;
        }
    }
}
