import Concurrency
import TestLimits
import TestSupport
import Testing

@testable import Networking

@Suite(.timeLimited) struct HTTPClientTests {
    private func client(_ change: (inout HTTPLimits) -> Void = { _ in }) -> HTTPClient {
        var limits = HTTPLimits()
        limits.retryDelay = 0.01
        limits.pause = 0.02
        change(&limits)
        return HTTPClient(limits: limits)
    }

    @Test func `an answer that breaks off is asked for again, and arrives whole`() async throws {
        let failures = Locked(2)
        let server = try ScriptedServer { _ in
            var answer = ScriptedServer.Answer(200, [UInt8](repeating: 5, count: 1000))
            if failures.withLock({
                $0 -= 1; return $0 >= 0
            }) {
                answer.brokenOffAfter = 10
            }
            return answer
        }
        defer { server.close() }
        let response = try await client().response(to: HTTPRequest(server.url("/tile")))
        #expect(response.body.count == 1000 && server.requests.count == 3)
    }

    @Test func `a server that always fails is an error after four requests, and a missing file after one`() async throws
    {
        let server = try ScriptedServer { .init($0.path.hasPrefix("/missing") ? 404 : 500) }
        defer { server.close() }
        let client = client()
        await #expect(throws: HTTPError.self) { try await client.response(to: HTTPRequest(server.url("/a"))) }
        #expect(server.requests.count == 4)
        do {
            _ = try await client.response(to: HTTPRequest(server.url("/missing?key=secret")))
            Issue.record("it is missing")
        } catch let error as HTTPError {
            #expect(error.code == .refused(status: 404))
            #expect(error.description == "\(server.url("/missing")): the server answers with status 404 (not found).")
        }
        #expect(server.requests.count == 5)
    }

    @Test func `a busy host gets no request until its pause is over`() async throws {
        let answers = Locked(0)
        let server = try ScriptedServer { _ in
            answers.withLock {
                $0 += 1; return $0
            } == 1 ? .init(429, headers: ["Retry-After": "0"]) : .init(200, [1])
        }
        defer { server.close() }
        let client = client { $0.requestsPerHost = 1 }
        async let first = client.response(to: HTTPRequest(server.url("/1")))
        async let second = client.response(to: HTTPRequest(server.url("/2")))
        #expect(try await [first.body, second.body] == [[1], [1]])
        #expect(server.requests.count == 3)
    }

    @Test func `a hundred equal requests are one, and those of one host share six connections`() async throws {
        let server = try ScriptedServer { _ in
            var answer = ScriptedServer.Answer(200, [1])
            answer.delay = 0.05
            return answer
        }
        defer { server.close() }
        let client = client()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<100 {
                group.addTask { try await client.response(to: HTTPRequest(server.url("/\(number % 10)"))).body.count }
            }
            for try await count in group { #expect(count == 1) }
        }
        #expect(server.connections.most <= 6)
        #expect(server.requests.count >= 10 && server.requests.count < 100)
        #expect(client.requestCount == 0)
    }

    @Test func `a ticket that is cancelled is not answered, and the connection ends`() async throws {
        let server = try ScriptedServer { _ in
            var answer = ScriptedServer.Answer(200, [UInt8](repeating: 1, count: 1_000_000))
            answer.secondsPerByte = 0.01
            return answer
        }
        defer { server.close() }
        let client = client()
        let answers = Locked(0)
        let tickets = (0..<3).map { _ in
            client.get(HTTPRequest(server.url("/"))) { _ in answers.withLock { $0 += 1 } }
        }
        await server.waitForRequests(1)
        tickets.prefix(2).forEach { $0.cancel() }
        #expect(client.requestCount == 1)
        tickets[2].cancel()
        tickets[2].cancel()
        await server.waitForNoConnections()
        #expect(client.requestCount == 0 && answers.withLock(\.self) == 0 && server.requests.count == 1)
    }

    @Test func `a task that is cancelled ends with an error`() async throws {
        let server = try ScriptedServer { _ in
            var answer = ScriptedServer.Answer(200, [1])
            answer.delay = 60
            return answer
        }
        defer { server.close() }
        let client = client()
        let task = Task { try await client.response(to: HTTPRequest(server.url("/"))) }
        await server.waitForRequests(1)
        task.cancel()
        await #expect(throws: HTTPError.self) { try await task.value }
        #expect(client.requestCount == 0)
    }

    @Test func `a server that sends all instead of a part is an error that says so`() async throws {
        let server = try ScriptedServer { _ in .init(200, [UInt8](repeating: 1, count: 100)) }
        defer { server.close() }
        let client = client()
        #expect(try await client.response(to: HTTPRequest(server.url("/"), range: 90..<100)).body.count == 10)
        do {
            _ = try await client.response(to: HTTPRequest(server.url("/"), range: 50..<150))
            Issue.record("there is no such part")
        } catch let error as HTTPError {
            #expect(error.code == .refused(status: 200))
        }
    }

    @Test func `a server that dies midway fails all requests within the retries`() async throws {
        let server = try ScriptedServer { _ in
            var answer = ScriptedServer.Answer(200, [UInt8](repeating: 1, count: 1_000_000))
            answer.secondsPerByte = 0.01
            return answer
        }
        let client = client()
        let failures = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<10 {
                group.addTask {
                    do {
                        _ = try await client.response(to: HTTPRequest(server.url("/\(number)")))
                    } catch {
                        failures.withLock { $0 += 1 }
                    }
                }
            }
            group.addTask {
                await server.waitForRequests(6)
                server.close(keepsPort: true)
            }
        }
        #expect(failures.withLock(\.self) == 10 && client.requestCount == 0)
    }
}
