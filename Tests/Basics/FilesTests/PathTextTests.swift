import Files
import Glibc
import TestLimits
import Testing

@Suite(.timeLimited) struct PathTextTests {
    @Test(arguments: ["", "a.jpg", "Größe/日本語 👩‍👩‍👧 e\u{301}.png", "\u{10FFFF}\u{F0000}"])
    func `a path that is UTF-8 is its own text`(path: String) {
        #expect(PathText.text(Array(path.utf8)) == path)
        #expect(PathText.bytes(of: path) == Array(path.utf8))
        #expect(!PathText.hasBytes(path))
    }

    @Test(
        arguments: [
            ([0x61, 0xFF, 0x62], "a\u{10FEFF}b"), ([0x80], "\u{10FE80}"),
            // A sequence without its end, and one that is too long.
            ([0xE2, 0x82, 0x2F], "\u{10FEE2}\u{10FE82}/"), ([0xC0, 0xAF], "\u{10FEC0}\u{10FEAF}"),
            // Half of a surrogate pair, and a character beyond the last.
            ([0xED, 0xA0, 0x80], "\u{10FEED}\u{10FEA0}\u{10FE80}"), ([0xF5, 0x80], "\u{10FEF5}\u{10FE80}"),
            // Beside valid characters.
            ([0xC3, 0xA4, 0xC3], "ä\u{10FEC3}"),
            // A character that stands for a byte in texts.
            ([0xF4, 0x8F, 0xBA, 0x80], "\u{10FEF4}\u{10FE8F}\u{10FEBA}\u{10FE80}"),
        ] as [([UInt8], String)])
    func `a byte that is not part of UTF-8 is a character, and comes back`(bytes: [UInt8], text: String) {
        #expect(PathText.text(bytes) == text)
        #expect(PathText.bytes(of: text) == bytes)
        #expect(PathText.hasBytes(text))
        #expect(PathText.withCString(text) { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } == bytes)
    }

    @Test func `all names of two bytes have texts of their own, and come back`() {
        var texts: Set<[UInt8]> = []
        for first in UInt8(1)...255 {
            for second in UInt8(1)...255 {
                let text = PathText.text([first, second])
                #expect(PathText.bytes(of: text) == [first, second])
                texts.insert(Array(text.utf8))
            }
        }
        #expect(texts.count == 255 * 255)
    }

    @Test func `a file of such a name is created, listed, renamed and removed`() throws {
        var template = Array("/tmp/path-text-XXXXXX".utf8CString)
        let made = mkdtemp(&template)
        let folder = PathText.text(try #require(made))
        defer { rmdir(folder) }
        let path = "\(folder)/\u{10FEFF}"
        let other = "\(folder)/\u{10FEFE}"
        close(open(path, O_CREAT | O_WRONLY, 0o600))
        #expect(access("\(folder)/\u{FFFD}", F_OK) != 0)
        #expect(rename(path, other) == 0)
        let stream = try #require(opendir(folder))
        var names: [String] = []
        while let entry = readdir(stream) { names.append(PathText.name(of: entry)) }
        closedir(stream)
        #expect(names.sorted() == [".", "..", "\u{10FEFE}"])
        #expect(unlink(other) == 0)
    }
}
