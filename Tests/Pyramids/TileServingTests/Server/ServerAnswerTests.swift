import Foundation
import TestLimits
import TestSupport
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct ServerAnswerTests {
    @Test func `an answer that nothing has changed has no body, and the connection goes on`() throws {
        let tag = EntityTag.Rendered(of: "a", byteCount: 123_456)
        let server = try TestServer { _ in .answer(.notModified(tag)) }
        let client = try server.client()
        for _ in 0..<3 {
            let answer = try client.get("/a", ["If-None-Match": tag.text])
            #expect(answer.status == 304 && answer.body.isEmpty)
            #expect(answer.fields["etag"] == tag.text)
            // RFC 9110, section 8.6: the length of what a GET without a condition would send, or none.
            #expect(answer.fields["content-length"] == "123456")
        }
    }

    @Test func `conditions and ranges are applied to what routes answer`() throws {
        let server = try TestServer { _ in .text("0123456789", tag: "\"t\"") }
        let client = try server.client()
        let unchanged = try client.get("/", ["If-None-Match": "\"t\""])
        #expect(unchanged.status == 304 && unchanged.fields["etag"] == "\"t\"" && unchanged.body.isEmpty)
        #expect(unchanged.fields["content-length"] == "10")
        let part = try client.get("/", ["Range": "bytes=2-4"])
        #expect(part.status == 206 && part.text == "234" && part.fields["content-range"] == "bytes 2-4/10")
        #expect(part.fields["content-length"] == "3")
        #expect(try client.get("/", ["Range": "bytes=-1"]).text == "9")
        #expect(try client.get("/", ["Range": "bytes=10-"]).status == 416)
        #expect(try client.get("/", ["If-Match": "\"s\""]).status == 412)
        #expect(try client.get("/").text == "0123456789")
    }

    @Test func `a field with a line feed is left out`() throws {
        let server = try TestServer { _ in
            var answer = ServerAnswer(.bytes([65]), type: "text/plain")
            answer.fields.append(.init("X-A", "b\r\nX-B: c"))
            return .answer(answer)
        }
        let answer = try server.get("/")
        #expect(answer.text == "A" && answer.fields["x-a"] == nil && answer.fields["x-b"] == nil)
    }

    @Test func `an empty body, and a large one, arrive whole`() throws {
        let large = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let server = try TestServer { request in
            .answer(ServerAnswer(.bytes(request.path == "/large" ? large : []), type: "image/png"))
        }
        let client = try server.client()
        #expect(try client.get("/").fields["content-length"] == "0")
        #expect(try client.get("/large").body == large)
        #expect(try client.get("/large", ["Range": "bytes=4999990-"]).body == Array(large.suffix(10)))
    }

    @Test func `a file is sent by ranges, also after four gigabytes, and its part is what is served`() throws {
        let folder = try TemporaryFolder()
        let size = 5 << 30
        let mark = Array("here".utf8)
        let file = open(folder.path("sparse"), O_CREAT | O_RDWR, 0o600)
        ftruncate(file, off_t(size))
        for offset in [100, (4 << 30) + 1000, size - 4] { pwrite(file, mark, 4, off_t(offset)) }
        let descriptor = OpenDescriptor(file)
        let server = try TestServer { request in
            let range = request.path == "/part" ? 100..<110 : 0..<size
            return .answer(
                ServerAnswer(
                    .file(ServedFilePart(descriptor, range)), type: "application/octet-stream", entityTag: "\"f\""))
        }
        let client = try server.client()
        let far = try client.get("/", ["Range": "bytes=4294968296-4294968299"])
        #expect(far.status == 206 && far.body == mark)
        #expect(far.fields["content-range"] == "bytes 4294968296-4294968299/5368709120")
        #expect(try client.get("/", ["Range": "bytes=-4"]).body == mark)
        #expect(try client.get("/part").body == mark + [UInt8](repeating: 0, count: 6))
        #expect(try client.get("/part", ["Range": "bytes=1-2"]).text == "er")
        #expect(try client.get("/", method: "HEAD").fields["content-length"] == "5368709120")
        #expect(try client.get("/", ["If-None-Match": "\"f\""]).status == 304)
    }
}
