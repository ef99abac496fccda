import Glibc
import TestLimits
import TestSupport
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct ServedFileTests {
    /// More than the buffers of a connection hold.
    private static let size = 64 << 20

    private let folder: TemporaryFolder
    private var path: String { folder.path("a") }

    init() throws {
        folder = try TemporaryFolder()
        let file = open(path, O_CREAT | O_WRONLY, 0o600)
        defer { close(file) }
        #expect(ftruncate(file, Self.size) == 0)
        for (offset, text) in [(0, "begin"), (Self.size - 3, "end")] {
            #expect(pwrite(file, text, text.utf8.count, offset) == text.utf8.count)
        }
    }

    private func server(_ change: (inout ServerOptions) -> Void = { _ in }) throws -> TestServer {
        let file = OpenDescriptor(open(path, O_RDONLY))
        return try TestServer(change) { request in
            guard request.path == "/large" else { return .text("a") }
            return .answer(
                ServerAnswer(.file(ServedFilePart(file, 0..<Self.size)), type: "image/png", entityTag: "\"t\""))
        }
    }

    @Test func `a file is sent whole and in parts`() throws {
        let server = try server()
        let client = try server.client()
        let whole = try client.get("/large").body
        #expect(
            whole.count == Self.size && whole.starts(with: Array("begin".utf8)) && whole.suffix(3) == Array("end".utf8))
        for (range, body) in [
            ("0-4", "begin"), ("2-2", "g"), ("\(Self.size - 4)-", "\0end"), ("-2", "nd"), ("\(Self.size - 1)-", "d"),
        ] {
            let part = try client.get("/large", ["Range": "bytes=\(range)"])
            #expect(part.status == 206 && part.text == body)
        }
        let long = try client.get("/large", ["Range": "bytes=1-\(Self.size - 2)"]).body
        #expect(long == Array(whole[1..<Self.size - 1]))
        #expect(try client.get("/large", method: "HEAD").fields["content-length"] == "\(Self.size)")
    }

    @Test func `a file that becomes shorter while it is sent ends the connection, and the log says so`() throws {
        let log = open(folder.path("log"), O_CREAT | O_WRONLY | O_APPEND, 0o600)
        defer { close(log) }
        let server = try server { options in
            options.answerTimeout = .seconds(3600)
            options.errorLog = log
        }
        let client = try server.client()
        client.request("GET", "/large")
        // Its memory is that of a block of the file, which is read before it is sent.
        try server.waitForMetric("tileserve_unfinished_requests", 2)
        client.receiveSome(atMost: 100)
        #expect(truncate(path, 100) == 0)
        let received = client.readToEnd()
        #expect(received.count < Self.size)
        server.server.stop()
        #expect(
            String(decoding: try folder.bytes(of: "log"), as: UTF8.self)
                == "GET /large: the file has become shorter while it was sent\n")
    }
}
