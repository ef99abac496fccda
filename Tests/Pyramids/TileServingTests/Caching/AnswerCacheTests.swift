import Caching
import Concurrency
import TestLimits
import TestSupport
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct AnswerCacheTests {
    private let time = Locked(ContinuousClock.now)
    private let cache: AnswerCache

    init() {
        cache = AnswerCache(limit: 10_000) { [time] in time.withLock { $0 } }
    }

    private func key(
        _ path: String, accept: String? = nil, origin: String = "http://localhost"
    ) -> AnswerCache.Key {
        AnswerCache.Key(ServerRequest(path: path, fields: accept.map { ["accept": $0] } ?? [:], origin: origin))
    }

    private func answer(_ byte: UInt8, count: Int = 1, _ reuse: ServerAnswer.Reuse = .untilChange) -> ServerAnswer {
        var answer = ServerAnswer(.bytes(Array(repeating: byte, count: count)), type: "image/png")
        answer.reuse = reuse
        return answer
    }

    @Test func `an answer is kept until something that is served has changed`() {
        cache.insert(answer(1), for: key("/a"), revision: 7)
        #expect(cache.answer(for: key("/a"), revision: 7)?.bytes == [1])
        #expect(cache.answer(for: key("/b"), revision: 7) == nil)
        #expect(cache.answer(for: key("/a"), revision: 8) == nil)
        #expect(cache.counts.values == 0 && cache.counts.cost == 0)
    }

    @Test func `an answer that was planned before a change is not used after it`() {
        cache.insert(answer(1), for: key("/a"), revision: 7)
        cache.insert(answer(0), for: key("/a"), revision: 6)
        #expect(cache.answer(for: key("/a"), revision: 7) == nil)
    }

    @Test func `an answer that is made of tile files is kept for a time`() {
        let end = time.withLock { $0 } + .seconds(60)
        cache.insert(answer(1, .until(end)), for: key("/a"), revision: 0)
        time.withLock { $0 += .seconds(59) }
        #expect(cache.answer(for: key("/a"), revision: 0)?.bytes == [1])
        time.withLock { $0 += .seconds(1) }
        #expect(cache.answer(for: key("/a"), revision: 0) == nil)
        cache.insert(answer(1, .until(end)), for: key("/a"), revision: 0)
        #expect(cache.counts.values == 0)
    }

    @Test func `previews, errors, redirects and files are not kept`() throws {
        cache.insert(answer(1, .never), for: key("/a"), revision: 0)
        for status in [206, 303, 304, 404, 503] {
            var other = answer(1)
            other.status = status
            cache.insert(other, for: key("/a"), revision: 0)
        }
        let folder = try ServedFolder()
        try folder.addImage("a.png", 3, 3)
        var file = try ServerAnswer.file(folder.folder.path("a.png"), type: "image/png")
        file.reuse = .untilChange
        cache.insert(file, for: key("/a"), revision: 0)
        #expect(cache.answer(for: key("/a"), revision: 0) == nil)
        #expect(cache.counts.values == 0)
    }

    @Test func `a large answer is not kept, and what was used least recently makes room`() {
        let cache = AnswerCache(limit: 4 << 20)
        cache.insert(answer(1, count: AnswerCache.answerLimit + 1), for: key("/a"), revision: 0)
        #expect(cache.counts.values == 0)
        for name in ["/a", "/b", "/c", "/d"] {
            cache.insert(answer(1, count: AnswerCache.answerLimit), for: key(name), revision: 0)
        }
        #expect(cache.counts.values == 3 && cache.counts.evictions == 1)
        #expect(cache.answer(for: key("/a"), revision: 0) == nil)
        #expect(cache.counts.cost > 3 * AnswerCache.answerLimit && cache.counts.cost < cache.counts.values << 21)
    }

    @Test func `the origin and, for descriptions, the accepted type make another answer`() {
        let linked = "application/ld+json"
        let path = "/iiif/3/a/info.json"
        cache.insert(answer(1), for: key(path), revision: 0)
        cache.insert(answer(2), for: key(path, accept: linked), revision: 0)
        cache.insert(answer(3), for: key(path, origin: "https://example.org"), revision: 0)
        #expect(cache.answer(for: key(path, accept: "text/html, \(linked)"), revision: 0)?.bytes == [2])
        #expect(cache.answer(for: key(path, accept: "*/*"), revision: 0)?.bytes == [1])
        #expect(cache.answer(for: key(path, origin: "https://example.org"), revision: 0)?.bytes == [3])
        cache.insert(answer(4), for: key("/tile"), revision: 0)
        #expect(cache.answer(for: key("/tile", accept: linked), revision: 0)?.bytes == [4])
        // Their tiles say nothing of the server.
        cache.insert(answer(5), for: key("/dzi/a_files/0/0_0.jpg"), revision: 0)
        let elsewhere = key("/dzi/a_files/0/0_0.jpg", origin: "https://example.org")
        #expect(cache.answer(for: elsewhere, revision: 0)?.bytes == [5])
    }
}
