import VectorDrawing
import TestSupport
import TestLimits
import Testing
import TilePyramid

@Suite(.timeLimited) struct PixelContextTests {
    private static let red = Color(red: 1, green: 0, blue: 0)
    private static let green = Color(red: 0, green: 1, blue: 0)

    private func image(
        _ width: Int, _ height: Int, scale: Double = 1, _ draw: (inout PixelContext) -> Void
    ) -> PixelBuffer {
        PixelBuffer.drawn(size: PixelSize(width: width, height: height), scale: scale, draw)
    }

    private func pixels(_ buffer: PixelBuffer) -> [UInt32] { buffer.withPixels { Array($0) } }

    /// The covered area in pixels.
    private func area(_ buffer: PixelBuffer) -> Double {
        pixels(buffer).reduce(0) { $0 + Double($1 >> 24) / 255 }
    }

    @Test func `a filled rectangle covers the pixels whose centers it contains, left and top edge included`() {
        let square = image(4, 4) { context in
            context.fillColor = Self.red
            context.fill(Rect(x: 0.5, y: 1, width: 2, height: 2))
        }
        #expect((0..<4).map { square[$0, 1] } == [0xFFFF_0000, 0xFFFF_0000, 0, 0])
        #expect((0..<4).map { square[1, $0] } == [0, 0xFFFF_0000, 0xFFFF_0000, 0])
    }

    @Test func `rectangles that share an edge anywhere leave no gap and fill no pixel twice`() {
        for edge in stride(from: 0, through: 8, by: 0.0625) {
            let both = image(8, 2) { context in
                context.fillColor.alpha = 0.5
                context.fill(Rect(x: 0, y: 0, width: edge, height: 2))
                context.fill(Rect(x: edge, y: 0, width: 8 - edge, height: 2))
            }
            #expect(pixels(both).allSatisfy { $0 == 0x7F00_0000 }, "edge at \(edge)")
        }
    }

    @Test func `at a scale of 2 a point is 2 pixels`() {
        let square = image(8, 8, scale: 2) { $0.fill(Rect(x: 1, y: 1, width: 2, height: 2)) }
        #expect(area(square) == 16)
        #expect(square[2, 2] == 0xFF00_0000 && square[1, 2] == 0 && square[5, 5] == 0xFF00_0000)
    }

    @Test func `a disc of radius 50 covers 7,854 pixels`() {
        let disc = image(100, 100) { $0.fill(Path(ellipseIn: Rect(x: 0, y: 0, width: 100, height: 100))) }
        #expect(abs(area(disc) - 7854) < 8)
    }

    @Test func `a square of 100 with corners of radius 20 covers 9,657 pixels`() {
        let square = image(100, 100) {
            $0.fill(Path(roundedRect: Rect(x: 0, y: 0, width: 100, height: 100), radius: 20))
        }
        #expect(abs(area(square) - 9657) < 5)
    }

    @Test func `a slanted edge is antialiased`() {
        let half = image(2, 2) { context in
            context.fill(Path(polygon: [Point(x: 0, y: 0), Point(x: 2, y: 2), Point(x: 0, y: 2)]))
        }
        #expect(pixels(half) == [0x8000_0000, 0, 0xFF00_0000, 0x8000_0000])
    }

    @Test(arguments: [(FillRule.nonZero, 64.0), (.evenOdd, 48.0)])
    func `a square within a square is filled or left out by the fill rule`(rule: FillRule, filled: Double) {
        let ring = image(8, 8) { context in
            var path = Path(Rect(x: 0, y: 0, width: 8, height: 8))
            path.move(to: Point(x: 2, y: 2))
            path.addLine(to: Point(x: 6, y: 2))
            path.addLine(to: Point(x: 6, y: 6))
            path.addLine(to: Point(x: 2, y: 6))
            path.close()
            context.fill(path, rule: rule)
        }
        #expect(area(ring) == filled)
    }

