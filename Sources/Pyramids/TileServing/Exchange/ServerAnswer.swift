internal import Files
internal import Glibc
internal import ImageCodecs
internal import TilePyramid

/// An answer to a request, before the server applies conditions, ranges and HEAD to it.
public struct ServerAnswer: Sendable {
    /// The body of an answer.
    public enum Body: Sendable {
        /// Bytes in memory.
        case bytes([UInt8])
        /// A part of a file, which is read block by block while it is sent.
        case file(ServedFilePart)
    }

    /// The status: 200 for what was found.
    public var status: Int
    /// The header fields besides those that the server adds: length, date, ranges, caching, CORS.
    public var fields: [Field]
    /// The time for which clients and proxies may keep the answer; errors are not kept.
    public var freshness = Freshness.long
    /// The body; empty for redirects.
    public var body: Body
    /// The strong validator of the body, in quotation marks; nil if conditional requests are not supported.
    public var entityTag: String?

    /// The length of a body that the client has, which is stated in place of the body's; nil for other answers.
    private(set) var omittedByteCount: Int?
    /// Whether the server may use the answer again for equal requests.
    var reuse = Reuse.never

    /// The time for which the server may use an answer again.
    enum Reuse: Hashable, Sendable {
        /// Not at all.
        case never
        /// As long as no file that is served has changed.
        case untilChange
        /// The same, but no longer than to a time, because it is made of files whose changes are not noticed.
        case until(ContinuousClock.Instant)
    }

    /// The time for which an answer may be used again without asking the server.
    public enum Freshness: Hashable, Sendable {
        /// For ``ServerOptions/maxAge``: tiles and images.
        case long
        /// For a minute at most: descriptions of images, such as `info.json`.
        case short
        /// Not at all: the server is asked each time whether it has changed.
        case revalidated
        /// It is not kept.
        case none
    }

    /// A header field.
    public struct Field: Hashable, Sendable {
        /// The name, such as `Content-Type`.
        public var name: String
        /// The value.
        public var value: String

        /// Creates a field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        /// Whether it has a name, which is given in lower case.
        func isNamed(_ name: String) -> Bool {
            self.name.utf8.count == name.utf8.count && self.name.lowercased() == name
        }
    }

    /// Creates an answer with a body of a media type.
    public init(_ body: Body, type: String, entityTag: String? = nil, status: Int = 200) {
        self.status = status
        self.body = body
        self.entityTag = entityTag
        fields = [Field("Content-Type", type)]
    }

    /// The answer to a request whose condition says that the client has the body already.
    ///
    /// It states the length of that body: RFC 9110, section 8.6, allows this length or none, and libmicrohttpd always states
    /// one.
    static func notModified(_ tag: EntityTag.Rendered) -> ServerAnswer {
        var answer = ServerAnswer(.bytes([]), type: "", entityTag: tag.text, status: 304)
        answer.omittedByteCount = tag.byteCount
        answer.fields = []
        return answer
    }
}

/// A range of bytes of an open file.
public struct ServedFilePart: Sendable {
    /// The open file, which stays open as long as something refers to it.
    let file: OpenDescriptor
    /// The bytes of the file that are the body.
    let range: Range<Int>

    init(_ file: OpenDescriptor, _ range: Range<Int>) {
        self.file = file
        self.range = range
    }
}

extension ServerAnswer {
    /// An image, which clients keep for a while.
    static func image(_ bytes: [UInt8], _ format: TileFormat, entityTag: String) -> ServerAnswer {
        ServerAnswer(.bytes(bytes), type: format.mediaType, entityTag: entityTag)
    }

    /// A description of an image, which clients keep for a short time.
    static func description(_ bytes: [UInt8], type: String) -> ServerAnswer {
        var answer = ServerAnswer(.bytes(bytes), type: type, entityTag: EntityTag.of(bytes))
        answer.freshness = .short
        return answer
    }

    /// A page or list, about which clients ask each time whether it has changed.
    static func page(_ bytes: [UInt8], type: String) -> ServerAnswer {
        var answer = description(bytes, type: type)
        answer.freshness = .revalidated
        return answer
    }

    /// A redirect, for which clients use the method GET.
    static func redirect(to address: String) -> ServerAnswer {
        var answer = ServerAnswer(.bytes([]), type: "text/plain; charset=utf-8", status: 303)
        answer.freshness = .short
        answer.fields.append(Field("Location", address))
        return answer
    }
}

extension TileFormat {
    /// The media type of a tile.
    var mediaType: String { ImageFormats.standard.mediaType(of: self) }
}

extension ServerAnswer.Body {
    /// The most bytes of a file that are read at a time while it is sent.
    static let fileBlock = 64 << 10

    /// The bytes that it takes in memory; of a file, those of a block.
    var bytesInMemory: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(let part): min(part.range.count, Self.fileBlock)
        }
    }

    /// The size in bytes.
    var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(let part): part.range.count
        }
    }
}

/// A file that is open for reading until the last reference to it is gone.
final class OpenDescriptor: Sendable {
    /// The descriptor, for reading at offsets.
    let number: CInt

    /// Takes over an open descriptor.
    init(_ number: CInt) {
        self.number = number
    }

    deinit { close(number) }
}

extension OpenDescriptor {
    /// Opens a file for reading.
    ///
    /// - Throws: ``RequestError`` with status 404 if it is gone.
    convenience init(reading path: String) throws(RequestError) {
        // O_NONBLOCK: opening a pipe must not wait.
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else { throw RequestError(404, "this file is not there any more.") }
        self.init(number)
    }
}
