/// A value of a JSON document (RFC 8259).
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Parses a document.
    ///
    /// Only RFC 8259 is accepted, without comments or trailing commas. Two members of the same name are an error.
    ///
    /// - Parameter document: the document in UTF-8; a byte order mark is skipped.
    /// - Throws: ``JSONError`` with the line of the fault.
    package init(parsing document: [UInt8]) throws(JSONError) {
        var reader = JSONReader(document)
        self = try reader.parseDocument()
    }

    /// The kind of value, for messages.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
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
