import Foundation
import TestLimits
import Testing
import VectorDrawing

@Suite(.timeLimited) struct PathTrimmingTests {
    private func line(_ points: [(Double, Double)]) -> Path {
        var path = Path()
        for point in points { path.addLine(to: Point(x: point.0, y: point.1)) }
        return path
    }

    @Test func `a length is that of lines, closing lines and curves`() {
        #expect(line([(0, 0), (3, 4), (3, 10)]).length == 11)
        #expect(Path(Rect(x: 0, y: 0, width: 3, height: 4)).length == 14)
        #expect(abs(Path(ellipseIn: Rect(x: 0, y: 0, width: 20, height: 20)).length - 20 * .pi) < 1e-3)
        #expect(Path().length == 0)
        // A parabola: y = x² from 0 to 1.
        var parabola = Path()
        parabola.move(to: .zero)
        parabola.addQuadCurve(to: Point(x: 1, y: 1), control: Point(x: 0.5, y: 0))
        let exact = 5.0.squareRoot() / 2 + asinh(2) / 4
        #expect(abs(parabola.length - exact) < 1e-6)
    }

    @Test func `a part of lines is cut at exact points`() {
        let path = line([(0, 0), (10, 0), (10, 10)])
        #expect(path.trimmed(from: 0.25, to: 0.75) == line([(5, 0), (10, 0), (10, 5)]))
        #expect(path.trimmed(from: 0, to: 0.5) == line([(0, 0), (10, 0)]))
        #expect(path.trimmed(from: -1, to: 2) == path)
        for (start, end) in [(0.5, 0.5), (0.7, 0.2), (1, 2), (-1, 0), (.nan, 1)] {
            #expect(path.trimmed(from: start, to: end).isEmpty)
        }
    }

    @Test func `a closed subpath is open when it is cut, and its closing line is a line`() {
        let square = Path(Rect(x: 0, y: 0, width: 10, height: 10))
        #expect(square.trimmed(from: 0.125, to: 0.25) == line([(5, 0), (10, 0)]))
        #expect(square.trimmed(from: 0.5, to: 1) == line([(10, 10), (0, 10), (0, 0)]))
        #expect(square.trimmed(from: 0, to: 1) == square)
    }

    @Test func `fractions are of the length of all subpaths`() {
        var path = line([(0, 0), (10, 0)])
        path.addRect(Rect(x: 20, y: 0, width: 5, height: 5))
        path.append(line([(0, 9), (10, 9)]))
        // 10 + 20 + 10: the middle half is the square as a whole, still closed, and half of each line.
        var expected = line([(5, 0), (10, 0)])
        expected.addRect(Rect(x: 20, y: 0, width: 5, height: 5))
        expected.move(to: Point(x: 0, y: 9))
        expected.addLine(to: Point(x: 5, y: 9))
        #expect(path.trimmed(from: 0.125, to: 0.875) == expected)
    }

    @Test(arguments: [0.01, 0.1, 0.37, 0.5, 0.99])
    func `parts of curves have their share of the length`(fraction: Double) {
        var path = Path()
        path.move(to: .zero)
        path.addCurve(to: Point(x: 40, y: 5), controls: Point(x: 5, y: 80), Point(x: 100, y: -60))
        path.addArc(center: Point(x: 40, y: 20), radius: 15, startAngle: -.pi / 2, endAngle: 2)
        let before = path.trimmed(from: 0, to: fraction)
        let after = path.trimmed(from: fraction, to: 1)
        #expect(abs(before.length - fraction * path.length) < 1e-4 * path.length)
        #expect(abs(after.length - (1 - fraction) * path.length) < 1e-4 * path.length)
        #expect(after.currentPoint == path.currentPoint)
    }

    @Test func `paths without length, or with an infinite one, stay as they are`() {
        let point = line([(3, 3), (3, 3)])
        #expect(point.trimmed(from: 0.2, to: 0.3) == point)
        let infinite = line([(0, 0), (.infinity, 0)])
        #expect(infinite.trimmed(from: 0.2, to: 0.3) == infinite)
    }
}
