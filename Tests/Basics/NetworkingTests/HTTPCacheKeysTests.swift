import TestLimits
import Testing

@testable import Networking

@Suite(.timeLimited) struct HTTPCacheKeysTests {
    private let keys = HTTPCacheKeys(space: "")
    private let url = "https://me:secret@example.org/a.png?key=1"

    @Test func `a key is 64 hexadecimal digits, and those of blocks begin with as many`() {
        let key = keys.key(of: HTTPRequest(url))
        #expect(key.utf8.count == 64 && key.allSatisfy(\.isHexDigit))
        let prefix = keys.blockPrefix(of: url, headers: [])
        #expect(prefix.utf8.count == 65 && prefix.hasSuffix("-") && !prefix.hasPrefix(key))
        #expect(prefix != keys.blockPrefix(of: url, headers: [HTTPHeader("a", "b")]))
    }

    @Test func `all that the answer depends on is part of the key`() {
        let requests = [
            HTTPRequest(url), HTTPRequest(url + "2"), HTTPRequest("https://you:secret@example.org/a.png?key=1"),
            HTTPRequest("https://example.org/a.png?key=1"), HTTPRequest(url, range: 0..<5),
            HTTPRequest(url, range: 0..<6),
            HTTPRequest(url, headers: [HTTPHeader("a", "b")]), HTTPRequest(url, headers: [HTTPHeader("ab", "")]),
        ]
        let all = requests.map(keys.key) + requests.map(HTTPCacheKeys(space: "netrc").key)
        #expect(Set(all).count == 2 * requests.count)
    }

    @Test func `the fragment, the limits and the case of a header's name are not`() {
        var request = HTTPRequest(url + "#part", headers: [HTTPHeader("Accept", "b")], byteLimit: 7)
        request.retries = 1
        #expect(keys.key(of: request) == keys.key(of: HTTPRequest(url, headers: [HTTPHeader("accept", "b")])))
        #expect(keys.blockPrefix(of: url + "#part", headers: []) == keys.blockPrefix(of: url, headers: []))
    }
}
