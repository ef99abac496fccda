import FilePyramids
import TestLimits
import Testing
import TileContainers
import TileStores

@Suite(.timeLimited) struct PyramidLocationTests {
    @Test(arguments: [
        ("big.dzi", false), ("http", false), ("/https://a", false), ("file:///a.dzi", false), ("ftp://a/b", false),
        ("http://a/b.dzi", true), ("HTTPS://a/b.dzi", true),
    ]) func `what begins with a scheme of the web is an address, and anything else a path`(text: String, isRemote: Bool)
    {
        #expect(PyramidLocation(text).isRemote == isRemote)
        #expect(PyramidLocation(text).text == text)
    }

    @Test(arguments: [
        ("a/big.dzi", "big.dzi"), ("https://h/a/big.dzi", "big.dzi"),
        ("https://h/a/big.pmtiles?key=secret#x", "big.pmtiles"),
        ("https://h/iiif/3/cat/info.json", "cat"), ("https://h/map/{z}/{x}/{y}.png", "map"),
        ("https://h/{z}/{x}/{y}.png", "h"), ("https://me:secret@h:8080/", "h:8080"),
        ("https://h/zoom/ImageProperties.xml", "zoom"), ("https://h/a/", "a"),
    ]) func `the name is that of the image, without secrets`(text: String, name: String) {
        #expect(PyramidLocation(text).name == name)
    }

    @Test(
        arguments: [
            ("https://Tile.Example.ORG:8080/a", "tile.example.org"), ("http://me:secret@h/a", "h"),
            ("https://[::1]:80/a", "[::1]"),
            ("https://h?x=1", "h"), ("a/b", nil), ("file:///a", nil),
        ] as [(String, String?)]) func `the host has neither port nor password`(text: String, host: String?)
    {
        #expect(PyramidLocation(text).host == host)
    }

    @Test(arguments: [
        ("a/b?c", "a/b?c"), ("https://me:p@h/a/{z}/{x}/{y}.png?access_token=S#layer=b", "https://h/a/{z}/{x}/{y}.png"),
        ("http://h", "http://h"),
    ]) func `the public text has neither passwords nor queries`(text: String, shown: String) {
        #expect(PyramidLocation(text).publicText == shown)
    }

    @Test(arguments: [
        ("file:///no/such%20file.dzi", "/no/such file.dzi", "no such file"),
        ("FILE://LocalHost/no/a.dzi", "/no/a.dzi", "no such file"),
        ("file://other/no/a.dzi", "file://other/no/a.dzi", "another computer"),
        ("file:///no/%+1.dzi", "file:///no/%+1.dzi", "begins no escape"),
        ("file:///no/%ff.dzi", "/no/\u{10FEFF}.dzi", "no such file"),
        ("file:a.dzi", "file:a.dzi", "not an address of a file"),
    ]) func `an address of a file of this computer is opened as its path`(url: String, path: String, reason: String)
        async throws
    {
        let error = await #expect(throws: StoreError.self) { try await Pyramids.open(.url(url)) }
        #expect(error?.path == path && error?.message.contains(reason) == true, "\(error.map { "\($0)" } ?? "")")
    }
}