    @Test func `a square of the opposite orientation within another one is left out`() {
        let ring = image(8, 8) { context in
            var path = Path(Rect(x: 0, y: 0, width: 8, height: 8))
            path.move(to: Point(x: 2, y: 2))
            path.addLine(to: Point(x: 2, y: 6))
            path.addLine(to: Point(x: 6, y: 6))
            path.addLine(to: Point(x: 6, y: 2))
            context.fill(path)
        }
        #expect(area(ring) == 48)
    }

    @Test func `withSavedState restores the state`() {
        let buffer = image(4, 1) { context in
            context.fillColor = Self.red
            context.withSavedState { context in
                context.fillColor = Self.green
                context.strokeStyle.width = 7
                context.clip(to: Rect(x: 0, y: 0, width: 1, height: 1))
                context.concatenate(AffineTransform(translationX: -1, y: 0))
                context.fill(Rect(x: 0, y: 0, width: 4, height: 1))
            }
            #expect(context.strokeStyle == StrokeStyle())
            context.fill(Rect(x: 2, y: 0, width: 1, height: 1))
        }
        #expect(pixels(buffer) == [0xFF00_FF00, 0, 0xFFFF_0000, 0])
    }

    @Test func `drawing one image while another one is drawn does not change its colors`() {
        let outer = image(2, 1) { context in
            context.fillColor = Self.red
            let inner = PixelBuffer.drawn(size: PixelSize(width: 1, height: 1)) { context in
                context.fillColor = Self.green
                context.fill(Rect(x: 0, y: 0, width: 1, height: 1))
            }
            context.fill(Rect(x: 0, y: 0, width: 1, height: 1))
            context.draw(inner, in: Rect(x: 1, y: 0, width: 1, height: 1))
        }
        #expect(pixels(outer) == [0xFFFF_0000, 0xFF00_FF00])
    }

