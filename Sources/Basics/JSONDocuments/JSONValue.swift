/// A value of a JSON document (RFC 8259).
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// The value that a document consists of.
    ///
    /// Nothing but RFC 8259 is accepted: no comments, no commas at the end, no name twice in an object.
    ///
    /// - Parameter document: the document in UTF-8.
    /// - Throws: what is wrong, with the line.
    package init(parsing document: [UInt8]) throws(JSONError) {
        var reader = JSONReader(document)
        self = try reader.parseDocument()
    }

    /// What kind of value it is, as people say it.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

/// Why a document is not what it should be.
package struct JSONError: Error, Hashable, Sendable {
    /// Where: `line 7`, or names and places from the outside inwards, as in `keys[3].scale`.
    package var location: String
    /// What is wrong.
    package var message: String

    /// A mistake in a document.
    package init(at location: String, _ message: String) {
        self.location = location
        self.message = message
    }
}

extension JSONError: CustomStringConvertible {
    /// The place and what is wrong there.
    package var description: String { location.isEmpty ? message : "\(location): \(message)" }
}
