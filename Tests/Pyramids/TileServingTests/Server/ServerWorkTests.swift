import Foundation
import TestLimits
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct ServerWorkTests {
    @Test func `work is answered when it is done, with the conditions of its request`() throws {
        let server = try TestServer { request in
            .work(
                AnswerWork(request.path == "/r" ? .region : .tile, memory: 1) {
                    ServerAnswer(.bytes(Array("0123456789".utf8)), type: "text/plain", entityTag: "\"t\"")
                })
        }
        let client = try server.client()
        for path in ["/r", "/t"] {
            #expect(try client.get(path).text == "0123456789")
            #expect(try client.get(path, ["Range": "bytes=1-2"]).text == "12")
            #expect(try client.get(path, ["If-None-Match": "\"t\""]).status == 304)
            #expect(try client.get(path, method: "HEAD").fields["content-length"] == "10")
        }
        client.request("GET", "/r")
        client.request("GET", "/t")
        #expect(try client.answer().status == 200)
        #expect(try client.answer().status == 200)
    }

    @Test func `errors of work become answers, and only the log says what is inside`() throws {
        struct Secret: Error, CustomStringConvertible { var description: String { "/secret/path" } }
        let server = try TestServer { request in
            .work(
                AnswerWork(.region, memory: request.path == "/large" ? .max : 0) {
                    if request.path == "/known" { throw RequestError(404, "there is no such tile.") }
                    throw Secret()
                })
        }
        let known = try server.get("/known")
        #expect(known.status == 404 && known.text == "there is no such tile.\n")
        #expect(known.fields["cache-control"] == "no-store")
        let unknown = try server.get("/unknown")
        #expect(unknown.status == 500 && !unknown.text.contains("secret"))
        #expect(try server.get("/large").status == 413)
    }

    @Test func `a full lane answers 503 with Retry-After, while tiles are answered`() throws {
        let gate = Gate()
        let server = try TestServer({ options in
            options.workers = 2
            options.waitingRegions = 1
        }) { request in
            .work(
                AnswerWork(request.path == "/r" ? .region : .tile, memory: 1) {
                    if request.path == "/r" { gate.pass() }
                    return ServerAnswer(.bytes([]), type: "text/plain")
                })
        }
        let clients = try (0..<2).map { _ in try server.client() }
        clients[0].request("GET", "/r")
        gate.waitForArrivals(1)
        clients[1].request("GET", "/r")
        // Its connection is answered in order, so that this one is after it only once it waits.
        try server.waitForMetric("tileserve_waiting_requests{lane=\"region\"}", 1)
        let refused = try server.get("/r")
        #expect(refused.status == 503 && refused.fields["retry-after"] == "1")
        #expect(try server.get("/t").status == 200)
        #expect(try server.metric("tileserve_busy_workers{lane=\"region\"}") == 1)
        #expect(try server.metric("tileserve_reserved_memory_bytes") == 1)
        gate.open()
        #expect(try clients[0].answer().status == 200)
        #expect(try clients[1].answer().status == 200)
    }

    @Test func `a client that leaves cancels its work`() throws {
        let gate = Gate()
        let cancelled = Gate()
        let server = try TestServer({ $0.workers = 1 }) { request in
            guard request.path == "/w" else { return .text("a") }
            return .work(
                AnswerWork(.tile, memory: 0) {
                    await withTaskCancellationHandler {
                        gate.pass()
                    } onCancel: {
                        cancelled.open()
                        gate.open()
                    }
                    return ServerAnswer(.bytes([]), type: "text/plain")
                })
        }
        let client = try server.client()
        client.request("GET", "/w")
        gate.waitForArrivals(1)
        client.close()
        cancelled.pass()
        #expect(try server.get("/a").text == "a")
        try server.waitForMetric("tileserve_requests_total{route=\"other\",status=\"499\"}", 1)
    }

    @Test func `a request that waits too long for a worker is answered with 503`() throws {
        let gate = Gate()
        let server = try TestServer({ options in
            options.workers = 1
            options.waitTimeout = .milliseconds(20)
        }) { _ in
            .work(
                AnswerWork(.tile, memory: 0) {
                    gate.pass()
                    return ServerAnswer(.bytes([65]), type: "text/plain")
                })
        }
        let first = try server.client()
        let second = try server.client()
        first.request("GET", "/a")
        gate.waitForArrivals(1)
        second.request("GET", "/b")
        try server.waitForMetric("tileserve_waiting_requests{lane=\"tile\"}", 1)
        server.advance(milliseconds: 20)
        let refused = try second.answer()
        #expect(refused.status == 503 && refused.fields["retry-after"] == "1")
        gate.open()
        #expect(try first.answer().text == "A")
    }

    @Test func `equal requests that arrive while the answer is made share it`() throws {
        let gate = Gate()
        let server = try TestServer { request in
            .work(
                AnswerWork(.tile, memory: 0, key: request.path) {
                    gate.pass()
                    return ServerAnswer(.bytes([65]), type: "text/plain")
                })
        }
        let clients = try (0..<3).map { _ in try server.client() }
        clients[0].request("GET", "/a")
        gate.waitForArrivals(1)
        for client in clients.dropFirst() { client.request("GET", "/a") }
        // The request for the metrics is one itself.
        try server.waitForMetric("tileserve_unfinished_requests", 4)
        gate.open()
        for client in clients { #expect(try client.answer().text == "A") }
    }
}
