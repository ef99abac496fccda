/// Turns the HTML of attributions into plain text.
package enum PlainText {
    /// The most characters of a text.
    static let characterLimit = 1000

    /// The names of the entities that occur in attributions.
    private static let entities: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "copy": "©", "reg": "®",
        "trade": "™", "middot": "·", "bull": "•", "ndash": "–", "mdash": "—", "hellip": "…", "laquo": "«", "raquo": "»",
        "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é",
        "egrave": "è", "ccedil": "ç",
    ]

    /// The text without tags, with entities decoded, and with single spaces; `nil` if nothing is left.
    ///
    /// Control characters are left out. More than ``characterLimit`` characters end in "…".
    package static func text(ofHTML html: String) -> String? {
        var result = ""
        // Text that is cut off here is too long in any case.
        var rest = html.unicodeScalars.prefix(32 * characterLimit)[...]
        // Searched once where there is none, so that the time is in proportion to the text.
        var hasEnd = true
        while let scalar = rest.first {
            if hasEnd, scalar == "<", isTag(rest) {
                guard let end = rest.firstIndex(of: ">") else {
                    hasEnd = false
                    continue
                }
                if isBreak(rest[..<end]) { result += " " }
                rest = rest[rest.index(after: end)...]
            } else if scalar == "&", let (character, end) = entity(rest) {
                result.unicodeScalars.append(character)
                rest = rest[end...]
            } else {
                result.unicodeScalars.append(scalar)
                rest = rest.dropFirst()
            }
        }
        let words = result.split { character in
            character.isWhitespace || character.unicodeScalars.allSatisfy(isControl)
        }
        let text = words.joined(separator: " ").unicodeScalars.filter { !isControl($0) }
        guard !text.isEmpty else { return nil }
        let plain = String(String.UnicodeScalarView(text))
        return plain.count <= characterLimit ? plain : plain.prefix(characterLimit - 1) + "…"
    }

    private static func isTag(_ text: Substring.UnicodeScalarView) -> Bool {
        guard let next = text.dropFirst().first else { return false }
        return next == "/" || next == "!" || ("a"..."z").contains(next) || ("A"..."Z").contains(next)
    }

    /// Whether a tag separates words.
    private static func isBreak(_ text: Substring.UnicodeScalarView) -> Bool {
        let name = String(text.dropFirst()).lowercased()
        return ["br", "/p", "/div", "/li"].contains { name.hasPrefix($0) }
    }

    /// The character of an entity at the beginning, and where it ends.
    private static func entity(
        _ text: Substring.UnicodeScalarView
    ) -> (Unicode.Scalar, Substring.UnicodeScalarView.Index)? {
        let name = text.dropFirst().prefix(10)
        guard let end = name.firstIndex(of: ";") else { return nil }
        let word = String(name[..<end])
        let after = text.index(after: end)
        if word.hasPrefix("#") {
            let isHexadecimal = word.dropFirst().lowercased().hasPrefix("x")
            let digits = word.dropFirst(isHexadecimal ? 2 : 1)
            guard let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), let scalar = Unicode.Scalar(number)
            else { return nil }
            return (scalar, after)
        }
        return entities[word].map { ($0, after) }
    }

    /// Whether a character controls a terminal or the direction of text.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
