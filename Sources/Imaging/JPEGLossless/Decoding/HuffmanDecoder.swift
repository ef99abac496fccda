/// A Huffman table prepared for decoding: most codes, with the bits of their values, take one table lookup.
///
/// A JPEG codes a coefficient as a symbol, followed by the bits of its value. The symbol's lower four bits are the
/// number of these bits, its upper four the number of zero coefficients before it (ITU-T T.81, F.1.2). The tables are
/// indexed by the next eleven bits, which hold all of that for most coefficients of a photograph, and often for two of
/// them.
final class HuffmanDecoder: @unchecked Sendable {
    // The memory is not written to after `init`.

    /// The bits that index the tables (`HUFF_LOOKAHEAD` in libjpeg).
    static let lookaheadBits = 11

    /// A coefficient in 32 bits: bits 0–7 are its code's and value's length, 8–15 the number of zeros before it, 16–31
    /// its value.
    ///
    /// If the lookahead bits hold the code but not the whole value, bits 0–6 are the length of the code, bit 7 is set,
    /// and bits 8–15 are the symbol. If they do not hold the code either, the entry is 0.
    typealias Entry = UInt32

    /// Two coefficients in 64 bits: bits 0–31 are the first one's ``Entry``, but bits 0–7 the length of both; 32–39 are
    /// the distance from the first to the second in zigzag order, 40–47 the length of the first alone, 48–63 the second
    /// value.
    ///
    /// If the lookahead bits hold only one coefficient, the second is the first again. If they do not hold even one,
    /// the pair is its ``Entry``.
    typealias Pair = UInt64

    /// The run of an end-of-block code: past all coefficients.
    static let endOfBlock = 64

    let entries: UnsafeMutablePointer<Entry>
    /// Empty for a DC table.
    let pairs: UnsafeMutablePointer<Pair>
    /// For each length, the first 16-bit prefix past all codes of up to that length (libjpeg's `maxcode`,
    /// left-aligned).
    private let codeLimits: UnsafeMutablePointer<UInt32>
    /// For each length, what is added to a code to give the index of its symbol (libjpeg's `valoffset`).
    private let symbolOffsets: UnsafeMutablePointer<Int32>
    private let symbols: UnsafeMutablePointer<UInt8>
    private let isDC: Bool

    /// Creates a decoder of DC differences or of AC coefficients; fails if a DC table has a symbol that no difference
    /// has.
    init?(_ table: HuffmanTable, isDC: Bool) {
        if isDC, table.symbols.contains(where: { $0 > 15 }) { return nil }
        self.isDC = isDC
        entries = .allocate(capacity: 1 << Self.lookaheadBits)
        entries.initialize(repeating: 0, count: 1 << Self.lookaheadBits)
        pairs = .allocate(capacity: isDC ? 0 : 1 << Self.lookaheadBits)
        codeLimits = .allocate(capacity: 17)
        codeLimits.initialize(repeating: 0, count: 17)
        symbolOffsets = .allocate(capacity: 17)
        symbolOffsets.initialize(repeating: 0, count: 17)
        symbols = .allocate(capacity: 256)
        symbols.initialize(repeating: 0, count: 256)
        for (index, (code, symbol)) in zip(table.codes, table.symbols).enumerated() {
            symbols[index] = symbol
            symbolOffsets[code.length] = Int32(index) - Int32(code.bits)
            let end = (code.bits + 1) << (16 - code.length)
            for length in code.length...16 {
                codeLimits[length] = end
            }
            addEntries(code, symbol)
        }
        if !isDC {
            for index in 0..<1 << Self.lookaheadBits {
                (pairs + index).initialize(to: pair(index))
            }
        }
    }

    deinit {
        entries.deallocate()
        pairs.deallocate()
        codeLimits.deallocate()
        symbolOffsets.deallocate()
        symbols.deallocate()
    }

    /// Adds the entries of all lookahead bits that begin with a code.
    private func addEntries(_ code: HuffmanTable.Code, _ symbol: UInt8) {
        guard code.length <= Self.lookaheadBits else { return }
        let free = Self.lookaheadBits - code.length
        let size = Int(symbol & 15)
        for rest in 0..<(1 << free) {
            let index = Int(code.bits) << free | rest
            entries[index] =
                size <= free
                ? entry(symbol, code.length, valueBits: UInt64(rest >> (free - size)))
                : 0x80 | UInt32(code.length) | UInt32(symbol) << 8
        }
    }

    /// Returns the pair for lookahead bits.
    private func pair(_ index: Int) -> Pair {
        let first = entries[index]
        let length = Int(first & 0xFF)
        guard 1..<0x80 ~= length else { return Pair(first) }
        let one = Pair(first) | Pair(length) << 40 | Pair(first >> 16) << 48
        // Bits past the lookahead are unknown, and zero here.
        let second = entries[index << length & (1 << Self.lookaheadBits - 1)]
        let both = length + Int(second & 0xFF)
        let isLast = first >> 8 & 0xFF == Self.endOfBlock
        guard !isLast, 1..<0x80 ~= second & 0xFF, both <= Self.lookaheadBits else { return one }
        let (distance, value) = (second >> 8 & 0xFF + 1, second >> 16)
        return Pair(first) & ~0xFF | Pair(both) | Pair(distance) << 32 | Pair(length) << 40 | Pair(value) << 48
    }

    /// Returns the entry of a symbol and the bits of its value.
    @inline(__always)
    private func entry(_ symbol: UInt8, _ length: Int, valueBits: UInt64) -> Entry {
        let (size, run) = (Int(symbol & 15), Int(symbol >> 4))
        if size == 0 {
            let passed = isDC ? 0 : run == 15 ? 15 : Self.endOfBlock
            return UInt32(length) | UInt32(passed) << 8
        }
        // A value whose highest bit is 0 is negative (ITU-T T.81, F.2.2.1, EXTEND).
        let isNegative = valueBits >> (size - 1) == 0
        let value = Int(truncatingIfNeeded: valueBits) - (isNegative ? (1 << size) - 1 : 0)
        return UInt32(length + size) | UInt32(isDC ? 0 : run) << 8 | UInt32(truncatingIfNeeded: value) << 16
    }

    /// Returns whether an entry lacks part of a coefficient.
    @inline(__always)
    static func isPartial(_ entry: Entry) -> Bool { UInt8(truncatingIfNeeded: entry) &- 1 >= 0x7F }

    /// Completes a lookup for which the lookahead bits were not enough.
    ///
    /// - Parameters:
    ///   - first: the partial entry.
    ///   - bits: at least the next 31 bits, left-aligned.
    /// - Returns: the whole entry; 0 if there is no such code.
    @inline(never)
    func completeLookup(afterPartial first: Entry, _ bits: UInt64) -> Entry {
        var length = Int(first & 0x7F)
        var symbol = UInt8(truncatingIfNeeded: first >> 8)
        if first == 0 {
            let next = UInt32(truncatingIfNeeded: bits >> 48)
            length = Self.lookaheadBits + 1
            while length <= 16, next >= codeLimits[length] {
                length += 1
            }
            guard length <= 16 else { return 0 }
            symbol = symbols[Int(Int32(next >> (16 - length)) + symbolOffsets[length]) & 255]
        }
        let size = UInt64(symbol & 15)
        return entry(symbol, length, valueBits: size == 0 ? 0 : (bits << UInt64(length)) >> (64 - size))
    }
}
