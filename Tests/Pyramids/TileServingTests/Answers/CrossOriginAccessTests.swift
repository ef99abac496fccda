import TestLimits
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct CrossOriginAccessTests {
    @Test func `pages of all origins read what other machines reach, and none what is for this machine alone`() throws {
        #expect(try CrossOriginAccess(nil, isLocal: true) == .none)
        #expect(try CrossOriginAccess(nil, isLocal: false) == .all)
        #expect(try CrossOriginAccess("*", isLocal: true) == .all)
        #expect(CrossOriginAccess.none.fields.isEmpty && CrossOriginAccess.none.preflightFields.isEmpty)
        #expect(CrossOriginAccess.all.fields.map(\.name).contains("Vary") == false)
    }

    @Test(arguments: [
        ("https://example.org", "https://example.org"), ("HTTPS://Example.org:443", "https://example.org"),
        ("http://localhost:3000", "http://localhost:3000"), ("http://[::1]:80", "http://[::1]"),
        ("http://a:443", "http://a:443"),
    ])
    func `an origin is written as browsers write it`(option: String, origin: String) throws {
        let access = try CrossOriginAccess(option, isLocal: false)
        #expect(access == .origin(origin))
        #expect(access.fields.first == .init("Access-Control-Allow-Origin", origin))
        #expect(access.fields.last == .init("Vary", "Origin"))
    }

    @Test(arguments: [
        "", "null", "example.org", "https://", "https://example.org/", "https://a/b", "https://a b", "ftp://a",
        "https://a, https://b", "https://*.example.org", "https://a\r\nX: y",
    ])
    func `what is not an origin is refused`(option: String) {
        let error = #expect(throws: ServerError.self) { try CrossOriginAccess(option, isLocal: true) }
        #expect(error?.code == .invalidOption)
    }
}
