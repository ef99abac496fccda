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
    func `a host that is none is refused`(host: String) {
        #expect(throws: RequestError(400, "the host of the request is not valid; send a single Host field.")) {
            try origin(["host": host])
        }
    }

    @Test func `a proxy is believed only if it is trusted`() throws {
        let fields = ["host": "a", "x-forwarded-proto": "https", "x-forwarded-host": "b"]
        #expect(try origin(fields) == "http://a")
        #expect(try origin(fields, trustsProxy: true) == "https://b")
        #expect(try origin(["host": "a", "x-forwarded-proto": "https, http"], trustsProxy: true) == "https://a")
        let standard = ["host": "a", "forwarded": "for=1.2.3.4; Proto=https;host=\"c:1\", for=x;host=d"]
        #expect(try origin(standard, trustsProxy: true) == "https://c:1")
        #expect(throws: RequestError.self) {
            try origin(["host": "a", "x-forwarded-proto": "javascript"], trustsProxy: true)
        }
        #expect(throws: RequestError.self) { try origin(["host": "a", "x-forwarded-host": "b/c"], trustsProxy: true) }
    }

    @Test func `a base address is for all requests`() throws {
        #expect(try origin(["host": "a b"], base: "https://example.org/images/") == "https://example.org/images")
    }

    @Test(arguments: ["", "example.org", "ftp://a", "https://", "https://a?b", "https://a#b", "https://a b", "/a"])
    func `a base address that is none is refused`(base: String) {
        #expect(throws: ServerError.self) { try origin([:], base: base) }
    }

    @Test func `the client of a proxy is the last that it names`() {
        #expect(ForwardedClient.address(["x-forwarded-for": "1.1.1.1, 2.2.2.2"]) == "2.2.2.2")
        #expect(ForwardedClient.address([:]) == nil)
    }
}
