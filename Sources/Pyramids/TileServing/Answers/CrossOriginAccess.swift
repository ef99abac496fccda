/// The pages that browsers let read answers, apart from those of the server itself (CORS).
enum CrossOriginAccess: Hashable, Sendable {
    /// None.
    case none
    /// Pages of all origins, and those of files.
    case all
    /// Pages of one origin, as browsers write it.
    case origin(String)

    /// Creates the access that an option names.
    ///
    /// - Parameters:
    ///   - option: an origin such as `https://example.org`, or `*` for all; nil for all if other machines reach the server, and
    ///     for none if only programs of the same machine do.
    ///   - isLocal: whether the server listens on an address of the loopback network.
    /// - Throws: ``ServerError`` if the option is neither.
    init(_ option: String?, isLocal: Bool) throws(ServerError) {
        switch option {
        case nil: self = isLocal ? .none : .all
        case "*"?: self = .all
        case let text?:
            guard let origin = Self.origin(text) else {
                throw ServerError(
                    .invalidOption,
                    "\(text): this is not an origin of pages; it is * for all, or a scheme, a host and a port, "
                        + "as https://example.org or http://localhost:3000.")
            }
            self = .origin(origin)
        }
    }

    /// The fields of every answer.
    var fields: [ServerAnswer.Field] {
        let origin: String
        switch self {
        case .none: return []
        case .all: origin = "*"
        case .origin(let name): origin = name
        }
        let fields = [
            ServerAnswer.Field("Access-Control-Allow-Origin", origin),
            ServerAnswer.Field(
                "Access-Control-Expose-Headers",
                "Accept-Ranges, Content-Encoding, Content-Length, Content-Range, ETag, Link, Location, Retry-After"),
        ]
        return self == .all ? fields : fields + [.init("Vary", "Origin")]
    }

    /// The fields that the answer to a preflight request has besides.
    var preflightFields: [ServerAnswer.Field] {
        guard self != .none else { return [] }
        return [
            .init("Access-Control-Allow-Methods", AnswerPolicy.methods),
            .init(
                "Access-Control-Allow-Headers",
                "Accept, Authorization, Cache-Control, If-Match, If-None-Match, If-Range, Range"),
            .init("Access-Control-Max-Age", "\(Self.preflightSeconds)"),
        ]
    }

    /// The seconds for which browsers keep the answer to a preflight request: a day.
    private static let preflightSeconds = 86_400

    /// An origin as browsers write it: in lower case, without the usual port of its scheme; nil if a text is none.
    private static func origin(_ text: String) -> String? {
        let text = text.lowercased()
        guard let end = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<end.lowerBound]
        let host = text[end.upperBound...]
        guard ["http", "https"].contains(scheme), ClientOrigin.isHost(String(host)) else { return nil }
        let usualPort = scheme == "http" ? ":80" : ":443"
        return host.hasSuffix(usualPort) ? String(text.dropLast(usualPort.utf8.count)) : text
    }
}
