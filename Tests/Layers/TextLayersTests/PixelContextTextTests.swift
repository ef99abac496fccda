import LayerTree
import TestLimits
import Testing
import TextLayers
import TextRendering
import TilePyramid
import VectorDrawing

/// Text that a layer draws itself.
@MainActor
@Suite(.timeLimited)
struct PixelContextTextTests {
    private let style = TextStyle(font: TextFont(family: "DejaVu Sans", size: 15))

    private func drawn(
        scale: Double = 1, _ draw: (inout PixelContext) throws -> Void
    ) rethrows -> PixelBuffer {
        let size = PixelSize(width: Int(100 * scale), height: Int(60 * scale))
        return try PixelBuffer.drawn(size: size, scale: scale) { context in
            context.fillColor = .white
            context.fill(Rect(x: 0, y: 0, width: 100, height: 60))
            try draw(&context)
        }
    }

    private func ink(_ buffer: PixelBuffer) -> PixelRect {
        var all = PixelRect(x: 0, y: 0, width: 0, height: 0)
        for y in 0..<buffer.size.height {
            for x in 0..<buffer.size.width where buffer[x, y] != 0xFFFF_FFFF {
                all = all.union(PixelRect(x: x, y: y, width: 1, height: 1))
            }
        }
        return all
    }

    @Test(arguments: [1.0, 2.0])
    func `text is exactly that of a label, from the nearest pixel on`(scale: Double) throws {
        let rect = Rect(x: 10.2, y: 19.8, width: 80, height: 30)
        let buffer = try drawn(scale: scale) { try $0.draw("Hamburg", in: rect, style: style) }
        let text = try DrawnText("Hamburg", style: style, scale: scale, box: rect.size)
        let letters = try #require(text.buffer)
        let left = Int(((rect.minX + text.frame.minX) * scale).rounded())
        let top = Int(((rect.minY + text.frame.minY) * scale).rounded())
        #expect(!ink(buffer).isEmpty)
        for y in 0..<buffer.size.height {
            for x in 0..<buffer.size.width {
                let isInside =
                    (0..<letters.size.width).contains(x - left) && (0..<letters.size.height).contains(y - top)
                let gray = 255 - (isInside ? letters[x - left, y - top] >> 24 : 0)
                #expect(buffer[x, y] == 0xFF00_0000 | gray * 0x01_0101)
            }
        }
    }

    @Test func `lines are wrapped, aligned and cut in the rectangle, and cutting is reported`() throws {
        var style = style
        style.lineLimit = nil
        style.alignment = .right
        var isWhole = true
        let buffer = try drawn {
            isWhole = try $0.draw(
                "Lorem ipsum dolor sit amet", in: Rect(x: 20, y: 5, width: 60, height: 20), style: style)
        }
        let all = ink(buffer)
        #expect(!isWhole && all.x >= 20 && all.columns.upperBound > 74 && all.columns.upperBound <= 80)
        #expect(all.y >= 5 && all.rows.upperBound <= 25)
        _ = try drawn { isWhole = try $0.draw("I", in: Rect(x: 0, y: 0, width: 50, height: 30)) }
        #expect(isWhole)
    }

    @Test func `the clip of the context holds, and nothing is drawn in an empty rectangle`() throws {
        let clipped = try drawn { context in
            context.clip(to: Rect(x: 0, y: 0, width: 30, height: 60))
            try context.draw("Hamburg", in: Rect(x: 10, y: 10, width: 80, height: 30), style: style)
        }
        #expect(ink(clipped).columns.upperBound <= 30 && !ink(clipped).isEmpty)
        let empty = try drawn { try $0.draw("Hamburg", in: Rect(x: 10, y: 10, width: 0, height: 30), style: style) }
        #expect(ink(empty).isEmpty)
        #expect(try ink(drawn { try $0.draw("", in: Rect(x: 10, y: 10, width: 30, height: 30)) }).isEmpty)
        #expect(try ink(drawn { try $0.draw("a", in: Rect(x: 1e9, y: -1e9, width: 30, height: 30)) }).isEmpty)
    }

    @Test func `rotated text runs down`() throws {
        let buffer = try drawn { context in
            context.concatenate(AffineTransform(translationX: 50, y: 0))
            context.concatenate(AffineTransform(rotation: .pi / 2))
            try context.draw("Hxmh", in: Rect(x: 0, y: 0, width: 60, height: 20), style: style)
        }
        let all = ink(buffer)
        #expect(all.size.height > 30 && all.size.width < 20 && all.x >= 30 && all.columns.upperBound <= 50)
    }

    @Test func `text casts the shadow of the context, at whole pixels`() throws {
        let rect = Rect(x: 10, y: 10, width: 80, height: 30)
        let red = TextStyle(font: style.font, color: Color(red: 1, green: 0, blue: 0))
        let shadowed = try drawn { context in
            context.shadow = Shadow(offset: Point(x: 1.6, y: 2.4), blur: 0, color: .black)
            try context.draw("Hamburg", in: rect, style: red)
        }
        let twice = try drawn { context in
            try context.draw("Hamburg", in: Rect(x: 12, y: 12, width: 80, height: 30), style: style)
            try context.draw("Hamburg", in: rect, style: red)
        }
        #expect(shadowed.withPixels { Array($0) } == twice.withPixels { Array($0) })
        let mask = try TextRenderer.draw("Hamburg", font: style.font)
        let lettered = drawn { context in
            context.shadow = Shadow(offset: Point(x: 2, y: 2), blur: 0, color: .black)
            context.draw(mask, column: 10, row: 10, color: .white)
        }
        let blackened = drawn { context in
            context.draw(mask, column: 12, row: 12, color: .black)
            context.draw(mask, column: 10, row: 10, color: .white)
        }
        #expect(lettered.withPixels { Array($0) } == blackened.withPixels { Array($0) })
    }

    @Test func `a path that the context is clipped to clips text`() throws {
        let rect = Rect(x: 10, y: 10, width: 80, height: 30)
        let whole = try drawn { try $0.draw("Hamburg", in: rect, style: style) }
        let clipped = try drawn { context in
            context.clip(to: Path(Rect(x: 0, y: 0, width: 40.5, height: 60)))
            try context.draw("Hamburg", in: rect, style: style)
        }
        for y in 0..<60 {
            #expect((0..<40).allSatisfy { clipped[$0, y] == whole[$0, y] })
            #expect((41..<100).allSatisfy { clipped[$0, y] == 0xFFFF_FFFF })
            // Half of the letter's black of the pixel in between.
            let alpha = 255 - (whole[40, y] & 255)
            let gray = 255 - (alpha * 128 + 127) / 255
            #expect(clipped[40, y] == 0xFF00_0000 | gray * 0x01_0101)
        }
    }
}
