import LayerTree
import TestLimits
import TestSupport
import Testing
import VectorDrawing

@testable import MapLayers

@Suite(.timeLimited) struct SimplifiedLineTests {
    /// A walk of steps in random directions.
    private static func walk(_ count: Int, seed: UInt64) -> [Point] {
        var random = SeededRandom(seed: seed)
        var place = Point.zero
        return (0..<count).map { _ in
            place = place + Point(x: .random(in: -1...1, using: &random), y: .random(in: -1...1, using: &random))
            return place
        }
    }

    @Test(arguments: [0.0, 0.1, 0.5, 3, 20])
    func `no point is farther than the tolerance from the simplified line`(tolerance: Double) {
        let points = Self.walk(2000, seed: 3)
        let line = SimplifiedLine(points).points(within: tolerance)
        #expect(line.first == points.first && line.last == points.last)
        for point in points {
            let distance = zip(line, line.dropFirst()).map { point.squaredDistance(toSegmentFrom: $0, to: $1) }.min()
            #expect((distance ?? 0).squareRoot() <= tolerance + 1e-12)
        }
        if tolerance > 1 { #expect(line.count < points.count / 4) }
    }

    @Test func `a larger tolerance leaves no other points than a smaller one`() {
        let line = SimplifiedLine(Self.walk(500, seed: 8))
        var former = Set(line.points(within: 0))
        for tolerance in [0.2, 0.4, 1.6, 6.4] {
            let points = Set(line.points(within: tolerance))
            #expect(points.isSubset(of: former))
            former = points
        }
    }

    @Test func `points on a straight line, and equal ones, are left out`() {
        let line = SimplifiedLine([0, 1, 1, 2, 3].map { Point(x: $0, y: 0) })
        #expect(line.points(within: 0) == [Point(x: 0, y: 0), Point(x: 3, y: 0)])
    }

    @Test func `a ring keeps the point farthest from where it begins and ends`() {
        let ring = [(0, 0), (4, 0), (4, 4), (0, 4), (0, 0)].map { Point(x: $0.0, y: $0.1) }
        #expect(SimplifiedLine(ring).points(within: 3) == [ring[0], ring[2], ring[4]])
    }

    @Test func `lines of fewer than three points stay as they are`() {
        #expect(SimplifiedLine([]).points(within: 1) == [])
        #expect(SimplifiedLine([.zero]).points(within: 1) == [.zero])
        #expect(SimplifiedLine([.zero, .zero]).points(within: 1) == [.zero, .zero])
    }

    @Test func `the parts in a rectangle are those whose segments reach into it`() {
        let line = [(-20, 5), (-10, 5), (5, 5), (5, 30), (8, 30), (8, 5)].map { Point(x: $0.0, y: $0.1) }
        let rect = Rect(x: 0, y: 0, width: 10, height: 10)
        #expect(SimplifiedLine.parts(of: line, in: rect) == [Array(line[1...3]), Array(line[4...5])])
        // A segment that crosses the rectangle counts although both of its ends are outside.
        let across = [Point(x: -5, y: 2), Point(x: 50, y: 2)]
        #expect(SimplifiedLine.parts(of: across, in: rect) == [across])
        #expect(SimplifiedLine.parts(of: [.zero], in: rect) == [])
    }
}
