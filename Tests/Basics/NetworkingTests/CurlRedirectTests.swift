import Concurrency
import TestLimits
import TestSupport
import Testing

@testable import Networking

@Suite(.timeLimited) struct CurlRedirectTests {
    private func send(_ request: HTTPRequest, _ options: CurlOptions = CurlOptions()) async
        -> Result<HTTPResponse, HTTPError>
    {
        await send(request, through: CurlTransport(options))
    }

    private func send(_ request: HTTPRequest, through transport: CurlTransport) async -> Result<HTTPResponse, HTTPError>
    {
        await withCheckedContinuation { continuation in
            _ = transport.send(request) { continuation.resume(returning: $0) }
        }
    }

    private func error(_ result: Result<HTTPResponse, HTTPError>) -> HTTPError? {
        guard case .failure(let error) = result else { return nil }
        return error
    }

    private func request(_ url: String, allowing other: ScriptedServer? = nil) -> HTTPRequest {
        var request = HTTPRequest(
            url, headers: [HTTPHeader("X-Key", "secret"), HTTPHeader("Authorization", "Basic eA==")])
        if let other { request.hosts.allowed = ["127.0.0.1:\(other.port)"] }
        request.protocolHeaders = [HTTPHeader("If-None-Match", "\"1\"")]
        return request
    }

    @Test func `another port does not get the headers for the host, and gets those of the protocol`() async throws {
        let other = try ScriptedServer { _ in .init(206, [1, 2], headers: ["Content-Range": "bytes 10-11/100"]) }
        defer { other.close() }
        let server = try ScriptedServer { _ in .init(302, headers: ["Location": other.url("/there")]) }
        defer { server.close() }
        var request = request(server.url("/"), allowing: other)
        request.range = 10..<12
        let response = try await send(request).get()
        #expect(response.body == [1, 2] && response.url == other.url("/there"))
        let first = server.requests[0].headers
        let last = other.requests[0].headers
        #expect(first["x-key"] == "secret" && first["authorization"] == "Basic eA==")
        #expect(last["x-key"] == nil && last["authorization"] == nil)
        for headers in [first, last] {
            #expect(headers["if-none-match"] == "\"1\"" && headers["range"] == "bytes=10-11")
            #expect(headers["user-agent"] == "TileKit")
        }
    }

    @Test func `the same host and port get all headers again`() async throws {
        let server = try ScriptedServer { request in
            request.path == "/" ? .init(308, headers: ["Location": "there"]) : .init(200, [1])
        }
        defer { server.close() }
        #expect(try await send(request(server.url("/"))).get().url == server.url("/there"))
        #expect(server.requests.map { $0.headers["x-key"] } == ["secret", "secret"])
    }

    @Test func `a host to which another one leads back does not get the headers a second time`() async throws {
        let first = Locked("")
        let other = try ScriptedServer { _ in .init(307, headers: ["Location": first.withLock(\.self)]) }
        defer { other.close() }
        let server = try ScriptedServer { request in
            request.path == "/" ? .init(301, headers: ["Location": other.url("/")]) : .init(200, [1])
        }
        defer { server.close() }
        first.withLock { $0 = server.url("/back") }
        #expect(try await send(request(server.url("/"), allowing: other)).get().url == server.url("/back"))
        #expect(server.requests.map { $0.headers["x-key"] } == ["secret", nil])
        #expect(other.requests.map { $0.headers["x-key"] } == [nil])
    }

    @Test func `a name and a password in the address stay at their host`() async throws {
        let other = try ScriptedServer { _ in .init(200, [1]) }
        defer { other.close() }
        let server = try ScriptedServer { request in
            request.path == "/"
                ? .init(302, headers: ["Location": "/same"])
                : .init(302, headers: ["Location": "//127.0.0.1:\(other.port)/"])
        }
        defer { server.close() }
        var request = HTTPRequest("http://name:word@127.0.0.1:\(server.port)/")
        request.hosts.named = ["127.0.0.1:\(other.port)"]
        let response = try await send(request).get()
        #expect(response.url == other.url("/"))
        #expect(server.requests.allSatisfy { $0.headers["authorization"] == "Basic bmFtZTp3b3Jk" })
        #expect(other.requests.map { $0.headers["authorization"] } == [nil])
    }

