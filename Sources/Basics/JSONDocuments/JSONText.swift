internal import Files
internal import Numbers

/// Functions that write JSON (RFC 8259).
package enum JSONText {
    /// Returns an object with its members in the given order; the values are JSON already.
    package static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { "\(string($0.0)):\($0.1)" }.joined(separator: ",") + "}"
    }

    /// Returns a text file of an object, with a line for each member.
    package static func document(_ members: [(String, String)]) -> String {
        "{\n" + members.map { "  \(string($0.0)): \($0.1)" }.joined(separator: ",\n") + "\n}\n"
    }

    /// Returns an array of values that are JSON already.
    package static func array(_ values: [String]) -> String {
        "[" + values.joined(separator: ",") + "]"
    }

    /// Returns a number with the fewest digits that read back as the same value; null for NaN and infinities.
    package static func number(_ value: Double) -> String {
        guard value.isFinite else { return "null" }
        let exact = 9e15
        return value == value.rounded() && abs(value) < exact ? "\(Int(value))" : "\(value)"
    }

    /// Returns a number rounded to at most `digits` decimal places, from 0 to 15.
    package static func number(_ value: Double, digits: Int) -> String {
        let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        return number((value * scale).rounded() / scale)
    }

    /// Returns a string in quotes, escaped so that it cannot confuse a terminal either.
    ///
    /// A byte of a path that is not part of UTF-8 appears as `\xFF`.
    package static func string(_ text: String) -> String {
        exact(PathText.hasBytes(text) ? VisibleText.escaped(text) : text)
    }

    /// Returns the member of an object for a path, such as `"path"`.
    ///
    /// If the path is not UTF-8, a second member follows: its bytes in Base64, as `"pathBytes"`.
    package static func path(_ key: String, _ path: String) -> (String, String) {
        guard PathText.hasBytes(path) else { return (key, string(path)) }
        return (key, "\(string(path)),\(string(key + "Bytes")):\(string(base64(PathText.bytes(of: path))))")
    }

    /// The Base64 form of bytes (RFC 4648).
    private static func base64(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var result = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start...].prefix(3)
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for digit in 0...3 {
                result.append(digit <= group.count ? digits[Int(bits >> UInt32(6 * (3 - digit))) & 63] : "=")
            }
        }
        return result
    }

    /// Returns a string in quotes that ``JSONReader`` reads as the same text, even if it is the text of a path that is not
    /// UTF-8.
    package static func exact(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where VisibleText.isControl(scalar):
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
