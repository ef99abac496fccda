import TestLimits
import Testing

import VectorDrawing
@testable import LayerTree

/// Layers move along paths of lines and curves.
@MainActor
@Suite(.timeLimited) struct PathAnimationTests {
    /// From the origin to the right by 10, and down by 20.
    private static var corner: Path {
        var path = Path()
        path.move(to: .zero)
        path.addLine(to: Point(x: 10, y: 0))
        path.addLine(to: Point(x: 10, y: 20))
        return path
    }

    private func positions(_ animation: PathAnimation, at times: [Double]) -> [Point] {
        times.map { time in
            var shown = LayerProperties()
            animation.apply(to: &shown, at: time, defaultDuration: 1)
            return shown.position
        }
    }

    private func areClose(_ points: [Point], _ expected: [Point], within tolerance: Double = 1e-9) -> Bool {
        points.count == expected.count && zip(points, expected).allSatisfy { $0.pacedDistance(to: $1) <= tolerance }
    }

    @Test func `lines take equal times, or those of the key times`() {
        #expect(
            positions(PathAnimation(Self.corner), at: [0, 0.25, 0.5, 0.75])
                == [.zero, Point(x: 5, y: 0), Point(x: 10, y: 0), Point(x: 10, y: 10)])
        let timed = PathAnimation(Self.corner, keyTimes: [0, 0.2, 1])
        let expected = [Point(x: 5, y: 0), Point(x: 10, y: 0), Point(x: 10, y: 10)]
        #expect(areClose(positions(timed, at: [0.1, 0.2, 0.6]), expected))
    }

    @Test(arguments: [[0, 1], [0.1, 0.5, 1], [0, 0.5, 0.9], [0, 0.7, 0.3, 1], [0, .nan, 1]])
    func `key times that do not fit are ignored`(times: [Double]) {
        #expect(positions(PathAnimation(Self.corner, keyTimes: times), at: [0.25]) == [Point(x: 5, y: 0)])
    }

    @Test func `each segment has its timing function, and those without are linear`() {
        let eased = PathAnimation(Self.corner, timingFunctions: [.easeIn])
        let expected = [Point(x: 10 * TimingFunction.easeIn(0.5), y: 0), Point(x: 10, y: 10)]
        #expect(areClose(positions(eased, at: [0.25, 0.75]), expected))
    }

    @Test func `the pacing of the whole animation comes before those of segments`() {
        var eased = PathAnimation(Self.corner, keyTimes: [0, 0.2, 1])
        eased.timingFunction = TimingFunction { $0 * $0 }
        let root = 0.2.squareRoot()
        #expect(areClose(positions(eased, at: [root]), [Point(x: 10, y: 0)]))
        eased.timingFunction = TimingFunction { 3 * $0 - 1 }
        #expect(positions(eased, at: [0.1, 0.9]) == [.zero, Point(x: 10, y: 20)])
    }

    @Test func `a paced animation has a constant speed on lines and curves`() {
        let paced = PathAnimation(
            Self.corner, calculationMode: .paced, keyTimes: [0, 0.9, 1], timingFunctions: [.easeIn])
        let expected = [Point(x: 10, y: 0), Point(x: 10, y: 5), Point(x: 10, y: 20)]
        #expect(areClose(positions(paced, at: [1.0 / 3, 0.5, 0.999999999999]), expected))
        var wave = Path()
        wave.move(to: Point(x: 0, y: 150))
        wave.addCurve(to: Point(x: 300, y: 150), controls: Point(x: 75, y: 0), Point(x: 225, y: 300))
        wave.addLine(to: Point(x: 350, y: 50))
        let ride = PathAnimation(wave, calculationMode: .cubicPaced)
        let places = positions(ride, at: (0..<100).map { Double($0) / 100 }) + [Point(x: 350, y: 50)]
        let steps = zip(places, places.dropFirst()).map { $0.pacedDistance(to: $1) }
        let mean = steps.reduce(0, +) / 100
        #expect(steps.allSatisfy { abs($0 - mean) < 0.02 * mean })
    }

    @Test func `a discrete animation jumps from point to point`() {
        let jumps = PathAnimation(Self.corner, calculationMode: .discrete)
        let points = [Point.zero, Point(x: 10, y: 0), Point(x: 10, y: 20)]
        #expect(positions(jumps, at: [0.2, 0.5, 0.9]) == points)
        let timed = PathAnimation(Self.corner, calculationMode: .discrete, keyTimes: [0, 0.1, 0.8, 1])
        #expect(positions(timed, at: [0.09, 0.5, 0.9]) == points)
    }

    @Test func `the line that closes a path is a segment, unless it has no length`() {
        let square = PathAnimation(Path(Rect(x: 0, y: 0, width: 10, height: 10)))
        #expect(areClose(positions(square, at: [0.125, 0.875]), [Point(x: 5, y: 0), Point(x: 0, y: 5)]))
        let circle = PathAnimation(Path(ellipseIn: Rect(x: 0, y: 0, width: 10, height: 20)))
        let expected = [Point(x: 10, y: 10), Point(x: 5, y: 20), Point(x: 0, y: 10), Point(x: 5, y: 0)]
        #expect(areClose(positions(circle, at: [0, 0.25, 0.5, 0.75]), expected))
    }

    @Test func `between subpaths the layer jumps`() {
        var path = Path()
        path.move(to: .zero)
        path.addLine(to: Point(x: 10, y: 0))
        path.move(to: Point(x: 100, y: 0))
        path.addLine(to: Point(x: 110, y: 0))
        let expected = [Point(x: 5, y: 0), Point(x: 100, y: 0), Point(x: 105, y: 0)]
        #expect(areClose(positions(PathAnimation(path), at: [0.25, 0.5, 0.75]), expected))
    }

    @Test func `a layer points along its way, against it, or stays upright`() throws {
        func tip(_ mode: RotationMode?, at time: Double) throws -> Point {
            var shown = LayerProperties()
            PathAnimation(Self.corner, rotationMode: mode).apply(to: &shown, at: time, defaultDuration: 1)
            return try #require(shown.transform.project(Point(x: 1, y: 0)))
        }
        let expected: [(RotationMode?, [Point])] = [
            (nil, [Point(x: 1, y: 0), Point(x: 1, y: 0)]), (.auto, [Point(x: 1, y: 0), Point(x: 0, y: 1)]),
            (.autoReverse, [Point(x: -1, y: 0), Point(x: 0, y: -1)]),
        ]
        for (mode, tips) in expected {
            #expect(areClose([try tip(mode, at: 0.25), try tip(mode, at: 0.75)], tips))
        }
    }

    @Test func `at an end that is a control point the direction is that of the curve beside it`() throws {
        var path = Path()
        path.move(to: .zero)
        path.addCurve(to: Point(x: 10, y: 10), controls: .zero, Point(x: 0, y: 10))
        var shown = LayerProperties()
        PathAnimation(path, rotationMode: .auto).apply(to: &shown, at: 0, defaultDuration: 1)
        #expect(isClose(shown.transform.rotation.z, .pi / 2))
    }

    @Test func `a path of one point stays there, and an empty one at the origin`() {
        var dot = Path()
        dot.move(to: Point(x: 3, y: 4))
        for mode in CalculationMode.allCases {
            let still = PathAnimation(dot, calculationMode: mode)
            #expect(positions(still, at: [0, 0.5]) == [Point(x: 3, y: 4), Point(x: 3, y: 4)])
            #expect(positions(PathAnimation(Path(), calculationMode: mode), at: [0.5]) == [.zero])
        }
    }

    @Test func `a cubic path is the same path of curves`() {
        var wave = CubicPath(start: Point(x: 0, y: 150))
        wave.addCurve(to: Point(x: 300, y: 150), controls: Point(x: 75, y: 0), Point(x: 225, y: 300))
        wave.addLine(to: Point(x: 400, y: 150))
        let ride = PathAnimation(wave, rotatesAlongPath: true)
        #expect(ride.path == Path(wave) && ride.rotationMode == .auto && ride.rotatesAlongPath)
        for step in 0..<20 {
            let fraction = Double(step) / 20
            var shown = LayerProperties()
            ride.apply(to: &shown, at: fraction, defaultDuration: 1)
            let place = wave.pointAndAngle(at: fraction)
            #expect(areClose([shown.position], [place.point]))
            #expect(isClose(shown.transform.rotation.z, place.angle))
        }
    }
}
