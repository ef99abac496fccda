import TestLimits
import Testing

@testable import Georeferencing

@Suite(.timeLimited) struct ControlPointsTests {
    private let exact = Geotransform(origin: (500_000, 5_400_000), column: (10, -2), row: (-3, -8))

    private func points(_ pixels: [(Double, Double)], moved: (Double, Double) = (0, 0)) -> ControlPoints {
        var points = pixels.map { pixel in
            let place = exact.coordinate(x: pixel.0, y: pixel.1)
            return ControlPoints.Point(column: pixel.0, row: pixel.1, x: place.x, y: place.y)
        }
        points[0].x += moved.0
        points[0].y += moved.1
        return ControlPoints(points)
    }

    @Test func `corners of a parallelogram give its mapping without an error`() throws {
        for pixels in [[(0, 0), (100, 0), (100, 80), (0, 80)], [(0, 0), (100, 0), (0, 80)]] as [[(Double, Double)]] {
            let fit = try #require(points(pixels).affineFit)
            #expect(fit.largestError < 1e-9)
            for (x, y) in [(0, 0), (100, 80), (37, 12.5)] as [(Double, Double)] {
                let found = fit.transform.coordinate(x: x, y: y)
                let expected = exact.coordinate(x: x, y: y)
                #expect(abs(found.x - expected.x) < 1e-6 && abs(found.y - expected.y) < 1e-6)
            }
        }
    }

    @Test func `a point beside its place is the error of the fit in pixels`() throws {
        // Of four corners, a quarter of the four pixels remains at each, in pixels of the map that has moved with them.
        let corners: [(Double, Double)] = [(0, 0), (100, 0), (100, 80), (0, 80)]
        let fit = try #require(points(corners, moved: (40, -8)).affineFit)
        #expect(abs(fit.largestError - 1) < 0.05)
    }

    @Test func `points on a line, too few, and numbers that are not finite have no fit`() {
        #expect(points([(0, 0), (50, 40), (100, 80)]).affineFit == nil)
        #expect(points([(0, 0), (100, 0)]).affineFit == nil)
        #expect(points([(0, 0), (100, 0), (0, 80)], moved: (.nan, 0)).affineFit == nil)
    }
}
