import TestLimits
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct RequestTargetTests {
    @Test func `a target is split at the first question mark, and stays encoded`() throws {
        let target = try #require(RequestTarget("/a%2Fb/c?d=%20&e?f"))
        #expect(target.path == "/a%2Fb/c" && target.query == "d=%20&e?f" && target.authority == nil)
        #expect(RequestTarget("/")?.query == "")
        #expect(RequestTarget("//a/../b")?.path == "//a/../b")
    }

    @Test func `a target may be a whole address`() throws {
        let target = try #require(RequestTarget("HTTP://example.org:80/a?b"))
        #expect(target.path == "/a" && target.query == "b" && target.authority == "example.org:80")
        #expect(RequestTarget("https://example.org")?.path == "/")
        #expect(RequestTarget("http://example.org?b")?.path == "/")
        #expect(RequestTarget("http://example.org?b")?.query == "b")
    }

    @Test(arguments: ["", "a", "*", "?a", "ftp://a/b", "/a b", "/\u{E9}", "/\u{7F}", "/\t", "http:/a"])
    func `anything else is refused`(text: String) {
        #expect(RequestTarget(text) == nil)
    }
}
