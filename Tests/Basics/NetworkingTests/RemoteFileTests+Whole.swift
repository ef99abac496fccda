import Concurrency
import TestSupport
import Testing

@testable import Networking

/// Servers that send no parts of files.
extension RemoteFileTests {
    @Test func `a file from a server that sends no parts is kept whole, and checked with each opening`() async throws {
        for (size, first) in [(100, 1), (3 * block + 7, 1), (1_500_000, 2)] {
            var served = ServedFile.numbered(size)
            served.sendsParts = false
            let server = try ScriptedServer { [served] in served.answer($0) }
            defer { server.close() }
            let file = try await open(server)
            #expect(file.size == size)
            #expect(try await isRight(file, 0..<size))
            #expect(server.requests.count == first)
            let again = try await open(server)
            #expect(again.size == size)
            #expect(try await isRight(again, size / 2..<size))
            #expect(server.requests.count == first + 1 && server.requests.last?.headers["if-none-match"] == "\"1\"")
            server.close(keepsPort: true)
            let offline = try await open(server)
            #expect(offline.isOffline)
            #expect(try await isRight(offline, 0..<size))
        }
    }

    @Test func `a file that was kept whole is read in parts as soon as the server sends some`() async throws {
        let version = Locked(1)
        let server = try ScriptedServer { request in
            let version = version.withLock(\.self)
            // More than could be kept whole.
            var served = ServedFile.numbered(version == 1 ? 100 : 100_000_000)
            served.sendsParts = version == 2
            served.etag = "\"\(version)\""
            return served.answer(request)
        }
        defer { server.close() }
        #expect(try await open(server).size == 100)
        version.withLock { $0 = 2 }
        for _ in 0..<2 {
            let file = try await open(server)
            #expect(file.size == 100_000_000)
            #expect(try await isRight(file, 2 * block..<3 * block))
        }
        #expect(server.requests.count == 4 && server.ranges.allSatisfy { !$0.isEmpty })
    }

    @Test func `what must not be stored any more is removed at the next opening`() async throws {
        for sendsParts in [true, false] {
            let isStored = Locked(true)
            let server = try ScriptedServer { request in
                var served = ServedFile.numbered(100)
                served.sendsParts = sendsParts
                if !isStored.withLock(\.self) { served.headers["Cache-Control"] = "no-store" }
                return served.answer(request)
            }
            _ = try await open(server)
            isStored.withLock { $0 = false }
            #expect(try await open(server).size == 100)
            #expect(server.requests.last?.headers["if-none-match"] == "\"1\"")
            server.close(keepsPort: true)
            #expect(await code { try await open(server, retries: 0) } == .unreachable)
        }
    }

    @Test func `a file that is too large to be kept whole is refused before it is received`() async throws {
        let server = try ScriptedServer { _ in
            var answer = ScriptedServer.Answer()
            answer.raw = Array("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\nbeginning".utf8)
            return answer
        }
        defer { server.close() }
        let error = await #expect(throws: HTTPError.self) { try await open(server) }
        #expect(error?.code == .tooLarge)
        #expect(
            error?.description
                == "\(server.url("/file")): the server sends no parts of files (byte ranges), and this one has more than "
                + "64 MiB. Download it, and open the file.")
        #expect(server.requests.count == 2)
    }

    @Test func `a server that sends the whole in place of a part later is refused`() async throws {
        let sendsParts = Locked(true)
        let server = try ScriptedServer { request in
            var served = ServedFile.numbered(10 * 65_536)
            served.sendsParts = sendsParts.withLock(\.self)
            return served.answer(request)
        }
        defer { server.close() }
        let file = try await open(server)
        sendsParts.withLock { $0 = false }
        #expect(await code { try await file.read(5 * block..<6 * block) } == .refused(status: 200))
        sendsParts.withLock { $0 = true }
        #expect(try await isRight(file, 5 * block..<6 * block))
    }
}
