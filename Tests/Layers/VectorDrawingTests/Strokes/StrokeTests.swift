import Foundation
import VectorDrawing
import TestLimits
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
}
