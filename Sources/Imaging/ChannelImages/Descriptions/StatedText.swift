internal import Numbers

/// Functions that read the texts of descriptions: names and numbers in the forms that programs write.
///
/// Nothing here fails: what is not understood is nil, and the image is opened without it.
enum StatedText {
    /// The most characters of a name.
    static let nameLimit = 256

    /// A name without spaces around it, at most ``nameLimit`` characters of it; nil if nothing is left.
    static func name(_ text: (some StringProtocol)?) -> String? {
        guard let text else { return nil }
        // White space before a name may be as long as the description; the name is cut first and trimmed then.
        var name = text.drop(while: \.isWhitespace).prefix(nameLimit)
        while name.last?.isWhitespace == true { name.removeLast() }
        return name.isEmpty ? nil : String(name)
    }

    /// A finite number with spaces around it; nil for other texts.
    static func number(_ text: (some StringProtocol)?) -> Double? {
        guard let word = word(text), let number = Double(word), number.isFinite else { return nil }
        return number
    }

    /// A finite number above zero; nil for other texts.
    static func positive(_ text: (some StringProtocol)?) -> Double? {
        number(text).flatMap(positive)
    }

    /// A number if it is finite and above zero.
    static func positive(_ number: Double) -> Double? { number.isFinite && number > 0 ? number : nil }

    /// A whole number within a range, with spaces around it; nil for other texts.
    static func integer(_ text: (some StringProtocol)?, in range: ClosedRange<Int>) -> Int? {
        word(text).flatMap { CheckedNumber.integer($0, in: range) }
    }

    /// A range of values that are shown; nil unless both are finite and in order.
    static func range(_ lower: Double?, _ upper: Double?) -> ClosedRange<Double>? {
        guard let lower, let upper, lower.isFinite, upper.isFinite, lower <= upper else { return nil }
        // Checked: finite, and in order.
        return lower...upper
    }

    /// The only word of a text; nil if there are several, or if it is longer than numbers are.
    private static func word(_ text: (some StringProtocol)?) -> String? {
        guard let text, text.utf8.count <= 100 else { return nil }
        let words = text.split(maxSplits: 2, whereSeparator: \.isWhitespace)
        return words.count == 1 ? String(words[0]) : nil
    }
}
