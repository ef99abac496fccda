import TestLimits
import Testing
import TextRendering
import TilePyramid
import VectorDrawing

/// The lines of texts that are laid out with attributes, wrapping, alignment and truncation.
@Suite(.timeLimited)
struct TextMetricsTests {
    private static let lorem =
        "Lorem ipsum dolor sit amet, consectetur adipiscing elit. Quisque massa arcu, eleifend vel varius in, facilisis"
        + " pulvinar leo."

    private func measure(
        _ text: AttributedText, _ layout: TextLayoutOptions = TextLayoutOptions(), size: Double = 15
    ) throws -> TextMetrics {
        try TextRenderer.measure(text, font: TextFont(family: "DejaVu Sans", size: size), layout: layout)
    }

    @Test(.enabled(if: hasDejaVu, "DejaVu Sans is not installed"))
    func `a text of 15 pixels in a width of 200 has a known number of lines`() throws {
        func count(_ wrapping: TextLayoutOptions.Wrapping) throws -> Int {
            try measure(AttributedText(Self.lorem), TextLayoutOptions(width: 200, wrapping: wrapping)).lineCount
        }
        #expect(try count(.word) == 6)
        #expect(try count(.character) == 5)
        #expect(try count(.none) == 1)
    }

    @Test func `lines stay within the width, unless they are neither wrapped nor truncated`() throws {
        for wrapping in TextLayoutOptions.Wrapping.allCases {
            let metrics = try measure(AttributedText(Self.lorem), TextLayoutOptions(width: 200, wrapping: wrapping))
            #expect(metrics.lines.allSatisfy { $0.x == 0 && $0.size.width <= 200 })
            #expect(metrics.isTruncated == (wrapping == .none))
        }
        let layout = TextLayoutOptions(width: 200, truncation: .none, wrapping: .none)
        let whole = try measure(AttributedText(Self.lorem + "\nabc"), layout)
        #expect(whole.lineCount == 2 && whole.lines[0].size.width > 400 && !whole.isTruncated)
    }

    @Test func `a word that is too long for a line is broken`() throws {
        let metrics = try measure(AttributedText(String(repeating: "W", count: 100)), TextLayoutOptions(width: 200))
        #expect(metrics.lineCount > 5 && metrics.lineBox.size.width <= 200 && !metrics.isTruncated)
    }

    @Test(arguments: [TextLayoutOptions.Truncation.end, .middle, .start])
    func `paragraphs stay apart with a limit of lines and an ellipsis`(truncation: TextLayoutOptions.Truncation) throws
    {
        func count(_ text: AttributedText, _ limit: Int, width: Int? = nil) throws -> (lines: Int, isTruncated: Bool) {
            let metrics = try measure(text, TextLayoutOptions(width: width, lineLimit: limit, truncation: truncation))
            return (metrics.lineCount, metrics.isTruncated)
        }
        #expect(try count("a\nb", 2) == (2, false))
        #expect(try count("a\n\nb", 4) == (3, false))
        #expect(try count("a\n\n\nb", 2).lines == 2)
        // The end of the text is kept where it matters: the last line then has room for all of it.
        #expect(try count("a\nb\nc", 2) == (2, truncation == .end))
        #expect(try count("a\nb", 1) == (1, false))
        let long = AttributedText(Self.lorem + "\n" + Self.lorem + "\n" + Self.lorem)
        let paragraph = try count(AttributedText(Self.lorem), 100, width: 200).lines
        for limit in [2, paragraph, paragraph + 1, 2 * paragraph, 3 * paragraph - 1] {
            #expect(try count(long, limit, width: 200) == (limit, true))
        }
        #expect(try count(long, 3 * paragraph, width: 200) == (3 * paragraph, false))
    }

    @Test func `the last paragraph within a limit of lines ends with an ellipsis if others follow`() throws {
        func mask(_ text: String, _ layout: TextLayoutOptions) throws -> TextMask {
            try TextRenderer.draw(text, font: TextFont(size: 15), layout: layout)
        }
        let cut = try mask("One\nTwo\nThree", TextLayoutOptions(lineLimit: 2))
        let written = try mask("One\nTwo…", TextLayoutOptions())
        #expect(cut.coverage == written.coverage && cut.isTruncated && !written.isTruncated)
        let first = try measure("One\nTwo\nThree", TextLayoutOptions(width: 200)).lines
        let limited = try measure("One\nTwo\nThree", TextLayoutOptions(width: 200, lineLimit: 2)).lines
        #expect(limited.map(\.y) == first.prefix(2).map(\.y) && limited[0] == first[0])
        let joined = try mask("One\nTwo\nThree", TextLayoutOptions(lineLimit: 2, truncation: .middle))
        #expect(try joined.coverage == mask("One\nTwo Three", TextLayoutOptions()).coverage)
    }

