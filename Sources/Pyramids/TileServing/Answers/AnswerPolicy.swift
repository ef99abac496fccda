/// The header fields, caching and compression that a server adds to all answers.
struct AnswerPolicy: Sendable {
    /// The fields of every answer: the pages that may read it, and the ban on guessing another media type.
    let common: [ServerAnswer.Field]
    /// The answer to `OPTIONS`, and to a preflight request, which browsers make before some requests across origins.
    let preflight: ServerAnswer
    /// The seconds for which tiles and images may be kept without asking again.
    var maxAge: Int
    /// Whether only the client may keep them, because addresses are signed.
    var isPrivate: Bool
    /// Keeps compressed bodies.
    var compressor: BodyCompressor
    /// Names the options of the program in the advice of errors; unchanged by default.
    var adaptError: @Sendable (String) -> String = { $0 }

    /// Creates a policy for pages that may read answers.
    init(maxAge: Int, isPrivate: Bool, compressor: BodyCompressor, access: CrossOriginAccess) {
        self.maxAge = maxAge
        self.isPrivate = isPrivate
        self.compressor = compressor
        common = access.fields + [.init("X-Content-Type-Options", "nosniff")]
        var answer = ServerAnswer.options
        answer.fields += access.preflightFields
        preflight = answer
    }

    /// The methods that are answered.
    static let methods = "GET, HEAD, OPTIONS"

    /// The seconds after which a client may ask again that was refused for the moment.
    static let retrySeconds = 1
    /// The most seconds for which descriptions of images may be kept.
    static let shortMaxAge = 60

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

extension ServerAnswer {
    /// The answer that says what may be requested.
    static let options: ServerAnswer = {
        var answer = ServerAnswer(.bytes([]), type: "text/plain", status: 204)
        answer.fields = [Field("Allow", AnswerPolicy.methods)]
        return answer
    }()

    /// The answer that says an error's sentence, as text.
    init(_ error: RequestError) {
        self.init(
            .bytes(Array("\(error.description)\n".utf8)), type: "text/plain; charset=utf-8", status: error.status)
        switch error.status {
        case 405: fields.append(Field("Allow", AnswerPolicy.methods))
        case 503 where !error.isLasting: fields.append(Field("Retry-After", "\(AnswerPolicy.retrySeconds)"))
        default: break
        }
    }
}
