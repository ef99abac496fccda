import Foundation
import TestLimits
import TestSupport
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct AccessLogTests {
    private let entry = AccessLogEntry(
        time: 1_700_000_000_042, client: "::1", method: "GET", target: "/a\"b", status: 200, bytes: 5,
        seconds: 0.0012345678, agent: "curl\u{1B}", error: nil)

    @Test func `an entry is a line of JSON`() {
        #expect(
            entry.line
                == #"{"time":"2023-11-14T22:13:20.042Z","client":"::1","method":"GET","target":"/a\"b","status":200,"#
                + #""bytes":5,"seconds":0.001235,"agent":"curl\u001b"}"# + "\n")
    }

    @Test func `long texts are cut, at the end of a character`() {
        var long = entry
        long.target = String(repeating: "a", count: AccessLogEntry.targetLimit - 1) + "éé"
        long.agent = String(repeating: "b", count: 32_000)
        let short = long.shortened
        #expect(short.target == String(repeating: "a", count: AccessLogEntry.targetLimit - 1) + "…")
        #expect(short.agent == String(repeating: "b", count: AccessLogEntry.textLimit) + "…")
        #expect(entry.shortened == entry)
    }

    @Test func `entries are written in their order`() throws {
        let folder = try TemporaryFolder()
        let file = open(folder.path("log"), O_CREAT | O_WRONLY | O_APPEND, 0o600)
        defer { close(file) }
        let log = AccessLog(descriptor: file)
        var entries = [AccessLogEntry](repeating: entry, count: 1000)
        for index in entries.indices { entries[index].bytes = index }
        entries.forEach(log.append)
        log.flush(atMost: .seconds(60))
        #expect(try folder.bytes(of: "log") == Data(entries.map(\.line).joined().utf8))
        #expect(log.dropped == 0)
    }

    @Test func `a descriptor that takes nothing costs lines, and keeps nobody waiting`() {
        var ends: [CInt] = [-1, -1]
        pipe(&ends)
        let log = AccessLog(descriptor: ends[1])
        let count = 3 * AccessLog.waitingLimit
        for _ in 0..<count { log.append(entry) }
        // The writer has taken some once, and the pipe is full.
        #expect(log.dropped > 0 && log.dropped < count)
        // The writer waits in the middle of a write until somebody reads.
        let reader = Thread { [ends] in
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while read(ends[0], &bytes, bytes.count) > 0 {}
            close(ends[0])
        }
        reader.start()
        log.flush(atMost: .seconds(60))
        close(ends[1])
    }
}
