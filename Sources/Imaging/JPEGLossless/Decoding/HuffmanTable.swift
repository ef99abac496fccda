/// A Huffman table as a JPEG stores it: the number of codes of each length, and their symbols.
///
/// Codes of one length count up, and the next longer ones continue from there (ITU-T T.81, annex C).
struct HuffmanTable: Equatable {
    /// The number of codes of 1, 2, … 16 bits.
    let counts: [UInt8]
    /// The symbols of the codes, in the order of the codes.
    let symbols: [UInt8]

    /// A code: the lowest `length` bits of `bits`.
    struct Code: Equatable {
        let bits: UInt32
        let length: Int
    }

    /// The codes, in the order of their symbols.
    let codes: [Code]

    /// Creates a table; fails if there are more codes than fit.
    init?(counts: [UInt8], symbols: [UInt8]) {
        precondition(counts.count == 16, "codes have 1 to 16 bits")
        var codes: [Code] = []
        var next: UInt32 = 0
        for (index, count) in counts.enumerated() {
            let length = index + 1
            for _ in 0..<count {
                codes.append(Code(bits: next, length: length))
                next += 1
            }
            guard next <= 1 << length else { return nil }
            next <<= 1
        }
        guard codes.count <= symbols.count, codes.count <= 256 else { return nil }
        self.counts = counts
        self.symbols = Array(symbols.prefix(codes.count))
        self.codes = codes
    }

    /// Returns this table with codes for further symbols, or nil if there is no room for them.
    ///
    /// Existing codes do not change. The standard reserves the code of all 1 bits, so there is room after the last
    /// code; the new codes are placed there, as long as necessary.
    func completed(with wanted: ClosedRange<UInt8>) -> HuffmanTable? {
        let missing = wanted.filter { !symbols.contains($0) }
        guard !missing.isEmpty else { return self }
        let longest = codes.last?.length ?? 1
        let next = codes.last.map { Int($0.bits) + 1 } ?? 0
        for length in longest...16 {
            let free = (1 << length) - next << (length - longest) - 1
            if free >= missing.count, Int(counts[length - 1]) + missing.count <= 255 {
                var counts = counts
                counts[length - 1] += UInt8(missing.count)
                return HuffmanTable(counts: counts, symbols: symbols + missing)
            }
        }
        return nil
    }
}
