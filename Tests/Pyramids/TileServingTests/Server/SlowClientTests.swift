import Foundation
import TestSupport
import TestLimits
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct SlowClientTests {
    @Test func `64 clients at once are all answered`() throws {
        let body = [UInt8](repeating: 9, count: 15_000)
        let server = try TestServer { request in
            let answer = ServerAnswer(.bytes(body), type: "image/jpeg")
            return request.path == "/w" ? .work(AnswerWork(.region, memory: 1) { answer }) : .answer(answer)
        }
        let clients = try (0..<64).map { _ in try server.client() }
        for round in 0..<5 {
            for (index, client) in clients.enumerated() {
                client.request("GET", (index + round) % 2 == 0 ? "/w" : "/a")
            }
            for client in clients {
                let answer = try client.answer()
                #expect(answer.status == 200 && answer.body == body)
            }
        }
    }

    @Test func `a client that sends no whole request in time is disconnected`() throws {
        for text in ["", "GET /a HTTP/1.1\r\nHost: localhost\r\n", "G"] {
            let server = try TestServer({ $0.requestTimeout = .milliseconds(50) }, answer: AnswerPlan.echo)
            let client = try server.client()
            client.send(text)
            let observer = try server.client()
            try eventually("the connection") {
                try observer.get("/metrics").text.contains("\ntileserve_connections 2\n")
            }
            server.advance(milliseconds: 50)
            #expect(client.readToEnd().isEmpty)
        }
        // One that is in time is answered, and its next request has the same time.
        let server = try TestServer({ $0.requestTimeout = .milliseconds(50) }, answer: AnswerPlan.echo)
        let client = try server.client()
        #expect(try client.get("/a").status == 200)
        server.advance(milliseconds: 49)
        #expect(try client.get("/a").status == 200)
        // Its time begins when the request has been counted.
        try server.waitForMetric("tileserve_requests_total{route=\"other\",status=\"200\"}", 2)
        server.advance(milliseconds: 50)
        #expect(client.readToEnd().isEmpty)
    }

    @Test func `a client that sends its request byte by byte has no more time for it`() throws {
        let server = try TestServer({ $0.requestTimeout = .milliseconds(100) }, answer: AnswerPlan.echo)
        let client = try server.client()
        client.send("GET /a HTTP/1.1\r\nHost: ")
        // The system takes what is sent until it knows that the server has closed the connection.
        try eventually("the end of the connection", interval: 0) {
            guard client.send("h") else { return true }
            server.advance(milliseconds: 30)
            let status = try server.get("/a").status
            #expect(status == 200)
            return false
        }
    }

    @Test func `a client that does not take its answer is disconnected`() throws {
        let body = [UInt8](repeating: 1, count: 64 << 20)
        let server = try TestServer({ $0.idleTimeout = 1 }) { request in
            request.path == "/large" ? .answer(ServerAnswer(.bytes(body), type: "image/png")) : .text("a")
        }
        let client = try server.client()
        client.request("GET", "/large")
        defer { withExtendedLifetime(client) {} }
        try server.waitForMetric("tileserve_requests_total{route=\"other\",status=\"499\"}", 1)
        #expect(try server.getPatiently("/a").text == "a")
    }

    @Test func `a client that receives its answer too slowly is disconnected`() throws {
        let body = [UInt8](repeating: 1, count: 64 << 20)
        let server = try TestServer({ options in
            options.answerTimeout = .seconds(20)
            options.slowestRate = .max
        }) { request in
            request.path == "/large" ? .answer(ServerAnswer(.bytes(body), type: "image/png")) : .text("a")
        }
        let client = try server.client()
        client.request("GET", "/large")
        // What it takes in steps makes the connection move, so that it is never idle.
        try server.waitForMetric("tileserve_requests_total{route=\"other\",status=\"499\"}", 1) {
            client.receiveSome(atMost: 1024)
            server.advance(milliseconds: 1000)
        }
        #expect(try server.getPatiently("/a").text == "a")
    }

    @Test func `the bodies that clients receive have a limit, which small ones do not count for`() throws {
        let body = [UInt8](repeating: 1, count: 64 << 20)
        let server = try TestServer({ $0.bodyMemory = 100 << 20 }) { request in
            request.path == "/large" ? .answer(ServerAnswer(.bytes(body), type: "image/png")) : .text("a")
        }
        let first = try server.client()
        let second = try server.client()
        first.request("GET", "/large")
        try server.waitForMetric("tileserve_sending_memory_bytes", Double(body.count))
        let refused = try second.get("/large")
        #expect(refused.status == 503 && refused.fields["retry-after"] == "1")
        #expect(try second.get("/a").text == "a")
        #expect(try second.get("/large", method: "HEAD").status == 200)
        #expect(try first.answer().body == body)
        try server.waitForMetric("tileserve_sending_memory_bytes", 0)
        #expect(try second.get("/large").body == body)
    }

    @Test func `a client that leaves in the middle of an answer costs nobody else anything`() throws {
        let body = [UInt8](repeating: 1, count: 64 << 20)
        let server = try TestServer { request in
            request.path == "/large" ? .answer(ServerAnswer(.bytes(body), type: "image/png")) : .text("a")
        }
        for _ in 0..<8 {
            let client = try server.client()
            client.request("GET", "/large")
            client.close()
        }
        // The request for the metrics is one itself.
        try server.waitForMetric("tileserve_unfinished_requests", 1)
        #expect(try server.get("/a").text == "a")
    }

    @Test func `an address has no more connections than it may have`() throws {
        let server = try TestServer({ $0.connectionsPerAddress = 3 }, answer: AnswerPlan.echo)
        let clients = try (0..<3).map { _ in try server.client() }
        for client in clients { #expect(try client.get("/a").status == 200) }
        withExtendedLifetime(clients) { _ = #expect(throws: RawClient.Failure.self) { try server.get("/a") } }
    }
}
