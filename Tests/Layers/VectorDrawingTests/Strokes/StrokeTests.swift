import Foundation
import VectorDrawing
import TestLimits
import TestSupport
import Testing
import TilePyramid

@Suite(.timeLimited) struct StrokeTests {
    private func area(
        _ width: Int, _ height: Int, of style: StrokeStyle, along path: Path, color: Color = .black
    ) -> Double {
        image(width, height, of: style, along: path, color: color).withPixels {
            $0.reduce(0) { $0 + Double($1 >> 24) / 255 }
        }
    }

    private func image(
        _ width: Int, _ height: Int, of style: StrokeStyle, along path: Path, color: Color = .black
    ) -> PixelBuffer {
        PixelBuffer.drawn(size: PixelSize(width: width, height: height)) { context in
            context.strokeStyle = style
            context.strokeColor = color
            context.stroke(path)
        }
    }

    private func line(_ points: (Double, Double)...) -> Path {
        var path = Path()
        for (index, point) in points.enumerated() {
            let vertex = Point(x: point.0, y: point.1)
            if index == 0 { path.move(to: vertex) } else { path.addLine(to: vertex) }
        }
        return path
    }

    @Test(arguments: [
        (StrokeStyle.Cap.butt, 200.0), (.square, 300.0), (.round, 200 + 25 * Double.pi),
    ])
    func `a line of 20 × 10 ends with its cap`(cap: StrokeStyle.Cap, expected: Double) {
        let drawn = area(40, 20, of: StrokeStyle(width: 10, cap: cap), along: line((10, 10), (30, 10)))
        #expect(abs(drawn - expected) < 0.5)
    }

    @Test(arguments: [
        (StrokeStyle.Join.miter, 400.0), (.bevel, 387.5), (.round, 375 + 25 * Double.pi / 4),
    ])
    func `a right angle of two lines 10 wide has its join`(join: StrokeStyle.Join, expected: Double) {
        let drawn = area(
            40, 40, of: StrokeStyle(width: 10, join: join), along: line((5, 10), (25, 10), (25, 30)))
        #expect(abs(drawn - expected) < 0.5)
    }

    @Test func `the corners of a closed line all have joins`() {
        let square = Path(Rect(x: 10, y: 10, width: 20, height: 20))
        #expect(area(40, 40, of: StrokeStyle(width: 10), along: square) == 800)
    }

    @Test func `a very sharp corner is beveled`() {
        let style = StrokeStyle(width: 4)
        let sharp = image(200, 20, of: style, along: line((10, 8), (100, 10), (10, 12)))
        #expect(sharp[99, 10] != 0)
        #expect((110..<200).allSatisfy { sharp[$0, 10] == 0 })
    }

    @Test func `where a line crosses itself it is drawn once`() {
        let half = Color(red: 0, green: 0, blue: 0, alpha: 0.5)
        let cross = image(
            20, 20, of: StrokeStyle(width: 4), along: line((0, 10), (20, 10), (20, 0), (10, 0), (10, 20)), color: half)
        #expect(cross[10, 10] == 0x7F00_0000)
        #expect(cross[4, 10] == 0x7F00_0000)
    }

    @Test func `an ellipse stroked along the image's edge with a width of 10 is clipped`() {
        // A ring from 45 to 55 without the part beyond 50: four circular segments of the outer disc.
        let ring = Path(ellipseIn: Rect(x: 0, y: 0, width: 100, height: 100))
        let piece = 3025 * acos(50.0 / 55) - 50 * 525.0.squareRoot()
        let expected = .pi * (3025 - 2025) - 4 * piece
        #expect(abs(area(100, 100, of: StrokeStyle(width: 10), along: ring) - expected) < 3)
    }

    @Test func `a line of width 0, a point and an empty path draw nothing`() {
        #expect(area(9, 9, of: StrokeStyle(width: 0), along: line((0, 4), (9, 4))) == 0)
        #expect(area(9, 9, of: StrokeStyle(width: 4), along: line((4, 4))) == 0)
        #expect(area(9, 9, of: StrokeStyle(width: 4), along: Path()) == 0)
    }

    @Test func `a point is a dot with a round cap, and a square with a square cap`() {
        #expect(area(9, 9, of: StrokeStyle(width: 4, cap: .square), along: line((4, 4), (4, 4))) == 16)
        #expect(abs(area(9, 9, of: StrokeStyle(width: 4, cap: .round), along: line((4, 4))) - 4 * .pi) < 0.2)
    }

    @Test func `a line after a close starts at the subpath's start`() {
        var path = Path(Rect(x: 2, y: 2, width: 4, height: 4))
        path.addLine(to: Point(x: 2, y: 10))
        let drawn = image(12, 12, of: StrokeStyle(width: 2), along: path)
        #expect(drawn[2, 8] == 0xFF00_0000)
    }

