import TestLimits
import TestSupport
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct MutatedRequestTests {
    /// The seed of the mutations.
    private static let seed: UInt64 = 20_24
    /// The requests, each of which is sent once whole.
    private static let count = 100_000

    private static let requests = [
        "GET /iiif/3/a%20b/full/max/0/default.jpg?x=1&y=%41 HTTP/1.1\r\nHost: localhost:8080\r\nAccept: */*\r\n\r\n",
        "HEAD /files/a.pmtiles HTTP/1.1\r\nHost: h\r\nRange: bytes=100-200\r\nIf-Range: \"tag\"\r\n\r\n",
        "GET /dzi/a_files/12/3_4.jpg HTTP/1.1\r\nHost: h\r\nIf-None-Match: W/\"a\", \"b\"\r\nConnection: close\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: [::1]:80\r\nOrigin: null\r\nAccess-Control-Request-Method: GET\r\n\r\n",
        "GET http://example.org/w HTTP/1.1\r\nHost: h\r\nAccept-Encoding: gzip;q=0.5, *\r\n\r\n",
        "POST /w HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello",
        "GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        "GET /health HTTP/1.1\r\nHost: h\r\n\r\nGET /metrics HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /w HTTP/1.1\r\nHost: h\r\nForwarded: for=1.2.3.4;proto=https;host=h\r\nCookie: a=b; c=d\r\n\r\n",
    ]

    @Test func `no damaged request stops the server, and every answer is one`() throws {
        let server = try TestServer(
            { options in
                options.trustsProxy = true
                options.serverNames = ["example.org", "h"]
                // Many requests are damaged so that their end is waited for.
                options.idleTimeout = 1
                options.requestTimeout = .milliseconds(200)
            }, hasRealTime: true
        ) { request in
            let answer = ServerAnswer(
                .bytes(Array("\(request.path)?\(request.query)".utf8)), type: "text/plain", entityTag: "\"tag\"")
            return request.path.hasPrefix("/w") ? .work(AnswerWork(.tile, memory: 1) { answer }) : .answer(answer)
        }
        var mutator = FuzzMutator(seed: Self.seed)
        var statuses: [Int: Int] = [:]
        var (sent, pending): (Int, [RawClient]) = (0, [])
        func finish(_ client: RawClient) throws {
            let bytes = client.readToEnd()
            guard !bytes.isEmpty else { return }
            #expect(bytes.starts(with: Array("HTTP/1.".utf8)))
            let head = String(decoding: bytes.prefix { $0 != 13 }, as: UTF8.self)
            statuses[Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0, default: 0] += 1
        }
        while sent < Self.count {
            // Several on one connection, as long as the server keeps it.
            let client = try server.client()
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...20, using: &mutator.random) where sent < Self.count {
                let request = Array(mutator.any(of: Self.requests).utf8)
                bytes += Bool.random(using: &mutator.random) ? mutator.damaged(request) : mutator.damaged(text: request)
                sent += 1
            }
            client.send(bytes)
            client.finishSending()
            pending.append(client)
            if pending.count == 128 {
                for client in pending { try finish(client) }
                pending = []
            }
        }
        for client in pending { try finish(client) }
        #expect(
            Set(statuses.keys).isSubset(of: [100, 200, 204, 206, 304, 400, 405, 412, 413, 414, 416, 421, 431, 501, 505])
        )
        // Most damage is refused; where the machine is slow, connections also end before an answer.
        #expect(statuses[200, default: 0] > 300 && statuses[400, default: 0] > 1000, "\(statuses)")
        #expect(try server.getPatiently("/health").text == "ok\n")
        #expect(server.server.unfinishedRequests <= 1)
    }
}
