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

    /// The run of an end-of-block code: past all coefficients.
    static let endOfBlock = 64

    let entries: UnsafeMutablePointer<Entry>
    /// Empty for a DC table.
    let pairs: UnsafeMutablePointer<Pair>
    /// For each length, the first 16-bit prefix past all codes of up to that length (libjpeg's `maxcode`,
    /// left-aligned).
    private let codeLimits: UnsafeMutablePointer<UInt32>
    /// The number to add to a code of each length to get the index of its symbol (libjpeg's `valoffset`).
    private let symbolOffsets: UnsafeMutablePointer<Int32>
    private let symbols: UnsafeMutablePointer<UInt8>
    private let kind: Kind

    /// The kind of symbols that a table codes.
    enum Kind {
        /// DC differences.
        case dc
        /// AC coefficients of a sequential scan.
        case ac
        /// AC coefficients of a progressive scan, where an end-of-block code may be valid for several blocks
        /// (ITU-T T.81, G.1.2.2). Its run is ``endOfBlock`` for a single block; for several, the entry is partial.
        case progressiveAC
    }

    /// Creates a decoder; fails if a DC table has a symbol that no difference has.
    init?(_ table: HuffmanTable, _ kind: Kind) {
        if kind == .dc, table.symbols.contains(where: { $0 > 15 }) { return nil }
        self.kind = kind
        entries = .allocate(capacity: 1 << Self.lookaheadBits)
        entries.initialize(repeating: .none, count: 1 << Self.lookaheadBits)
        pairs = .allocate(capacity: kind == .dc ? 0 : 1 << Self.lookaheadBits)
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
        if kind != .dc {
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
                size <= free && !isEndOfSeveralBlocks(symbol)
                ? entry(symbol, code.length, valueBits: UInt64(rest >> (free - size)))
                : Entry(partialCodeLength: code.length, symbol: symbol)
        }
    }

    private func pair(_ index: Int) -> Pair {
        let first = entries[index]
        guard !first.isPartial else { return Pair(partial: first) }
        // Bits past the lookahead are unknown, and zero here.
        let second = entries[index << first.length & (1 << Self.lookaheadBits - 1)]
        guard first.run != Self.endOfBlock, !second.isPartial, first.length + second.length <= Self.lookaheadBits else {
            return Pair(single: first)
        }
        return Pair(first, second)
    }

    /// Returns the entry of a symbol and the bits of its value.
    @inline(__always)
    private func entry(_ symbol: UInt8, _ length: Int, valueBits: UInt64) -> Entry {
        let size = Int(symbol & 15)
        let run = Int(symbol >> 4)
        if size == 0 {
            let passed = kind == .dc ? 0 : run == 15 ? 15 : Self.endOfBlock
            return Entry(length: length, run: passed, value: 0)
        }
        // A value whose highest bit is 0 is negative (ITU-T T.81, F.2.2.1, EXTEND).
        let isNegative = valueBits >> (size - 1) == 0
        let value = Int(truncatingIfNeeded: valueBits) - (isNegative ? (1 << size) - 1 : 0)
        return Entry(length: length + size, run: kind == .dc ? 0 : run, value: value)
    }

    private func isEndOfSeveralBlocks(_ symbol: UInt8) -> Bool {
        kind == .progressiveAC && symbol & 15 == 0 && (1...14).contains(symbol >> 4)
    }

    /// Completes a lookup for which the lookahead bits were not enough.
    ///
    /// - Parameters:
    ///   - first: the partial entry.
    ///   - bits: at least the next 31 bits, left-aligned.
    /// - Returns: the whole entry; ``Entry/none`` if there is no such code.
    @inline(never)
    func completeLookup(afterPartial first: Entry, _ bits: UInt64) -> Entry {
        guard let (symbol, length) = completeSymbol(afterPartial: first, bits) else { return .none }
        let size = UInt64(symbol & 15)
        return entry(symbol, length, valueBits: size == 0 ? 0 : (bits << UInt64(length)) >> (64 - size))
    }

    /// Returns a symbol for which the lookahead bits were not enough, and the length of its code; nil if there is no
    /// such code.
    @inline(__always)
    func completeSymbol(afterPartial first: Entry, _ bits: UInt64) -> (symbol: UInt8, length: Int)? {
        guard first == .none else { return (first.partialSymbol, first.partialCodeLength) }
        let next = UInt32(truncatingIfNeeded: bits >> 48)
        var length = Self.lookaheadBits + 1
        while length <= 16, next >= codeLimits[length] {
            length += 1
        }
        guard length <= 16 else { return nil }
        return (symbols[Int(Int32(next >> (16 - length)) + symbolOffsets[length]) & 255], length)
    }
}
