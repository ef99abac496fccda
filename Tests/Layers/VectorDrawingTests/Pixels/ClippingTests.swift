import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@Suite(.timeLimited) struct ClippingTests {
    private static let red = Color(red: 1, green: 0, blue: 0)

    private func image(
        _ width: Int, _ height: Int, scale: Double = 1, _ draw: (inout PixelContext) -> Void
    ) -> PixelBuffer {
        PixelBuffer.drawn(size: PixelSize(width: width, height: height), scale: scale, draw)
    }

    private func pixels(_ buffer: PixelBuffer) -> [UInt32] { buffer.withPixels { Array($0) } }

    private func alphas(_ buffer: PixelBuffer) -> [UInt32] { pixels(buffer).map { $0 >> 24 } }

    private func area(_ buffer: PixelBuffer) -> Double { alphas(buffer).reduce(0) { $0 + Double($1) / 255 } }

    /// A square of 8 with a square of 4 in it, both clockwise.
    private static let ring: Path = {
        var path = Path(Rect(x: 0, y: 0, width: 8, height: 8))
        path.addRect(Rect(x: 2, y: 2, width: 4, height: 4))
        return path
    }()

    @Test func `pixels at the edge of a clip are drawn to in proportion to the covered area`() {
        let clipped = image(4, 1) { context in
            context.clip(to: Path(Rect(x: 0.5, y: 0, width: 2, height: 1)))
            context.fill(Rect(x: 0, y: 0, width: 4, height: 1))
        }
        // Half of 255, rounded up.
        #expect(alphas(clipped) == [128, 255, 128, 0])
    }

    @Test func `the coverages of nested clips and of a shape are multiplied`() {
        let half = Path(Rect(x: 0.5, y: 0, width: 2, height: 1))
        let twice = image(3, 1) { context in
            context.clip(to: half)
            context.clip(to: half)
            context.fill(Rect(x: 0, y: 0, width: 3, height: 1))
        }
        // 128 · 128/255 is 64.25.
        #expect(alphas(twice) == [64, 255, 64])
        let shape = image(3, 1) { context in
            context.clip(to: half)
            context.fillColor.alpha = 0.5
            context.fill(half)
        }
        // An opacity of 0.5 is 127, and 127 · 64/255 is 31.9.
        #expect(alphas(shape) == [32, 127, 32])
    }

    @Test(arguments: [(FillRule.nonZero, 64.0), (.evenOdd, 48.0)])
    func `the fill rule decides which points are inside a clip`(rule: FillRule, covered: Double) {
        let clipped = image(8, 8) { context in
            context.clip(to: Self.ring, rule: rule)
            context.fill(Rect(x: 0, y: 0, width: 8, height: 8))
        }
        #expect(area(clipped) == covered)
    }

    @Test func `filling everything within a clip is filling the clip's path, at any small size`() {
        for width in 1...9 {
            for height in 1...9 {
                let rect = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
                for path in [Path(ellipseIn: rect), Path(roundedRect: rect, radius: 2.3)] {
                    let clipped = image(width, height) { context in
                        context.clip(to: path)
                        context.fillColor = Self.red
                        context.fill(rect)
                    }
                    let filled = image(width, height) { context in
                        context.fillColor = Self.red
                        context.fill(path)
                    }
                    #expect(pixels(clipped) == pixels(filled), "\(width) × \(height)")
                }
            }
        }
    }

    @Test func `saved states are restored, innermost first`() {
        let buffer = image(4, 1) { context in
            context.saveGState()
            context.fillColor = Self.red
            context.shadow = Shadow(offset: .zero, blur: 1)
            context.clip(to: Path(Rect(x: 0, y: 0, width: 2, height: 1)))
            context.saveGState()
            context.clip(to: Path(Rect(x: 0.5, y: 0, width: 0.5, height: 1)))
            context.concatenate(AffineTransform(translationX: 2, y: 0))
            context.restoreGState()
            #expect(context.clip == PixelRect(x: 0, y: 0, width: 2, height: 1))
            #expect(context.transform == .identity && context.fillColor == Self.red && context.shadow != nil)
            context.shadow = nil
            context.fill(Rect(x: 0, y: 0, width: 4, height: 1))
            context.restoreGState()
            #expect(context.shadow == nil)
            context.fill(Rect(x: 3, y: 0, width: 1, height: 1))
            // Nothing is left to restore.
            context.fillColor = Self.red
            context.restoreGState()
            #expect(context.fillColor == Self.red)
        }
        #expect(pixels(buffer) == [0xFFFF_0000, 0xFFFF_0000, 0, 0xFF00_0000])
    }

    @Test func `withSavedState restores the clip, whatever is saved and restored within it`() {
        let buffer = image(2, 1) { context in
            context.saveGState()
            context.fillColor = Self.red
            context.withSavedState { context in
                context.restoreGState()
                #expect(context.fillColor == Self.red)
                context.saveGState()
                context.saveGState()
                context.clip(to: Path())
                context.fill(Rect(x: 0, y: 0, width: 2, height: 1))
            }
            context.fill(Rect(x: 0, y: 0, width: 1, height: 1))
            context.restoreGState()
            context.fill(Rect(x: 1, y: 0, width: 1, height: 1))
        }
        #expect(pixels(buffer) == [0xFFFF_0000, 0xFF00_0000])
    }

    @Test func `a rectangle clips to whole pixels, and in rotated coordinates to its edges`() {
        let upright = image(4, 1) { context in
            context.clip(to: Rect(x: 0.5, y: 0, width: 2, height: 1))
            context.fill(Rect(x: 0, y: 0, width: 4, height: 1))
        }
        #expect(alphas(upright) == [255, 255, 0, 0])
        let all = Rect(x: -100, y: -100, width: 200, height: 200)
        let square = Rect(x: -20, y: -20, width: 40, height: 40)
        func turned(_ draw: (inout PixelContext) -> Void) -> PixelBuffer {
            image(100, 100) { context in
                context.concatenate(AffineTransform(translationX: 50, y: 50))
                context.concatenate(AffineTransform(rotation: .pi / 4))
                draw(&context)
            }
        }
        let clipped = turned { context in
            context.clip(to: square)
            context.fill(all)
        }
        #expect(pixels(clipped) == pixels(turned { $0.fill(square) }))
        #expect(abs(area(clipped) - 1600) < 5)
    }

    @Test func `a path on pixel boundaries clips as a rectangle does`() {
        let rect = Rect(x: 1, y: 1, width: 2, height: 1)
        let buffer = image(4, 3) { context in
            context.clip(to: Path(rect))
            #expect(context.clip == PixelRect(x: 1, y: 1, width: 2, height: 1))
            #expect(context.clipBounds == rect)
            context.fillColor = Self.red
            context.fill(Path(Rect(x: 0, y: 0, width: 4, height: 3)))
        }
        #expect(alphas(buffer) == [0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0])
    }

    @Test func `nothing is drawn within a path without area`() {
        let nan = Point(x: .nan, y: .nan)
        let paths = [
            Path(), Path(polygon: [Point(x: 0, y: 0), Point(x: 4, y: 4)]), Path(polygon: [nan, nan, nan]),
            Path(Rect(x: 50, y: 50, width: 4, height: 4)), Path(Rect(x: -9, y: 0, width: 4, height: 4)),
            Path(Rect(x: 2, y: 2, width: 0, height: 2)),
        ]
        let stamp = image(2, 2) { $0.fill(Rect(x: 0, y: 0, width: 2, height: 2)) }
        let all = Rect(x: 0, y: 0, width: 4, height: 4)
        for path in paths {
            let buffer = image(4, 4) { context in
                context.shadow = Shadow(offset: .zero, blur: 3)
                context.clip(to: path)
                #expect(context.clip.isEmpty && context.clipBounds.isEmpty)
                context.fill(all)
                context.fill(Path(ellipseIn: all))
                context.stroke(Path(ellipseIn: all))
                context.draw(stamp, in: all)
                context.drawLinearGradient(
                    Gradient(colors: [.black]), start: .zero, end: Point(x: 4, y: 0))
                // A clip never grows.
                context.clip(to: Path(all))
                context.clip(to: all)
                context.fill(all)
            }
            #expect(pixels(buffer).allSatisfy { $0 == 0 })
        }
    }

    @Test func `images and clearing follow the clip`() {
        let white = image(2, 1) { context in
            context.fillColor = .white
            context.fill(Rect(x: 0, y: 0, width: 2, height: 1))
        }
        let drawn = image(2, 1) { context in
            context.clip(to: Path(Rect(x: 0.5, y: 0, width: 2, height: 1)))
            context.draw(white, in: Rect(x: 0, y: 0, width: 2, height: 1))
        }
        #expect(pixels(drawn) == [0x8080_8080, 0xFFFF_FFFF])
        let cleared = image(2, 1) { context in
            context.fill(Rect(x: 0, y: 0, width: 2, height: 1))
            context.clip(to: Path(Rect(x: 0.5, y: 0, width: 2, height: 1)))
            context.clear(Rect(x: 0, y: 0, width: 2, height: 1))
        }
        #expect(pixels(cleared) == [0x7F00_0000, 0])
    }

    /// Parts of a layer can be redrawn only if the pixels do not depend on the rectangle that is drawn.
    @Test func `drawing a part gives the same pixels as drawing all, with clips, shadows and gradients`() {
        var generator = SeededRandom(seed: 7)
        func number(_ range: ClosedRange<Double> = -10...50) -> Double { Double.random(in: range, using: &generator) }
        func point() -> Point { Point(x: number(), y: number()) }
        let stamp = image(5, 5) { $0.fill(Path(ellipseIn: Rect(x: 0, y: 0, width: 5, height: 5))) }
        for blur in [0, 0.7, 3, 4, 9, 25] {
            let points = (0..<8).map { _ in point() }
            let angle = number(0...6)
            let offset = Point(x: number(-9...9), y: number(-9...9))
            func draw(_ context: inout PixelContext) {
                context.clip(to: Path(polygon: points), rule: .evenOdd)
                context.shadow = Shadow(offset: offset, blur: blur)
                context.fillColor = Color(red: 1, green: 0.5, blue: 0, alpha: 0.7)
                context.fill(Path(ellipseIn: Rect(enclosing: points.prefix(3))))
                context.fill(Rect(enclosing: points.suffix(2)))
                context.strokeStyle.width = 3
                context.stroke(Path(polygon: points.dropFirst(2)))
                context.draw(stamp, in: Rect(enclosing: points[2...3]))
                context.concatenate(AffineTransform(rotation: angle))
                context.clip(to: Rect(x: 0, y: -30, width: 60, height: 80))
                context.draw(stamp, in: Rect(enclosing: points[4...5]))
                context.drawLinearGradient(
                    Gradient(colors: [.clear, .white, .clear]), start: points[0], end: points[1],
                    options: .drawsAfterEndLocation)
                context.drawRadialGradient(
                    Gradient(colors: [.white, .clear]), startCenter: points[1], startRadius: 3,
                    endCenter: points[2], endRadius: 9)
            }
            let whole = image(40, 40, draw)
            let part = PixelRect(x: 7, y: 5, width: 20, height: 13)
            let drawn = image(40, 40) { context in
                context.clip(to: Rect(x: 7, y: 5, width: 20, height: 13))
                draw(&context)
            }
            for y in 0..<40 {
                for x in 0..<40 {
                    let isInside = part.columns.contains(x) && part.rows.contains(y)
                    guard drawn[x, y] == (isInside ? whole[x, y] : 0) else {
                        Issue.record("a blur of \(blur): pixel (\(x), \(y)) differs")
                        return
                    }
                }
            }
        }
    }
}
