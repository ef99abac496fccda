import Concurrency
import TestLimits
import TestSupport
import Testing

@testable import Networking

@Suite(.timeLimited) struct CurlTransportTests {
    /// The answer to a request of its own transport, or the error.
    private func send(_ request: HTTPRequest, _ change: (inout CurlOptions) -> Void = { _ in }) async
        -> Result<HTTPResponse, HTTPError>
    {
        var options = CurlOptions()
        change(&options)
        let transport = CurlTransport(options)
        return await withCheckedContinuation { continuation in
            _ = transport.send(request) { continuation.resume(returning: $0) }
        }
    }

    private func code(_ result: Result<HTTPResponse, HTTPError>) -> HTTPError.Code? {
        guard case .failure(let error) = result else { return nil }
        return error.code
    }

    @Test func `status, headers and body of an answer arrive, and the request says what it should`() async throws {
        let server = try ScriptedServer { _ in .init(404, [1, 2, 3], headers: ["ETag": "\"x\"", "X-Empty": ""]) }
        defer { server.close() }
        let request = HTTPRequest(
            server.url("/a?b=c"), headers: [HTTPHeader("If-None-Match", "\"y\""), HTTPHeader("X-Bad", "a\r\nb: c")])
        let response = try await send(request).get()
        #expect(response.status == 404 && response.body == [1, 2, 3] && response.header("etag") == "\"x\"")
        #expect(response.header("X-Empty") == "" && response.header("missing") == nil)
        #expect(response.url == server.url("/a?b=c") && !response.isMultiplexed)
        let arrived = try #require(server.requests.first)
        #expect(arrived.path == "/a?b=c" && arrived.headers["if-none-match"] == "\"y\"")
        #expect(arrived.headers["user-agent"] == "TileKit")
        #expect(arrived.headers["x-bad"] == nil && arrived.headers["b"] == nil, "no header brings another one")
    }

    @Test func `a range is asked for, without encodings of the transfer`() async throws {
        let server = try ScriptedServer { _ in
            .init(206, [7, 8], headers: ["Content-Range": "bytes 10-11/100"])
        }
        defer { server.close() }
        let response = try await send(HTTPRequest(server.url("/"), range: 10..<12)).get()
        #expect(response.status == 206 && response.body == [7, 8])
        #expect(server.requests[0].headers["range"] == "bytes=10-11")
        #expect(server.requests[0].headers["accept-encoding"] == nil)
    }

