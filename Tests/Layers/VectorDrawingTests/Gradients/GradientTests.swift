import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@Suite(.timeLimited) struct GradientTests {
    private static let red = Color(red: 1, green: 0, blue: 0)
    private static let blue = Color(red: 0, green: 0, blue: 1)
    private static let fade = Gradient(colors: [.black, .white])

    private func image(
        _ width: Int, _ height: Int, scale: Double = 1, _ draw: (inout PixelContext) -> Void
    ) -> PixelBuffer {
        PixelBuffer.drawn(size: PixelSize(width: width, height: height), scale: scale, draw)
    }

    private func pixels(_ buffer: PixelBuffer) -> [UInt32] { buffer.withPixels { Array($0) } }

    /// The gray of each pixel; nil for a transparent one.
    private func grays(_ buffer: PixelBuffer) -> [[Int?]] {
        (0..<buffer.size.height).map { row in
            (0..<buffer.size.width).map { buffer[$0, row] == 0 ? nil : Int(buffer[$0, row] & 255) }
        }
    }

    private func row(
        _ gradient: Gradient = fade, from start: Double, to end: Double, count: Int,
        options: GradientDrawingOptions = []
    ) -> [UInt32] {
        pixels(
            image(count, 1) {
                $0.drawLinearGradient(
                    gradient, start: Point(x: start, y: 0), end: Point(x: end, y: 0), options: options)
            })
    }

    @Test func `each pixel of a linear gradient has the color of its center`() {
        // At 1/8, 3/8, 5/8 and 7/8 of 255: 31.875, 95.625, 159.375 and 223.125.
        #expect(row(from: 0, to: 4, count: 4) == [0xFF20_2020, 0xFF60_6060, 0xFF9F_9F9F, 0xFFDF_DFDF])
        #expect(row(from: 4, to: 0, count: 4) == [0xFFDF_DFDF, 0xFF9F_9F9F, 0xFF60_6060, 0xFF20_2020])
    }

    @Test func `a linear gradient over any number of pixels has 1,024 steps`() {
        for count in 1...64 {
            let expected = (0..<count).map { column -> UInt32 in
                let step = (Double(2 * column + 1) * 1024 / Double(2 * count)).rounded(.toNearestOrEven)
                return 0xFF00_0000 | UInt32((255 * step / 1024).rounded()) * 0x01_0101
            }
            #expect(row(from: 0, to: Double(count), count: count) == expected, "\(count) pixels")
        }
    }

    @Test func `beyond its ends a gradient draws what its options say`() {
        // At 1/4 and 3/4 of 255: 63.75 and 191.25.
        let within: [UInt32] = [0xFF40_4040, 0xFFBF_BFBF]
        let black: [UInt32] = [0xFF00_0000, 0xFF00_0000]
        let white: [UInt32] = [0xFFFF_FFFF, 0xFFFF_FFFF]
        #expect(row(from: 2, to: 4, count: 6) == [0, 0] + within + [0, 0])
        #expect(row(from: 2, to: 4, count: 6, options: .drawsBeforeStartLocation) == black + within + [0, 0])
        #expect(row(from: 2, to: 4, count: 6, options: .drawsAfterEndLocation) == [0, 0] + within + white)
        let both: GradientDrawingOptions = [.drawsBeforeStartLocation, .drawsAfterEndLocation]
        #expect(row(from: 2, to: 4, count: 6, options: both) == black + within + white)
        // A pixel whose center is an end belongs to the gradient.
        #expect(row(from: 0.5, to: 2.5, count: 4) == [0xFF00_0000, 0xFF80_8080, 0xFFFF_FFFF, 0])
    }

    @Test func `a gradient runs in the coordinates of the context`() {
        let gray = [0xFF20_2020, 0xFF60_6060, 0xFF9F_9F9F, 0xFFDF_DFDF] as [UInt32]
        let scaled = image(3, 4, scale: 2) {
            $0.drawLinearGradient(Self.fade, start: .zero, end: Point(x: 0, y: 2))
        }
        #expect(pixels(scaled) == gray.flatMap { [$0, $0, $0] })
        let turned = image(3, 4) { context in
            context.concatenate(AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 3, ty: 0))
            context.drawLinearGradient(Self.fade, start: .zero, end: Point(x: 4, y: 0))
        }
        #expect(pixels(turned) == pixels(scaled))
    }

    @Test func `locations place the colors, and equal ones make an edge`() {
        let edge = Gradient(colors: [Self.red, Self.red, Self.blue, Self.blue], locations: [0, 0.25, 0.25, 1])
        #expect(row(edge, from: 0, to: 4, count: 4) == [0xFFFF_0000, 0xFF00_00FF, 0xFF00_00FF, 0xFF00_00FF])
        // Before the first and after the last location the color continues.
        let middle = Gradient(colors: [.black, .white], locations: [0.5, 0.5])
        #expect(row(middle, from: 0, to: 4, count: 4) == [0xFF00_0000, 0xFF00_0000, 0xFFFF_FFFF, 0xFFFF_FFFF])
        #expect(row(Gradient(colors: [Self.red]), from: 0, to: 2, count: 2) == [0xFFFF_0000, 0xFFFF_0000])
    }

    @Test func `locations ascend within 0 and 1, and there is one for each color`() {
        let limited = Gradient(colors: [.black, Self.red, Self.blue, .white], locations: [-1, 0.75, 0.5, 7])
        #expect(limited.stops.map(\.location) == [0, 0.75, 0.75, 1])
        #expect(Gradient(colors: [.black, Self.red, .white]).stops.map(\.location) == [0, 0.5, 1])
        #expect(Gradient(colors: [.black, .white], locations: [0]).stops.isEmpty)
        #expect(Gradient(colors: [.black, .white], locations: [0, .nan]).stops.isEmpty)
        #expect(Gradient(colors: []).stops.isEmpty)
        #expect(row(Gradient(colors: []), from: 0, to: 2, count: 2) == [0, 0])
    }

    @Test func `premultiplied components are interpolated, so that colors fade without a dark fringe`() {
        // Half of the way from clear to white is white with half of the opacity: 127.5, rounded up.
        #expect(row(Gradient(colors: [.clear, .white]), from: 0, to: 1, count: 1) == [0x8080_8080])
        let over = image(1, 1) { context in
            context.fillColor = Self.red
            context.fill(Rect(x: 0, y: 0, width: 1, height: 1))
            context.drawLinearGradient(
                Gradient(colors: [.clear, .white]), start: .zero, end: Point(x: 1, y: 0))
        }
        // 128 + 255 · 127/255 of red, 128 of green and blue.
        #expect(pixels(over) == [0xFFFF_8080])
    }

    @Test func `a radial gradient from a point makes a disc`() {
        let middle = Point(x: 2.5, y: 2.5)
        let disc = image(5, 5) {
            $0.drawRadialGradient(Self.fade, startCenter: middle, startRadius: 0, endCenter: middle, endRadius: 2)
        }
        // Distances of 0, 1, √2 and 2, of a radius of 2.
        #expect(
            grays(disc) == [
                [nil, nil, 255, nil, nil],
                [nil, 180, 128, 180, nil],
                [255, 128, 0, 128, 255],
                [nil, 180, 128, 180, nil],
                [nil, nil, 255, nil, nil],
            ])
        let all = image(5, 5) {
            $0.drawRadialGradient(
                Self.fade, startCenter: middle, startRadius: 0, endCenter: middle, endRadius: 2,
                options: .drawsAfterEndLocation)
        }
        #expect(grays(all) == grays(disc).map { $0.map { $0 ?? 255 } })
    }

    @Test func `a radial gradient between circles in one another makes a ring`() {
        let middle = Point(x: 2.5, y: 2.5)
        func ring(_ options: GradientDrawingOptions) -> [[Int?]] {
            grays(
                image(5, 5) {
                    $0.drawRadialGradient(
                        Self.fade, startCenter: middle, startRadius: 1, endCenter: middle, endRadius: 2,
                        options: options)
                })
        }
        let expected: [[Int?]] = [
            [nil, nil, 255, nil, nil],
            [nil, 106, 0, 106, nil],
            [255, 0, nil, 0, 255],
            [nil, 106, 0, 106, nil],
            [nil, nil, 255, nil, nil],
        ]
        #expect(ring([]) == expected)
        var filled = expected
        filled[2][2] = 0
        #expect(ring(.drawsBeforeStartLocation) == filled)
    }

    @Test func `a radial gradient between circles apart shows the last circle at each pixel`() {
        let tube = image(6, 3) {
            $0.drawRadialGradient(
                Self.fade, startCenter: Point(x: 1.5, y: 1.5), startRadius: 1, endCenter: Point(x: 4.5, y: 1.5),
                endRadius: 1)
        }
        #expect(
            grays(tube) == [
                [nil, 0, 85, 170, 255, nil],
                [0, 85, 170, 255, 170, 255],
                [nil, 0, 85, 170, 255, nil],
            ])
        let cone = image(8, 5) {
            $0.drawRadialGradient(
                Self.fade, startCenter: Point(x: 0.5, y: 2.5), startRadius: 0, endCenter: Point(x: 4.5, y: 2.5),
                endRadius: 2)
        }
        #expect(
            grays(cone) == [
                [nil, nil, nil, nil, 255, nil, nil, nil],
                [nil, nil, 212, 151, 187, 226, nil, nil],
                [0, 128, 255, 128, 170, 212, 255, nil],
                [nil, nil, 212, 151, 187, 226, nil, nil],
                [nil, nil, nil, nil, 255, nil, nil, nil],
            ])
    }

    @Test func `a gradient fills the clip, antialiased at its edges`() {
        let clipped = image(4, 1) { context in
            context.clip(to: Path(Rect(x: 0.5, y: 0, width: 2.5, height: 1)))
            context.drawLinearGradient(
                Gradient(colors: [Self.red]), start: .zero, end: Point(x: 4, y: 0))
        }
        #expect(pixels(clipped) == [0x8080_0000, 0xFFFF_0000, 0xFFFF_0000, 0])
    }

    @Test func `gradients without extent or with numbers that are not finite draw nothing`() {
        let all: GradientDrawingOptions = [.drawsBeforeStartLocation, .drawsAfterEndLocation]
        let empty = image(4, 4) { context in
            for bad in [0, .nan, .infinity, 1e-200, 1e300] {
                context.drawLinearGradient(Self.fade, start: .zero, end: Point(x: bad, y: 0), options: all)
                context.drawLinearGradient(
                    Self.fade, start: Point(x: 0, y: .nan), end: Point(x: bad, y: 0), options: all)
            }
            func radial(_ start: Point, _ startRadius: Double, _ end: Point, _ endRadius: Double) {
                context.drawRadialGradient(
                    Self.fade, startCenter: start, startRadius: startRadius, endCenter: end, endRadius: endRadius,
                    options: all)
            }
            radial(.zero, 2, .zero, 2)
            radial(.zero, 0, Point(x: 4, y: 0), 0)
            radial(.zero, -1, .zero, 2)
            radial(.zero, 1, .zero, -2)
            for bad in [Double.nan, .infinity] {
                radial(Point(x: bad, y: 0), 1, .zero, 2)
                radial(.zero, 1, Point(x: 0, y: bad), 2)
                radial(.zero, bad, .zero, 2)
                radial(.zero, 1, .zero, bad)
            }
            context.concatenate(AffineTransform(scaleX: 0, y: 1))
            context.drawLinearGradient(Self.fade, start: .zero, end: Point(x: 4, y: 0), options: all)
            radial(.zero, 0, .zero, 2)
        }
        #expect(pixels(empty).allSatisfy { $0 == 0 })
    }

    @Test func `colors that are not numbers count as black`() {
        let bad = Color(red: .nan, green: .infinity, blue: -1, alpha: .nan)
        let pixels = row(Gradient(colors: [bad, .white]), from: 0, to: 4, count: 4)
        #expect(pixels.allSatisfy { $0 >> 24 == 0 })
    }
}