    @Test func `an image in its own size is drawn pixel for pixel`() {
        var generator = SeededRandom(seed: 5)
        let source = PixelBuffer(size: PixelSize(width: 7, height: 5), isOpaque: true) { memory in
            for index in memory.indices {
                memory[index] = UInt32.random(in: 0xFF00_0000...0xFFFF_FFFF, using: &generator)
            }
        }
        let copy = image(7, 5) { $0.draw(source, in: Rect(x: 0, y: 0, width: 7, height: 5)) }
        #expect(pixels(copy) == pixels(source))
        let turned = image(5, 7) { context in
            context.concatenate(AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 5, ty: 0))
            context.draw(source, in: Rect(x: 0, y: 0, width: 7, height: 5), isSmooth: false)
        }
        #expect((0..<7).allSatisfy { x in (0..<5).allSatisfy { y in turned[4 - y, x] == source[x, y] } })
    }

    @Test func `an image of 2 × 1 drawn four times as wide keeps two colors, or interpolates when smooth`() {
        let source = PixelBuffer(size: PixelSize(width: 2, height: 1), isOpaque: true) { memory in
            memory[0] = 0xFF00_0000
            memory[1] = 0xFFFF_FFFF
        }
        let sharp = image(8, 1) { $0.draw(source, in: Rect(x: 0, y: 0, width: 8, height: 1), isSmooth: false) }
        #expect(
            pixels(sharp) == [UInt32](repeating: 0xFF00_0000, count: 4) + [UInt32](repeating: 0xFFFF_FFFF, count: 4))
        let smooth = image(8, 1) { $0.draw(source, in: Rect(x: 0, y: 0, width: 8, height: 1)) }
        #expect(pixels(smooth).map { $0 & 0xFF } == [0, 0, 32, 96, 159, 223, 255, 255])
    }

    @Test func `cleared pixels are transparent, in rotated coordinates too`() {
        let holed = image(4, 4) { context in
            context.fill(Rect(x: 0, y: 0, width: 4, height: 4))
            context.clear(Rect(x: 1, y: 1, width: 2, height: 2))
        }
        #expect(area(holed) == 12 && holed[1, 1] == 0 && holed[3, 3] == 0xFF00_0000)
        let turned = image(100, 100) { context in
            context.fill(Rect(x: 0, y: 0, width: 100, height: 100))
            context.concatenate(
                AffineTransform(rotation: .pi / 4).followed(by: AffineTransform(translationX: 50, y: 50)))
            context.clear(Rect(x: -20, y: -20, width: 40, height: 40))
        }
        #expect(abs(area(turned) - 8400) < 5)
    }

    @Test func `pixels written with withPixels are those of the image`() {
        let buffer = image(2, 2) { $0.withPixels { $0[3] = 0x8040_2010 } }
        #expect(buffer[1, 1] == 0x8040_2010)
    }

    @Test func `an image is opaque if every pixel is`() {
        let whole = image(3, 3) { $0.fill(Rect(x: 0, y: 0, width: 3, height: 3)) }
        let almost = image(3, 3) { $0.fill(Rect(x: 0, y: 0, width: 3, height: 2)) }
        #expect(whole.isOpaque)
        #expect(!almost.isOpaque)
    }

    @Test func `an error thrown while drawing reaches the caller`() {
        struct Refusal: Error {}
        #expect(throws: Refusal.self) {
            _ = try PixelBuffer.drawn(size: PixelSize(width: 1, height: 1)) { _ throws(Refusal) in throw Refusal() }
        }
    }

    @Test func `infinite and NaN coordinates do no harm`() {
        let far = 1e300
        let buffer = image(4, 4) { context in
            context.fill(Rect(x: -far, y: -far, width: 2 * far, height: 2 * far))
            context.fillColor = Self.red
            context.fill(Rect(x: .nan, y: 0, width: 4, height: 4))
            context.fill(Path(ellipseIn: Rect(x: 0, y: 0, width: .infinity, height: .nan)))
            context.fill(Path(polygon: [Point(x: far, y: 0), Point(x: far, y: far), Point(x: .nan, y: 1)]))
            context.strokeStyle.width = far
            context.stroke(Path(polygon: [Point(x: far, y: 0), Point(x: far, y: far)]))
        }
        #expect(buffer[0, 0] >> 24 == 255)
    }

    /// Drawing within a clip must give exactly the pixels of drawing without one, so that parts can be redrawn.
    @Test func `drawing within a clip gives the same pixels as without it`() {
        var generator = SeededRandom(seed: 11)
        func number() -> Double { Double.random(in: -10...50, using: &generator) }
        func point() -> Point { Point(x: number(), y: number()) }
        let stamp = image(5, 5) { $0.fill(Path(ellipseIn: Rect(x: 0, y: 0, width: 5, height: 5))) }
        for _ in 0..<40 {
            let points = (0..<5).map { _ in point() }
            let angle = Double.random(in: 0...6, using: &generator)
            let width = Double.random(in: 0.2...12, using: &generator)
            let join = StrokeStyle.Join.allCases.randomElement(using: &generator) ?? .miter
            func draw(_ context: inout PixelContext) {
                context.fillColor = Color(red: 1, green: 0.5, blue: 0, alpha: 0.7)
                context.fill(Path(polygon: points))
                context.strokeStyle = StrokeStyle(width: width, join: join)
                context.stroke(Path(ellipseIn: Rect(enclosing: points.prefix(2))))
                context.concatenate(AffineTransform(rotation: angle))
                context.fill(Rect(enclosing: points.prefix(3)))
                context.draw(stamp, in: Rect(enclosing: points.suffix(2)))
            }
            let whole = image(40, 40, draw)
            let clip = PixelRect(x: 7, y: 5, width: 20, height: 13)
            let clipped = image(40, 40) { context in
                context.clip(to: Rect(x: 7, y: 5, width: 20, height: 13))
                draw(&context)
            }
            for y in 0..<40 {
                for x in 0..<40 {
                    let isInside = clip.columns.contains(x) && clip.rows.contains(y)
                    guard clipped[x, y] == (isInside ? whole[x, y] : 0) else {
                        Issue.record("pixel (\(x), \(y)) differs")
                        return
                    }
                }
            }
        }
    }
}
