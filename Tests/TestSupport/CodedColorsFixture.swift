/// HEVC headers with color information (ITU-T H.265).
public enum HEVCFixture {
    /// A sequence parameter set (7.3.2.2), without the head of its NAL unit.
    ///
    /// - Parameters:
    ///   - colors: the primaries, transfer and matrix of its usability information; nil for none.
    ///   - full: whether all optional fields before the colors are present.
    ///   - subLayers: the number of temporal sub-layers after the first.
    /// - Returns: the bytes.
    public static func parameterSet(_ colors: [Int]?, full: Bool, subLayers: Int = 0) -> [UInt8] {
        var bits = BitWriter()
        bits.number(0, 4)
        bits.number(subLayers, 3)
        bits.number(1, 1)
        bits.number(0x0160_0000, 32)
        bits.number(0, 32)
        bits.number(0, 32)
        for layer in 0..<subLayers { bits.number(layer == 0 ? 3 : 0, 2) }
        if subLayers > 0 {
            for _ in subLayers..<8 { bits.number(0, 2) }
            bits.number(0, 48)
            bits.number(0, 48)
        }
        bits.golomb(0, full ? 3 : 1)
        if full { bits.number(0, 1) }
        bits.golomb(64, 64)
        bits.number(full ? 1 : 0, 1)
        if full { bits.golomb(0, 1, 0, 2) }
        bits.golomb(0, 0, 4)
        bits.number(full ? 1 : 0, 1)
        for _ in 0...(full ? subLayers : 0) { bits.golomb(4, 2, 0) }
        bits.golomb(0, 3, 0, 3, 0, 0)
        // Scaling lists: for 4 sizes of 6 (2 for the last) one is a copy, the others have coefficients.
        bits.number(full ? 3 : 0, full ? 2 : 1)
        if full {
            for size in 0..<4 {
                for list in 0..<(size == 3 ? 2 : 6) {
                    bits.number(list == 1 ? 0 : 1, 1)
                    if list == 1 {
                        bits.golomb(1)
                    } else {
                        for _ in 0..<(min(64, 16 << (2 * size)) + (size > 1 ? 1 : 0)) { bits.golomb(2) }
                    }
                }
            }
        }
        bits.number(1, 2)
        bits.number(full ? 1 : 0, 1)
        if full {
            bits.number(0x77, 8)
            bits.golomb(0, 2)
            bits.number(0, 1)
        }
        // Two sets of pictures, the second predicted from the first.
        bits.golomb(full ? 2 : 0)
        if full {
            bits.golomb(2, 1)
            for _ in 0..<3 {
                bits.golomb(1)
                bits.number(1, 1)
            }
            bits.number(2, 2)
            bits.golomb(0)
            // Used, left out, for numbers only, used.
            bits.number(0b1_00_01_1, 6)
        }
        bits.number(full ? 1 : 0, 1)
        if full {
            bits.golomb(1)
            bits.number(0, 9)
        }
        bits.number(0, 2)
        bits.number(1, 1)
        // The usability information.
        bits.number(full ? 1 : 0, 1)
        if full {
            bits.number(255, 8)
            bits.number(0x0001_0001, 32)
        }
        bits.number(full ? 2 : 0, full ? 2 : 1)
        bits.number(1, 1)
        bits.number(5, 3)
        bits.number(1, 1)
        bits.number(colors == nil ? 0 : 1, 1)
        for number in colors ?? [] { bits.number(number, 8) }
        bits.number(0x80, 8)
        return bits.bytes
    }

    /// A decoder configuration with the usual units.
    public static func configuration(_ parameterSet: [UInt8]) -> [UInt8] {
        var unit: [UInt8] = [0x42, 1]
        // Start codes are prevented.
        for byte in parameterSet {
            if byte < 4, unit.suffix(2) == [0, 0] { unit.append(3) }
            unit.append(byte)
        }
        func list(_ type: UInt8, _ unit: [UInt8]) -> [UInt8] {
            [0x80 | type, 0, 1, UInt8(unit.count >> 8), UInt8(unit.count & 255)] + unit
        }
        return [UInt8](repeating: 1, count: 22) + [3] + list(32, [1, 2, 3]) + list(33, unit) + list(34, [4])
    }
}

/// AV1 headers with color information (AV1 Bitstream & Decoding Process).
public enum AV1Fixture {
    /// A sequence header (5.5) as an open bitstream unit.
    ///
    /// - Parameters:
    ///   - colors: the primaries, transfer and matrix; nil for none.
    ///   - reduced: whether it is a header of a still picture, without timing, operating points and tools.
    ///   - gray: whether the image has only luma.
    /// - Returns: the bytes.
    public static func sequenceHeader(_ colors: [Int]?, reduced: Bool, gray: Bool = false) -> [UInt8] {
        var bits = BitWriter()
        bits.number(0, 3)
        bits.number(1, 1)
        bits.number(reduced ? 1 : 0, 1)
        if reduced {
            bits.number(4, 5)
        } else {
            // Timing, with equal intervals and a model of the decoder.
            bits.number(1, 1)
            bits.number(1, 32)
            bits.number(25, 32)
            bits.number(1, 1)
            bits.golomb(5)
            bits.number(1, 1)
            bits.number(9, 5)
            bits.number(1, 32)
            bits.number(0x15, 10)
            bits.number(1, 1)
            // Two operating points, the first of a level with tiers.
            bits.number(1, 5)
            bits.number(1, 12)
            bits.number(8, 5)
            bits.number(1, 1)
            bits.number(1, 1)
            bits.number(0, 21)
            bits.number(1, 1)
            bits.number(3, 4)
            bits.number(0, 12)
            bits.number(2, 5)
            bits.number(0, 1)
            bits.number(0, 1)
        }
        bits.number(7, 4)
        bits.number(5, 4)
        bits.number(191, 8)
        bits.number(63, 6)
        if !reduced {
            bits.number(1, 1)
            bits.number(0, 7)
        }
        bits.number(5, 3)
        if !reduced {
            bits.number(0, 4)
            bits.number(1, 1)
            bits.number(3, 2)
            bits.number(0, 1)
            bits.number(1, 1)
            bits.number(0, 1)
            bits.number(1, 1)
            bits.number(6, 3)
        }
        bits.number(2, 3)
        bits.number(0, 1)
        bits.number(gray ? 1 : 0, 1)
        bits.number(colors == nil ? 0 : 1, 1)
        for number in colors ?? [] { bits.number(number, 8) }
        if colors != [1, 13, 0] { bits.number(1, 1) }
        bits.number(0x55, 8)
        return [0x0A, UInt8(bits.bytes.count)] + bits.bytes
    }
}

/// Writes numbers of some bits, the most significant bit first.
private struct BitWriter {
    var bits: [Bool] = []

    mutating func number(_ value: Int, _ count: Int) {
        for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
    }

    mutating func golomb(_ values: Int...) {
        for value in values {
            let length = (value + 1).bitWidth - (value + 1).leadingZeroBitCount
            number(value + 1, 2 * length - 1)
        }
    }

    var bytes: [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(UInt8(0)) { $0 << 1 | (start + $1 < bits.count && bits[start + $1] ? 1 : 0) }
        }
    }
}
