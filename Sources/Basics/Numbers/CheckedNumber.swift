/// Arithmetic with numbers from a file, which may be anything: too large, negative, or not a number.
///
/// A result that does not fit is `nil`, never a trap. `Tools/check` refuses other conversions, products and ranges in the files
/// that read formats.
package enum CheckedNumber {
    /// The longest side of an image, a level or a tile in any format: 2^31 - 1 pixels.
    package static let longestSide = Int(Int32.max)

    // MARK: Conversions

    /// A whole number within a range; `nil` for fractions, NaN and anything outside.
    package static func integer(_ number: Double, in range: ClosedRange<Int>) -> Int? {
        Int(exactly: number).flatMap { range.contains($0) ? $0 : nil }
    }

    /// A decimal number without spaces, within a range; `nil` for anything else.
    package static func integer(_ text: some StringProtocol, in range: ClosedRange<Int> = .min ... .max) -> Int? {
        Int(text).flatMap { range.contains($0) ? $0 : nil }
    }

    /// A rounded number, or the nearest bound of a range; the lower one for NaN.
    package static func integer(
        _ number: Double, rounded rule: FloatingPointRoundingRule, clampedTo range: ClosedRange<Int>
    ) -> Int {
        let rounded = number.rounded(rule)
        if rounded >= Double(range.upperBound) { return range.upperBound }
        // The comparison is false for NaN.
        return rounded > Double(range.lowerBound) ? Int(rounded) : range.lowerBound
    }

    /// A number of another width, such as an offset of 64 bits; `nil` if it does not fit.
    package static func integer(_ number: some FixedWidthInteger, in range: ClosedRange<Int> = .min ... .max) -> Int? {
        Int(exactly: number).flatMap { range.contains($0) ? $0 : nil }
    }

    // MARK: Products and sums

    /// The product of all factors; `nil` if it overflows on the way.
    package static func product(_ factors: Int...) -> Int? {
        combined(factors, from: 1) { $0.multipliedReportingOverflow(by: $1) }
    }

    /// The sum of all terms; `nil` if it overflows on the way.
    package static func sum(_ terms: Int...) -> Int? { sum(terms) }

    /// The sum of all terms; `nil` if it overflows on the way.
    package static func sum(_ terms: [Int]) -> Int? {
        combined(terms, from: 0) { $0.addingReportingOverflow($1) }
    }

    private static func combined(
        _ numbers: [Int], from start: Int, _ operation: (Int, Int) -> (partialValue: Int, overflow: Bool)
    ) -> Int? {
        numbers.reduce(start) { result, number in
            result.flatMap { result in
                let (value, overflow) = operation(result, number)
                return overflow ? nil : value
            }
        }
    }

    // MARK: Ranges

    /// The range from a first to a last number; `nil` if the last comes before the first.
    package static func range(from first: Int, through last: Int) -> ClosedRange<Int>? {
        first <= last ? first...last : nil
    }

    /// The range of `count` numbers from a first one; `nil` for a negative count, and if the end overflows.
    package static func range(from first: Int, count: Int) -> Range<Int>? {
        guard count >= 0, let end = sum(first, count) else { return nil }
        return first..<end
    }
}
