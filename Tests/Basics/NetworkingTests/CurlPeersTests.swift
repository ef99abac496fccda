import TestLimits
import TestSupport
import Testing

@testable import Networking

@Suite(.timeLimited) struct CurlPeersTests {
    private func send(_ transport: CurlTransport, _ request: HTTPRequest) async -> Result<HTTPResponse, HTTPError> {
        await withCheckedContinuation { continuation in
            _ = transport.send(request) { continuation.resume(returning: $0) }
        }
    }

    private func code(_ result: Result<HTTPResponse, HTTPError>) -> HTTPError.Code? {
        guard case .failure(let error) = result else { return nil }
        return error.code
    }

    /// A transport for which names lead to this computer, and some of them had public addresses before.
    private func transport(_ port: Int, public names: Set<String> = []) -> CurlTransport {
        var options = CurlOptions()
        options.resolvedNames = ["a.test:\(port):127.0.0.1", "b.test:\(port):127.0.0.1,[::1]"]
        return CurlTransport(options, publicNames: names)
    }

    @Test func `a name that the user has given may lead to a private network`() async throws {
        let server = try ScriptedServer { _ in .init(200, [1]) }
        defer { server.close() }
        let url = "http://a.test:\(server.port)/"
        #expect(try await send(transport(server.port), HTTPRequest(url)).get().body == [1])
    }

    @Test func `a name that had a public address is not asked in a private network, unless it is allowed`() async throws
    {
        let server = try ScriptedServer { _ in .init(200, [1]) }
        defer { server.close() }
        let transport = transport(server.port, public: ["a.test"])
        var request = HTTPRequest("http://a.test:\(server.port)/")
        request.hosts.named = ["a.test:\(server.port)"]
        guard case .failure(let error) = await send(transport, request) else {
            Issue.record("it was asked")
            return
        }
        #expect(error.code == .refusedHost && !error.isTransient)
        #expect(
            error.reason
                == "a.test had a public address before, and leads to 127.0.0.1 of a private network now, which is not asked. "
                + "If that is as it should be, allow the host a.test.")
        #expect(server.connections.all == 0, "no connection is made")
        request.hosts.allowed = ["a.test"]
        #expect(try await send(transport, request).get().body == [1])
        // The connection is there, but not for a request that may not use it.
        request.hosts.allowed = []
        #expect(code(await send(transport, request)) == .refusedHost)
        #expect(server.requests.count == 1)
    }

    @Test func `all addresses of a name are looked at, also after a redirect`() async throws {
        let server = try ScriptedServer { request in
            request.path == "/" ? .init(302, headers: ["Location": "//b.test:1/"]) : .init(200)
        }
        defer { server.close() }
        let location = "http://b.test:\(server.port)/b"
        let first = try ScriptedServer { _ in .init(302, headers: ["Location": location]) }
        defer { first.close() }
        let transport = transport(server.port, public: ["b.test"])
        var request = HTTPRequest(first.url("/"))
        request.hosts.named = ["b.test"]
        #expect(code(await send(transport, request)) == .refusedHost)
        #expect(first.requests.count == 1 && server.connections.all == 0)
        request.hosts.allowed = ["b.test:\(server.port)"]
        #expect(try await send(transport, request).get().status == 200)
    }
}
