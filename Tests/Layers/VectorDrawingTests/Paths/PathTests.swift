import Foundation
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@Suite(.timeLimited) struct PathTests {
    private func isClose(_ a: Point?, _ b: Point, _ tolerance: Double = 1e-9) -> Bool {
        guard let a else { return false }
        return abs(a.x - b.x) <= tolerance && abs(a.y - b.y) <= tolerance
    }

    private func isClose(_ a: Rect, _ b: Rect, _ tolerance: Double = 1e-9) -> Bool {
        isClose(a.origin, b.origin, tolerance)
            && isClose(Point(x: a.maxX, y: a.maxY), Point(x: b.maxX, y: b.maxY), tolerance)
    }

    @Test func `every subpath begins with a move`() {
        var path = Path()
        path.close()
        #expect(path.isEmpty && path.currentPoint == nil)
        path.addLine(to: Point(x: 1, y: 2))
        path.addLine(to: Point(x: 3, y: 2))
        path.close()
        path.close()
        path.addLine(to: Point(x: 5, y: 5))
        #expect(
            path.elements == [
                .move(to: Point(x: 1, y: 2)), .line(to: Point(x: 3, y: 2)), .close, .move(to: Point(x: 1, y: 2)),
                .line(to: Point(x: 5, y: 5)),
            ])
        #expect(path.currentPoint == Point(x: 5, y: 5))
        path.append(Path(Rect.unit))
        #expect(path.currentPoint == .zero && path.elements.count == 10)
    }

    @Test func `equal paths are equal however they were made, and have equal hashes`() {
        var first = Path(Rect(x: 0, y: 1, width: 2, height: 3))
        var second = Path()
        second.move(to: Point(x: -0.0, y: 1))
        for point in [Point(x: 2, y: 1), Point(x: 2, y: 4), Point(x: 0, y: 4)] { second.addLine(to: point) }
        second.close()
        #expect(first == second && first.hashValue == second.hashValue)
        let copy = first
        first.addLine(to: .zero)
        #expect(first != copy && copy == second)
        #expect(Set([first, copy, second]).count == 2)
    }

    @Test func `a quadratic curve has the points of the cubic curve that is stored`() {
        var path = Path()
        path.move(to: .zero)
        path.addQuadCurve(to: Point(x: 6, y: 0), control: Point(x: 3, y: 6))
        #expect(path.elements.last == .curve(to: Point(x: 6, y: 0), controls: Point(x: 2, y: 4), Point(x: 4, y: 4)))
        #expect(isClose(path.bounds, Rect(x: 0, y: 0, width: 6, height: 3)))
        #expect(path.controlBounds == Rect(x: 0, y: 0, width: 6, height: 4))
    }

    @Test(arguments: [
        (0.0, 0.25, true, 0.25), (0, 0.25, false, 0.75), (0.25, 0, true, 0.75), (0, 1, true, 1), (0, -1, false, 1),
        (0, 1, false, 0), (-0.125, 0.125, true, 0.25), (0.25, 5.25, true, 1), (0, -0.25, false, 0.25),
    ])
    func `an arc runs from its start to its end in its direction`(
        start: Double, end: Double, clockwise: Bool, turns: Double
    ) {
        var path = Path()
        path.addArc(
            center: Point(x: 3, y: 4), radius: 2, startAngle: 2 * .pi * start, endAngle: 2 * .pi * end,
            clockwise: clockwise)
        #expect(abs(path.length - 4 * .pi * turns) < 1e-4)
        #expect(isClose(path.currentPoint, Point(x: 3 + 2 * cos(2 * .pi * end), y: 4 + 2 * sin(2 * .pi * end))))
    }

    @Test func `a clockwise quarter from the right is below, and starts with a line from the current point`() {
        var path = Path()
        path.move(to: .zero)
        path.addArc(center: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2)
        #expect(isClose(path.bounds, Rect(x: 0, y: 0, width: 10, height: 10), 1e-4))
        #expect(abs(path.length - (10 + 5 * .pi)) < 1e-4)
        path.close()
        #expect(path.contains(Point(x: 7, y: 7)) && !path.contains(Point(x: 7.2, y: 7.2)))
    }

    @Test func `arcs and ellipses are off by less than 5 millionths of their radius`() {
        var arc = Path()
        arc.addArc(center: .zero, radius: 1, startAngle: 0.3, endAngle: 5)
        for path in [arc, Path(ellipseIn: Rect(x: -1, y: -1, width: 2, height: 2))] {
            for polygon in path.polygons(within: 1e-7, mapping: { $0 }) {
                #expect(polygon.allSatisfy { abs(hypot($0.x, $0.y) - 1) < 5e-6 })
            }
        }
    }

    @Test func `an ellipse has the bounds of its rectangle, and starts at the right`() {
        let rect = Rect(x: 1.25, y: -3, width: 7.5, height: 4)
        let path = Path(ellipseIn: rect)
        #expect(isClose(path.bounds, rect))
        #expect(path.elements.first == .move(to: Point(x: 8.75, y: -1)))
        #expect(Path(ellipseIn: .zero).bounds == .zero)
    }

    @Test func `each corner of a rounded rectangle has its own radius`() {
        let rect = Rect(x: 0, y: 0, width: 40, height: 20)
        let path = Path(roundedRect: rect, radii: CornerRadii(topLeft: 10, bottomRight: 4))
        #expect(path.bounds == rect)
        // A corner of radius r lacks r² (1 − π/4).
        let missing = (100 + 16) * (1 - Double.pi / 4)
        #expect(abs(area(path) - (800 - missing)) < 0.01)
        #expect(!path.contains(Point(x: 1, y: 1)) && path.contains(Point(x: 39, y: 1)))
        #expect(!path.contains(Point(x: 39.5, y: 19.5)) && path.contains(Point(x: 0.5, y: 19.5)))
    }

    @Test func `radii that are too large are all reduced by the same factor`() {
        let size = Size(width: 40, height: 20)
        #expect(CornerRadii(30).limited(to: size) == CornerRadii(10))
        // The left side has 30 + 10 for 20, so all are halved.
        let radii = CornerRadii(topLeft: 30, topRight: 4, bottomRight: 0, bottomLeft: 10)
        #expect(radii.limited(to: size) == CornerRadii(topLeft: 15, topRight: 2, bottomRight: 0, bottomLeft: 5))
        #expect(
            CornerRadii(topLeft: .nan, topRight: -3, bottomRight: 1).limited(to: size) == CornerRadii(bottomRight: 1))
        #expect(CornerRadii(.infinity).limited(to: size) == CornerRadii(10))
        #expect(Path(roundedRect: Rect.unit, radii: CornerRadii()) == Path(Rect.unit))
    }

    /// The signed area of a path's polygons, positive if clockwise on the screen.
    private func area(_ path: Path) -> Double {
        path.polygons(within: 1e-5, mapping: { $0 }).reduce(0) { $0 + ExactCoverage.area(of: $1) }
    }

    @Test func `shapes run clockwise on the screen`() {
        let rect = Rect(x: 1, y: 2, width: 8, height: 6)
        for path in [
            Path(rect), Path(ellipseIn: rect), Path(roundedRect: rect, radius: 2),
            Path(roundedRect: rect, radii: CornerRadii(topRight: 2)),
        ] {
            #expect(area(path) > 30)
        }
    }

    @Test func `the bounds of a curve do not contain its control points`() {
        var path = Path()
        path.move(to: .zero)
        path.addCurve(to: Point(x: 10, y: 0), controls: Point(x: 0, y: 12), Point(x: 10, y: 12))
        #expect(isClose(path.bounds, Rect(x: 0, y: 0, width: 10, height: 9)))
        #expect(path.controlBounds == Rect(x: 0, y: 0, width: 10, height: 12))
        // Both loops of an S.
        var s = Path()
        s.move(to: .zero)
        s.addCurve(to: Point(x: 10, y: 0), controls: Point(x: 5, y: 10), Point(x: 5, y: -10))
        #expect(isClose(s.bounds, Rect(x: 0, y: -2.886751346, width: 10, height: 5.773502692), 1e-8))
        #expect(Path().bounds == .zero)
        s.addLine(to: Point(x: .nan, y: .infinity))
        #expect(s.bounds.size.width == 10)
    }

    @Test func `a transformed path has its points transformed`() {
        let turned = Path(Rect(x: 0, y: 0, width: 4, height: 2)).applying(AffineTransform(rotation: .pi / 2))
        #expect(isClose(turned.bounds, Rect(x: -2, y: 0, width: 2, height: 4)))
    }

    @Test(arguments: [FillRule.nonZero, .evenOdd])
    func `hit tests agree with the coverage of pixels`(rule: FillRule) {
        var generator = SeededRandom(seed: 12)
        for _ in 0..<30 {
            func point() -> Point {
                Point(x: Double.random(in: 0...24, using: &generator), y: Double.random(in: 0...24, using: &generator))
            }
            var path = Path()
            for _ in 0..<2 {
                path.move(to: point())
                path.addCurve(to: point(), controls: point(), point())
                path.addLine(to: point())
            }
            let mask = PathCoverage(path, rule: rule).mask(of: .init(x: 0, y: 0, width: 24, height: 24))
            for y in 1..<23 {
                for x in 1..<23 {
                    // Within a pixel areas of opposite orientation cancel, so only pixels among equal ones are certain.
                    let around = (y - 1...y + 1).flatMap { y in (x - 1...x + 1).map { mask[y * 24 + $0] } }
                    guard Set(around).count == 1, [0, 255].contains(around[0]) else { continue }
                    let isInside = path.contains(Point(x: Double(x) + 0.5, y: Double(y) + 0.5), rule: rule)
                    #expect(isInside == (around[0] == 255))
                }
            }
        }
    }

    @Test func `left and top edges are inside, right and bottom ones are not`() {
        let path = Path(Rect(x: 1, y: 1, width: 4, height: 4))
        let inside = [(1.0, 1.0), (1, 3), (3, 1), (4.999, 4.999)]
        let outside = [(5.0, 1.0), (1, 5), (5, 5), (0.999, 3), (.nan, 2), (3, .infinity)]
        #expect(inside.allSatisfy { path.contains(Point(x: $0.0, y: $0.1)) })
        #expect(!outside.contains { path.contains(Point(x: $0.0, y: $0.1)) })
    }

    @Test func `paths with the same elements are interpolated point by point`() throws {
        let small = Path(ellipseIn: Rect(x: 0, y: 0, width: 2, height: 2))
        let large = Path(ellipseIn: Rect(x: 0, y: 0, width: 10, height: 6))
        let middle = try #require(small.interpolated(to: large, fraction: 0.5))
        #expect(isClose(middle.bounds, Rect(x: 0, y: 0, width: 6, height: 4)))
        #expect(small.interpolated(to: large, fraction: 0) == small)
        #expect(small.interpolated(to: Path(Rect.unit), fraction: 0.5) == nil)
        #expect(Path().interpolated(to: Path(), fraction: 0.3) == Path())
    }
}
