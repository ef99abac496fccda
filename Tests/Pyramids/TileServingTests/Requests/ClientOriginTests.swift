import TestLimits
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct ClientOriginTests {
    private func origin(
        _ fields: [String: String], base: String? = nil, trustsProxy: Bool = false, authority: String? = nil
    ) throws -> String {
        try ClientOrigin(baseURL: base, trustsProxy: trustsProxy, local: "http://127.0.0.1:80")
            .origin(fields: fields, authority: authority)
    }

    @Test func `the host of the request is the origin`() throws {
        #expect(try origin(["host": "example.org:8080"]) == "http://example.org:8080")
        #expect(try origin(["host": "[::1]:8080"]) == "http://[::1]:8080")
        #expect(try origin([:]) == "http://127.0.0.1:80")
        #expect(try origin(["host": "a"], authority: "b:1") == "http://b:1")
    }

    @Test(arguments: [
        "", "a b", "a/b", "a, b", "a:b", "a:", "a:123456", "a\r\nb", "[::1", "[]", "[x]", "a@b", "a?b", "<a>", "\u{E9}",
        String(repeating: "a", count: 262),
    ])
    func `an invalid host is refused`(host: String) {
        #expect(throws: RequestError(400, "the host of the request is not valid; send a single Host field.")) {
            try origin(["host": host])
        }
    }

    @Test func `a proxy is believed only if it is trusted`() throws {
        let fields = ["host": "a", "x-forwarded-proto": "https", "x-forwarded-host": "b"]
        #expect(try origin(fields) == "http://a")
        #expect(try origin(fields, trustsProxy: true) == "https://b")
        let standard = ["host": "a", "forwarded": "for=x;host=d, for=1.2.3.4; Proto=https;host=\"c:1\""]
        #expect(try origin(standard, trustsProxy: true) == "https://c:1")
        #expect(throws: RequestError.self) {
            try origin(["host": "a", "x-forwarded-proto": "javascript"], trustsProxy: true)
        }
        #expect(throws: RequestError.self) { try origin(["host": "a", "x-forwarded-host": "b/c"], trustsProxy: true) }
    }

    @Test func `what a client adds to the fields of a proxy is not believed`() throws {
        let lists = ["host": "a", "x-forwarded-proto": "ftp, https", "x-forwarded-host": "evil, b"]
        #expect(try origin(lists, trustsProxy: true) == "https://b")
        let both = ["host": "a", "x-forwarded-proto": "https", "forwarded": "host=evil;proto=http"]
        #expect(try origin(both, trustsProxy: true) == "https://a")
        #expect(try origin(["host": "a", "forwarded": "host=evil, for=1.2.3.4"], trustsProxy: true) == "http://a")
    }

    @Test func `a base address is for all requests`() throws {
        #expect(try origin(["host": "a b"], base: "https://example.org/images/") == "https://example.org/images")
    }

    @Test(arguments: ["", "example.org", "ftp://a", "https://", "https://a?b", "https://a#b", "https://a b", "/a"])
    func `an invalid base address is refused`(base: String) {
        #expect(throws: ServerError.self) { try origin([:], base: base) }
    }

    @Test func `the client of a proxy is the last that it names`() {
        #expect(ForwardedClient.address(["x-forwarded-for": "1.1.1.1, 2.2.2.2"]) == "2.2.2.2")
        #expect(ForwardedClient.address([:]) == nil)
    }
}
