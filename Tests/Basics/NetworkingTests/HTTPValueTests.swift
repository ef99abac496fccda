import TestLimits
import Testing

@testable import Networking

@Suite(.timeLimited) struct HTTPValueTests {
    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Sat, 29 Feb 2020 23:59:60 GMT", 1_583_020_800), ("Tue, 19 Jan 2038 03:14:08 GMT", 2_147_483_648),
        ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400),
    ])
    func `dates are read in the three forms of the standard`(text: String, seconds: Int) {
        #expect(HTTPDate.seconds(of: text) == seconds)
    }

    @Test(arguments: [
        "", "120", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
    ])
    func `what is not a date is none`(text: String) {
        #expect(HTTPDate.seconds(of: text) == nil)
    }

    @Test func `Retry-After is read as seconds and as a date, and is never negative`() {
        func delay(_ value: String) -> Double? {
            HTTPResponse(status: 429, headers: [HTTPHeader("retry-after", value)], url: "").retryDelay(at: 784_111_770)
        }
        #expect(delay("120") == 120)
        #expect(delay("Sun, 06 Nov 1994 08:49:37 GMT") == 7)
        #expect(delay("Thu, 01 Jan 1970 00:00:00 GMT") == 0)
        #expect(delay("-1") == nil && delay("soon") == nil)
        #expect(HTTPResponse(status: 429, url: "").retryDelay(at: 0) == nil)
    }

    @Test func `the header of a part says where it is`() {
        #expect(ContentRange("bytes 0-99/1234").map { [$0.first, $0.count, $0.total ?? -1] } == [0, 100, 1234])
        #expect(ContentRange("bytes 5-5/*").map { [$0.first, $0.count, $0.total ?? -1] } == [5, 1, -1])
        for text in [
            "", "bytes", "bytes 0-99", "bytes 99-0/100", "bytes */100", "lines 0-9/10", "bytes 0-99/99", "bytes -1-2/9",
            "bytes 0-9223372036854775807/*", "bytes 0-1-2/9", "bytes 0-9/x",
        ] {
            #expect(ContentRange(text) == nil, "\(text)")
        }
    }

    @Test func `names, passwords and queries are left out of messages`() {
        for (url, text) in [
            ("https://me:secret@example.org:8080/a/b.dzi?key=1#x", "https://example.org:8080/a/b.dzi"),
            ("http://example.org?token=1", "http://example.org"), ("http://a@b@c/d@e", "http://c/d@e"),
            ("big.dzi", "big.dzi"), ("", ""), ("http://", "http://"),
        ] {
            #expect(PublicAddress.text(of: url) == text)
            #expect(HTTPError(.brokenOff, url: url, "it broke.").description == "\(text): it broke.")
        }
    }
}
