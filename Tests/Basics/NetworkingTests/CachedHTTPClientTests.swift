import Concurrency
import TestLimits
import TestSupport
import Testing

@testable import Networking

@Suite(.timeLimited) struct CachedHTTPClientTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func makeClient() -> CachedHTTPClient {
        var limits = HTTPLimits()
        (limits.retryDelay, limits.pause) = (0.01, 0.01)
        return CachedHTTPClient(HTTPClient(limits: limits), cache: HTTPCache(path: folder.path("http.sqlite")))
    }

    @Test func `a fresh answer is asked for once, also by the next start, and the type of the body is kept`()
        async throws
    {
        let server = try ScriptedServer { _ in
            .init(200, [1, 2], headers: ["Cache-Control": "max-age=1000", "Content-Type": "image/png"])
        }
        defer { server.close() }
        let request = HTTPRequest(server.url("/tile.png#x"))
        #expect(try await makeClient().answer(to: request).origin == .server)
        for _ in 0..<3 {
            let answer = try await makeClient().answer(to: request)
            #expect(answer.origin == .cache && answer.body == [1, 2] && answer.contentType == "image/png")
        }
        #expect(server.requests.count == 1)
    }

    @Test func `an old answer is delivered at once and checked afterwards, and a newer one is announced`() async throws
    {
        let version = Locked(1)
        let server = try ScriptedServer { request in
            let version = version.withLock(\.self)
            return request.headers["if-none-match"] == "\"\(version)\""
                ? .init(304, headers: ["Cache-Control": "max-age=0"])
                : .init(200, [UInt8(version)], headers: ["Cache-Control": "max-age=0", "ETag": "\"\(version)\""])
        }
        defer { server.close() }
        let client = makeClient()
        let request = HTTPRequest(server.url("/tile"))
        #expect(try await client.answer(to: request).body == [1])
        #expect(try await client.answer(to: request).origin == .staleCache)
        await server.waitForRequests(2)
        version.withLock { $0 = 2 }
        let (updates, continuation) = AsyncStream.makeStream(of: CachedHTTPClient.Answer.self)
        let (answers, answered) = AsyncStream.makeStream(of: [UInt8].self)
        client.get(request, onUpdate: { continuation.yield($0) }) { answered.yield((try? $0.get().body) ?? []) }
        #expect(await answers.first { _ in true } == [1])
        #expect(await updates.first { _ in true }?.body == [2])
        #expect(try await client.answer(to: request).body == [2])
    }

    @Test func `what the server sends again is no update, and of an answer that always changes one is reported`()
        async throws
    {
        let version = Locked(0)
        let server = try ScriptedServer { request in
            let number = version.withLock { version in
                version += 1
                return request.path == "/same" ? 0 : UInt8(version)
            }
            return .init(200, [number], headers: ["Cache-Control": "max-age=0", "Vary": "Accept"])
        }
        let client = makeClient()
        let updates = Locked<[String]>([])
        let (reports, reported) = AsyncStream.makeStream(of: Void.self)
        for path in ["/same", "/other"] {
            let request = HTTPRequest(server.url(path))
            for _ in 0..<4 {
                let (answers, answered) = AsyncStream.makeStream(of: Void.self)
                client.get(
                    request,
                    onUpdate: { _ in
                        updates.withLock { $0.append(path) }
                        reported.yield()
                    }
                ) { _ in answered.yield() }
                _ = await answers.first { _ in true }
                // It is joined with the check of the old answer, if that has not ended yet.
                _ = try await client.client.response(to: request)
            }
        }
        _ = await reports.first { _ in true }
        #expect(updates.withLock(\.self) == ["/other"])
    }

    @Test func `what must not be used unchecked waits for the server, but not for one that is gone`() async throws {
        let server = try ScriptedServer { request in
            request.headers["if-none-match"] == "\"a\""
                ? .init(304) : .init(200, [1], headers: ["Cache-Control": "no-cache", "ETag": "\"a\""])
        }
        let client = makeClient()
        let request = HTTPRequest(server.url("/tile"))
        #expect(try await client.answer(to: request).origin == .server)
        #expect(try await client.answer(to: request).origin == .cache)
        #expect(server.requests.count == 2 && !client.isOffline)
        server.close()
        let answer = try await client.answer(to: HTTPRequest(server.url("/tile")))
        #expect(answer.body == [1])
    }

    @Test func `an answer that must not be stored is asked for each time`() async throws {
        let server = try ScriptedServer { _ in .init(200, [1], headers: ["Cache-Control": "no-store"]) }
        defer { server.close() }
        for _ in 0..<3 { #expect(try await makeClient().answer(to: HTTPRequest(server.url("/"))).origin == .server) }
        #expect(server.requests.count == 3)
    }

    @Test func `what is missing is an answer, and is remembered`() async throws {
        let server = try ScriptedServer { _ in .init(404, [1, 2, 3]) }
        defer { server.close() }
        let answer = try await makeClient().answer(to: HTTPRequest(server.url("/")))
        #expect(answer.isMissing && answer.body.isEmpty)
        #expect(try await makeClient().answer(to: HTTPRequest(server.url("/"))).origin == .cache)
        #expect(server.requests.count == 1)
    }

    @Test func `parts of a file are kept apart, with the size of the whole`() async throws {
        let server = try ScriptedServer { request in
            let isFirst = request.headers["range"] == "bytes=0-1"
            return .init(
                206, isFirst ? [0, 1] : [2, 3], headers: ["Content-Range": "bytes \(isFirst ? "0-1" : "2-3")/9"])
        }
        defer { server.close() }
        for _ in 0..<2 {
            for start in [0, 2] {
                let answer = try await makeClient().answer(
                    to: HTTPRequest(server.url("/f"), range: start..<start + 2))
                #expect(answer.body == [UInt8(start), UInt8(start) + 1] && answer.fileSize == 9)
            }
        }
        #expect(server.requests.count == 2)
    }

    @Test func `without a network and without a kept answer there is an error, and the client knows it`() async throws {
        let client = makeClient()
        await #expect(throws: HTTPError.self) {
            try await client.answer(to: HTTPRequest("http://host.invalid/"))
        }
        #expect(client.isOffline)
        let server = try ScriptedServer { _ in .init(200, [1]) }
        defer { server.close() }
        _ = try await client.answer(to: HTTPRequest(server.url("/")))
        #expect(!client.isOffline)
    }

    @Test func `a task that is cancelled ends with an error`() async throws {
        let server = try ScriptedServer { _ in
            var answer = ScriptedServer.Answer(200, [1])
            answer.delay = 0.3
            return answer
        }
        defer { server.close() }
        let client = makeClient()
        let task = Task { try await client.answer(to: HTTPRequest(server.url("/"))) }
        await server.waitForRequests(1)
        task.cancel()
        await #expect(throws: HTTPError.self) { try await task.value }
        // The server may have the request before the client knows that it has been sent.
        await server.waitForNoConnections()
        #expect(client.client.requestCount == 0)
    }
}
