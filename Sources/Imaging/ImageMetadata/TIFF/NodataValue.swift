/// The value of invalid pixels: a pixel is invalid if all of its samples, apart from alpha, have the value.
///
/// GDAL writes it into TIFF files as text, once for all bands (tag 42113, `GDAL_NODATA`). The rules are GDAL's: a value that
/// the samples cannot hold marks no pixel, NaN marks NaN, and floating-point numbers are compared with a tolerance of a few
/// units in the last place, because many programs round the text.
public struct NodataValue: Hashable, Sendable {
    /// The value; NaN and infinity are values as well.
    public let number: Double
    /// The value if it is a whole number: its distance from 0.
    private let magnitude: UInt64?

    /// Reads a value from text such as "0", "-9999", "-3.4e+38" or "nan".
    ///
    /// Spaces around the text and a decimal comma are accepted. Returns nil if the text is not a number.
    public init?(_ text: String) {
        guard let word = text.split(whereSeparator: \.isWhitespace).first?.lowercased() else { return nil }
        let digits = word.hasPrefix("-") || word.hasPrefix("+") ? String(word.dropFirst()) : word
        // Checked: nil for other texts.
        if let magnitude = UInt64(digits) {
            self.magnitude = magnitude
            number = word.hasPrefix("-") ? -Double(magnitude) : Double(magnitude)
            return
        }
        let magnitude: Double
        switch digits {
        // Windows writes the last three.
        case "nan", "1.#qnan", "1.#ind", "nan(ind)": magnitude = .nan
        case "inf", "infinity", "1.#inf": magnitude = .infinity
        default:
            guard let first = digits.utf8.first, (0x30...0x39).contains(first) || first == 0x2E || first == 0x2C,
                !digits.contains("x"), let value = Double(digits.replacing(",", with: "."))
            else { return nil }
            magnitude = value
        }
        self.magnitude = UInt64(exactly: magnitude)
        number = word.hasPrefix("-") ? -magnitude : magnitude
    }

    /// Creates a value from a whole number.
    public init(_ number: Int) {
        // Checked: a magnitude of 64 bits.
        magnitude = UInt64(number.magnitude)
        self.number = Double(number)
    }

    /// Returns whether both are the same number, NaN included.
    public static func == (left: NodataValue, right: NodataValue) -> Bool {
        (left.magnitude, left.number.bitPattern) == (right.magnitude, right.number.bitPattern)
    }

    /// Hashes the bits of the number.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(magnitude)
        hasher.combine(number.bitPattern)
    }

    /// Returns the bit pattern of an integer sample with the value; nil if no sample can hold it.
    ///
    /// - Parameters:
    ///   - bits: the bits of a sample, 1 to 64.
    ///   - isSigned: whether samples are in two's complement.
    /// - Returns: the pattern in the lowest bits.
    package func pattern(bits: Int, isSigned: Bool) -> UInt64? {
        guard let magnitude, (1...64).contains(bits) else { return nil }
        // Checked: 1 to 64 bits.
        let all = UInt64.max >> UInt64(64 - bits)
        guard isSigned else { return (number >= 0 || magnitude == 0) && magnitude <= all ? magnitude : nil }
        let limit = all / 2
        guard number < 0 else { return magnitude <= limit ? magnitude : nil }
        // Checked: a limit of 63 bits and 1.
        return magnitude <= limit + 1 ? (~magnitude &+ 1) & all : nil
    }

    /// The floating-point numbers that count as the value.
    package enum Match<Number: BinaryFloatingPoint & Hashable & Sendable>: Hashable, Sendable {
        /// NaN.
        case nan
        /// The numbers of a range.
        case range(ClosedRange<Number>)

        /// Returns whether a number counts as the value.
        package func contains(_ number: Number) -> Bool {
            switch self {
            case .nan: number.isNaN
            case .range(let range): range.contains(number)
            }
        }
    }

    /// The 32-bit numbers that count as the value; nil if it is beyond their range.
    package var singles: Match<Float>? {
        guard !number.isNaN else { return .nan }
        let nearest = Float(number)
        guard nearest.isFinite || number.isInfinite else { return nil }
        return .range(Self.equals(of: nearest))
    }

    /// The 64-bit numbers that count as the value.
    package var doubles: Match<Double> { number.isNaN ? .nan : .range(Self.equals(of: number)) }

    /// The numbers x with |x − v| < 2ε · |x + v|, which is `ARE_REAL_EQUAL` of GDAL, and v itself.
    ///
    /// Where the sum overflows, everything counts as equal there: -3.4e38 stands for the lowest number of 32 bits as well.
    private static func equals<Number: BinaryFloatingPoint>(of value: Number) -> ClosedRange<Number> {
        // Checked: no NaN comes here.
        guard value.isFinite else { return value...value }
        let greatest = Number.greatestFiniteMagnitude
        guard (value + value).isFinite else {
            // Half a unit in the last place is rounded up.
            var least = max(greatest - abs(value), greatest.ulp / 2)
            while (least + abs(value)).isFinite { least = least.nextUp }
            // Checked: the sum with the greatest overflows.
            return value > 0 ? least...greatest : -greatest...(-least)
        }
        // Checked: floating-point numbers.
        func isEqual(_ other: Number) -> Bool { abs(other - value) < abs(other + value) * Number.ulpOfOne * 2 }
        var low = value
        var high = value
        while isEqual(low.nextDown) { low = low.nextDown }
        while isEqual(high.nextUp) { high = high.nextUp }
        // Checked: they go apart from one number.
        return low...high
    }
}

extension NodataValue: CustomStringConvertible {
    /// The number with as many digits as it needs: "-9999", "0.1", "nan".
    public var description: String {
        magnitude.map { "\(number < 0 ? "-" : "")\($0)" } ?? "\(number)"
    }
}
