/// An answer as it is sent: conditions, ranges, encodings and common fields are applied.
struct PreparedAnswer: Sendable {
    /// The status.
    var status: Int
    /// All header fields but the length and the date.
    var fields: [ServerAnswer.Field]
    /// The body.
    var body: ServerAnswer.Body
    /// The bytes of the body that are sent, or whose number is stated where none are sent.
    var range: Range<Int>

    /// The most fields that are added to those of an answer and the common ones.
    private static let addedFields = 4

    /// Applies a request and a policy to an answer.
    init(_ answer: ServerAnswer, for request: ServerRequest, policy: AnswerPolicy) {
        var answer = answer
        Self.encode(&answer, for: request, policy: policy)
        status = answer.status
        body = answer.body
        fields = []
        range = 0..<(answer.omittedByteCount ?? answer.body.count)
        fields.reserveCapacity(answer.fields.count + policy.common.count + Self.addedFields)
        fields += answer.fields
        if let tag = answer.entityTag { fields.append(.init("ETag", tag)) }
        fields.append(.init("Cache-Control", policy.cacheControl(of: answer)))
        fields += policy.common
        if status == 200 { applyConditions(answer.entityTag, request, policy) }
    }

    /// An error in words.
    init(_ error: RequestError, policy: AnswerPolicy) {
        var worded = error
        worded.description = policy.adaptError(error.description)
        let answer = ServerAnswer(worded)
        status = error.status
        body = answer.body
        range = 0..<answer.body.count
        fields = answer.fields + [.init("Cache-Control", "no-store")] + policy.common
    }

    /// Evaluates conditions in the order of RFC 9110, section 13.2.2; dates are not among them, because no answer has one.
    private mutating func applyConditions(_ tag: String?, _ request: ServerRequest, _ policy: AnswerPolicy) {
        fields.append(.init("Accept-Ranges", "bytes"))
        if let field = request.fields["if-match"], !EntityTagList(field).stronglyMatches(tag) {
            self = PreparedAnswer(
                RequestError(412, "what is here is no longer what the condition names; request it without one."),
                policy: policy)
            return
        }
        if request.hasCurrent(tag) {
            status = 304
            fields.removeAll { $0.isNamed("content-type") || $0.isNamed("content-encoding") }
            return
        }
        guard request.method == .get else { return }
        if let field = request.fields["if-range"], !EntityTagList(field).stronglyMatches(tag) { return }
        switch ByteRangeRequest(request.fields["range"], count: range.count) {
        case .whole: break
        case .part(let part):
            fields.append(.init("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(range.count)"))
            status = 206
            range = part
        case .unsatisfiable:
            let count = range.count
            self = PreparedAnswer(
                RequestError(416, "the range lies after the end; there are \(count) bytes."), policy: policy)
            fields.append(.init("Content-Range", "bytes */\(count)"))
        }
    }

    /// Whether an answer takes too long to prepare for the thread that talks to clients, because a long text is compressed.
    static func isSlow(_ answer: ServerAnswer, for request: ServerRequest) -> Bool {
        answer.body.bytesInMemory > BodyCompressor.mostImmediateBytes && compressibleBytes(answer) != nil
            && acceptsCompression(request)
    }

    /// The body, if it is a text that is worth compressing.
    private static func compressibleBytes(_ answer: ServerAnswer) -> [UInt8]? {
        guard answer.status == 200, case .bytes(let bytes) = answer.body,
            (BodyCompressor.fewestBytes...BodyCompressor.mostBytes).contains(bytes.count),
            let type = answer.fields.first(where: { $0.isNamed("content-type") })?.value,
            BodyCompressor.isText(type),
            !answer.fields.contains(where: { $0.isNamed("content-encoding") })
        else { return nil }
        return bytes
    }

    private static func acceptsCompression(_ request: ServerRequest) -> Bool {
        // Parts are those of the plain text, as clients expect that ask for them.
        request.fields["range"] == nil && BodyCompressor.isAccepted(request.fields["accept-encoding"])
    }

    /// Compresses the body, if it is a text and the client accepts that.
    private static func encode(_ answer: inout ServerAnswer, for request: ServerRequest, policy: AnswerPolicy) {
        guard let bytes = compressibleBytes(answer) else { return }
        answer.fields.append(.init("Vary", "Accept-Encoding"))
        guard acceptsCompression(request) else { return }
        let key = answer.entityTag.map { "\($0) \(request.origin)\(request.path)?\(request.query)" }
        answer.body = .bytes(policy.compressor.compressed(bytes, key: key))
        answer.fields.append(.init("Content-Encoding", "gzip"))
        // Another representation has another strong validator.
        answer.entityTag = answer.entityTag.map { String($0.dropLast()) + "-gzip\"" }
    }
}