    @Test func `the parts of a shortened text keep their colors and decorations`() throws {
        var text = AttributedText("One\nTwo\nThree")
        text.updateAttributes(in: 4..<7) { $0.backgroundColor = Color(red: 1, green: 0, blue: 0) }
        func pixels(_ text: AttributedText, _ layout: TextLayoutOptions) throws -> [UInt32] {
            let buffer = try PixelBuffer.drawn(size: PixelSize(width: 80, height: 60)) { context throws in
                try TextRenderer.withLayout(text, font: TextFont(size: 15), layout: layout) {
                    $0?.draw(in: &context, column: 0, row: 0, color: .black)
                }
            }
            return buffer.withPixels { Array($0) }
        }
        var written = AttributedText("One\nTwo…")
        written.updateAttributes(in: 4..<8) { $0.backgroundColor = Color(red: 1, green: 0, blue: 0) }
        #expect(try pixels(text, TextLayoutOptions(lineLimit: 2)) == pixels(written, TextLayoutOptions()))
    }

    @Test func `justified lines fill the width, except the last of each paragraph`() throws {
        let text = AttributedText(Self.lorem + "\n" + Self.lorem)
        let metrics = try measure(text, TextLayoutOptions(width: 200, alignment: .justified))
        let plain = try measure(text, TextLayoutOptions(width: 200))
        #expect(metrics.lineCount == plain.lineCount && metrics.lineCount >= 4)
        for (index, (line, other)) in zip(metrics.lines, plain.lines).enumerated() {
            let isLast = index % (metrics.lineCount / 2) == metrics.lineCount / 2 - 1
            #expect(line.size.width == (isLast ? other.size.width : 200) && line.x == 0)
        }
    }

    @Test func `left and right are sides of the box, leading and trailing those of the script`() throws {
        func x(_ text: AttributedText, _ alignment: TextLayoutOptions.Alignment) throws -> (left: Int, right: Int) {
            let line = try measure(text, TextLayoutOptions(width: 200, alignment: alignment)).lines[0]
            return (line.x, 200 - line.columns.upperBound)
        }
        for (text, isLatin) in [("abc", true), ("שלום", false)] as [(AttributedText, Bool)] {
            #expect(try x(text, .left).left == 0 && x(text, .right).right == 0)
            let leading = try x(text, .leading)
            let trailing = try x(text, .trailing)
            #expect((isLatin ? leading.left : leading.right) == 0 && leading.left + leading.right > 100)
            #expect((isLatin ? trailing.right : trailing.left) == 0 && trailing.left + trailing.right > 100)
            #expect(try x(text, .justified) == leading)
            let center = try x(text, .center)
            #expect(abs(center.left - center.right) <= 1)
        }
    }

    @Test func `without truncation, lines beyond the limit are left out and line breaks are kept`() throws {
        let metrics = try measure("a\nb\nc\nd", TextLayoutOptions(lineLimit: 2, truncation: .none))
        #expect(metrics.lineCount == 2 && metrics.isTruncated)
        #expect(try metrics.lineBox.size == measure("a\nb").lineBox.size)
        #expect(try !measure("a\nb", TextLayoutOptions(lineLimit: 2, truncation: .none)).isTruncated)
    }

    @Test func `a height limits the number of lines`() throws {
        let line = try measure("abc").lineBox.size.height
        let text = AttributedText(Self.lorem)
        let metrics = try measure(text, TextLayoutOptions(width: 200, height: 3 * line))
        #expect(metrics.lineCount == 3 && metrics.isTruncated)
        #expect(try measure(text, TextLayoutOptions(width: 200, height: 1)).lineCount == 1)
    }

    @Test func `a truncated text shows an ellipsis at the end, in the middle or at the start`() throws {
        let letters = "abcdefghijklmnopqrstuvwxyz"
        let font = TextFont(family: "DejaVu Sans", size: 15)
        func mask(_ text: String, _ layout: TextLayoutOptions) throws -> TextMask {
            try TextRenderer.draw(text, font: font, layout: layout)
        }
        func columns(_ text: some StringProtocol) throws -> [[UInt8]] { try mask(String(text), .line).inkedColumns }
        func cut(_ truncation: TextLayoutOptions.Truncation) throws -> [[UInt8]] {
            let cut = try mask(letters, TextLayoutOptions(width: 100, lineLimit: 1, truncation: truncation))
            #expect(cut.isTruncated && cut.lineBox.size.width <= 100)
            return cut.inkedColumns
        }
        let end = try cut(.end)
        let start = try cut(.start)
        let middle = try cut(.middle)
        let ellipsis = try columns("…")
        let counts = 1..<letters.count
        #expect(try counts.count { try columns(letters.prefix($0)) + ellipsis == end } == 1)
        #expect(try counts.count { try ellipsis + columns(letters.suffix($0)) == start } == 1)
        let (prefixes, suffixes) = try (
            counts.map { try columns(letters.prefix($0)) }, counts.map { try columns(letters.suffix($0)) }
        )
        #expect(prefixes.count { prefix in suffixes.contains { prefix + ellipsis + $0 == middle } } == 1)
    }

