import TestLimits
import Testing

@testable import FilePyramids
@testable import RemotePyramids
@testable import TileStores

@Suite(.timeLimited) struct URLReferenceTests {
    @Test(arguments: [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
        (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
        ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
        ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
        ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"),
        ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
    ])
    func `references are resolved as the examples of RFC 3986, section 5.4`(reference: String, url: String) throws {
        let base = try #require(URLReference("http://a/b/c/d;p?q"))
        #expect(URLReference(reference)?.resolved(against: base).text == url)
    }

    @Test(arguments: [
        ("http://Example.ORG/a", "example.org"), ("https://example.org:443", "example.org"),
        ("http://example.org:8080/", "example.org:8080"), ("https://example.org:80/", "example.org:80"),
        ("http://user:word@example.org/", "example.org"), ("http://[::1]:8080/", "[::1]:8080"),
        ("http://example.org:/", "example.org"), ("HTTP://example.org", "example.org"),
    ])
    func `the host is named with its port, unless that is the usual one`(url: String, host: String) {
        #expect(URLReference(url)?.host?.description == host)
    }

    @Test(arguments: [
        "file:///etc/passwd", "ftp://example.org/", "example.org/a", "http:///a", "http://", "http://a b/",
        "http://good.org\\@evil.org/", "http://exa%6Dple.org/", "http://example.org:0/", "http://example.org:99999/",
        "http://example.org:80a/", "http://[::1", "http://{s}.example.org/", "http://example.org\r\nHost: a/", "//a",
        "http://exam\u{0}ple.org/", "http://example.org:8\u{664}/",
    ])
    func `what programs may understand differently has no host`(url: String) {
        #expect(URLReference(url)?.host == nil)
    }

    @Test func `placeholders and white space around an address are no fault, and it has a limit`() {
        #expect(URLReference(" http://a/{z}/{x}/{y}.png\n")?.text == "http://a/{z}/{x}/{y}.png")
        #expect(URLReference("http://a/" + String(repeating: "b", count: URLReference.byteLimit)) == nil)
    }

    @Test(arguments: [
        ("http://a/b/big.dzi", "http://a/b/", "big.dzi", ""),
        ("http://a/b/big.dzi?token=1/2", "http://a/b/", "big.dzi", "?token=1/2"),
        ("http://a/iip.fcgi?DeepZoom=/x/big.tif.dzi", "http://a/iip.fcgi?DeepZoom=/x/", "big.tif.dzi", ""),
        ("http://a/iip.fcgi?DeepZoom=big.tif.dzi", "http://a/iip.fcgi?DeepZoom=", "big.tif.dzi", ""),
        ("http://a/iip.fcgi?IIIF=big.tif/info.json", "http://a/iip.fcgi?IIIF=big.tif/", "info.json", ""),
        ("http://a/b/", "http://a/b/", "", ""), ("http://a/b#c", "http://a/", "b", ""),
    ])
    func `the addresses of tiles follow from that of the description`(
        url: String, folder: String, name: String, suffix: String
    ) throws {
        let address = DescriptionAddress(try #require(URLReference(url)))
        #expect(address.folder == folder && address.name == name && address.suffix == suffix)
    }

    @Test func `texts are escaped and read back`() {
        #expect(PercentEncoding.encoded("a b/é&") == "a%20b%2F%C3%A9%26")
        #expect(PercentEncoding.decoded("a%20b%2F%C3%A9%26%zz%4") == "a b/é&%zz%4")
    }
}
