/// Text from anywhere, such as the name of a file, made fit to be drawn.
enum TextSanitizer {
    /// The most characters that are drawn; what is beyond is replaced with an ellipsis.
    static let lengthLimit = 4000

    /// The text with a question mark in a diamond for each control character, of which one would end the text; and not
    /// too long.
    ///
    /// - Parameters:
    ///   - text: any text.
    ///   - isOneParagraph: whether breaks between lines become spaces.
    /// - Returns: the text, and whether a part of it was left out.
    static func sanitize(_ text: String, isOneParagraph: Bool) -> (text: String, isTruncated: Bool) {
        var result = String.UnicodeScalarView()
        var count = 0
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            guard count < lengthLimit else {
                result.append("…")
                return (String(result), true)
            }
            count += 1
            defer { last = scalar }
            switch scalar {
            case "\n" where last == "\r":
                continue
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
                result.append(isOneParagraph ? " " : "\n")
            case "\t":
                result.append(isOneParagraph ? " " : "\t")
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}":
                result.append("\u{FFFD}")
            default:
                result.append(scalar)
            }
        }
        return (String(result), false)
    }
}
