internal import Files

/// Texts from files, such as names and metadata, made safe to show to people.
package enum VisibleText {
    /// A text with its control characters visible: a line feed as `\\n`, an escape character as `\\u{1B}`.
    ///
    /// A byte of a path that is not part of UTF-8 is visible as `\\xFF`.
    /// A file could otherwise move the cursor of a terminal, change its title, forge a line of a report, or reverse the
    /// order in which a name is read.
    package static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) || PathText.hasBytes(text) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where isControl(scalar): result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default:
                if let byte = PathText.byte(of: scalar) {
                    // Two digits: such bytes begin at 0x80.
                    result += "\\x" + String(byte, radix: 16, uppercase: true)
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }

    /// Whether a character controls a terminal or the direction of text: C0 and C1 controls, line and paragraph
    /// separators, and the bidirectional formatting characters of Unicode Standard Annex #9.
    package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
