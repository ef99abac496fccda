import Foundation
import TestLimits
import TestSupport
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct URLSignerTests {
    private let signer = URLSigner(key: Array("a key of thirty-two bytes or more".utf8))

    private func check(_ path: String, _ query: String, now: Int = 1000) throws -> Int {
        try signer.check(path: path, query: query, now: now)
    }

    @Test func `the hash is that of RFC 4231`() {
        func hex(_ bytes: [UInt8]) -> String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
        #expect(
            hex(HMACSHA256.hash(Array("Hi There".utf8), key: [UInt8](repeating: 0x0B, count: 20)))
                == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
        #expect(
            hex(HMACSHA256.hash(Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8)))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        #expect(
            hex(
                HMACSHA256.hash(
                    Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                    key: [UInt8](repeating: 0xAA, count: 131)))
                == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }

    @Test func `a signature admits its path until it expires`() throws {
        let query = signer.query(for: "/iiif/3/a/info.json", expires: 2000)
        #expect(query.hasPrefix("expires=2000&signature=") && query.utf8.count == 23 + 64)
        #expect(try check("/iiif/3/a/info.json", query) == 2000)
        #expect(try check("/iiif/3/a/info.json", "x=y&" + query, now: 1999) == 2000)
        #expect(throws: RequestError(403, "the signature of this address has expired; ask for a new one.")) {
            try check("/iiif/3/a/info.json", query, now: 2000)
        }
    }

    @Test func `a signature of a folder admits everything below it`() throws {
        let query = signer.query(for: "/iiif/3/a/", expires: 2000)
        #expect(try check("/iiif/3/a/", query) == 2000)
        #expect(try check("/iiif/3/a/full/max/0/default.jpg", query) == 2000)
        for path in ["/iiif/3/a", "/iiif/3/ab/info.json", "/iiif/3/b/info.json", "/iiif/3/"] {
            #expect(throws: RequestError.self) { try check(path, query) }
        }
        for path in ["/iiif/3/a/../b/info.json", "/iiif/3/a/%2E%2e/b/info.json", "/iiif/3/a/.%2E/b", "/iiif/3/a/./x"] {
            #expect(throws: RequestError.self) { try check(path, query) }
        }
        #expect(try check("/anything", signer.query(for: "/", expires: 2000)) == 2000)
    }

    @Test func `a missing or changed signature is refused`() throws {
        let query = signer.query(for: "/a", expires: 2000)
        let changed = [
            "", "expires=2000", query.replacingOccurrences(of: "2000", with: "3000"), String(query.dropLast()),
            query + "0", String(query.dropLast()) + (query.last == "0" ? "1" : "0"), "expires=-1&signature=zz",
        ]
        for query in changed {
            #expect(throws: RequestError.self) { try check("/a", query) }
        }
        let other = URLSigner(key: Array("another key of thirty-two bytes..".utf8))
        #expect(throws: RequestError.self) { try check("/a", other.query(for: "/a", expires: 2000)) }
    }

    @Test func `only the first folders of a deep path are looked for`() {
        #expect(URLSigner.scopes(of: "/") == ["/"])
        #expect(URLSigner.scopes(of: "/a") == ["/a", "/"])
        #expect(URLSigner.scopes(of: "/a/b") == ["/a/b", "/", "/a/"])
        #expect(URLSigner.scopes(of: "/a/b/") == ["/a/b/", "/", "/a/"])
        #expect(URLSigner.scopes(of: "/" + String(repeating: "a/", count: 1000)).count == URLSigner.depthLimit + 1)
    }

    @Test func `a key is read from a file, without its line feed`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Data("0123456789abcdef0123456789abcdef\n".utf8), to: "key")
        let signer = try URLSigner(keyFile: folder.path("key"))
        let same = URLSigner(key: Array("0123456789abcdef0123456789abcdef".utf8))
        #expect(signer.query(for: "/a", expires: 1) == same.query(for: "/a", expires: 1))
    }

    @Test func `a key that is short, large or missing is refused with its file`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Data("0123456789abcdef0123456789abcde\n\n".utf8), to: "short")
        try folder.write(Data(count: 5000), to: "large")
        for name in ["short", "large", "missing"] {
            let error = #expect(throws: ServerError.self) { try URLSigner(keyFile: folder.path(name)) }
            #expect(error?.code == .unusableKey && error?.description.hasPrefix(folder.path(name)) == true)
        }
    }
}
