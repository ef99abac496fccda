import TestLimits
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct ByteRangeRequestTests {
    @Test(arguments: [
        ("bytes=0-0", 0..<1), ("bytes=0-9", 0..<10), ("bytes=3-4", 3..<5), ("bytes=9-", 9..<10), ("bytes=0-", 0..<10),
        ("bytes=-1", 9..<10), ("bytes=-10", 0..<10), ("bytes=-11", 0..<10), ("bytes=5-100", 5..<10),
        ("BYTES=1-2", 1..<3), ("bytes=1-99999999999999999999999", 1..<10),
    ])
    func `a range within the body is a part`(field: String, part: Range<Int>) {
        #expect(ByteRangeRequest(field, count: 10) == .part(part))
    }

    @Test(arguments: ["bytes=10-", "bytes=10-10", "bytes=-0", "bytes=99999999999999999999999-"])
    func `a range after the end cannot be sent`(field: String) {
        #expect(ByteRangeRequest(field, count: 10) == .unsatisfiable)
    }

    @Test(arguments: [
        nil, "", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=1", "bytes=2-1", "bytes=0-1,3-4", "bytes=+1-2",
        "items=0-1", "bytes= 0-1", "bytes=--1", "bytes=1-2-3", "bytes=\u{661}-2",
    ])
    func `what is not understood, or is several ranges, is answered with the whole body`(field: String?) {
        #expect(ByteRangeRequest(field, count: 10) == .whole)
    }

    @Test func `an empty body has no parts`() {
        #expect(ByteRangeRequest("bytes=0-", count: 0) == .unsatisfiable)
        #expect(ByteRangeRequest("bytes=-5", count: 0) == .unsatisfiable)
        #expect(ByteRangeRequest(nil, count: 0) == .whole)
    }
}
