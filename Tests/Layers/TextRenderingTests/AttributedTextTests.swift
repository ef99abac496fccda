import TestLimits
import Testing
import TextRendering
import VectorDrawing

/// Texts whose parts have attributes, as values.
@Suite(.timeLimited)
struct AttributedTextTests {
    private let red = Color(red: 1, green: 0, blue: 0)
    private var isRed: TextAttributes {
        var attributes = TextAttributes()
        attributes.color = red
        return attributes
    }

    /// The parts as texts, with stars around red parts.
    private func marked(_ text: AttributedText) -> String {
        text.runs.map { $0.attributes.color == red ? "*\($0.text)*" : String($0.text) }.joined(separator: "|")
    }

    @Test func `a text is built from a string, a closure and parts`() {
        #expect(AttributedText().isEmpty && AttributedText().runs.isEmpty)
        #expect(AttributedText("abc") == "abc" && "abc" as AttributedText == AttributedText("abc") { _ in })
        var text = AttributedText("Hello") { $0.color = red }
        text.append(" you")
        text.append(" all") { $0.color = red }
        #expect(marked(text) == "*Hello*| you|* all*" && text.string == "Hello you all" && "\(text)" == text.string)
        #expect(text == AttributedText("Hello", attributes: isRed) + " you" + AttributedText(" all", attributes: isRed))
        text.append("")
        #expect(text.runs.count == 3)
    }

    @Test func `attributes are set in a range of characters, of which only the changed ones differ`() {
        var text: AttributedText = "Lorem ipsum dolor"
        text.setAttributes(isRed, in: 6..<11)
        #expect(marked(text) == "Lorem |*ipsum*| dolor")
        text.updateAttributes(in: 9..<14) { $0.underline = .single }
        #expect(text.runs.map { String($0.text) } == ["Lorem ", "ips", "um", " do", "lor"])
        #expect(text.attributes(at: 9)?.color == red && text.attributes(at: 9)?.underline == .single)
        #expect(text.attributes(at: 11)?.color == nil && text.attributes(at: 11)?.underline == .single)
        #expect(text.attributes(at: 17) == nil && text.attributes(at: -1) == nil && text.attributes(at: .max) == nil)
        text.setAttributes(isRed, in: 6..<14)
        #expect(marked(text) == "Lorem |*ipsum do*|lor")
        text.updateAttributes { $0 = TextAttributes() }
        #expect(text == "Lorem ipsum dolor")
    }

    @Test(arguments: [
        (-5..<3, "*abc*|def"), (4..<100, "abcd|*ef*"), (Int.min..<Int.max, "*abcdef*"), (6..<9, "abcdef"),
        (-9 ..< -1, "abcdef"), (2..<2, "abcdef"), (Int.max - 1..<Int.max, "abcdef"),
    ])
    func `a range is limited to the text`(range: Range<Int>, expected: String) {
        var text: AttributedText = "abcdef"
        text.setAttributes(isRed, in: range)
        #expect(marked(text) == expected)
    }

    @Test func `offsets count characters as people see them`() {
        var text: AttributedText = "e\u{301}👩‍👩‍👧ß\u{1F1E9}\u{1F1EA}x"
        text.setAttributes(isRed, in: 1..<2)
        #expect(marked(text) == "e\u{301}|*👩‍👩‍👧*|ß\u{1F1E9}\u{1F1EA}x")
        text.setAttributes(isRed, in: 3..<4)
        #expect(marked(text) == "e\u{301}|*👩‍👩‍👧*|ß|*\u{1F1E9}\u{1F1EA}*|x")
    }

    @Test func `indices of the string set attributes, and those of another string are limited`() throws {
        let string = "Zürich am See"
        var text = AttributedText(string)
        text.setAttributes(isRed, in: try #require(string.firstRange(of: "ürich")))
        #expect(marked(text) == "Z|*ürich*| am See")
        let other = String(repeating: "x", count: 50)
        text.updateAttributes(in: other.startIndex..<other.endIndex) { $0.color = nil }
        #expect(text == AttributedText(string))
        // The second byte of a character stands for the character.
        text.setAttributes(isRed, in: other.index(other.startIndex, offsetBy: 2)..<other.endIndex)
        #expect(marked(text) == "Z|*ürich am See*")
        text.setAttributes(isRed, in: other.endIndex..<other.endIndex)
        var empty = AttributedText()
        empty.setAttributes(isRed, in: other.startIndex..<other.endIndex)
        empty.setAttributes(isRed, in: 0..<1)
        #expect(empty == AttributedText())
    }

    @Test func `every range gives the attributes that were set last, character by character`() {
        for first in 0..<6 {
            for last in first...6 {
                var text: AttributedText = "äbcdéf"
                text.setAttributes(isRed, in: 1..<3)
                text.updateAttributes(in: first..<last) { $0.size = 20 }
                for offset in 0..<6 {
                    #expect(text.attributes(at: offset)?.color == ((1..<3).contains(offset) ? red : nil))
                    #expect(text.attributes(at: offset)?.size == ((first..<last).contains(offset) ? 20 : nil))
                }
                #expect(text.runs.map { String($0.text) }.joined() == "äbcdéf")
                #expect(zip(text.runs, text.runs.dropFirst()).allSatisfy { $0.attributes != $1.attributes })
            }
        }
    }

    @Test func `lengths of attributes are scaled, other attributes are not`() {
        let text = AttributedText("abc") {
            $0.size = 10
            $0.letterSpacing = 1.5
            $0.baselineOffset = -2
            $0.lineHeight = 1.5
            $0.weight = .bold
        }
        #expect(
            text.scaled(by: 2)
                == AttributedText("abc") {
                    $0.size = 20
                    $0.letterSpacing = 3
                    $0.baselineOffset = -4
                    $0.lineHeight = 1.5
                    $0.weight = .bold
                })
    }
}
