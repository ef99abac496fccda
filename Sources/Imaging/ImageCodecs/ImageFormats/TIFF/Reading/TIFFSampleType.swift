internal import CTIFF

/// The numeric type of a page's samples (SampleFormat and BitsPerSample), for types that are converted one by one.
struct TIFFSampleType: Hashable, Sendable {
    /// The kinds of numbers.
    enum Number: Hashable, Sendable {
        case unsigned, signed, floatingPoint
    }

    /// The kind of number.
    let number: Number
    /// The number of bits: 16, 24, 32 or 64 for floating point, else 1 to 32, or 64.
    let bits: Int

    /// Creates the type with this kind of number and this number of bits.
    init(number: Number, bits: Int) {
        self.number = number
        self.bits = bits
    }

    /// Creates a type from the values of the tags; nil for types that are not converted.
    init?(sampleFormat: Int, bits: Int) {
        switch Int32(sampleFormat) {
        case SAMPLEFORMAT_UINT, SAMPLEFORMAT_VOID: number = .unsigned
        case SAMPLEFORMAT_INT: number = .signed
        case SAMPLEFORMAT_IEEEFP: number = .floatingPoint
        default: return nil
        }
        guard number == .floatingPoint ? [16, 24, 32, 64].contains(bits) : (1...32).contains(bits) || bits == 64
        else { return nil }
        self.bits = bits
    }

    /// The values that become black and white unless others are declared: the full range, or 0…1 for floating point.
    var range: SampleRange {
        switch number {
        case .unsigned: SampleRange(low: 0, high: Double(UInt64.max >> UInt64(64 - bits)))
        case .signed:
            SampleRange(low: Double(Int64.min >> Int64(64 - bits)), high: Double(Int64.max >> Int64(64 - bits)))
        case .floatingPoint: SampleRange(low: 0, high: 1)
        }
    }

    /// The value of a bit pattern.
    func value(_ pattern: UInt64) -> Double {
        switch number {
        case .unsigned: return Double(pattern)
        case .signed: return Double(Int64(bitPattern: pattern << UInt64(64 - bits)) >> Int64(64 - bits))
        case .floatingPoint:
            switch bits {
            case 16: return Self.value(pattern, exponentBits: 5, fractionBits: 10)
            case 24: return Self.value(pattern, exponentBits: 7, fractionBits: 16)
            case 32: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern)))
            default: return Double(bitPattern: pattern)
            }
        }
    }

    /// The bit pattern of a sample of a row that libtiff decoded.
    func pattern(_ row: UnsafeRawPointer, _ index: Int) -> UInt64 {
        switch bits {
        case 8: return UInt64(row.load(fromByteOffset: index, as: UInt8.self))
        case 16: return UInt64(row.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
        case 32: return UInt64(row.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
        case 64: return row.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)
        case 24:
            // libtiff swaps the bytes of samples of 24 bits too.
            return (0..<3).reduce(0) { sum, byte in
                sum | UInt64(row.load(fromByteOffset: 3 * index + byte, as: UInt8.self)) << UInt64(8 * byte)
            }
        default: return packed(row, index)
        }
    }

    /// A sample of any number of bits up to 32; the first one is in the highest bits.
    private func packed(_ row: UnsafeRawPointer, _ index: Int) -> UInt64 {
        let first = index * bits
        let last = first + bits - 1
        var held: UInt64 = 0
        for byte in first / 8...last / 8 {
            held = held << 8 | UInt64(row.load(fromByteOffset: byte, as: UInt8.self))
        }
        return held >> UInt64(7 - last % 8) & (UInt64.max >> UInt64(64 - bits))
    }

    /// The value of a floating-point number with a sign, an exponent and a fraction, as IEEE 754 defines it.
    private static func value(_ pattern: UInt64, exponentBits: Int, fractionBits: Int) -> Double {
        let fraction = Double(pattern & (1 << UInt64(fractionBits) - 1))
        let unit = Double(1 << fractionBits)
        let greatest = 1 << exponentBits - 1
        let exponent = Int(truncatingIfNeeded: pattern >> UInt64(fractionBits)) & greatest
        let bias = greatest / 2
        let magnitude: Double
        switch exponent {
        case 0: magnitude = Double(sign: .plus, exponent: 1 - bias, significand: fraction / unit)
        case greatest: magnitude = fraction == 0 ? .infinity : .nan
        default: magnitude = Double(sign: .plus, exponent: exponent - bias, significand: 1 + fraction / unit)
        }
        let isNegative = pattern >> UInt64(exponentBits + fractionBits) & 1 == 1
        return isNegative ? -magnitude : magnitude
    }
}