    @Test func `redirects are followed, five of them, and never to another scheme`() async throws {
        let server = try ScriptedServer { request in
            let number = Int(request.path.dropFirst()) ?? -1
            if request.path == "/file" { return .init(302, headers: ["Location": "file:///etc/passwd"]) }
            if request.path == "/ftp" { return .init(301, headers: ["Location": "ftp://127.0.0.1/x"]) }
            return number > 0 ? .init(302, [9], headers: ["Location": "/\(number - 1)"]) : .init(200, [1])
        }
        defer { server.close() }
        let response = try await send(HTTPRequest(server.url("/5"))).get()
        #expect(response.body == [1] && response.url == server.url("/0") && response.header("location") == nil)
        for path in ["/6", "/file", "/ftp"] {
            #expect(code(await send(HTTPRequest(server.url(path)))) == .redirected, "\(path)")
        }
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1/", "dict://127.0.0.1:1/"])
    func `other schemes are not requested`(url: String) async {
        #expect(code(await send(HTTPRequest(url))) == .unusableAddress)
    }

    @Test(arguments: ["", "http://", "http:// x/", "http://[::1/"]) func `what is not an address is an error`(
        url: String
    ) async {
        #expect(code(await send(HTTPRequest(url))) == .unusableAddress)
    }

    @Test func `a body is received to its limit, and not beyond it, whatever the header says`() async throws {
        let server = try ScriptedServer { request in
            var answer = ScriptedServer.Answer(200, [UInt8](repeating: 1, count: 1000))
            // A length that is not sent is none that is reserved.
            if request.path == "/lie" { answer.headers["Content-Length"] = "999999999999" }
            if request.path == "/none" { answer.headers = ["Transfer-Encoding": "identity", "Connection": "close"] }
            if request.path == "/lie" { answer.brokenOffAfter = 1000 }
            return answer
        }
        defer { server.close() }
        #expect(try await send(HTTPRequest(server.url("/"), byteLimit: 1000)).get().body.count == 1000)
        #expect(code(await send(HTTPRequest(server.url("/"), byteLimit: 999))) == .tooLarge)
        #expect(code(await send(HTTPRequest(server.url("/none"), byteLimit: 999))) == .tooLarge)
        #expect(code(await send(HTTPRequest(server.url("/lie"), byteLimit: 1 << 40))) == .brokenOff)
    }

    @Test func `the page of an error is not an answer that is too large, and is not received without end`() async throws
    {
        let server = try ScriptedServer { request in
            .init(503, [UInt8](repeating: 1, count: request.path == "/short" ? 300 : 1_000_000))
        }
        defer { server.close() }
        let short = try await send(HTTPRequest(server.url("/short"), byteLimit: 100)).get()
        #expect(short.status == 503 && short.body.count == 300)
        let long = try await send(HTTPRequest(server.url("/long"), byteLimit: 100)).get()
        #expect(long.status == 503 && long.body.count <= 64 << 10)
    }

    @Test func `a compressed body is received decoded, and its limit is that of the decoded bytes`() async throws {
        // 10,000 zeros, compressed by gzip.
        let zeros: [UInt8] = [
            31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 237, 193, 1, 13, 0, 0, 0, 194, 160, 247, 79, 109, 14, 55, 160, 0, 0, 0, 0,
            0, 0, 0,
            0, 0, 224, 223, 0, 46, 202, 59, 77, 16, 39, 0, 0,
        ]
        let server = try ScriptedServer { _ in .init(200, zeros, headers: ["Content-Encoding": "gzip"]) }
        defer { server.close() }
        let result = await send(HTTPRequest(server.url("/"), byteLimit: 9999))
        #expect(code(result) == .tooLarge)
        #expect(try await send(HTTPRequest(server.url("/"), byteLimit: 10_000)).get().body.count == 10_000)
        #expect(server.requests[0].headers["accept-encoding"]?.contains("gzip") == true)
    }

    @Test func `an answer that breaks off, or is none, is an error that may pass`() async throws {
        let server = try ScriptedServer { request in
            var answer = ScriptedServer.Answer(200, [UInt8](repeating: 1, count: 1000))
            switch request.path {
            case "/middle": answer.brokenOffAfter = 500
            case "/empty": answer.raw = []
            case "/head": answer.raw = Array("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n".utf8)
            default: answer.raw = Array("220 smtp.example.org ESMTP\r\n".utf8)
            }
            return answer
        }
        defer { server.close() }
        for path in ["/middle", "/empty", "/head"] {
            let result = await send(HTTPRequest(server.url(path)))
            guard case .failure(let error) = result else {
                Issue.record("\(path) is incomplete")
                continue
            }
            #expect(error.code == .brokenOff && error.isTransient, "\(path): \(error)")
        }
        #expect(code(await send(HTTPRequest(server.url("/mail")))) != nil)
    }

    @Test func `headers without end are an error`() async throws {
        let server = try ScriptedServer { _ in
            var answer = ScriptedServer.Answer()
            answer.raw = Array("HTTP/1.1 200 OK\r\n".utf8)
            for number in 0..<3000 {
                answer.raw? += Array("X-\(number): \(String(repeating: "y", count: 40))\r\n".utf8)
            }
            return answer
        }
        defer { server.close() }
        #expect(code(await send(HTTPRequest(server.url("/")))) == .tooLarge)
    }

    @Test func `nobody listening is an error that may pass`() async throws {
        let server = try ScriptedServer { _ in .init() }
        let url = server.url("/")
        server.close(keepsPort: true)
        await server.waitForNoConnections()
        // The listener is closed a moment after the last connection; until then one is reset.
        let result = await send(HTTPRequest(url))
        guard case .failure(let error) = result else {
            Issue.record("there is no server")
            return
        }
        #expect([.unreachable, .brokenOff].contains(error.code) && error.isTransient)
    }

    @Test func `a server that dribbles is given up, and one that is silent, too`() async throws {
        let server = try ScriptedServer { request in
            var answer = ScriptedServer.Answer(200, [UInt8](repeating: 1, count: 100))
            if request.path == "/slow" { answer.secondsPerByte = 0.2 } else { answer.delay = 60 }
            return answer
        }
        defer { server.close() }
        for path in ["/slow", "/silent"] {
            let result = await send(HTTPRequest(server.url(path))) { $0.stallTimeout = 1 }
            #expect(code(result) == .timedOut, "\(path)")
        }
    }

    @Test func `a cancelled exchange ends at once, and its connection with it`() async throws {
        let server = try ScriptedServer { _ in
            var answer = ScriptedServer.Answer(200, [UInt8](repeating: 1, count: 1_000_000))
            answer.secondsPerByte = 0.01
            return answer
        }
        defer { server.close() }
        let transport = CurlTransport()
        let (results, continuation) = AsyncStream.makeStream(of: Result<HTTPResponse, HTTPError>.self)
        let exchange = transport.send(HTTPRequest(server.url("/"))) { continuation.yield($0) }
        await server.waitForRequests(1)
        exchange.cancel()
        exchange.cancel()
        let result = try #require(await results.first { _ in true })
        #expect(code(result) == .cancelled)
        await server.waitForNoConnections()
    }

    @Test func `connections are used again, and there are no more than allowed to a host`() async throws {
        let server = try ScriptedServer { _ in .init(200, [UInt8](repeating: 7, count: 100)) }
        defer { server.close() }
        var options = CurlOptions()
        options.connectionsPerHost = 3
        let transport = CurlTransport(options)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let result: Result<HTTPResponse, HTTPError> = await withCheckedContinuation { continuation in
                        _ = transport.send(HTTPRequest(server.url("/\(number)"))) { continuation.resume(returning: $0) }
                    }
                    #expect((try? result.get())?.body.count == 100)
                }
            }
        }
        #expect(server.connections.most <= 3 && server.connections.all <= 3)
        #expect(Set(server.requests.map(\.path)).count == 200)
    }

    @Test func `a transport that is forgotten finishes what it was asked for`() async throws {
        let server = try ScriptedServer { _ in .init(200, [1]) }
        defer { server.close() }
        let result = await send(HTTPRequest(server.url("/")))
        #expect(try result.get().body == [1])
    }

    @Test func `the library says which it is`() {
        #expect(CurlLibrary.version.hasPrefix("libcurl "))
        guard case .failure(let failure) = CurlLibrary.load("libcurl.so.missing") else {
            Issue.record("there is no such library")
            return
        }
        #expect(failure.reason.hasPrefix("libcurl was not found: install libcurl4 ("))
    }
}
