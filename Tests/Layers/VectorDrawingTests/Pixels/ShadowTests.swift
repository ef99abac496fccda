import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@Suite(.timeLimited) struct ShadowTests {
    private static let red = Color(red: 1, green: 0, blue: 0)

    private func image(
        _ width: Int, _ height: Int, scale: Double = 1, _ draw: (inout PixelContext) -> Void
    ) -> PixelBuffer {
        PixelBuffer.drawn(size: PixelSize(width: width, height: height), scale: scale, draw)
    }

    private func pixels(_ buffer: PixelBuffer) -> [UInt32] { buffer.withPixels { Array($0) } }

    private func alphas(_ buffer: PixelBuffer) -> [UInt32] { pixels(buffer).map { $0 >> 24 } }

    private func shadow(_ x: Double, _ y: Double = 0, blur: Double = 0) -> Shadow {
        Shadow(offset: Point(x: x, y: y), blur: blur, color: .black)
    }

    /// The alphas of the shadow of a pixel or square whose object lies outside the picture.
    private func shadowAlphas(_ size: Int, square: Rect, blur: Double) -> [[UInt32]] {
        let buffer = image(size, size) { context in
            context.shadow = shadow(1000, 0, blur: blur)
            var moved = square
            moved.origin.x -= 1000
            context.fill(Path(moved))
        }
        return (0..<size).map { row in (0..<size).map { buffer[$0, row] >> 24 } }
    }

    @Test func `a sharp shadow is the shape in its color, below the shape`() {
        let buffer = image(5, 1) { context in
            context.shadow = shadow(1)
            context.fillColor = Self.red
            context.fill(Rect(x: 0, y: 0, width: 2, height: 1))
        }
        #expect(pixels(buffer) == [0xFFFF_0000, 0xFFFF_0000, 0xFF00_0000, 0, 0])
    }

    @Test func `a shadow is black with an opacity of 1/3 by default, and of any color`() {
        let buffer = image(3, 1) { context in
            context.shadow = Shadow(offset: Point(x: 1, y: 0), blur: 0)
            context.fill(Path(Rect(x: 0, y: 0, width: 1, height: 1)))
            context.shadow = Shadow(offset: Point(x: 2, y: 0), blur: 0, color: Self.red)
            context.fill(Path(Rect(x: 0, y: 0, width: 1, height: 1)))
        }
        #expect(pixels(buffer) == [0xFF00_0000, 0x5500_0000, 0xFFFF_0000])
    }

    @Test func `a shadow is as translucent as its object, and shows through it`() {
        let buffer = image(3, 1) { context in
            context.shadow = shadow(1)
            context.fillColor = Color(red: 1, green: 0, blue: 0, alpha: 0.5)
            context.fill(Path(Rect(x: 0, y: 0, width: 2, height: 1)))
        }
        // Red of 127 over black of 127, of which 128/255 are left: 127 + 64.
        #expect(pixels(buffer) == [0x7F7F_0000, 0xBF7F_0000, 0x7F00_0000])
    }

    @Test func `the offset is in points of the bitmap, whatever the transform is`() {
        let buffer = image(8, 4, scale: 2) { context in
            context.shadow = shadow(1, 1)
            context.concatenate(AffineTransform(scaleX: 0.5, y: 0.5))
            context.concatenate(AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 2, ty: 0))
            context.fillColor = Self.red
            context.fill(Path(Rect(x: 0, y: 0, width: 1, height: 2)))
        }
        let expected: [[UInt32]] = [
            [0xFFFF_0000, 0xFFFF_0000, 0, 0, 0, 0, 0, 0],
            [0, 0, 0, 0, 0, 0, 0, 0],
            [0, 0, 0xFF00_0000, 0xFF00_0000, 0, 0, 0, 0],
            [0, 0, 0, 0, 0, 0, 0, 0],
        ]
        #expect(pixels(buffer) == expected.flatMap { $0 })
    }

    @Test func `an offset between pixels antialiases the shadow`() {
        let buffer = image(1, 6) { context in
            context.shadow = shadow(0, 2.5)
            context.fill(Path(Rect(x: 0, y: 0, width: 1, height: 2)))
        }
        #expect(alphas(buffer) == [255, 255, 128, 255, 128, 0])
    }

    @Test func `a blur of 2 is a Gaussian with a deviation of 1`() {
        // The weights are 25,096, 15,842, 3,971, 392 and 15 of 65,536: the integrals of the Gaussian over each pixel.
        #expect(
            shadowAlphas(9, square: Rect(x: 4, y: 4, width: 1, height: 1), blur: 2) == [
                [0, 0, 0, 0, 0, 0, 0, 0, 0],
                [0, 0, 0, 0, 1, 0, 0, 0, 0],
                [0, 0, 1, 4, 6, 4, 1, 0, 0],
                [0, 0, 4, 15, 24, 15, 4, 0, 0],
                [0, 1, 6, 24, 37, 24, 6, 1, 0],
                [0, 0, 4, 15, 24, 15, 4, 0, 0],
                [0, 0, 1, 4, 6, 4, 1, 0, 0],
                [0, 0, 0, 0, 1, 0, 0, 0, 0],
                [0, 0, 0, 0, 0, 0, 0, 0, 0],
            ])
    }

    @Test func `a blur of 4 is three boxes`() {
        let rows = shadowAlphas(20, square: Rect(x: 8, y: 8, width: 4, height: 4), blur: 4)
        #expect(rows[9] == [0, 0, 0, 0, 4, 16, 39, 70, 101, 121, 121, 101, 70, 39, 16, 4, 0, 0, 0, 0])
        #expect(rows[8] == [0, 0, 0, 0, 3, 13, 33, 59, 85, 102, 102, 85, 59, 33, 13, 3, 0, 0, 0, 0])
        // Columns are blurred first; both are rounded.
        #expect(rows.map { $0[9] } == [0, 0, 0, 0, 4, 16, 39, 70, 102, 121, 121, 102, 70, 39, 16, 4, 0, 0, 0, 0])
        #expect(rows[10] == rows[9])
    }

    @Test func `the clip holds for the shadow, and not for the object that casts it`() {
        let buffer = image(4, 1) { context in
            context.shadow = shadow(2)
            context.clip(to: Path(Rect(x: 2, y: 0, width: 1.5, height: 1)))
            context.fillColor = Self.red
            context.fill(Path(Rect(x: 0, y: 0, width: 2, height: 1)))
        }
        #expect(pixels(buffer) == [0, 0, 0xFF00_0000, 0x8000_0000])
    }

    @Test func `strokes and images cast shadows; gradients and clearing cast none`() {
        let stroked = image(6, 1) { context in
            context.shadow = shadow(3)
            context.strokeColor = Self.red
            var line = Path()
            line.move(to: Point(x: 1, y: 0.5))
            line.addLine(to: Point(x: 3, y: 0.5))
            context.stroke(line)
        }
        #expect(pixels(stroked) == [0, 0xFFFF_0000, 0xFFFF_0000, 0, 0xFF00_0000, 0xFF00_0000])
        let stamp = PixelBuffer(size: PixelSize(width: 2, height: 1)) { memory in
            memory[0] = 0xFFFF_0000
            memory[1] = 0x7F00_7F00
        }
        let drawn = image(4, 1) { context in
            context.shadow = shadow(2)
            context.draw(stamp, in: Rect(x: 0, y: 0, width: 2, height: 1), isSmooth: false)
        }
        #expect(pixels(drawn) == [0xFFFF_0000, 0x7F00_7F00, 0xFF00_0000, 0x7F00_0000])
        let turned = image(1, 4) { context in
            context.shadow = shadow(0, 2)
            context.concatenate(AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0))
            context.draw(stamp, in: Rect(x: 0, y: 0, width: 2, height: 1), isSmooth: false)
        }
        #expect(pixels(turned) == pixels(drawn))
        let without = image(4, 1) { context in
            context.shadow = shadow(2)
            context.drawLinearGradient(Gradient(colors: [Self.red]), start: .zero, end: Point(x: 2, y: 0))
            context.clear(Rect(x: 0, y: 0, width: 1, height: 1))
        }
        #expect(pixels(without) == [0, 0xFFFF_0000, 0, 0])
    }

    @Test func `without alpha there is no shadow`() {
        let buffer = image(4, 1) { context in
            context.shadow = Shadow(offset: Point(x: 2, y: 0), blur: 0, color: .clear)
            context.fill(Path(Rect(x: 0, y: 0, width: 1, height: 1)))
            context.shadow = shadow(2)
            context.fillColor = .clear
            context.fill(Path(Rect(x: 0, y: 0, width: 1, height: 1)))
            context.fill(Rect(x: 0, y: 0, width: 1, height: 1))
            context.fill(Path())
        }
        #expect(pixels(buffer) == [0xFF00_0000, 0, 0, 0])
    }

    @Test func `a blur has a limit, and numbers that are not finite do no harm`() {
        func drawn(_ side: Int, _ shadow: Shadow) -> [UInt32] {
            pixels(
                image(side, side) { context in
                    context.shadow = shadow
                    let square = Rect(x: 0, y: 0, width: Double(side), height: Double(side) / 2)
                    context.fill(Path(square))
                    context.fill(square)
                    context.stroke(Path(square))
                })
        }
        for side in 1...4 {
            let limited = drawn(side, shadow(0, 0, blur: Shadow.blurLimit))
            #expect(drawn(side, shadow(0, 0, blur: 1e9)) == limited)
            #expect(drawn(side, shadow(0, 0, blur: .infinity)) == limited)
            let sharp = drawn(side, shadow(0, 0))
            #expect(drawn(side, shadow(0, 0, blur: .nan)) == sharp)
            #expect(drawn(side, shadow(0, 0, blur: -3)) == sharp)
            let none = drawn(side, shadow(1e5))
            for bad in [Double.nan, .infinity, -.infinity, 2 * Shadow.offsetLimit] {
                #expect(drawn(side, shadow(bad)) == none)
                #expect(drawn(side, shadow(0, bad, blur: 4)) == none)
            }
        }
    }

    @Test func `what lies far outside casts no shadow and costs nothing`() {
        let far = 1e300
        let buffer = image(4, 4) { context in
            context.shadow = shadow(1, 1, blur: 8)
            context.fill(Rect(x: far, y: 0, width: far, height: 1))
            context.fill(Path(ellipseIn: Rect(x: -far, y: 0, width: 1, height: 1)))
            context.fill(Path(Rect(x: .nan, y: .nan, width: 1, height: 1)))
            context.fill(Rect(x: 1000, y: 0, width: 1, height: 1))
        }
        #expect(pixels(buffer).allSatisfy { $0 == 0 })
    }
}