    @Test func `another host or port is asked only if the user has named or allowed it`() async throws {
        let other = try ScriptedServer { _ in .init(200, [1]) }
        defer { other.close() }
        let server = try ScriptedServer { request in
            request.path == "/chain"
                ? .init(302, headers: ["Location": "/"]) : .init(302, headers: ["Location": other.url("/admin")])
        }
        defer { server.close() }
        for path in ["/", "/chain"] {
            let error = error(await send(request(server.url(path))))
            let host = "127.0.0.1:\(other.port)"
            #expect(error?.code == .refusedHost && error?.isTransient == false)
            #expect(
                error?.reason
                    == "the server redirects to another host, \(host), which is not asked without your consent. If you "
                    + "trust it, allow the host \(host).")
        }
        #expect(other.requests.isEmpty && other.connections.all == 0)
        for hosts in [["127.0.0.1"], ["127.0.0.1:\(other.port)"]] as [Set<String>] {
            var request = request(server.url("/chain"))
            request.hosts = HTTPHosts(named: hosts)
            #expect(try await send(request).get().body == [1])
            request.hosts = HTTPHosts(allowed: hosts)
            #expect(try await send(request).get().body == [1])
        }
        var request = request(server.url("/"))
        request.hosts = HTTPHosts(named: ["127.0.0.1:\(server.port)"], allowed: ["localhost", "127.0.0.2", "no host"])
        #expect(error(await send(request))?.code == .refusedHost)
        #expect(other.requests.count == 4)
    }

    @Test func `a server that waits before each redirect costs its time once`() async throws {
        let time = Locked(ContinuousClock.now)
        let server = try ScriptedServer { request in
            time.withLock { $0 += .seconds(14) }
            return ScriptedServer.Answer(302, headers: ["Location": request.path + "a"])
        }
        defer { server.close() }
        let transport = CurlTransport(CurlOptions(), now: { time.withLock { $0 } })
        #expect(error(await send(HTTPRequest(server.url("/")), through: transport))?.code == .timedOut)
        #expect(server.requests.count == 2)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1/", "http://", "unknown:x"])
    func `a redirect to something else than http and https is refused`(location: String) async throws {
        let server = try ScriptedServer { _ in .init(302, headers: ["Location": location]) }
        defer { server.close() }
        let error = error(await send(HTTPRequest(server.url("/"))))
        #expect(error?.code == .redirected)
        #expect(error?.reason == "the server redirects to an address that is neither http nor https.")
        #expect(server.requests.count == 1)
    }

    @Test func `a loop ends after as many redirects as are allowed`() async throws {
        let server = try ScriptedServer { _ in .init(302, headers: ["Location": "/"]) }
        defer { server.close() }
        var options = CurlOptions()
        options.redirectLimit = 3
        let error = error(await send(HTTPRequest(server.url("/")), options))
        #expect(error?.code == .redirected && error?.reason == "the server redirects too often.")
        #expect(server.requests.count == 4)
    }

    @Test func `the body of a redirect is not part of the answer, and an endless one is not received`() async throws {
        let server = try ScriptedServer { request in
            switch request.path {
            case "/short": .init(302, [UInt8](repeating: 1, count: 1000), headers: ["Location": "/end"])
            case "/long": .init(302, [UInt8](repeating: 1, count: 100 << 20), headers: ["Location": "/end"])
            default: .init(200, [7])
            }
        }
        defer { server.close() }
        for path in ["/short", "/long"] {
            let response = try await send(HTTPRequest(server.url(path), byteLimit: 1)).get()
            #expect(response.body == [7] && response.url == server.url("/end"), "\(path)")
        }
        #expect(error(await send(HTTPRequest(server.url("/short"), byteLimit: 0)))?.code == .tooLarge)
    }

    @Test func `an answer with an address that is not a redirect is the answer`() async throws {
        let server = try ScriptedServer { request in
            .init(Int(request.path.dropFirst()) ?? 0, headers: ["Location": "/elsewhere"])
        }
        defer { server.close() }
        for status in [201, 304] {
            #expect(try await send(HTTPRequest(server.url("/\(status)"))).get().status == status)
        }
        #expect(server.requests.count == 2)
    }

    @Test func `headers of all answers together have a limit`() async throws {
        let server = try ScriptedServer { request in
            let next = (Int(request.path.dropFirst()) ?? 0) + 1
            return .init(302, headers: ["Location": "/\(next)", "X-Long": String(repeating: "y", count: 30_000)])
        }
        defer { server.close() }
        #expect(error(await send(HTTPRequest(server.url("/0"))))?.code == .tooLarge)
        #expect(server.requests.count == 3)
    }

    @Test func `a stalled answer after a redirect is given up, and a cancellation ends it`() async throws {
        let server = try ScriptedServer { request in
            if request.path == "/" { return .init(302, headers: ["Location": "/slow"]) }
            var answer = ScriptedServer.Answer(200, [UInt8](repeating: 1, count: 1000))
            answer.secondsPerByte = 0.2
            return answer
        }
        defer { server.close() }
        var options = CurlOptions()
        options.stallTimeout = 1
        #expect(error(await send(HTTPRequest(server.url("/")), options))?.code == .timedOut)

        let transport = CurlTransport()
        let (results, continuation) = AsyncStream.makeStream(of: Result<HTTPResponse, HTTPError>.self)
        let exchange = transport.send(HTTPRequest(server.url("/"))) { continuation.yield($0) }
        await server.waitForRequests(4)
        exchange.cancel()
        #expect(error(try #require(await results.first { _ in true }))?.code == .cancelled)
        await server.waitForNoConnections()
    }

    @Test func `encryption is never given up, and origins are compared with their usual ports`() throws {
        let curl = try CurlLibrary.functions.get()
        func follow(_ from: String, _ to: String) -> (refusal: String?, isAtOrigin: Bool) {
            var request = HTTPRequest(from)
            request.hosts.allowed = ["a.org", "b.org"]
            var redirects = CurlRedirects(of: request, limit: 1, curl)
            let refusal = redirects.follow(to, curl)
            return (refusal?.reason, redirects.isAtOrigin)
        }
        #expect(
            follow("https://a.org/", "http://a.org/").refusal
                == "the server redirects from https to http, where anyone could read and change the answer.")
        #expect(follow("http://a.org/", "https://a.org/") == (nil, false))
        #expect(follow("https://A.org/x", "https://a.ORG:443/y?z") == (nil, true))
        #expect(follow("https://a.org/", "https://a.org:444/") == (nil, false))
        #expect(follow("https://a.org/", "https://a.org@b.org/") == (nil, false))
        #expect(follow("https://a.org/", "https://u@a.org/") == (nil, true))
        #expect(follow("https://a.org/b/c", "d e") == (nil, true))
        #expect(follow("a.org", "http://a.org/") == (nil, false), "an address without a scheme has no origin")
    }
}
