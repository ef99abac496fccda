#pragma once

#include <stdint.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

// Entries of the tables, which are indexed by the next bits of the data. A code that is longer than the index leads to a
// table of its own, in the same array.
//
//     literal       LITERAL | byte << 8 | bits of the code
//     length        base << 16 | bits of the code << 8 | bits of the code and of what is added to the base
//     longer code   SPECIAL | offset of the table << 16 | bits of its index << 8 | bits of the first index
//     end of block  SPECIAL | END << 8 | bits of the code
//     no code       SPECIAL, and the bits of a code that must not be used
//
// Bits 16 to 29 are 0 in what is special, except for longer codes. Distances are like lengths; 24577 reaches bit 30, so
// that it is LITERAL that says what is special.
#define LITERAL 0x80000000u
#define SPECIAL 0x40000000u
#define SPECIAL_DISTANCE LITERAL
#define END 1u

enum {
    /// The bits of the first index. Five literals fit into the bits that one load delivers.
    SYMBOL_BITS = 11,
    DISTANCE_BITS = 9,
    LONGEST_CODE = 15,
    SYMBOLS = 288,
    DISTANCES = 32,
    /// A table of 2^n entries for longer codes has at least n + 1 of them: 16 entries have 5 codes at least, 64 have 7.
    SYMBOL_ENTRIES = (1 << SYMBOL_BITS) + SYMBOLS / 5 * 16 + 16,
    DISTANCE_ENTRIES = (1 << DISTANCE_BITS) + DISTANCES / 7 * 64 + 64,
};

// Entries that stand for several symbols, as far as the bits of the index suffice: up to three literals, and a length
// after the last.
//
//     bits 0 to 7    bits of the codes, and of what is added to the base
//     bits 8 to 15   bits of the codes
//     bits 16 to 27  base of the length
//     bits 28 to 29  the number of literals
//     bit 30         SPECIAL: the first symbol is, or has a longer code
//     bit 31         LITERAL: there is no length
//     bits 32 to 55  the literals

/// The codes of a block.
typedef struct codes {
    uint32_t symbols[SYMBOL_ENTRIES];
    /// Made of the symbols when it is needed.
    uint64_t combined[1 << SYMBOL_BITS];
    int has_combined;
    uint32_t distances[DISTANCE_ENTRIES];
    /// The part of the symbols that are literals, as their codes promise: in units of 2^-15.
    uint32_t literal_share;
} codes;

/// Fills the tables from the lengths of the codes, of which 0 stands for none; returns 0 when they are not valid codes.
int make_codes(codes *codes, const uint8_t *symbol_lengths, int symbols, const uint8_t *distance_lengths, int distances);

/// Fills the table of entries that stand for several symbols.
void combine_symbols(codes *codes);

/// Fills a table of 128 entries for the codes of code lengths: symbol << 8 | bits. Returns 0 when they are not valid.
int make_length_codes(uint32_t *table, const uint8_t *lengths);

/// The offset of the table of a longer code; 0 for all else that is special.
INLINE uint32_t longer_table(uint32_t entry) { return entry >> 16 & 0x3FFF; }

/// Loads 8 bytes, the first of which are the lowest bits.
INLINE uint64_t load64(const uint8_t *bytes) {
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    value = __builtin_bswap64(value);
#endif
    return value;
}

/// Loads the bits from a position on, at least 57.
INLINE uint64_t bits_at(const uint8_t *bytes, uint64_t position) { return load64(bytes + (position >> 3)) >> (position & 7); }

/// The lowest bits of a number.
INLINE uint32_t low(uint64_t value, uint32_t count) { return (uint32_t)(value & ((1ull << count) - 1)); }

/// The length or distance of an entry whose code is the next one.
INLINE uint32_t number(uint32_t entry, uint64_t bits) {
    return (entry >> 16 & 0x7FFF) + (low(bits, entry & 0xFF) >> (entry >> 8 & 0xFF));
}
