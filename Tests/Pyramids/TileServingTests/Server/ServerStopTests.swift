import Concurrency
import Dispatch
import Foundation
import TestLimits
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct ServerStopTests {
    @Test func `a port that is in use is named`() throws {
        let server = try TestServer(answer: AnswerPlan.echo)
        let error = #expect(throws: ServerError.self) {
            try TestServer({ $0.port = server.port }, answer: AnswerPlan.echo)
        }
        #expect(error?.code == .portInUse)
        #expect(
            error?.description
                == "port \(server.port) of 127.0.0.1 is in use by another program; end that, or choose another port.")
    }

    @Test func `an address that is not of this machine is named`() {
        for host in ["192.0.2.1", "no-such-host.invalid"] {
            let error = #expect(throws: ServerError.self) {
                try TestServer({ $0.host = host }, answer: AnswerPlan.echo)
            }
            #expect(error?.code == .cannotListen && error?.description.hasPrefix(host) == true)
        }
        #expect(throws: ServerError.self) { try TestServer({ $0.port = 65_536 }, answer: AnswerPlan.echo) }
        #expect(throws: ServerError.self) { try TestServer({ $0.baseURL = "x" }, answer: AnswerPlan.echo) }
    }

    @Test func `names and IPv6 addresses are listened on`() throws {
        let named = try TestServer({ $0.host = "localhost" }, answer: AnswerPlan.echo)
        #expect(named.port > 0)
        let server = try TestServer({ $0.host = "::1" }, answer: AnswerPlan.echo)
        let client = try RawClient(port: server.port, isIPv6: true)
        client.send("GET /a HTTP/1.0\r\n\r\n")
        let answer = try client.answer()
        #expect(answer.text == "GET /a||http://[::1]:\(server.port)")
        // It is for this machine alone, too.
        #expect(answer.fields["access-control-allow-origin"] == nil)
    }

    @Test func `a stopped server may be started again`() throws {
        let server = try TestServer(answer: AnswerPlan.echo)
        server.server.stop()
        server.server.stop()
        #expect(server.port == 0)
        try server.server.start()
        try server.server.start()
        #expect(try server.get("/a").status == 200)
    }

    @Test func `a stop finishes what has arrived`() throws {
        let gate = Gate()
        let server = try TestServer { _ in
            .work(
                AnswerWork(.tile, memory: 0) {
                    gate.pass()
                    return ServerAnswer(.bytes([65]), type: "text/plain")
                })
        }
        let client = try server.client()
        client.request("GET", "/a")
        gate.waitForArrivals(1)
        let tileServer = server.server
        let port = server.port
        let other = try server.client()
        #expect(try other.get("/health").text == "ok\n")
        let thread = Thread { tileServer.stop() }
        thread.start()
        // New connections are closed from now on; one that is open learns that the server is stopping.
        while (try? RawClient(port: port).get("/health")) != nil {}
        let health = try other.get("/health")
        #expect(health.status == 503 && health.text == "stopping\n")
        #expect(health.fields["connection"]?.lowercased() == "close")
        #expect(throws: RawClient.Failure.self) { try RawClient(port: port).get("/health") }
        gate.open()
        let answer = try client.answer()
        #expect(answer.text == "A")
        #expect(client.readToEnd().isEmpty)
    }

    @Test func `servers stop while connections come and go, and their ports refuse further ones`() throws {
        var refusals = 0
        for _ in 0..<100 {
            let server = try TestServer({ $0.loopThreads = 4 }, answer: AnswerPlan.echo)
            let port = server.port
            let clients = DispatchGroup()
            let answers = DispatchSemaphore(value: 0)
            // Another server may get the port at once.
            let hasStopped = Locked(false)
            for _ in 0..<4 {
                clients.enter()
                let thread = Thread {
                    while !hasStopped.withLock(\.self), (try? RawClient(port: port).get("/a")) != nil {
                        answers.signal()
                    }
                    clients.leave()
                }
                thread.start()
            }
            for _ in 0..<8 { answers.wait() }
            server.server.stop()
            hasStopped.withLock { $0 = true }
            clients.wait()
            if (try? RawClient(port: port)) == nil { refusals += 1 }
        }
        #expect(refusals >= 95)
    }

    @Test func `a stop does not wait for ever`() throws {
        let gate = Gate()
        let server = try TestServer({ $0.stopTimeout = .milliseconds(10) }) { _ in
            .work(
                AnswerWork(.tile, memory: 0) {
                    gate.pass()
                    return ServerAnswer(.bytes([65]), type: "text/plain")
                })
        }
        let client = try server.client()
        client.request("GET", "/a")
        gate.waitForArrivals(1)
        server.server.stop()
        let answer = try client.answer()
        #expect(answer.status == 503 && answer.text == "the server is stopping; try again in a moment.\n")
        #expect(answer.fields["connection"]?.lowercased() == "close")
        gate.open()
    }
}
