/// JSON (RFC 8259) put together piece by piece.
package enum JSONText {
    /// An object, its members in the order given; values are JSON already.
    package static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { "\(string($0.0)):\($0.1)" }.joined(separator: ",") + "}"
    }

    /// An array of values that are JSON already.
    package static func array(_ values: [String]) -> String {
        "[" + values.joined(separator: ",") + "]"
    }

    /// A number with as many digits as tell it from all others; null for one that is none or endless.
    package static func number(_ value: Double) -> String {
        guard value.isFinite else { return "null" }
        let exact = 9e15
        return value == value.rounded() && abs(value) < exact ? "\(Int(value))" : "\(value)"
    }

    /// A number with at most so many digits after the point, from 0 to 15.
    package static func number(_ value: Double, digits: Int) -> String {
        let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        return number((value * scale).rounded() / scale)
    }

    /// A string in quotes.
    package static func string(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
