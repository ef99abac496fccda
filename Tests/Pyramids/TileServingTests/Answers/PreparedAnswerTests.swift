import Compression
import TestLimits
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct PreparedAnswerTests {
    private let policy = AnswerPolicy(maxAge: 60, isPrivate: false, compressor: BodyCompressor(), access: .all)
    private let answer = ServerAnswer(.bytes(Array(0..<100)), type: "image/jpeg", entityTag: "\"t\"")

    private func prepare(
        _ fields: [String: String] = [:], _ method: ServerRequest.Method = .get, _ answer: ServerAnswer? = nil
    ) -> PreparedAnswer {
        PreparedAnswer(
            answer ?? self.answer, for: ServerRequest(method, path: "/a", fields: fields), policy: policy)
    }

    @Test func `an answer has what all have: validator, ranges, access for all origins, its time`() {
        let prepared = prepare()
        #expect(prepared.status == 200 && prepared.range == 0..<100)
        #expect(
            Dictionary(prepared.fields.map { ($0.name, $0.value) }) { "\($0)|\($1)" } == [
                "Content-Type": "image/jpeg", "ETag": "\"t\"", "Cache-Control": "public, max-age=60",
                "Accept-Ranges": "bytes", "Access-Control-Allow-Origin": "*", "X-Content-Type-Options": "nosniff",
                "Access-Control-Expose-Headers":
                    "Accept-Ranges, Content-Encoding, Content-Length, Content-Range, ETag, Link, Location, Retry-After",
            ])
    }

    @Test func `what the client has already is not sent again`() {
        let prepared = prepare(["if-none-match": "\"s\", W/\"t\""])
        #expect(prepared.status == 304)
        #expect(prepared.value("ETag") == "\"t\"" && prepared.value("Cache-Control") == "public, max-age=60")
        #expect(prepared.value("Content-Type") == nil)
        #expect(prepare(["if-none-match": "*"], .head).status == 304)
        #expect(prepare(["if-none-match": "\"s\""]).status == 200)
    }

    @Test func `an error advises in the words of the program`() throws {
        var policy = policy
        policy.adaptError = { $0.replacing("the name a", with: "the name: --server-name a") }
        let prepared = PreparedAnswer(RequestError(421, "allow the name a."), policy: policy)
        guard case .bytes(let bytes) = prepared.body else {
            Issue.record("the body is not text")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self) == "allow the name: --server-name a.\n")
        #expect(prepared.status == 421)
    }

    @Test func `a part of another version is refused`() {
        #expect(prepare(["if-match": "\"s\""]).status == 412)
        #expect(prepare(["if-match": "W/\"t\""]).status == 412)
        #expect(prepare(["if-match": "\"t\"", "range": "bytes=0-1"]).status == 206)
        // The condition that has to hold comes first.
        #expect(prepare(["if-match": "\"s\"", "if-none-match": "\"t\""]).status == 412)
    }

    @Test func `a range is a part with its place`() {
        let part = prepare(["range": "bytes=10-19"])
        #expect(part.status == 206 && part.range == 10..<20)
        #expect(part.value("Content-Range") == "bytes 10-19/100")
        let none = prepare(["range": "bytes=100-"])
        #expect(none.status == 416 && none.value("Content-Range") == "bytes */100")
        #expect(prepare(["range": "bytes=0-1,5-6"]).status == 200)
        #expect(prepare(["range": "bytes=10-19"], .head).status == 200)
    }

    @Test func `a range of an older version is answered with the whole`() {
        #expect(prepare(["range": "bytes=0-1", "if-range": "\"t\""]).status == 206)
        #expect(prepare(["range": "bytes=0-1", "if-range": "\"s\""]).status == 200)
        #expect(prepare(["range": "bytes=0-1", "if-range": "W/\"t\""]).status == 200)
        #expect(prepare(["range": "bytes=0-1", "if-range": "Sat, 29 Oct 1994 19:43:31 GMT"]).status == 200)
    }

    @Test func `a text is compressed under a validator of its own`() throws {
        let body = Array(String(repeating: "{\"a\":1}", count: 500).utf8)
        let json = ServerAnswer(.bytes(body), type: "application/json", entityTag: "\"t\"")
        let prepared = prepare(["accept-encoding": "gzip"], .get, json)
        #expect(prepared.value("Content-Encoding") == "gzip" && prepared.value("ETag") == "\"t-gzip\"")
        #expect(prepared.value("Vary") == "Accept-Encoding")
        guard case .bytes(let bytes) = prepared.body else { return #expect(Bool(false)) }
        #expect(prepared.range == 0..<bytes.count && bytes.count < 100)
        #expect(try DeflateCodec.gunzip(bytes, limit: body.count) == body)
        #expect(prepare(["accept-encoding": "gzip", "if-none-match": "\"t-gzip\""], .get, json).status == 304)
        #expect(prepare(["accept-encoding": "gzip", "if-none-match": "\"t\""], .get, json).status == 200)
        // Without it, caches still have to know that there is another form.
        let plain = prepare([:], .get, json)
        #expect(plain.value("Vary") == "Accept-Encoding" && plain.value("Content-Encoding") == nil)
        #expect(prepare(["accept-encoding": "gzip", "range": "bytes=0-9"], .get, json).range == 0..<10)
    }

    @Test func `images and short texts are sent as they are`() {
        let image = ServerAnswer(.bytes([UInt8](repeating: 0, count: 5000)), type: "image/png")
        #expect(prepare(["accept-encoding": "gzip"], .get, image).value("Content-Encoding") == nil)
        let short = ServerAnswer(.bytes([UInt8](repeating: 32, count: 1023)), type: "text/plain")
        #expect(prepare(["accept-encoding": "gzip"], .get, short).value("Content-Encoding") == nil)
    }

    @Test func `errors are not kept, and say when to come again`() {
        let busy = prepare(["if-none-match": "*"], .get, ServerAnswer(RequestError(503, "too much.")))
        #expect(busy.status == 503 && busy.value("Retry-After") == "1" && busy.value("Cache-Control") == "no-store")
        #expect(busy.value("Access-Control-Allow-Origin") == "*" && busy.value("Accept-Ranges") == nil)
        #expect(PreparedAnswer(RequestError(405, "no."), policy: policy).value("Allow") == "GET, HEAD, OPTIONS")
    }

    @Test func `tiles are kept for long, descriptions for a minute, and what is signed by the client alone`() {
        func caching(_ freshness: ServerAnswer.Freshness, maxAge: Int = 3600, isPrivate: Bool = false) -> [String] {
            var answer = answer
            answer.freshness = freshness
            let policy = AnswerPolicy(maxAge: maxAge, isPrivate: isPrivate, compressor: BodyCompressor(), access: .none)
            return PreparedAnswer(answer, for: ServerRequest(path: "/a"), policy: policy).fields
                .filter { $0.name == "Cache-Control" }.map(\.value)
        }
        #expect(caching(.long) == ["public, max-age=3600"])
        #expect(caching(.short) == ["public, max-age=60"])
        #expect(caching(.short, maxAge: 10) == ["public, max-age=10"])
        #expect(caching(.revalidated) == ["no-cache"])
        #expect(caching(.none) == ["no-store"])
        #expect(caching(.long, maxAge: 0) == ["no-cache"])
        #expect(caching(.long, isPrivate: true) == ["private, max-age=3600"])
        #expect(caching(.revalidated, isPrivate: true) == ["private, no-cache"])
    }

    @Test func `an answer that says itself that nothing has changed has no body and no type`() {
        let tag = EntityTag.Rendered(of: "a", byteCount: 12)
        let prepared = prepare(["if-none-match": tag.text], .get, .notModified(tag))
        #expect(prepared.status == 304 && prepared.range == 0..<12 && prepared.body.bytesInMemory == 0)
        #expect(prepared.value("ETag") == tag.text && prepared.value("Cache-Control") == "public, max-age=60")
        #expect(prepared.value("Content-Type") == nil)
    }
}

extension PreparedAnswer {
    fileprivate func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }
}
