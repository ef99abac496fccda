import Compression
import TestLimits
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct BodyCompressorTests {
    @Test(arguments: ["gzip", "br, gzip", "*", "GZIP;q=0.5", "identity;q=0, x-gzip", "deflate , gzip ;q=1"])
    func `a client that names gzip accepts it`(field: String) {
        #expect(BodyCompressor.isAccepted(field))
    }

    @Test(arguments: [nil, "", "br", "gzip;q=0", "gzip; q=0.0, *", "*;q=0", "gzipped"])
    func `a client that does not name gzip, or refuses it, does not get it`(field: String?) {
        #expect(!BodyCompressor.isAccepted(field))
    }

    @Test(arguments: [
        ("text/html; charset=utf-8", true), ("application/json", true), ("application/ld+json;profile=\"x\"", true),
        ("image/svg+xml", true), ("image/jpeg", false), ("application/octet-stream", false),
    ])
    func `texts are compressed, images are not`(type: String, isText: Bool) {
        #expect(BodyCompressor.isText(type) == isText)
    }

    @Test func `a compressed body is kept, and the cache has a limit`() throws {
        let compressor = BodyCompressor()
        let body = [UInt8](repeating: 7, count: 5000)
        let compressed = compressor.compressed(body, key: "a")
        #expect(try DeflateCodec.gunzip(compressed, limit: 5000) == body)
        // The key alone decides.
        #expect(compressor.compressed([1], key: "a") == compressed)
        #expect(compressor.compressed([1], key: nil) != compressed)
    }

    @Test func `long keys count for the limit of the cache`() {
        let compressor = BodyCompressor()
        let query = String(repeating: "q", count: 8000)
        for number in 0..<1000 { _ = compressor.compressed([1, 2, 3], key: "\(number)\(query)") }
        #expect((400..<BodyCompressor.cacheLimit / 8000).contains(compressor.keptBodies))
    }
}