    @Test func `attributes change the size of letters, their distance and the height of lines`() throws {
        func size(_ set: (inout TextAttributes) -> Void) throws -> PixelSize {
            try measure(AttributedText("Hamburg", set)).lineBox.size
        }
        let plain = try size { _ in }
        #expect(try size { $0.size = 30 }.height >= 2 * plain.height - 1)
        #expect(try size { $0.weight = .bold }.width > plain.width)
        #expect(try size { $0.family = "DejaVu Sans Mono" }.width != plain.width)
        #expect(try size { $0.letterSpacing = 2 }.width == plain.width + 6 * 2)
        #expect(try size { $0.lineHeight = 2 }.height >= 2 * plain.height - 1)
        #expect(try size { $0.isItalic = true }.height == plain.height)
        // A part that is raised makes room above the others.
        var text: AttributedText = "H2"
        text.updateAttributes(in: 1..<2) { $0.baselineOffset = 6 }
        let raised = try measure(text)
        let level = try measure("H2")
        #expect(
            raised.lineBox.size == PixelSize(width: level.lineBox.size.width, height: level.lineBox.size.height + 6))
        #expect(raised.baseline == level.baseline + 6)
    }

    @Test func `colors and decorations move no letter`() throws {
        var text = AttributedText(Self.lorem)
        let plain = try measure(text, TextLayoutOptions(width: 200))
        text.updateAttributes(in: 6..<11) {
            $0.color = .white
            $0.backgroundColor = .black
            $0.underline = .double
            $0.strikethrough = .single
        }
        #expect(try measure(text, TextLayoutOptions(width: 200)) == plain)
    }

    @Test(arguments: [-Double.infinity, -1e300, -100, 0, 1e-9, 1e9, 1e300, .infinity, .nan])
    func `attributes of any size are safe`(number: Double) throws {
        var text: AttributedText = "abc שלום e\u{301} 😀\tdef"
        text.updateAttributes(in: 2..<9) {
            $0.size = number
            $0.letterSpacing = number
            $0.baselineOffset = number
            $0.lineHeight = number
            $0.family = "No Such Family, \u{0}<&"
            $0.underline = .double
        }
        let layout = TextLayoutOptions(
            width: Int(exactly: number) ?? .min, height: Int(exactly: number) ?? .max, lineSpacing: number,
            alignment: .right)
        let metrics = try TextRenderer.measure(text, font: TextFont(size: number), layout: layout)
        #expect(metrics.lineBox.size.width <= TextRenderer.sideLimit)
        #expect(metrics.lineBox.size.height <= TextRenderer.sideLimit)
    }

    @Test func `of a hundred thousand characters with attributes of their own, the first 4,000 are laid out`() throws {
        var text = AttributedText()
        for index in 0..<100_000 {
            text.append("x") { $0.size = 10 + Double(index % 3) }
        }
        #expect(text.runs.count == 100_000)
        let metrics = try measure(text, TextLayoutOptions(width: 400))
        #expect(metrics.isTruncated && metrics.lineCount > 50)
        #expect(metrics.lineBox.size.height <= TextRenderer.sideLimit)
    }

    @Test func `an empty text has no lines, and a tab is wider than a space`() throws {
        let empty = try measure("")
        #expect(empty.lineCount == 0 && empty.lineBox.size.area == 0 && !empty.isTruncated)
        #expect(try measure("a\tb").lineBox.size.width > measure("a b").lineBox.size.width)
        #expect(try measure("\n").lineCount == 2)
    }
}

extension TextMask {
    /// The columns with coverage: Pango widens an ellipsis, so that its line is as wide as the layout.
    fileprivate var inkedColumns: [[UInt8]] {
        (0..<size.width).map { x in (0..<size.height).map { coverage[$0 * size.width + x] } }
            .filter { $0.contains { $0 > 0 } }
    }
}

/// A missing font is replaced, and its serif variant by the same one, so that both draw the same.
private let hasDejaVu: Bool = {
    func mask(_ family: String) -> TextMask? {
        try? TextRenderer.draw("Rag 109", font: TextFont(family: family, size: 20))
    }
    return mask("DejaVu Sans") != mask("DejaVu Serif")
}()
