import Foundation
import TestSupport
import TestLimits
import Testing
import TextRendering
import TilePyramid

/// Tests text masks.
///
/// The shapes of letters depend on the installed font, so only properties of any font are expected.
@Suite(.timeLimited)
struct TextRendererTests {
    private func draw(_ text: String, size: Double = 16, _ layout: TextLayoutOptions = TextLayoutOptions()) throws
        -> TextMask
    {
        try TextRenderer.draw(text, font: TextFont(size: size), layout: layout)
    }

    @Test func `a mask contains its lines, and letters stand on the baseline`() throws {
        let mask = try draw("HHH")
        #expect(mask.coverage.count == mask.size.area)
        #expect(mask.lineCount == 1 && !mask.isTruncated)
        #expect((16...24).contains(mask.lineBox.size.height))
        #expect(mask.rows.last == mask.baseline - 1)
        #expect(mask.coverage.max() == 255)
        let descending = try draw("gjpqy")
        #expect(try #require(descending.rows.last) >= descending.baseline)
        #expect(descending.baseline - descending.lineBox.y == mask.baseline - mask.lineBox.y)
    }

    @Test func `empty text gives an empty mask, and a space takes room without coverage`() throws {
        let empty = try draw("")
        #expect(empty.size.area == 0 && empty.coverage.isEmpty && empty.lineCount == 0)
        let space = try draw(" ")
        #expect(space.lineBox.size.width > 0 && space.rows.isEmpty)
    }

    @Test(arguments: ["a<b>", "&amp;", "&", "<span size='99999'>", "]]>", "%s%n"])
    func `markup in a text is not interpreted`(text: String) throws {
        let letters = try text.map { try draw(String($0), size: 32).lineBox.size.width }.reduce(0, +)
        let whole = try draw(text, size: 32).lineBox.size.width
        // Kerning may move letters together a little.
        #expect(abs(whole - letters) <= letters / 10)
    }

    @Test(arguments: ["\u{0}", "\u{1}", "\u{1B}", "\u{7F}", "\u{85}\u{9B}", "\r\u{B}"])
    func `each control character is rendered as one replacement character`(text: String) throws {
        let mask = try draw("a" + text + "b", .line)
        let plain = try draw("ab", .line)
        #expect(mask.lineBox.size.width > plain.lineBox.size.width)
        #expect(mask.lineCount == 1)
        #expect(try draw("a\u{1}b", .line) == draw("a\u{FFFD}b", .line))
    }

    @Test func `invalid UTF-8 is rendered as replacement characters`() throws {
        let name = String(decoding: [0x61, 0xFF, 0xC3, 0x62] as [UInt8], as: UTF8.self)
        #expect(try draw(name) == draw("a\u{FFFD}\u{FFFD}b"))
    }

    @Test func `line breaks are kept, or become spaces where the number of lines is limited`() throws {
        for text in ["ab\ncd", "ab\r\ncd", "ab\rcd", "ab\u{2028}cd", "ab\u{85}cd"] {
            #expect(try draw(text).lineCount == 2)
            #expect(try draw(text, .line) == draw("ab cd", .line))
        }
        let two = try draw("ab\ncd")
        let height = try draw("ab").lineBox.size.height
        #expect(two.lineBox.size.height == 2 * height)
        #expect(try draw("ab\ncd", TextLayoutOptions(lineSpacing: 5)).lineBox.size.height == 2 * height + 5)
    }

    @Test(arguments: [1, 2, 3])
    func `text is wrapped at a width and truncated after the last line`(limit: Int) throws {
        let text = "one two three four five six seven eight nine ten eleven twelve"
        let mask = try draw(text, TextLayoutOptions(width: 100, lineLimit: limit))
        #expect(mask.lineCount == limit && mask.isTruncated)
        #expect(mask.lineBox.size.width <= 100)
        let whole = try draw(text, TextLayoutOptions(width: 100))
        #expect(whole.lineCount > 3 && !whole.isTruncated)
        #expect(whole.lineBox.size.width <= 100)
    }

    @Test func `an ellipsis replaces the end or the middle`() throws {
        let end = try draw("abcdefghijklmnopqrstuvwxyz", TextLayoutOptions(width: 80, lineLimit: 1))
        let middle = try draw(
            "abcdefghijklmnopqrstuvwxyz", TextLayoutOptions(width: 80, lineLimit: 1, truncation: .middle))
        #expect(end.isTruncated && middle.isTruncated && end != middle)
        #expect(end.lineBox.size.width <= 80 && middle.lineBox.size.width <= 80)
        #expect(try !draw("abc", TextLayoutOptions(width: 80, lineLimit: 1)).isTruncated)
    }

