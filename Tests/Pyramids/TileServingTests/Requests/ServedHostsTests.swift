import TestLimits
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct ServedHostsTests {
    private func status(
        of host: String?, listening: String = "127.0.0.1", base: String? = nil, names: [String] = []
    ) throws -> Int {
        let hosts = try ServedHosts(host: listening, baseURL: base, names: names)
        do throws(RequestError) {
            try hosts.check(host)
            return 200
        } catch {
            return error.status
        }
    }

    @Test(arguments: [
        "localhost", "LOCALHOST:80", "localhost.", "a.localhost:8080", "127.0.0.1", "10.1.2.3:8080", "255.255.255.255",
        "[::1]", "[::1]:8080", "[fe80::1]",
    ])
    func `IP addresses and names of this machine need not be named`(host: String) throws {
        #expect(try status(of: host) == 200)
    }

    @Test(arguments: [
        "example.org", "localhost.example.org", "127.0.0.1.example.org", "xlocalhost", "1.2.3", "1.2.3.4.5",
        "1.2.3.256", "0x7f000001", "2130706433", "1.2.3.+4", "1.2..3", "1.2.3.4..", ".", "tileserve",
    ])
    func `other names are refused`(host: String) throws {
        #expect(try status(of: host) == (host.contains("+") ? 400 : 421))
    }

    @Test(arguments: ["", "a b", "a/b", "a:b", "[", "[::1", "[::1]x", "a,b", "a\u{0}b"])
    func `an invalid host is refused`(host: String) throws {
        #expect(try status(of: host) == 400)
    }

    @Test func `a name is compared without its port, its case and the dot at its end`() throws {
        for name in ["tiles.example.org", "Tiles.Example.ORG."] {
            for host in ["tiles.example.org", "TILES.example.org:443", "tiles.example.org.:80"] {
                #expect(try status(of: host, names: ["a", name]) == 200)
            }
            #expect(try status(of: "example.org", names: [name]) == 421)
            #expect(try status(of: "a.tiles.example.org", names: [name]) == 421)
        }
    }

    @Test func `what the server listens on and the host of its base address need not be named`() throws {
        #expect(try status(of: "box.lan:8080", listening: "box.lan") == 200)
        #expect(try status(of: "example.org", base: "https://Example.org:8443/tiles") == 200)
        #expect(try status(of: "example.com", base: "https://example.org/tiles") == 421)
        #expect(try status(of: nil) == 200)
    }

    @Test(arguments: ["", "https://example.org", "example.org:80", "a b", "*", "a/b"])
    func `a name that is none is an error`(name: String) {
        let error = #expect(throws: ServerError.self) { try ServedHosts(host: "::1", baseURL: nil, names: [name]) }
        #expect(error?.code == .invalidOption)
    }
}
