import LayerTree
import TestLimits
import Testing
import TextLayers
import TextRendering
import TilePyramid
import VectorDrawing

/// The pixels of texts with attributes, and of texts in boxes.
@Suite(.timeLimited)
struct DrawnTextTests {
    private let style = TextStyle(font: TextFont(family: "DejaVu Sans", size: 15), color: .black)
    private let red = Color(red: 1, green: 0, blue: 0)
    private let blue = Color(red: 0, green: 0, blue: 1)

    /// Draws text on white, in a box at the origin.
    private func draw(
        _ text: AttributedText, scale: Double = 1, box: Size? = nil, _ change: (inout TextStyle) -> Void = { _ in }
    ) throws -> (text: DrawnText, pixels: PixelBuffer) {
        var style = style
        style.panel = .background(.white)
        change(&style)
        let drawn = try DrawnText(text, style: style, scale: scale, box: box)
        return (drawn, try #require(drawn.buffer))
    }

    /// The columns in which a pixel satisfies a condition.
    private func columns(_ pixels: PixelBuffer, where condition: (UInt32) -> Bool) -> [Int] {
        (0..<pixels.size.width).filter { x in (0..<pixels.size.height).contains { condition(pixels[x, $0]) } }
    }

    /// The rows in which all pixels of some columns have one color.
    private func rows(_ pixels: PixelBuffer, _ columns: Range<Int>, of color: UInt32) -> [Int] {
        (0..<pixels.size.height).filter { y in columns.allSatisfy { pixels[$0, y] == color } }
    }

    private func width(_ text: AttributedText, scale: Double = 1) throws -> Int {
        try Int(DrawnText.size(of: text, style: style, scale: scale).width * scale)
    }

    @Test(arguments: [1.0, 2.0])
    func `the range (6, 5) is red and underlined, and nothing else is`(scale: Double) throws {
        var text: AttributedText = "Lorem ipsum dolor"
        text.updateAttributes(in: 6..<11) {
            $0.color = red
            $0.underline = .single
        }
        let (drawn, pixels) = try draw(text, scale: scale)
        let plain = try draw("Lorem ipsum dolor", scale: scale)
        let range = try width("Lorem ", scale: scale)..<width("Lorem ipsum", scale: scale)
        // Green and blue are equal in red, as in gray; red exceeds them in red only.
        let reds = columns(pixels) { $0 >> 16 & 255 > ($0 >> 8 & 255) + 40 }
        #expect(reds == Array(range))
        let underline = rows(pixels, range, of: 0xFFFF_0000)
        #expect(
            (1...Int(scale)).contains(underline.count)
                && underline.first.map { Double($0) } ?? 0 >= drawn.baseline * scale)
        for y in 0..<pixels.size.height {
            for x in 0..<pixels.size.width where !range.contains(x) {
                #expect(pixels[x, y] == plain.pixels[x, y])
            }
        }
        #expect(drawn.size == plain.text.size)
    }

    @Test func `two strokes underline and strike through, in colors of their own`() throws {
        let (drawn, pixels) = try draw(
            AttributedText("HHH") {
                $0.underline = .init(.double, color: red)
                $0.strikethrough = .init(.double, color: blue)
            })
        let all = 0..<pixels.size.width
        let under = rows(pixels, all, of: 0xFFFF_0000)
        let through = rows(pixels, all, of: 0xFF00_00FF)
        #expect(under.count == 2 && under[1] == under[0] + 2 && under[0] >= Int(drawn.baseline))
        #expect(through.count == 2 && through[1] == through[0] + 2 && through[1] < Int(drawn.baseline))
    }

    @Test func `a background fills the line behind its letters only`() throws {
        var text: AttributedText = "Lorem ipsum dolor"
        text.updateAttributes(in: 6..<11) { $0.backgroundColor = blue }
        let (_, pixels) = try draw(text)
        let range = try width("Lorem ")..<width("Lorem ipsum")
        #expect((0..<pixels.size.height).filter { pixels[range.lowerBound, $0] == 0xFF00_00FF }.count > 14)
        #expect(columns(pixels) { $0 & 255 > ($0 >> 8 & 255) + 40 } == Array(range))
    }

    @Test func `a text without attributes is drawn as a plain one, and with the color of its style`() throws {
        let (_, pixels) = try draw("Hamburg")
        let (_, parts) = try draw(
            AttributedText("Ham") { $0.color = .black } + AttributedText("burg") { $0.weight = .regular })
        var differences = 0
        for y in 0..<pixels.size.height {
            for x in 0..<pixels.size.width {
                differences += pixels[x, y] == parts[x, y] ? 0 : 1
            }
        }
        #expect(differences == 0 && columns(pixels) { $0 == 0xFF00_0000 }.count > 5)
    }

