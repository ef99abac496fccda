/// Makes untrusted text, such as a file name, safe to render.
enum TextSanitizer {
    /// The maximum number of characters; an ellipsis replaces the rest.
    static let lengthLimit = 4000

    /// Replaces control characters by U+FFFD, because a null character would end the text, and limits the length.
    ///
    /// - Parameters:
    ///   - text: any text.
    ///   - isOneParagraph: replaces line breaks by spaces.
    /// - Returns: the text, and true if a part of it was left out.
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
