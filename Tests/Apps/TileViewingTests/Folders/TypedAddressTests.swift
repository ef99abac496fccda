import TestLimits
import Testing

@testable import TileViewing

@Suite(.timeLimited) struct TypedAddressTests {
    private func parse(_ text: String) -> Result<String, TypedAddress.Fault> {
        TypedAddress.parse(text, home: "/home/ada")
    }

    @Test(arguments: [
        ("https://example.org/big.dzi", "https://example.org/big.dzi"), ("  http://h:9377/\n", "http://h:9377/"),
        ("\"/scans/a b.tif\"", "/scans/a b.tif"), ("'c.png'", "c.png"), ("~/scans", "/home/ada/scans"),
        ("~", "/home/ada"),
        ("file:///scans/a%20b.tif", "/scans/a b.tif"),
        ("https://h.org/{z}/{x}/{y}.png", "https://h.org/{z}/{x}/{y}.png"),
        ("folder/a://b.png", "folder/a://b.png"),
    ])
    func `addresses and paths are what they are, without spaces and quotation marks around them`(
        text: String, path: String
    ) {
        #expect(parse(text) == .success(path))
    }

    @Test(arguments: ["file:///b/c%20d.png", "file://localhost/b/%C3%A4.tif", "~/c.png", "https://h.org/a.dzi", "/a/b"])
    func `a typed text and a pasted one name the same file`(text: String) throws {
        #expect(try parse(text).get() == PastedText.files(in: text, home: "/home/ada")?.first)
    }

    @Test(arguments: [
        (" ", "Type an address, such as https://example.org/big.dzi, or a path."),
        ("ftp://h.org/a.dzi", "Only addresses with http:// and https:// are opened, and files with file://."),
        ("javascript://h.org", "Only addresses with http:// and https:// are opened, and files with file://."),
        ("https://", "There is no host in this address. Check it."),
        ("https://h.org/a b.dzi", "There is a space in this address. Write %20 for it."),
        ("/a\n/b", "There is a line break or a control character in this. Type one address or one path."),
        ("file://other/a.tif", "this is a file of another computer. Check the spelling."),
        ("FILE:///a%2", "this address has a percent sign that begins no escape. Check the spelling."),
        ("file:///a%00b", "this address has a zero byte, which no path has. Check the spelling."),
        (String(repeating: "a", count: 8193), "This is longer than 8192 bytes. Shorten it."),
    ])
    func `anything else is refused with the reason and the remedy`(text: String, message: String) {
        #expect(parse(text) == .failure(TypedAddress.Fault(message: message)))
    }
}
