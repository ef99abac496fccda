import Concurrency
import Glibc
import TestSupport
import Testing

@testable import TileServing

/// Answers requests by a closure.
struct ClosureHandler: RequestHandler {
    var answer: @Sendable (ServerRequest) -> AnswerPlan

    func plan(for request: ServerRequest) -> AnswerPlan { answer(request) }
}

/// A server on a free port, which ends with the object.
final class TestServer {
    let server: TileServer
    /// The milliseconds of the server's clock, which stands still until a test advances it.
    private let milliseconds = Locked(1)
    /// The port.
    var port: Int { server.port }

    /// Starts a server that answers by a closure.
    convenience init(
        _ change: (inout ServerOptions) -> Void = { _ in }, hasRealTime: Bool = false,
        answer: @escaping @Sendable (ServerRequest) -> AnswerPlan
    ) throws {
        try self.init(change, hasRealTime: hasRealTime, handler: ClosureHandler(answer: answer))
    }

    /// Starts a server; with real time its clock runs.
    init(
        _ change: (inout ServerOptions) -> Void = { _ in }, hasRealTime: Bool = false, handler: any RequestHandler
    ) throws {
        var options = ServerOptions()
        options.port = 0
        // No connection ends because a test takes its time.
        options.idleTimeout = 3600
        change(&options)
        server = TileServer(options: options, handler: handler) { [milliseconds] in
            hasRealTime ? MonotonicClock.milliseconds : milliseconds.withLock { $0 }
        }
        try server.start()
    }

    /// Lets time pass for the limits of requests and answers.
    func advance(milliseconds count: Int) { milliseconds.withLock { $0 += count } }

    deinit { server.stop() }

    /// A new connection.
    func client() throws -> RawClient { try RawClient(port: port) }

    /// The answer to a request on a new connection.
    func get(_ target: String, _ fields: [String: String] = [:], method: String = "GET") throws -> RawAnswer {
        try client().get(target, fields, method: method)
    }

    /// Requests a target on new connections until one is answered.
    ///
    /// A server with a short limit may disconnect a client that is slow.
    func getPatiently(_ target: String) throws -> RawAnswer {
        try eventually("an answer to \(target)") { try? get(target) }
    }

    /// The value of a metric's sample, which is named as its line is.
    func metric(_ name: String) throws -> Double? {
        let line = try getPatiently("/metrics").text.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
        return line.flatMap { Double($0.dropFirst(name.count + 1)) }
    }

    /// Waits until the value of a metric's sample is this one.
    ///
    /// - Parameters:
    ///   - name: the sample, as its line is named.
    ///   - value: the value.
    ///   - meanwhile: what is done before each look; nothing by default.
    /// - Throws: when the time is over, or the server does not answer.
    func waitForMetric(_ name: String, _ value: Double, meanwhile: () -> Void = {}) throws {
        try eventually("\(name) \(value)") {
            if try metric(name) == value { return true }
            meanwhile()
            return false
        }
    }
}

extension AnswerPlan {
    /// The answer, after all steps of the work that makes it.
    func answer() async throws -> ServerAnswer {
        switch self {
        case .answer(let answer): answer
        case .work(let work): try await work.run()
        }
    }

    /// Answers with the method, path, query and origin that the server has read from a request.
    @Sendable static func echo(_ request: ServerRequest) -> AnswerPlan {
        .text("\(request.method.rawValue) \(request.path)|\(request.query)|\(request.origin)", tag: "\"t\"")
    }

    /// A text, at once.
    static func text(_ text: String, tag: String? = nil, type: String = "text/plain") -> AnswerPlan {
        .answer(ServerAnswer(.bytes(Array(text.utf8)), type: type, entityTag: tag))
    }
}
