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
    /// The bytes that it takes in memory; none for a file, which the system sends.
    var bytesInMemory: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file: 0
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
