/// An answer to a request, before conditions, ranges and HEAD are applied to it, which the server does for all answers.
public struct ServerAnswer: Sendable {
    /// The body of an answer.
    public enum Body: Sendable {
        /// Bytes in memory.
        case bytes([UInt8])
        /// A part of a file, which the system sends without copying it into the process.
        case file(ServedFilePart)
    }

    /// The status: 200 for what was found.
    public var status: Int
    /// The header fields besides those that the server adds: length, date, ranges, CORS.
    public var fields: [Field]
    /// The body; empty for redirects.
    public var body: Body
    /// The strong validator of the body, in quotation marks; nil if it cannot be requested under a condition.
    public var entityTag: String?

    /// A header field.
    public struct Field: Hashable, Sendable {
        /// The name, such as `Content-Type`.
        public var name: String
        /// The value.
        public var value: String

        /// Creates a field.
        public init(_ name: String, _ value: String) {
            (self.name, self.value) = (name, value)
        }
    }

    /// Creates an answer with a body of a media type.
    public init(_ body: Body, type: String, entityTag: String? = nil, status: Int = 200) {
        (self.status, self.body, self.entityTag) = (status, body, entityTag)
        fields = [Field("Content-Type", type)]
    }
}

/// A range of bytes of an open file.
public struct ServedFilePart: Sendable {
    /// The open file, which stays open as long as something refers to it.
    let file: OpenDescriptor
    /// The bytes of the file that are the body.
    let range: Range<Int>

    init(_ file: OpenDescriptor, _ range: Range<Int>) {
        (self.file, self.range) = (file, range)
    }
}
