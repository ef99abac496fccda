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
