/// Makes untrusted text, such as a file name, safe to render.
///
/// Control characters are replaced by U+FFFD, because a null character would end the text, and the length is limited.
struct TextSanitizer {
    /// Whether line breaks are replaced by spaces.
    let isOneParagraph: Bool
    /// The text so far.
    private(set) var text = ""
    /// The length of the text so far in UTF-8.
    private(set) var byteCount = 0
    /// Whether an ellipsis replaces a part of the text.
    private(set) var isTruncated = false

    private var count = 0
    private var last: Unicode.Scalar?

    init(isOneParagraph: Bool) {
        self.isOneParagraph = isOneParagraph
    }

    /// Appends a part of a text, unless the limit is reached.
    mutating func append(_ part: Substring) {
        for scalar in part.unicodeScalars where !isTruncated {
            guard count < TextRenderer.characterLimit else {
                isTruncated = true
                add("…")
                return
            }
            count += 1
            defer { last = scalar }
            switch scalar {
            case "\n" where last == "\r":
                continue
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
                add(isOneParagraph ? " " : "\n")
            case "\t":
                add(isOneParagraph ? " " : "\t")
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}":
                add("\u{FFFD}")
            default:
                add(scalar)
            }
        }
    }

    private mutating func add(_ scalar: Unicode.Scalar) {
        text.unicodeScalars.append(scalar)
        byteCount += Unicode.UTF8.width(scalar)
    }
}
