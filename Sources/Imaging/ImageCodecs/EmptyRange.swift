internal import ChannelImages

/// The warning about a range in which no sample of an image can be: what is shown by it has one color.
package enum EmptyRange {
    /// The warning, a sentence without the name of the file.
    ///
    /// - Parameters:
    ///   - range: the values that become black and white, in order.
    ///   - type: the type of the samples, such as "uint16".
    ///   - subject: what is shown by the range, such as "the image" or "channel DAPI".
    /// - Returns: the sentence.
    package static func warning(_ range: ClosedRange<Double>, type: String, of subject: String) -> String {
        let range = "\(DecimalText.text(range.lowerBound)) to \(DecimalText.text(range.upperBound))"
        return "no value of \(type) is from \(range), so that \(subject) has one color. Choose the range that is shown."
    }

    /// The limits of integers with a number of bits.
    static func limits(bits: Int, isSigned: Bool = false) -> ClosedRange<Double> {
        let count = Double(sign: .plus, exponent: bits, significand: 1)
        return isSigned ? -count / 2...count / 2 - 1 : 0...count - 1
    }
}

extension DecodeOptions {
    /// The warning about a range that is asked for and has none of the values of an image's integers.
    ///
    /// - Parameters:
    ///   - bits: the number of bits of a sample.
    ///   - isSigned: whether samples may be negative; `false` by default.
    ///   - limits: the least and the greatest value; those of the type by default.
    /// - Returns: the warning, if there is a reason.
    func emptyRangeWarning(bits: Int, isSigned: Bool = false, limits: ClosedRange<Double>? = nil) -> [String] {
        guard case .values(let first, let second) = range, first.isFinite, second.isFinite else { return [] }
        let asked = min(first, second)...max(first, second)
        guard !asked.overlaps(limits ?? EmptyRange.limits(bits: bits, isSigned: isSigned)) else { return [] }
        return [EmptyRange.warning(asked, type: "\(isSigned ? "int" : "uint")\(bits)", of: "the image")]
    }
}
