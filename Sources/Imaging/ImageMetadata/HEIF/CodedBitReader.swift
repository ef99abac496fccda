internal import Numbers

/// Reads numbers of some bits from the headers of coded images, the most significant bit first.
///
/// After the last bit everything is 0, and ``isExhausted`` is true; the caller then discards all that it has read.
struct CodedBitReader {
    private let bytes: ArraySlice<UInt8>
    private var position = 0
    /// Whether more bits were read than there are.
    private(set) var isExhausted = false

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// Creates a reader of an HEVC NAL unit without its head, from which the bytes that prevent start codes are removed
    /// (ITU-T H.265, 7.3.1.1).
    init(escaped unit: ArraySlice<UInt8>) {
        var plain: [UInt8] = []
        plain.reserveCapacity(unit.count)
        var zeros = 0
        for byte in unit {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            plain.append(byte)
        }
        self.init(plain[...])
    }

    /// The next bit.
    mutating func flag() -> Bool {
        // Checked: at most the bits of a slice in memory.
        let index = bytes.startIndex + position / 8
        guard index < bytes.endIndex else {
            isExhausted = true
            return false
        }
        // Checked: from 0 to 7.
        let bit = bytes[index] >> UInt8(7 - position % 8) & 1
        position += 1
        return bit == 1
    }

    /// Reads the number in the next bits, at most 32.
    mutating func number(_ bits: Int) -> Int {
        (0..<bits).reduce(0) { number, _ in number << 1 | (flag() ? 1 : 0) }
    }

    /// Skips bits.
    mutating func skip(_ bits: Int) {
        for _ in 0..<bits where !isExhausted { _ = flag() }
    }

    /// The next number in Exp-Golomb code, `ue(v)` of ITU-T H.265, 9.2, and `uvlc()` of AV1; 0 for one of more than 32 bits, after
    /// which nothing is left.
    mutating func exponentialGolomb() -> Int {
        var zeros = 0
        while !flag() {
            zeros += 1
            guard zeros < 32, !isExhausted else {
                isExhausted = true
                return 0
            }
        }
        // Checked: at most 32 bits.
        return (1 << zeros) - 1 + number(zeros)
    }

    /// Skips numbers in Exp-Golomb code.
    mutating func skipExponentialGolomb(_ count: Int) {
        for _ in 0..<count where !isExhausted { _ = exponentialGolomb() }
    }
}
