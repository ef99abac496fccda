/// Moves the rest of an input by some bits, as codes of variable length do that become longer or shorter.
enum BitShift {
    /// Inserts or removes bits.
    ///
    /// - Parameters:
    ///   - bytes: the input.
    ///   - number: a random number, which chooses the place, the number of bits and their values.
    /// - Returns: an input of the same length.
    static func shifted(_ bytes: [UInt8], number: UInt64) -> [UInt8] {
        guard !bytes.isEmpty else { return bytes }
        let bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - UInt8($0)) & 1 } }
        let place = Int(number >> 16 & 0xFFFF_FFFF) % bits.count
        // Few bits are the most likely.
        let count = 1 + min(Int(number & 15), (number >> 4 & 15).trailingZeroBitCount)
        let value: UInt8 = number >> 8 & 1 == 0 ? 0 : 1
        let inserted = [UInt8](repeating: value, count: count)
        let changed =
            number >> 9 & 1 == 0
            ? bits[..<place] + inserted + bits[place...]
            : bits[..<place] + bits[place...].dropFirst(count) + inserted
        let padded = changed + [UInt8](repeating: 0, count: 8)
        return bytes.indices.map { index in padded[8 * index..<8 * index + 8].reduce(0) { $0 << 1 | $1 } }
    }
}
