import Concurrency

@testable import TileServing

extension FuzzTarget {
    /// Requests, from a small grammar of HTTP: the method and the target in the first line, then a line for each field.
    static let serving = [
        FuzzTarget(name: "request", hasHeader: { RequestCase($0) != nil }) { input, accept in
            guard let request = RequestCase(input) else { return }
            accept()
            try ServingSandbox.answer(request)
        }
    ]
}

/// A request as a server reads it from a connection.
private struct RequestCase {
    let method: ServerRequest.Method
    let target: RequestTarget
    let fields: [String: String]

    /// The most lines that are read.
    private static let lineLimit = 64

    /// Reads a case; nil if a server refuses it without looking at more than its first line.
    init?(_ input: [UInt8]) {
        let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).prefix(Self.lineLimit)
            .map { String(decoding: $0, as: UTF8.self) }
        let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
        guard words.count >= 2, let method = ServerRequest.Method(rawValue: String(words[0])),
            let target = RequestTarget(String(words[1]))
        else { return nil }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let name = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...]
            fields[name] = (fields[name].map { $0 + "," } ?? "") + value.drop { $0 == " " }
        }
        self.method = method
        self.target = target
        self.fields = fields
    }
}

/// A handler of one small pyramid, with the work of a server around it.
private enum ServingSandbox {
    /// An answer that no request may cause.
    struct UnexpectedAnswer: Error {
        let status: Int
        let range: Range<Int>
    }

    /// The errors of requests and of overload; 500 is a fault of the server.
    private static let statuses: Set = [200, 204, 206, 303, 304, 400, 404, 412, 414, 416, 421, 503]

    private static let handler: TileRequestHandler = {
        var limits = ServingLimits()
        limits.maxWidth = 500
        limits.maxHeight = 500
        limits.maxArea = 100_000
        return TileRequestHandler(serving: [PyramidSandbox.served.opened], limits: limits)
    }()

    private static let policy = AnswerPolicy(
        maxAge: 60, isPrivate: false, compressor: BodyCompressor(), access: .all)

    /// Answers a request, as far as its body.
    static func answer(_ request: RequestCase) throws {
        let prepared: PreparedAnswer
        do {
            let hosts = try ServedHosts(host: "127.0.0.1", baseURL: nil, names: ["tiles.example.org"])
            try hosts.check(request.target.authority ?? request.fields["host"])
            let origin = try ClientOrigin(baseURL: nil, trustsProxy: true, local: "http://127.0.0.1")
                .origin(fields: request.fields, authority: request.target.authority)
            let parsed = ServerRequest(
                request.method, path: request.target.path, query: request.target.query, fields: request.fields,
                origin: origin)
            let answer = try waitForAsyncWork { try await Self.answer(to: parsed) }
            prepared = PreparedAnswer(answer, for: parsed, policy: policy)
        } catch let error as RequestError {
            prepared = PreparedAnswer(error, policy: policy)
        }
        let count = prepared.body.count
        guard statuses.contains(prepared.status), prepared.range.upperBound <= max(count, prepared.range.lowerBound)
        else { throw UnexpectedAnswer(status: prepared.status, range: prepared.range) }
    }

    /// Makes an answer, in all steps.
    private static func answer(to request: ServerRequest) async throws -> ServerAnswer {
        var plan = handler.plan(for: request)
        while true {
            switch plan {
            case .answer(let answer): return answer
            case .work(let work):
                if let event = work.prerequisite?.event {
                    await withCheckedContinuation { continuation in event.whenSignaled { continuation.resume() } }
                }
                plan = try await work.perform()
            }
        }
    }
}
