import TestLimits
import TestSupport
import Testing

@testable import Networking

@Suite(.timeLimited) struct CurlHostsTests {
    /// Whether a redirect is followed, and the host that its refusal names.
    private func follow(
        _ from: String, _ location: String, _ hosts: HTTPHosts = HTTPHosts()
    ) throws -> (isFollowed: Bool, named: String?) {
        let curl = try CurlLibrary.functions.get()
        var request = HTTPRequest(from)
        request.hosts = hosts
        var redirects = CurlRedirects(of: request, limit: 5, curl)
        let refusal = redirects.follow(location, curl)
        let option = refusal?.reason.split(separator: " ").last?.dropLast()
        return (refusal == nil, refusal?.code == .refusedHost ? option.map { String($0) } : nil)
    }

    @Test(arguments: [
        ("http://a.org/x", "/y"), ("http://a.org/x", "//a.org/y"), ("http://a.org/x", "http://A.ORG:80/"),
        ("http://a.org/x", "https://a.org/"), ("http://a.org:8080/x", "https://a.org:8080/"),
        ("https://a.org/x", "https://a.org:443/"), ("http://a.org/x", "http://b.org@a.org/"),
        ("http://127.0.0.1/", "http://2130706433/"), ("http://127.0.0.1/", "http://0x7f.1/"),
        ("http://[::1]/", "http://[0:0::1]/"),
        ("https://m\u{FC}nchen.de/", "https://m\u{FC}nchen.de/x"),
    ])
    func `a redirect within the host of the address is followed`(from: String, location: String) throws {
        #expect(try follow(from, location).isFollowed)
    }

    @Test(arguments: [
        ("http://a.org/", "http://b.org/", "b.org"), ("http://a.org/", "//b.org/", "b.org"),
        ("http://a.org/", "http://a.org:8080/", "a.org:8080"), ("http://a.org:8080/", "http://a.org/", "a.org"),
        ("http://a.org:8080/", "https://a.org/", "a.org"), ("http://a.org/", "https://a.org:8443/", "a.org:8443"),
        ("http://a.org/", "http://a.org@b.org/", "b.org"), ("http://a.org/", "http://a.org:80@b.org/", "b.org"),
        ("http://a.org/", "http://a.org./", "a.org."), ("http://a.org/", "http://www.a.org/", "www.a.org"),
        ("http://a.org/", "http://a.org.evil.com/", "a.org.evil.com"), ("http://sub.a.org/", "http://a.org/", "a.org"),
        ("http://a.org/", "http://localhost/", "localhost"), ("http://a.org/", "http://127.0.0.1/", "127.0.0.1"),
        ("http://a.org/", "http://2130706433/", "127.0.0.1"), ("http://a.org/", "http://0x7f000001/", "127.0.0.1"),
        ("http://a.org/", "http://0177.0.0.1/", "127.0.0.1"), ("http://a.org/", "http://127.1/", "127.0.0.1"),
        ("http://a.org/", "http://0/", "0.0.0.0"), ("http://a.org/", "http://[::1]/", "[::1]"),
        ("http://a.org/", "http://[::ffff:127.0.0.1]/", "[::ffff:127.0.0.1]"),
        ("http://127.0.0.1/", "http://[::ffff:127.0.0.1]/", "[::ffff:127.0.0.1]"),
        ("http://127.0.0.1/", "http://localhost/", "localhost"),
        ("http://127.0.0.1/", "http://127.0.0.2/", "127.0.0.2"),
        ("http://a.org/", "http://169.254.169.254/latest/", "169.254.169.254"),
    ])
    func `a redirect to any other host is refused, which the error names`(
        from: String, location: String, named: String
    ) throws {
        let result = try follow(from, location)
        #expect(!result.isFollowed && result.named == named)
    }

    @Test func `a name that only looks like that of the address is another`() throws {
        // The first letter is Cyrillic. libcurl writes it as xn--80a.org where the locale is one of UTF-8.
        #expect(try !follow("https://a.org/", "https://\u{430}.org/").isFollowed)
        #expect(try !follow("https://a.org/", "https://xn--80a.org/").isFollowed)
    }

    @Test func `zones of IPv6 are parts of hosts`() throws {
        #expect(try follow("http://[fe80::1%25eth0]/", "http://[fe80::1%25eth0]/a").isFollowed)
        #expect(try !follow("http://[fe80::1%25eth0]/", "http://[fe80::1%25eth1]/a").isFollowed)
        #expect(try !follow("http://[fe80::1%25eth0]/", "http://[fe80::1]/a").isFollowed)
    }

    @Test func `an entry is a name for all ports, or a name with a port, in any case`() throws {
        let hosts = HTTPHosts(named: ["A.org:443"], allowed: ["B.org", "[2001:DB8::1]:81", "", "a b", "file:///x"])
        for location in ["https://a.org/", "http://b.org:1/", "https://b.org/", "http://[2001:db8::1]:81/"] {
            #expect(try follow("http://c.org/", location, hosts).isFollowed, "\(location)")
        }
        for location in ["http://a.org/", "https://a.org:444/", "http://[2001:db8::1]/", "http://x.b.org/"] {
            #expect(try !follow("http://c.org/", location, hosts).isFollowed, "\(location)")
        }
        #expect(try !follow("https://c.org/", "http://b.org/", hosts).isFollowed, "encryption is not given up")
    }
}