    @Test func `with two pixels for each point, a box has twice the pixels and the same lines`() throws {
        let text: AttributedText = "Lorem ipsum dolor sit amet, consectetur adipiscing elit. Quisque massa arcu"
        let box = Size(width: 200, height: 120)
        let one = try draw(text, box: box) { $0.lineLimit = nil }
        let two = try draw(text, scale: 2, box: box) { $0.lineLimit = nil }
        #expect(one.pixels.size == PixelSize(width: 200, height: 120))
        #expect(two.pixels.size == PixelSize(width: 400, height: 240))
        #expect(one.text.size == box && two.text.size == box)
        #expect(one.text.lineCount == two.text.lineCount && one.text.lineCount >= 2)
        #expect(abs(one.text.baseline - two.text.baseline) <= 1)
    }

    @Test(arguments: TextStyle.VerticalAlignment.allCases)
    func `lines stand at the top, in the middle or at the bottom of a box`(alignment: TextStyle.VerticalAlignment)
        throws
    {
        let drawn = try draw("Hxy", box: Size(width: 100, height: 101)) { $0.verticalAlignment = alignment }
        let line = try draw("Hxy").text
        let free = 101 - line.size.height
        let top = [.top: 0, .center: (free / 2).rounded(.down), .bottom: free][alignment]
        #expect(drawn.text.baseline == top.map { $0 + line.baseline })
    }

    @Test func `the last line is not justified, the others reach both edges`() throws {
        let text: AttributedText = "HHH HHH HHH HHH HHH HHH HHH HHH HHH HHH H"
        let drawn = try draw(text, box: Size(width: 200, height: 100)) {
            $0.lineLimit = nil
            $0.alignment = .justified
        }
        #expect(drawn.text.lineCount >= 2)
        let dark = columns(drawn.pixels) { $0 & 255 < 128 }
        // An H has side bearings of a tenth of the font size.
        #expect(try #require(dark.first) <= 2 && #require(dark.last) >= 197)
    }

    @Test func `letters are cut at a box, and reach beyond a text's own size only without an opaque background`() throws
    {
        let (drawn, pixels) = try draw("Hamburg", box: Size(width: 30, height: 8)) { $0.truncation = .none }
        #expect(pixels.size == PixelSize(width: 30, height: 8) && drawn.size == Size(width: 30, height: 8))
        #expect(drawn.isTruncated)
        let slanted = AttributedText("fff") { $0.isItalic = true }
        let opaque = try draw(slanted).text
        #expect(opaque.frame == Rect(origin: .zero, size: opaque.size) && opaque.buffer?.isOpaque == true)
    }

    @Test func `long lines that are neither wrapped nor truncated are aligned in their box and cut`() throws {
        let text = AttributedText("H" + String(repeating: " ", count: 100) + "H")
        func ink(_ alignment: TextLayoutOptions.Alignment) throws -> [Int] {
            let drawn = try draw(text, box: Size(width: 100, height: 20)) {
                $0.wrapping = .none
                $0.truncation = .none
                $0.alignment = alignment
            }
            #expect(drawn.pixels.size == PixelSize(width: 100, height: 20))
            return columns(drawn.pixels) { $0 & 255 < 128 }
        }
        #expect(try ink(.left).allSatisfy { $0 < 15 } && !ink(.left).isEmpty)
        #expect(try ink(.right).allSatisfy { $0 > 85 } && !ink(.right).isEmpty)
        #expect(try ink(.center).isEmpty)
    }

    @Test func `a panel fills a box, even without text, and pads the text`() throws {
        var panelStyle = style
        panelStyle.panel = TextStyle.Panel(color: blue, radius: 0, horizontalPadding: 7, verticalPadding: 3)
        let empty = try DrawnText("", style: panelStyle, scale: 1, box: Size(width: 40, height: 30))
        #expect(empty.buffer?.isOpaque == true && empty.buffer?.size == PixelSize(width: 40, height: 30))
        #expect(empty.lineCount == 0)
        let text = try DrawnText("Hxy", style: panelStyle, scale: 1, box: Size(width: 60, height: 30))
        #expect(try text.baseline == draw("Hxy").text.baseline + 3)
    }

    @Test(arguments: [-1, 0, 0.4, 1e12, .infinity, .nan])
    func `boxes, scales and fonts of any size are safe`(number: Double) throws {
        var text: AttributedText = "abc שלום e\u{301} 😀\tdef"
        text.updateAttributes(in: 2..<9) {
            $0.letterSpacing = number
            $0.baselineOffset = number
            $0.backgroundColor = red
            $0.strikethrough = .double
        }
        let box = Size(width: number, height: 20)
        let inBox = try DrawnText(text, style: style, scale: 1, box: box)
        #expect((inBox.buffer?.size.width ?? 0) <= TextRenderer.sideLimit)
        let scaled = try DrawnText(text, style: style, scale: min(number, 100))
        #expect((scaled.buffer?.size.width ?? 0) <= TextRenderer.sideLimit)
        var odd = style
        odd.font.size = number
        odd.width = number
        odd.lineSpacing = number
        odd.lineLimit = nil
        let small = try DrawnText("ab", style: odd, scale: 1, box: Size(width: 30, height: 20))
        #expect(small.size == Size(width: 30, height: 20))
    }
}
