import TestLimits
import Testing

@testable import Networking

@Suite(.timeLimited) struct FreshnessTests {
    private func freshness(_ headers: [(String, String)], status: Int = 200) -> Freshness? {
        Freshness(HTTPResponse(status: status, headers: headers.map { HTTPHeader($0, $1) }, url: ""), now: 1000)
    }

    @Test(
        arguments: [
            ([], 86_400), ([("Cache-Control", "max-age=60")], 60), ([("Cache-Control", "public, Max-Age=\"60\"")], 60),
            ([("Cache-Control", "max-age=60"), ("Age", "50")], 10),
            ([("Cache-Control", "max-age=60"), ("Age", "70")], 0),
            ([("cache-control", "max-age=60"), ("Expires", "Thu, 01 Jan 1970 00:00:00 GMT")], 60),
            ([("Expires", "Thu, 01 Jan 1970 01:00:00 GMT"), ("Date", "Thu, 01 Jan 1970 00:50:00 GMT")], 600),
            ([("Expires", "Thu, 01 Jan 1970 01:00:00 GMT")], 2600), ([("Expires", "0")], 0),
            ([("Cache-Control", "no-cache, max-age=60")], 0), ([("Cache-Control", "max-age=x")], 0),
            ([("Cache-Control", "max-age=nan")], 0), ([("Cache-Control", "max-age=-5")], 0),
            ([("Cache-Control", "max-age=99999999999")], 31_536_000),
        ] as [([(String, String)], Double)])
    func `an answer is fresh as long as its headers say, and else for a day`(
        headers: [(String, String)], seconds: Double
    ) {
        #expect(freshness(headers)?.expires == 1000 + seconds)
    }

    @Test func `what is missing is remembered for an hour, unless the server says for how long`() {
        #expect(freshness([], status: 404)?.expires == 4600)
        #expect(freshness([("Cache-Control", "max-age=5")], status: 410)?.expires == 1005)
    }

    @Test func `what must not be stored is not, and what must be checked is`() {
        #expect(freshness([("Cache-Control", "private, no-store")]) == nil)
        #expect(freshness([("Vary", "*")]) == nil)
        #expect(freshness([("Vary", "Accept-Encoding")])?.mustRevalidate == false)
        #expect(freshness([("Cache-Control", "must-revalidate, max-age=1")])?.mustRevalidate == true)
        #expect(freshness([("Cache-Control", "no-cache")])?.mustRevalidate == true)
    }

    @Test func `a check is made with what the server has given`() {
        #expect(freshness([])?.validators == [])
        #expect(
            freshness([("ETag", "W/\"a\""), ("Last-Modified", "yesterday")])?.validators
                == [HTTPHeader("If-None-Match", "W/\"a\""), HTTPHeader("If-Modified-Since", "yesterday")])
    }
}
