import Controls
import TestLimits
import Testing
import TextRendering
import TilePyramid

/// The lines of hints.
@Suite(.timeLimited) struct LineBreakTests {
    /// A text in a font, in lines of a limited width.
    private struct Lines: Hashable {
        var width: Int
        var count: Int
    }

    private func lines(_ text: String, limit: Int? = nil) throws -> Lines {
        let mask = try TextRenderer.draw(
            text, font: TextFont(family: "DejaVu Sans", size: 13), layout: TextLayoutOptions(width: limit))
        return Lines(width: mask.lineBox.size.width, count: mask.lineCount)
    }

    @Test(arguments: ["http://host/a", "/path/to/file", "https://h.org/{z}/{x}/{y}.png?key=a"])
    func `a path or an address that does not fit into the rest of a line begins the next one`(word: String) throws {
        let all = try lines("open \(word)")
        let alone = try lines(word)
        let broken = try lines("open \(word)".breakingBetweenWords, limit: all.width - 4)
        #expect(all.count == 1 && broken.count == 2)
        #expect(abs(broken.width - alone.width) <= 1, "the longer line is the word and nothing else")
    }

    @Test func `nothing is seen of where lines do not break`() throws {
        let text = "https://… of an image or a server, or a path/file"
        #expect(try lines(text.breakingBetweenWords) == lines(text))
        #expect(text.breakingBetweenWords.filter { $0 != "\u{2060}" } == text)
    }
}
