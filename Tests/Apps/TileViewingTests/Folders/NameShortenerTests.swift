import TestLimits
import Testing

@testable import TileViewing

/// Names of files that are too long for their place; here each character is a point wide.
@Suite(.timeLimited) struct NameShortenerTests {
    private func text(_ names: String..., width: Double) -> String {
        NameShortener.text(names, width: width) { Double($0.count) }
    }

    @Test func `a name that fits stays as it is`() {
        #expect(text("Portrait of a lake.tif", width: 22) == "Portrait of a lake.tif")
        #expect(text("", width: 5) == "")
        #expect(NameShortener.text([], width: 5) { Double($0.count) } == "")
    }

    @Test func `an ellipsis replaces the middle, with no blank beside it, and the file extension stays`() {
        #expect(text("Portrait of a lake.tif", width: 21) == "Portrait…f a lake.tif")
        #expect(text("Portrait of a lake.tif", width: 16) == "Portra…lake.tif")
        #expect(text("Portrait of a lake.tif", width: 9) == "Po…ke.tif")
        #expect(text("abcdefghij", width: 6) == "abc…ij")
        #expect(text("ab. This is not a file extension", width: 9) == "ab.…sion")
        #expect(text(".configuration", width: 7) == ".co…ion")
    }

    @Test func `where not even the file extension fits, the ellipsis is left`() {
        #expect(text("marble.tif", width: 5) == "….tif")
        #expect(text("marble.tif", width: 4) == "…" && text("marble.tif", width: 0) == "…")
    }

    @Test func `names in one line are shortened each on its own, and short ones leave room to long ones`() {
        #expect(text("a.tif", "b.tif", width: 13) == "a.tif | b.tif")
        #expect(text("mountains.tif", "mountains.png", width: 21) == "mo…ns.tif | mo…ns.png")
        #expect(text("a.tif", "mountains in snow.png", width: 21) == "a.tif | moun…snow.png")
        #expect(text("mountains.tif", "mountains.png", "mountains.jpg", width: 9) == "… | … | …")
    }

    @Test func `a very long name is measured in parts`() {
        var longest = 0
        let name = String(repeating: "x", count: 100_000) + ".tif"
        let text = NameShortener.text([name], width: 20) { text in
            longest = max(longest, text.count)
            return Double(text.count)
        }
        #expect(text == "xxxxxxxx…xxxxxxx.tif" && longest <= NameShortener.characterLimit)
    }
}
