import Foundation
import TestLimits
import TestSupport
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct ServerOperationTests {
    @Test func `health and metrics are answered without a route`() throws {
        let server = try TestServer { _ in .answer(ServerAnswer(RequestError(404, "nothing is here."))) }
        // On one connection, a request has been counted before the next one is read.
        let client = try server.client()
        let health = try client.get("/health")
        #expect(health.status == 200 && health.text == "ok\n" && health.fields["cache-control"] == "no-store")
        #expect(try client.get("/iiif/3/a/info.json").status == 404)
        let metrics = try client.get("/metrics")
        #expect(metrics.fields["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        for line in [
            "tileserve_requests_total{route=\"health\",status=\"200\"} 1",
            "tileserve_requests_total{route=\"iiif\",status=\"404\"} 1",
            "tileserve_request_seconds_count{lane=\"immediate\"} 2", "tileserve_response_bytes_total 20",
            "tileserve_waiting_requests{lane=\"tile\"} 0", "tileserve_log_lines_dropped_total 0",
        ] {
            #expect(metrics.text.split(separator: "\n").contains(Substring(line)), "\(line)")
        }
    }

    /// Stops a server, waits until its log has a number of lines, and returns them.
    ///
    /// The server itself waits for its log only for a second.
    private func log(_ server: TestServer, _ count: Int, _ path: String) throws -> [String] {
        server.server.stop()
        return try eventually("a log of \(count) lines") {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let lines = text.split(separator: "\n").map(String.init)
            return lines.count >= count && text.hasSuffix("\n") ? lines : nil
        }
    }

    @Test func `each request is a line of the log`() throws {
        let folder = try TemporaryFolder()
        let file = open(folder.path("log"), O_CREAT | O_WRONLY | O_APPEND, 0o600)
        defer { close(file) }
        let server = try TestServer({ options in
            options.accessLog = file
            options.trustsProxy = true
        }) { request in
            struct Fault: Error, CustomStringConvertible { var description: String { "the disk is gone" } }
            return request.path == "/w" ? .work(AnswerWork(.tile, memory: 0) { throw Fault() }) : .text("hello")
        }
        let client = try server.client()
        _ = try client.get("/a?b", ["User-Agent": "test/1", "X-Forwarded-For": "9.9.9.9, 1.2.3.4"])
        _ = try client.get("/w", method: "HEAD")
        let lines = try log(server, 2, folder.path("log"))
        #expect(lines.count == 2)
        let first = try #require(lines.first)
        #expect(first.contains(#""client":"1.2.3.4","method":"GET","target":"/a?b","status":200,"bytes":5,"#))
        #expect(first.hasSuffix(#""agent":"test/1"}"#))
        let last = try #require(lines.last)
        #expect(last.contains(#""client":"127.0.0.1","method":"HEAD","target":"/w","status":500,"bytes":0,"#))
        #expect(last.hasSuffix(#""error":"the disk is gone"}"#))
    }

    @Test func `what clients do not see of an error is written to the log of errors alone`() throws {
        struct Fault: Error, CustomStringConvertible { var description: String { "/srv/a.dzi: no such\nfile" } }
        let folder = try TemporaryFolder()
        let file = open(folder.path("errors"), O_CREAT | O_WRONLY | O_APPEND, 0o600)
        defer { close(file) }
        let server = try TestServer({ $0.errorLog = file }) { request in
            request.path == "/w" ? .work(AnswerWork(.tile, memory: 0) { throw Fault() }) : .text("hello")
        }
        #expect(try server.get("/a").status == 200)
        let failed = try server.get("/w")
        #expect(failed.status == 500 && !failed.text.contains("srv"))
        #expect(try log(server, 1, folder.path("errors")) == ["GET /w: /srv/a.dzi: no such file"])
    }

    @Test func `the metrics have those of the images that are served`() async throws {
        let served = try ServedFolder()
        try await served.addPyramid("map.szi", 100, 80)
        var options = ServerOptions()
        options.port = 0
        let server = TileServer(options: options, handler: served.handler())
        try server.start()
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        for _ in 0..<3 { #expect(try client.get("/dzi/map_files/7/0_0.png").status == 200) }
        let lines = try client.get("/metrics").text.split(separator: "\n")
        for line in [
            "tileserve_images 1", "tileserve_open_images 1", "tileserve_parked_requests 0",
            "tileserve_cache_hits_total{cache=\"answers\"} 2",
            "tileserve_cache_misses_total{cache=\"answers\"} 1", "tileserve_cache_entries{cache=\"answers\"} 1",
            "tileserve_cache_bytes{cache=\"decoded_tiles\"} 0",
        ] {
            #expect(lines.contains(Substring(line)), "\(line)")
        }
    }

    @Test func `signed addresses are answered, and others refused, except for health`() throws {
        let signer = URLSigner(key: Array("a key of thirty-two bytes or more".utf8))
        let folder = try TemporaryFolder()
        let file = open(folder.path("log"), O_CREAT | O_WRONLY | O_APPEND, 0o600)
        defer { close(file) }
        let server = try TestServer(
            {
                $0.signer = signer
                $0.accessLog = file
            }, answer: AnswerPlan.echo)
        let client = try server.client()
        for method in ["GET", "HEAD"] {
            #expect(try client.get("/iiif/3/a/info.json", method: method).status == 403)
        }
        #expect(try client.get("/health").status == 200)
        let query = signer.query(for: "/iiif/3/a/", expires: Int(time(nil)) + 1000)
        let answer = try client.get("/iiif/3/a/info.json?\(query)")
        #expect(answer.status == 200 && answer.fields["cache-control"]?.hasPrefix("private, max-age=") == true)
        #expect(try client.get("/iiif/3/b/info.json?\(query)").status == 403)
        // A signature is as secret as what it admits to.
        let log = try log(server, 5, folder.path("log")).joined()
        #expect(log.contains("/iiif/3/a/info.json\"") && !log.contains("signature") && !log.contains("expires"))
    }
}
