#include "tables.h"

/// The entries of symbols without the bits of their codes (RFC 1951, 3.2.5).
static uint32_t symbol_entry(int symbol) {
    static const uint8_t extra[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const uint16_t base[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                    31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    if (symbol < 256) return LITERAL | (uint32_t)symbol << 8;
    if (symbol == 256) return SPECIAL | END << 8;
    if (symbol > 285) return SPECIAL;
    return (uint32_t)base[symbol - 257] << 16 | (uint32_t)extra[symbol - 257] << 8;
}

static uint32_t distance_entry(int symbol) {
    if (symbol > 29) return SPECIAL_DISTANCE;
    if (symbol < 4) return (uint32_t)(symbol + 1) << 16;
    const uint32_t extra = (uint32_t)symbol / 2 - 1;
    return (((2 + ((uint32_t)symbol & 1)) << extra) + 1) << 16 | extra << 8;
}

static uint32_t length_entry(int symbol) { return LITERAL | (uint32_t)symbol << 8; }

/// Adds the bits of the code to an entry.
static uint32_t with_code(uint32_t entry, uint32_t bits, uint32_t special) {
    if (entry & (LITERAL | special)) return entry | bits;
    return (entry & ~0xFFFFu) | bits << 8 | (bits + (entry >> 8 & 0xFF));
}

static uint32_t reversed(uint32_t code, int count) {
    uint32_t result = 0;
    for (int bit = 0; bit < count; bit++) result |= (code >> bit & 1) << (count - 1 - bit);
    return result;
}

/// Fills a table; returns 0 when the codes are oversubscribed, or incomplete without being a single one of one bit.
///
/// No code at all is valid where `may_be_empty`. These are the rules of zlib.
static int make_table(
    uint32_t *table, int index_bits, int entries, const uint8_t *lengths, int count, int may_be_empty,
    uint32_t special, uint32_t (*entry)(int symbol)) {
    uint32_t counts[LONGEST_CODE + 1] = {0}, next[LONGEST_CODE + 2] = {0};
    uint16_t sorted[SYMBOLS];
    for (int symbol = 0; symbol < count; symbol++) counts[lengths[symbol]]++;
    counts[0] = 0;
    // The codes of each length begin after those that are shorter.
    uint32_t code = 0, offsets[LONGEST_CODE + 2] = {0}, longest = 0;
    int left = 1;
    for (int length = 1; length <= LONGEST_CODE; length++) {
        left = (left << 1) - (int)counts[length];
        if (left < 0) return 0;
        code = (code + counts[length - 1]) << 1;
        next[length] = code;
        offsets[length + 1] = offsets[length] + counts[length];
        if (counts[length]) longest = (uint32_t)length;
    }
    for (int at = 0; at < 1 << index_bits; at++) table[at] = special;
    if (longest == 0) return may_be_empty;
    if (left > 0 && (longest != 1 || !may_be_empty)) return 0;

    for (int symbol = 0; symbol < count; symbol++) {
        if (lengths[symbol]) sorted[offsets[lengths[symbol]]++] = (uint16_t)symbol;
    }
    int used = 1 << index_bits;
    uint32_t at = 0;
    for (int length = 1; length <= (int)longest; length++) {
        for (uint32_t remaining = counts[length]; remaining > 0; remaining--, at++) {
            const int symbol = sorted[at];
            const uint32_t bits = reversed(next[length]++, length);
            if (length <= index_bits) {
                const uint32_t value = with_code(entry(symbol), (uint32_t)length, special);
                for (uint32_t place = bits; place < 1u << index_bits; place += 1u << length) table[place] = value;
                continue;
            }
            const uint32_t prefix = low(bits, (uint32_t)index_bits);
            if (table[prefix] == special) {
                // The table is as large as this code and those after it need, which share its prefix until it is full.
                int more = length - index_bits;
                int room = (1 << more) - (int)remaining;
                while (room > 0 && index_bits + more < (int)longest) {
                    more++;
                    room = (room << 1) - (int)counts[index_bits + more];
                }
                if (used + (1 << more) > entries) return 0;
                for (int place = 0; place < 1 << more; place++) table[used + place] = special;
                table[prefix] = special | (uint32_t)used << 16 | (uint32_t)more << 8 | (uint32_t)index_bits;
                used += 1 << more;
            }
            const uint32_t first = longer_table(table[prefix]), size = 1u << (table[prefix] >> 8 & 15);
            const uint32_t value = with_code(entry(symbol), (uint32_t)(length - index_bits), special);
            for (uint32_t place = bits >> index_bits; place < size; place += 1u << (length - index_bits)) {
                table[first + place] = value;
            }
        }
    }
    return 1;
}

int make_codes(codes *codes, const uint8_t *symbol_lengths, int symbols, const uint8_t *distance_lengths, int distances) {
    codes->has_combined = 0;
    codes->literal_share = 0;
    for (int symbol = 0; symbol < 256 && symbol < symbols; symbol++) {
        if (symbol_lengths[symbol]) codes->literal_share += 1u << (LONGEST_CODE - symbol_lengths[symbol]);
    }
    return make_table(codes->symbols, SYMBOL_BITS, SYMBOL_ENTRIES, symbol_lengths, symbols, 1, SPECIAL, symbol_entry)
        && make_table(codes->distances, DISTANCE_BITS, DISTANCE_ENTRIES, distance_lengths, distances, 1, SPECIAL_DISTANCE,
            distance_entry);
}

void combine_symbols(codes *codes) {
    codes->has_combined = 1;
    for (uint32_t index = 0; index < 1u << SYMBOL_BITS; index++) {
        uint64_t literals = 0;
        uint32_t count = 0, used = 0, entry = codes->symbols[index], rest = 0;
        if (entry & SPECIAL) {
            codes->combined[index] = entry;
            continue;
        }
        while (entry & LITERAL && count < 3) {
            literals |= (uint64_t)(entry >> 8 & 0xFF) << (32 + 8 * count++);
            used += entry & 0xFF;
            entry = codes->symbols[index >> used];
            // The bits that follow are not known; zeros stand for them.
            if (entry & SPECIAL || used + (entry & 0xFF) > SYMBOL_BITS) break;
        }
        if (!(entry & (LITERAL | SPECIAL)) && used + (entry >> 8 & 0xFF) <= SYMBOL_BITS) {
            rest = entry + (used << 8 | used);
        } else {
            rest = LITERAL | used;
        }
        codes->combined[index] = literals | (uint64_t)count << 28 | rest;
    }
}

int make_length_codes(uint32_t *table, const uint8_t *lengths) {
    return make_table(table, 7, 1 << 7, lengths, 19, 0, SPECIAL, length_entry);
}