    @Test func `the mask of a very long text is limited`() throws {
        for text in [
            String(repeating: "long ", count: 100_000), String(repeating: "x", count: 100_000),
            String(repeating: "a\n", count: 100_000), "e" + String(repeating: "\u{301}", count: 100_000),
        ] {
            let mask = try draw(text)
            #expect(mask.isTruncated)
            #expect(mask.size.width <= TextRenderer.sideLimit && mask.size.height <= TextRenderer.sideLimit)
        }
        #expect(try draw("e" + String(repeating: "\u{301}", count: 50)).size.height <= 80)
        #expect(try draw("HH", size: 1e9).size.height <= TextRenderer.sideLimit)
        #expect(try draw("HH", size: -.infinity).size.height <= 8)
    }

    @Test func `right-to-left text starts at the right`() throws {
        let mask = try draw("שלום\nשל", TextLayoutOptions(width: 200))
        let half = mask.lineBox.size.height / 2
        func columns(_ rows: Range<Int>) -> [Int] {
            (0..<mask.size.width).filter { x in rows.contains { mask.coverage[$0 * mask.size.width + x] > 0 } }
        }
        let first = columns(0..<half)
        let second = columns(half..<mask.size.height)
        #expect(try abs(#require(first.last) - #require(second.last)) <= 4)
        #expect(try #require(first.first) + 4 < #require(second.first))
        // A number within it stays left to right.
        #expect(try draw("שלום 123").lineBox.size.width > draw("שלום").lineBox.size.width)
    }

    @Test func `lines are aligned leading, centered or trailing`() throws {
        func first(_ alignment: TextLayoutOptions.Alignment) throws -> Int {
            let mask = try draw("WWWWWWWW\nI", TextLayoutOptions(alignment: alignment))
            let top = mask.lineBox.y + mask.lineBox.size.height / 2
            let lower = (0..<mask.size.width).first { x in
                (top..<mask.size.height).contains { mask.coverage[$0 * mask.size.width + x] > 0 }
            }
            return try #require(lower)
        }
        let (left, middle, right) = try (first(.leading), first(.center), first(.trailing))
        #expect(left < 6)
        #expect(abs(middle - left - (right - middle)) <= 2)
        #expect(right > 60)
    }

    @Test func `digits are equally wide, and bold letters have more ink`() throws {
        let widths = try Set((0...9).map { try draw(String(repeating: "\($0)", count: 8)).lineBox.size.width })
        #expect(widths.count == 1)
        func ink(_ weight: TextFont.Weight) throws -> Int {
            try TextRenderer.draw("Hamburg", font: TextFont(size: 24, weight: weight)).coverage.reduce(0) {
                $0 + Int($1)
            }
        }
        #expect(try ink(.bold) > ink(.regular) * 11 / 10)
    }

    @Test func `concurrent rendering gives the same masks`() async throws {
        let texts = (0..<40).map { "text \($0) \(String(repeating: "ä", count: $0))" }
        let expected = try texts.map { try draw($0) }
        let drawn = try await withThrowingTaskGroup(of: (Int, TextMask).self) { group in
            for (index, text) in texts.enumerated() {
                group.addTask { (index, try TextRenderer.draw(text, font: TextFont(size: 16))) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for (index, mask) in expected.enumerated() {
            #expect(drawn[index] == mask)
        }
    }

    @Test func `rendering is unchanged after fonts were evicted`() throws {
        let before = try draw("Hamburg")
        for size in 1...100 {
            _ = try draw("a", size: Double(size))
        }
        #expect(try draw("Hamburg") == before)
    }

    @Test func `a missing font family is substituted`() throws {
        let mask = try TextRenderer.draw("abc", font: TextFont(family: "No Such Family 123, <&", size: 16))
        #expect(mask.rows.count > 4)
    }

    @Test func `without any font the error tells what to install`() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let config = folder.path("fonts.conf")
            try Data("<fontconfig><cachedir>\(folder.path("cache"))</cachedir></fontconfig>".utf8)
                .write(to: URL(fileURLWithPath: config))
            setenv("FONTCONFIG_FILE", config, 1)
            let error = try #require(throws: TextError.self) {
                try TextRenderer.draw("abc", font: TextFont(size: 16))
            }
            #expect(error.code == .noFont)
            #expect(error.description.hasPrefix("text: no font is installed"))
            #expect(try TextRenderer.draw("", font: TextFont(size: 16)).size.area == 0)
        }
    }
}

extension TextMask {
    /// The rows with a pixel that is at least half covered.
    fileprivate var rows: [Int] {
        (0..<size.height).filter { y in (0..<size.width).contains { coverage[y * size.width + $0] >= 128 } }
    }
}
