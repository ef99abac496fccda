/// A Huffman table made ready for decoding: what most codes and the value behind them amount to is one look away.
///
/// A JPEG codes a coefficient as the code of a symbol, whose lower half says how many bits of the value follow, and
/// whose upper half how many zeros come before it. The tables are looked up by the next eleven bits, which hold all of
/// that for most coefficients of a photograph, and for two of them often.
final class HuffmanDecoder: @unchecked Sendable {
    // The guard behind `@unchecked Sendable`: nobody writes to the memory after `init`.

    /// The bits that a look takes in.
    static let lookaheadBits = 11

    /// What a look finds, in the bits of a word: 0–7 how many bits are used up, 8–15 how many coefficients are passed
    /// over, 16–31 the value.
    ///
    /// If the bits are not enough for the value: 0–6 the length of the code, bit 7 set, 8–15 the symbol. If they are not
    /// enough for the code: 0.
    typealias Entry = UInt32

    /// What a look finds that is for two coefficients if it can be: 0–31 the first, but that 0–7 say how many bits both
    /// use up; 32–39 how many coefficients the second is behind the first, 40–47 how many bits the first uses up, 48–63
    /// the second value.
    ///
    /// If the bits are for one coefficient only, the second is the first again. If they are not even enough for that, it is
    /// the ``Entry`` of one.
    typealias Pair = UInt64

    /// Coefficients that are passed over when no more of the block follow: all there are.
    static let endOfBlock = 64

    let entries: UnsafeMutablePointer<Entry>
    /// Empty for differences of mean values.
    let pairs: UnsafeMutablePointer<Pair>
    /// For each length, the first sixteen bits that no code of up to that length begins with.
    private let codeLimits: UnsafeMutablePointer<UInt32>
    /// For each length, what is added to a code for the place of its symbol.
    private let symbolOffsets: UnsafeMutablePointer<Int32>
    private let symbols: UnsafeMutablePointer<UInt8>
    private let isDC: Bool

    /// A decoder of differences of mean values, or of the other coefficients; nil when the table is not one of these.
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

    /// Enters what a code means at all the places that begin with it.
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

    /// What a look finds for two coefficients.
    private func pair(_ index: Int) -> Pair {
        let first = entries[index]
        let length = Int(first & 0xFF)
        guard 1..<0x80 ~= length else { return Pair(first) }
        let one = Pair(first) | Pair(length) << 40 | Pair(first >> 16) << 48
        // The bits that follow are known as far as the look goes; behind them it has zeros.
        let second = entries[index << length & (1 << Self.lookaheadBits - 1)]
        let both = length + Int(second & 0xFF)
        let isLast = first >> 8 & 0xFF == Self.endOfBlock
        guard !isLast, 1..<0x80 ~= second & 0xFF, both <= Self.lookaheadBits else { return one }
        let (behind, value) = (second >> 8 & 0xFF + 1, second >> 16)
        return Pair(first) & ~0xFF | Pair(both) | Pair(behind) << 32 | Pair(length) << 40 | Pair(value) << 48
    }

    /// What a symbol and the bits of its value amount to.
    @inline(__always)
    private func entry(_ symbol: UInt8, _ length: Int, valueBits: UInt64) -> Entry {
        let (size, run) = (Int(symbol & 15), Int(symbol >> 4))
        if size == 0 {
            let passed = isDC ? 0 : run == 15 ? 15 : Self.endOfBlock
            return UInt32(length) | UInt32(passed) << 8
        }
        // Values below half are the negative ones.
        let isNegative = valueBits >> (size - 1) == 0
        let value = Int(truncatingIfNeeded: valueBits) - (isNegative ? (1 << size) - 1 : 0)
        return UInt32(length + size) | UInt32(isDC ? 0 : run) << 8 | UInt32(truncatingIfNeeded: value) << 16
    }

    /// Whether an entry does not say all of a coefficient.
    @inline(__always)
    static func isPartial(_ entry: Entry) -> Bool { UInt8(truncatingIfNeeded: entry) &- 1 >= 0x7F }

    /// What comes next in these bits, if the first look was not enough.
    ///
    /// - Parameters:
    ///   - first: what the first look has found.
    ///   - bits: at least the next 31 bits, from the highest on.
    /// - Returns: the whole entry; 0 when there is no such code.
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
