internal import Files

/// The escapes of addresses (RFC 3986, section 2.1).
package enum PercentEncoding {
    /// A text, or the name of a file of any bytes, as a part of an address: all but letters, digits and `-._~` is escaped.
    package static func encoded(_ text: String) -> String {
        var result = ""
        for byte in PathText.bytes(of: text) {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return result
    }

    /// A text without escapes; what is not an escape stays, and bytes that are not UTF-8 are replaced.
    package static func decoded(_ text: some StringProtocol) -> String {
        String(decoding: bytes(of: text).bytes, as: UTF8.self)
    }

    /// The path without escapes, of any bytes; `nil` if a percent sign begins none.
    package static func decodedIfValid(_ text: some StringProtocol) -> String? {
        let (bytes, isValid) = bytes(of: text)
        return isValid ? PathText.text(bytes) : nil
    }

    /// The bytes without escapes, and whether each percent sign begins one.
    private static func bytes(of text: some StringProtocol) -> (bytes: [UInt8], isValid: Bool) {
        var isValid = true
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            let isEscape = digits.count == 2 && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
            guard byte == UInt8(ascii: "%"), isEscape,
                // Checked: two digits.
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else {
                isValid = isValid && byte != UInt8(ascii: "%")
                bytes.append(byte)
                continue
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return (bytes, isValid)
    }
}
