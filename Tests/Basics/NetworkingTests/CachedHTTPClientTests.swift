import Concurrency
import Foundation
import TestLimits
import TestSupport
import Testing

@testable import Networking

@Suite(.timeLimited) struct CachedHTTPClientTests {
    private let folder: TemporaryFolder
    private let caches = Locked<[HTTPCache]>([])

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A client with a cache of its own in the same file, which has all that the former ones have stored.
    private func makeClient() -> CachedHTTPClient {
        var limits = HTTPLimits()
        limits.retryDelay = 0.01
        limits.pause = 0.01
        let cache = HTTPCache(path: folder.path("http.sqlite"))
        caches.withLock { caches in
            caches.forEach { $0.flush() }
            caches.append(cache)
        }
        return CachedHTTPClient(HTTPClient(limits: limits), cache: cache)
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
        // The next check would join this one, if it is not over.
        while client.client.requestCount > 0 { await Task.yield() }
        version.withLock { $0 = 2 }
        let (updates, continuation) = AsyncStream.makeStream(of: CachedHTTPClient.Answer.self)
        let (answers, answered) = AsyncStream.makeStream(of: [UInt8].self)
        client.get(request, onUpdate: { continuation.yield($0) }) { answered.yield((try? $0.get().body) ?? []) }
        #expect(await answers.first { _ in true } == [1])
        #expect(await updates.first { _ in true }?.body == [2])
        #expect(try await client.answer(to: request).body == [2])
    }

    @Test func `what the server sends again is not an update, and of an answer that always changes one is reported`()
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
            // A check that is not answered yet is shared, so that not each reading is a request.
            while server.requests.count(where: { $0.path == path }) < 4 {
                let (answers, answered) = AsyncStream.makeStream(of: Void.self)
                client.get(
                    request,
                    onUpdate: { _ in
                        updates.withLock { $0.append(path) }
                        reported.yield()
                    }
                ) { _ in answered.yield() }
                _ = await answers.first { _ in true }
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
        server.close(keepsPort: true)
        let answer = try await client.answer(to: HTTPRequest(server.url("/tile")))
        #expect(answer.body == [1])
    }

    @Test func `an answer that must not be stored is asked for each time`() async throws {
        let server = try ScriptedServer { _ in .init(200, [1], headers: ["Cache-Control": "no-store"]) }
        defer { server.close() }
        for _ in 0..<3 { #expect(try await makeClient().answer(to: HTTPRequest(server.url("/"))).origin == .server) }
        #expect(server.requests.count == 3)
    }

    @Test func `an answer that must not be stored removes the one that was, also where it is confirmed`() async throws {
        for status in [200, 304] {
            let count = Locked(0)
            let server = try ScriptedServer { _ in
                let isFirst = count.withLock { count in
                    count += 1
                    return count == 1
                }
                return isFirst
                    ? .init(200, [1], headers: ["Cache-Control": "no-cache", "ETag": "\"a\""])
                    : .init(status, status == 200 ? [2] : [], headers: ["Cache-Control": "no-store"])
            }
            let client = makeClient()
            let request = HTTPRequest(server.url("/tile"))
            #expect(try await client.answer(to: request).body == [1])
            #expect(try await client.answer(to: request).body == (status == 200 ? [2] : [1]))
            server.close(keepsPort: true)
            await #expect(throws: HTTPError.self) { try await client.answer(to: request) }
        }
    }

    @Test func `where there is a kept answer, a server that is gone is asked once`() async throws {
        let server = try ScriptedServer { _ in .init(200, [1], headers: ["Cache-Control": "must-revalidate, max-age=0"])
        }
        // Retries would take minutes.
        var limits = HTTPLimits()
        limits.retryDelay = 100
        let client = CachedHTTPClient(HTTPClient(limits: limits), cache: HTTPCache(path: folder.path("http.sqlite")))
        let request = HTTPRequest(server.url("/tile"))
        #expect(try await client.answer(to: request).origin == .server)
        server.close(keepsPort: true)
        #expect(try await client.answer(to: request).origin == .staleCache)
    }

    @Test func `stale answers are checked up to a limit, and delivered beyond it`() async throws {
        let cache = HTTPCache(path: folder.path("http.sqlite"))
        let client = CachedHTTPClient(HTTPClient(transport: SilentTransport()), cache: cache)
        let stale = Freshness(expires: 0, mustRevalidate: false, etag: "", lastModified: "")
        for number in 0..<CachedHTTPClient.pendingCheckLimit + 10 {
            let request = HTTPRequest("http://example.org/\(number)")
            cache.store(.init(status: 200, body: [7], freshness: stale), for: client.keys.key(of: request))
            let answer = try await client.answer(to: request)
            #expect(answer.body == [7] && answer.origin == .staleCache)
        }
        cache.flush()
        #expect(client.client.requestCount == CachedHTTPClient.pendingCheckLimit)
    }

    @Test func `answers for other credentials are kept apart, and none of these are on the disk`() async throws {
        let server = try ScriptedServer { request in
            .init(
                200, Array((request.headers["authorization"] ?? "-").utf8), headers: ["Cache-Control": "max-age=1000"])
        }
        defer { server.close() }
        let url = server.url("/tile?key=querysecret")
        let named = url.replacing("http://", with: "http://ann:passwordsecret@")
        let client = makeClient()
        let other = CachedHTTPClient(client.client, cache: client.cache, keySpace: "other")
        let requests = [
            HTTPRequest(url), HTTPRequest(named),
            HTTPRequest(url, headers: [HTTPHeader("Authorization", "headersecret")]),
        ]
        for request in requests { #expect(try await client.answer(to: request).origin == .server) }
        for request in requests { #expect(try await client.answer(to: request).origin == .cache) }
        #expect(try await other.answer(to: requests[0]).origin == .server)
        let file = try await RemoteFile.open(named, client: client)
        #expect(file.size == "Basic YW5uOnBhc3N3b3Jkc2VjcmV0".utf8.count)
        client.cache?.flush()
        for suffix in ["", "-wal"] {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path("http.sqlite" + suffix)))
            for secret in ["querysecret", "passwordsecret", "127.0.0.1"] {
                #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret) in \(suffix)")
            }
        }
    }

    @Test func `what is missing is remembered only as long as the server says`() async throws {
        for (header, count) in [("no-store", 3), ("no-cache", 3), ("max-age=1000", 1)] {
            let server = try ScriptedServer { _ in
                .init(404, [1], headers: ["Cache-Control": header, "ETag": "\"page\"", "Content-Type": "text/html"])
            }
            defer { server.close() }
            for _ in 0..<3 {
                let answer = try await makeClient().answer(to: HTTPRequest(server.url("/\(header)")))
                #expect(answer.isMissing && answer.body.isEmpty && answer.contentType.isEmpty && answer.etag.isEmpty)
            }
            #expect(server.requests.count == count, "\(header)")
        }
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
            answer.delay = 60
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

/// Sends nothing and answers nothing.
private struct SilentTransport: HTTPTransport {
    private struct Exchange: HTTPExchange {
        func cancel() {}
    }

    func send(
        _ request: HTTPRequest, completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> any HTTPExchange {
        Exchange()
    }
}