    @Test func `the stroke of a circle is the ring between two circles, in every pixel`() {
        func circle(_ radius: Double) -> Path {
            Path(ellipseIn: Rect(x: 30.2 - radius, y: 30.6 - radius, width: 2 * radius, height: 2 * radius))
        }
        let canvas = PixelRect(x: 0, y: 0, width: 61, height: 61)
        for (radius, width) in [(20.0, 6.0), (20, 1), (8, 12), (25, 0.3), (3, 1)] {
            let outer = PathCoverage(circle(radius + width / 2)).mask(of: canvas)
            let inner = PathCoverage(circle(radius - width / 2)).mask(of: canvas)
            let expected = zip(outer, inner).map { $0 - $1 }
            let stroke = PathCoverage(stroking: circle(radius), style: StrokeStyle(width: width)).mask(of: canvas)
            #expect(
                zip(expected, stroke).allSatisfy { abs(Int($0) - Int($1)) <= 3 }, "radius \(radius), width \(width)")
        }
    }

    @Test(arguments: StrokeStyle.Join.allCases, StrokeStyle.Cap.allCases)
    func `a transform deforms the pen, so areas grow by its determinant`(join: StrokeStyle.Join, cap: StrokeStyle.Cap) {
        let path = line((10, 10), (25, 12), (18, 28), (30, 30))
        let style = StrokeStyle(width: 5, cap: cap, join: join)
        let plain = PathCoverage(stroking: path, style: style, transform: AffineTransform(scaleX: 16, y: 16)).area / 256
        let transforms = [
            AffineTransform(rotation: 1), AffineTransform(scaleX: -2, y: 1.5),
            AffineTransform(a: 1, b: 0, c: 0.8, d: 1, tx: 3, ty: 4), AffineTransform(scaleX: 3, y: 0.4),
        ]
        for transform in transforms {
            let drawn = PathCoverage(stroking: path, style: style, transform: transform).area
            #expect(abs(drawn - abs(transform.determinant) * plain) < 0.5)
        }
    }

    @Test func `a line scaled by 3 in height is three times as thick along x and as thick along y`() {
        func area(_ path: Path) -> Double {
            PathCoverage(stroking: path, style: StrokeStyle(width: 2), transform: AffineTransform(scaleX: 1, y: 3)).area
        }
        #expect(area(line((2, 4), (12, 4))) == 10 * 6)
        #expect(area(line((4, 2), (4, 12))) == 2 * 30)
    }

    @Test func `the miter limit decides from where a corner is beveled`() {
        // The lines meet at 90°: the miter is √2 line widths long.
        let corner = line((5, 10), (25, 10), (25, 30))
        let exact = 2.0.squareRoot()
        #expect(area(40, 40, of: StrokeStyle(width: 10, miterLimit: exact + 0.001), along: corner) == 400)
        #expect(abs(area(40, 40, of: StrokeStyle(width: 10, miterLimit: exact - 0.001), along: corner) - 387.5) < 0.1)
        #expect(abs(area(40, 40, of: StrokeStyle(width: 10, miterLimit: .nan), along: corner) - 387.5) < 0.1)
    }

    @Test func `a line that is bent more tightly than it is wide has no holes`() {
        var generator = SeededRandom(seed: 4)
        let canvas = PixelRect(x: 0, y: 0, width: 60, height: 60)
        for _ in 0..<40 {
            func point() -> Point {
                Point(
                    x: Double.random(in: 20...40, using: &generator), y: Double.random(in: 20...40, using: &generator))
            }
            var path = Path()
            path.move(to: point())
            path.addCurve(to: point(), controls: point(), point())
            path.addLine(to: point())
            let style = StrokeStyle(width: 14, cap: .round, join: .round)
            let mask = PathCoverage(stroking: path, style: style).mask(of: canvas)
            let center = path.polygons(within: 0.01, mapping: { $0 })[0]
            for y in 0..<60 {
                for x in 0..<60 {
                    let pixel = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
                    let distance = zip(center, center.dropFirst()).map { self.distance(pixel, $0, $1) }.min() ?? 0
                    // A pixel reaches 0.71 from its center.
                    if distance < 7 - 0.75 { #expect(mask[y * 60 + x] == 255) }
                    if distance > 7 + 0.75 { #expect(mask[y * 60 + x] == 0) }
                }
            }
        }
    }

    @Test func `an arc whose pen reaches beyond its center covers both half discs`() {
        // The radius is 8 and the pen reaches 13: to 21 outside, and to 5 on the other side of the center.
        var arc = Path()
        arc.addArc(center: Point(x: 30, y: 24), radius: 8, startAngle: .pi, endAngle: 2 * .pi)
        let coverage = PathCoverage(stroking: arc, style: StrokeStyle(width: 26))
        // Where the pen passes several times, pixels at the edge are approximations.
        #expect(abs(coverage.area - (441 + 25) / 2 * .pi) < 3)
        let center = coverage.mask(of: PixelRect(x: 28, y: 20, width: 4, height: 7))
        #expect(center.allSatisfy { $0 == 255 })
    }

    private func distance(_ point: Point, _ a: Point, _ b: Point) -> Double {
        let line = b - a
        let vector = point - a
        let square = line.x * line.x + line.y * line.y
        let fraction = square > 0 ? min(max((vector.x * line.x + vector.y * line.y) / square, 0), 1) : 0
        return hypot(vector.x - fraction * line.x, vector.y - fraction * line.y)
    }

    @Test func `the outline of a stroke can be hit and filled`() {
        let circle = Path(ellipseIn: Rect(x: 10, y: 10, width: 40, height: 40))
        let outline = circle.stroked(StrokeStyle(width: 6))
        #expect(outline.contains(Point(x: 12, y: 30)) && !outline.contains(Point(x: 30, y: 30)))
        #expect(abs(PathCoverage(outline).area - 240 * .pi) < 0.8)
        #expect(circle.stroked(StrokeStyle(width: 0)).isEmpty)
        #expect(circle.stroked(StrokeStyle(width: 1), tolerance: .nan).contains(Point(x: 10, y: 30)))
    }
}
