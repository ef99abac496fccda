/// A request as a route sees it: the method, the target as it was sent, and the fields that decide about an answer.
public struct ServerRequest: Hashable, Sendable {
    /// An HTTP method; all others are refused before a route is asked.
    public enum Method: String, Hashable, Sendable {
        /// The answer with its body.
        case get = "GET"
        /// The answer without its body.
        case head = "HEAD"
        /// The methods that are allowed, which browsers ask for before requests across origins.
        case options = "OPTIONS"
    }

    /// The method.
    public var method: Method
    /// The path as it was sent, percent-encoded, without the query; begins with a slash.
    public var path: String
    /// The query as it was sent, without the question mark; empty if there is none.
    public var query: String
    /// The header fields, by names in lower case; the values of equal names are joined by commas.
    public var fields: [String: String]
    /// The address by which the client reached the server, such as `https://example.org` or `https://example.org/tiles`,
    /// without a trailing slash.
    public var origin: String

    /// Creates a request; by default it asks for the body, without a query or fields.
    public init(
        _ method: Method = .get, path: String, query: String = "", fields: [String: String] = [:],
        origin: String = "http://localhost"
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.fields = fields
        self.origin = origin
    }

    /// Whether a description is requested as linked data.
    var isForLinkedData: Bool {
        Self.linkedDocuments.contains(where: path.hasSuffix)
            && fields["accept"]?.contains("application/ld+json") == true
    }

    private static let linkedDocuments = ["/info.json", "/manifest.json", "/collection.json"]

    /// The rendering that the query names; nil if it names none.
    var rendering: RenderingItems? { RenderingItems(query) }

    /// The query that names the same rendering, with its question mark; empty if there is none.
    var renderingSuffix: String { rendering.map { "?\($0.query)" } ?? "" }

    /// The path of ``origin``, with which links in pages begin, such as `/tiles`; empty if it has none.
    var basePath: String {
        guard let authority = origin.firstRange(of: "://")?.upperBound else { return "" }
        return String(origin[authority...].drop { $0 != "/" })
    }
}

/// The target of a request (RFC 9112, section 3.2), as it was sent.
struct RequestTarget: Hashable {
    /// The path, which begins with a slash.
    var path: String
    /// The query without the question mark; empty if there is none.
    var query: String
    /// The host and port of a target that is a whole address; nil for others.
    var authority: String?

    /// Splits a target; nil if it is neither a path nor a whole address, or has characters that have to be percent-encoded.
    init?(_ text: String) {
        guard text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else { return nil }
        var rest = text[...]
        if !rest.hasPrefix("/") {
            let scheme = rest.prefix(8).lowercased()
            guard scheme.hasPrefix("http://") || scheme == "https://" else { return nil }
            let address = rest.dropFirst(scheme == "https://" ? 8 : 7)
            let host = address.prefix { $0 != "/" && $0 != "?" }
            authority = String(host)
            rest = address[host.endIndex...]
        }
        // Characters of a target are single bytes.
        let bytes = rest.utf8
        let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        path = mark == bytes.startIndex ? "/" : String(rest[..<mark])
        query = mark == bytes.endIndex ? "" : String(rest[bytes.index(after: mark)...])
    }
}
