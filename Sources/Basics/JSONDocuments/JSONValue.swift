/// A value of a JSON document (RFC 8259).
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    /// A whole number of up to 64 bits that `Double` cannot hold, as its digits; only where it is asked for.
    case integer(String)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Parses a document.
    ///
    /// Only RFC 8259 is accepted, without comments or trailing commas. Two members of the same name are an error.
    ///
    /// - Parameters:
    ///   - document: the document in UTF-8; a byte order mark is skipped.
    ///   - acceptsNonFinite: whether the words `NaN`, `Infinity` and `-Infinity` are numbers, which RFC 8259 forbids and some
    ///     programs write. The default is `false`.
    ///   - keepsIntegers: whether whole numbers of up to 64 bits that `Double` cannot hold are ``integer(_:)`` instead of being
    ///     rounded. The default is `false`.
    /// - Throws: ``JSONError`` with the line of the fault.
    package init(
        parsing document: [UInt8], acceptsNonFinite: Bool = false, keepsIntegers: Bool = false
    ) throws(JSONError) {
        var reader = JSONReader(document, acceptsNonFinite: acceptsNonFinite, keepsIntegers: keepsIntegers)
        self = try reader.parseDocument()
    }

    /// The kind of value, for messages.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number, .integer: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONValue {
    /// The members of an object; nil for other values.
    package var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
    /// The elements of an array; nil for other values.
    package var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    /// The text of a string; nil for other values.
    package var string: String? { if case .string(let string) = self { string } else { nil } }
    /// The truth value; nil for other values.
    package var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
    /// The nearest `Double` of a number; nil for other values.
    package var number: Double? {
        switch self {
        case .number(let number): number
        case .integer(let digits): Double(digits)
        case .null, .bool, .string, .array, .object: nil
        }
    }
}

extension JSONValue {
    /// Whether two values are the same; NaN is the same as NaN, so that each value equals itself.
    package static func == (first: JSONValue, second: JSONValue) -> Bool {
        switch (first, second) {
        case (.null, .null): true
        case (.bool(let first), .bool(let second)): first == second
        case (.number(let first), .number(let second)): first == second || first.isNaN && second.isNaN
        case (.integer(let first), .integer(let second)): first == second
        case (.string(let first), .string(let second)): first == second
        case (.array(let first), .array(let second)): first == second
        case (.object(let first), .object(let second)): first == second
        case (.null, _), (.bool, _), (.number, _), (.integer, _), (.string, _), (.array, _), (.object, _): false
        }
    }
}

/// A fault in a JSON document.
package struct JSONError: Error, Hashable, Sendable {
    /// The location of the fault: `line 7`, or a coding path such as `keys[3].scale`; empty for the whole document.
    package var location: String
    /// The fault.
    package var message: String

    /// Creates an error.
    package init(at location: String, _ message: String) {
        self.location = location
        self.message = message
    }
}

extension JSONError: CustomStringConvertible {
    /// The location and the message.
    package var description: String { location.isEmpty ? message : "\(location): \(message)" }
}
