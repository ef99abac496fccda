import Concurrency
import Foundation
import Glibc
import TestLimits
import TestSupport
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct ManyConnectionsTests {
    /// The connections of slow clients, where the system allows as many.
    private static let wanted = 10_000
    /// The addresses from which they come, the same number from each.
    private static let addresses = 100
    /// The descriptors of everything else in the process of the tests.
    private static let others = 1024

    /// Allows both sides of the connections in this process, as far as the system lets it; returns the descriptors that it may
    /// have.
    private func raiseLimit() -> Int {
        let wanted: rlim_t = 32_768
        // Only the superuser raises the upper limit.
        DescriptorLimit.change { $0.rlim_max = max($0.rlim_max, wanted) }
        let limit = DescriptorLimit.change { $0.rlim_cur = max($0.rlim_cur, min(wanted, $0.rlim_max)) }
        return limit.map { Int(clamping: $0.rlim_cur) } ?? 0
    }

    @Test func `10,000 connections that send their requests byte by byte keep no other client out`() throws {
        let descriptors = raiseLimit()
        let server = try TestServer(
            { options in
                options.requestTimeout = .seconds(3600)
            }, answer: AnswerPlan.echo)
        let others = try (0..<4).map { _ in try server.client() }
        let room = min(server.server.connectionLimit - others.count, (descriptors - Self.others) / 2)
        let count = min(Self.wanted, room / Self.addresses * Self.addresses)
        try #require(count >= Self.addresses)
        var refusals = 0
        func askAll() throws {
            for client in others where try client.get("/b").status != 200 { refusals += 1 }
        }
        var slow: [RawClient] = []
        for index in 0..<count {
            let client = try RawClient(port: server.port, source: UInt8(2 + index % Self.addresses))
            if !client.send("GET /a HTTP/1.1\r\nHost: localhost\r\nX: ") { refusals += 1 }
            slow.append(client)
            if index % 500 == 0 { try askAll() }
        }
        for _ in 0..<3 {
            for (index, client) in slow.enumerated() {
                if !client.send("x") { refusals += 1 }
                if index % 1000 == 0 { try askAll() }
            }
        }
        #expect(try others[0].get("/metrics").text.contains("\ntileserve_connections \(count + others.count)\n"))
        for client in slow { client.send("\r\n\r\n") }
        for client in slow where try client.answer().text != "GET /a||http://localhost" { refusals += 1 }
        try askAll()
        #expect(refusals == 0)
    }

    @Test func `clients whose requests arrive together are all answered, however many they are`() throws {
        for count in [127, 128, 129, 256] {
            // The only thread that talks to clients waits, so that their requests are reported together.
            let isBusy = Locked(false)
            let goesOn = Locked(false)
            let server = try TestServer({
                $0.loopThreads = 1
                $0.connectionsPerAddress = 1000
            }) { request in
                if request.path == "/first" {
                    isBusy.withLockAndNotify { $0 = true }
                    goesOn.wait { $0 ? () : nil }
                }
                return AnswerPlan.echo(request)
            }
            let first = try server.client()
            let clients = try (0..<count).map { _ in try server.client() }
            try server.waitForMetric("tileserve_connections", Double(count + 2))
            first.request("GET", "/first")
            isBusy.wait { $0 ? () : nil }
            for client in clients { client.request("GET", "/b") }
            goesOn.withLockAndNotify { $0 = true }
            for client in clients + [first] { #expect(try client.answer().status == 200) }
        }
    }

    @Test(arguments: 124...128)
    func `a server stops at once when its clients leave at that moment, however many they are`(count: Int) throws {
        // The only thread that talks to clients waits, so that their departure and the stop are reported together.
        let isBusy = Locked(false)
        let goesOn = Locked(false)
        let hasStopped = Locked(false)
        let server = try TestServer({
            $0.loopThreads = 1
            $0.connectionsPerAddress = 1000
            $0.stopTimeout = .milliseconds(10)
        }) { request in
            if request.path == "/first" {
                isBusy.withLockAndNotify { $0 = true }
                goesOn.wait { $0 ? () : nil }
            }
            return AnswerPlan.echo(request)
        }
        let first = try server.client()
        let last = try server.client()
        do {
            let clients = try (0..<count).map { _ in try server.client() }
            try server.waitForMetric("tileserve_connections", Double(count + 3))
            first.request("GET", "/first")
            isBusy.wait { $0 ? () : nil }
            withExtendedLifetime(clients) {}
        }
        Thread.detachNewThread { [server = server.server] in
            server.stop()
            hasStopped.withLockAndNotify { $0 = true }
        }
        // It closes what is open, whether or not libmicrohttpd is busy.
        #expect(last.readToEnd() == [])
        goesOn.withLockAndNotify { $0 = true }
        try eventually("the end of the server") { hasStopped.withLock { $0 } }
    }

    @Test func `the descriptors that the system allows limit the connections, and leave some for files`() {
        for (descriptors, connections) in [
            (1 << 20, 12_288), (16_384, 12_288), (16_383, 12_287), (8192, 4096), (4096, 2048), (1024, 512), (2, 1),
        ] {
            #expect(DescriptorLimit.allowedConnections(wanted: 12_288, descriptors: descriptors) == connections)
        }
    }

    @Test func `servers that start at once change the limit of open files one after the other`() {
        let threads = Locked((changing: 0, most: 0))
        DispatchQueue.concurrentPerform(iterations: 1000) { _ in
            DescriptorLimit.change { _ in
                threads.withLock { threads in
                    threads.changing += 1
                    threads.most = max(threads.most, threads.changing)
                }
                threads.withLock { $0.changing -= 1 }
            }
        }
        #expect(threads.withLock(\.most) == 1)
    }

    @Test func `a server that does not run takes no connections`() throws {
        let server = try TestServer({ $0.connections = 10 }, answer: AnswerPlan.echo)
        #expect(server.server.connectionLimit == 10)
        #expect(try server.metric("tileserve_connection_limit") == 10)
        server.server.stop()
        #expect(server.server.connectionLimit == 0)
    }
}
