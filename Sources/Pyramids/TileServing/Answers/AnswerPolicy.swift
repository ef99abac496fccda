/// What a server adds to all answers.
struct AnswerPolicy: Sendable {
    /// The seconds for which tiles and images may be kept without asking again.
    var maxAge: Int
    /// Whether only the client may keep them, because addresses are signed.
    var isPrivate: Bool
    /// Keeps compressed bodies.
    var compressor: BodyCompressor

    /// The fields of every answer: answers are for pages of all origins, and of the media type that they name.
    static let common: [ServerAnswer.Field] = [
        .init("Access-Control-Allow-Origin", "*"),
        .init(
            "Access-Control-Expose-Headers",
            "Accept-Ranges, Content-Encoding, Content-Length, Content-Range, ETag, Link, Location, Retry-After"),
        .init("X-Content-Type-Options", "nosniff"),
    ]

    /// The methods that are answered.
    static let methods = "GET, HEAD, OPTIONS"

    /// The seconds after which a client may ask again that was refused for the moment.
    static let retrySeconds = 1
    /// The most seconds for which descriptions of images may be kept.
    static let shortMaxAge = 60
    /// The seconds for which browsers keep the answer to a preflight request: a day.
    private static let preflightSeconds = 86_400

    /// The answer to a preflight request, which browsers make before some requests across origins.
    static let preflight: ServerAnswer = {
        var answer = ServerAnswer(.bytes([]), type: "text/plain", status: 204)
        answer.fields = [
            .init("Allow", methods), .init("Access-Control-Allow-Methods", methods),
            .init(
                "Access-Control-Allow-Headers",
                "Accept, Authorization, Cache-Control, If-Match, If-None-Match, If-Range, Range"),
            .init("Access-Control-Max-Age", "\(preflightSeconds)"),
        ]
        return answer
    }()

    /// The value of `Cache-Control` for an answer.
    func cacheControl(of answer: ServerAnswer) -> String {
        guard answer.status < 400 else { return "no-store" }
        let seconds: Int
        switch answer.freshness {
        case .long: seconds = maxAge
        case .short: seconds = min(maxAge, Self.shortMaxAge)
        case .revalidated: seconds = 0
        case .none: return "no-store"
        }
        guard seconds > 0 else { return isPrivate ? "private, no-cache" : "no-cache" }
        return "\(isPrivate ? "private" : "public"), max-age=\(seconds)"
    }
}
