/// The text of an attribution, which TileJSON and others have as HTML.
struct AttributionText {
    /// The text without markup, its white space reduced to single spaces.
    let plainText: String

    /// The most characters of an attribution; what is longer is cut off.
    static let characterLimit = 500

    /// Reads HTML: tags are left out, and the references that such texts have become characters.
    init(html: String) {
        var (text, rest) = ("", html.prefix(Self.characterLimit * 8))
        while let character = rest.popFirst() {
            if character == "<", let next = rest.first, next.isLetter || next == "/" || next == "!" {
                rest = rest.drop { $0 != ">" }.dropFirst()
            } else if character == "&", let end = rest.prefix(Self.longestName + 1).firstIndex(of: ";"),
                let replacement = Self.character(of: rest[..<end])
            {
                text.append(replacement)
                rest = rest[end...].dropFirst()
            } else {
                text.append(character)
            }
        }
        plainText = String(
            text.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(Self.characterLimit))
    }

    private static let longestName = 8

    private static func character(of name: Substring) -> Character? {
        if name.first == "#" {
            let digits = name.dropFirst()
            let isHexadecimal = digits.first == "x" || digits.first == "X"
            let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return number.flatMap(Unicode.Scalar.init).map(Character.init)
        }
        let names: [Substring: Character] = [
            "copy": "©", "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "reg": "®",
            "middot": "·", "ndash": "–", "mdash": "—",
        ]
        return names[name]
    }

    /// Joins the texts of several maps, each once, in their order.
    static func joined(_ texts: [String]) -> String {
        var seen: Set<String> = []
        return texts.filter { !$0.isEmpty && seen.insert($0).inserted }.joined(separator: " | ")
    }
}
