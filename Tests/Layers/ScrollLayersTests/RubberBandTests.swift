import TestLimits
import Testing

@testable import ScrollLayers

@Suite(.timeLimited) struct RubberBandTests {
    @Test(arguments: [(50.0, 26.6), (100, 51.5), (200, 96.7), (400, 172.5)])
    func `in a view of 800 points, pulling by 50, 100, 200 and 400 moves 26.6, 51.5, 96.7 and 172.5`(
        distance: Double, stretch: Double
    ) {
        let band = RubberBand(dimension: 800)
        #expect(abs(band.stretch(for: distance) - stretch) < 0.06)
        #expect(band.stretch(for: -distance) == -band.stretch(for: distance))
        // The formula in its usual form.
        #expect(abs(band.stretch(for: distance) - (1 - 1 / (distance * 0.55 / 800 + 1)) * 800) < 1e-10)
    }

    @Test func `a rubber band never stretches to the length of the view`() {
        let band = RubberBand(dimension: 800)
        #expect(band.stretch(for: 1e6) < 800)
        #expect(band.stretch(for: 1e6) > 798)
        #expect(band.stretch(for: 1e300).isFinite)
    }

    @Test(arguments: [-3000.0, -1, 0, 1e-6, 26.6, 400, 10_000])
    func `the pull follows from the stretch`(distance: Double) {
        let band = RubberBand(dimension: 800)
        let back = band.distance(for: band.stretch(for: distance))
        #expect(abs(back - distance) <= 1e-9 * max(1, abs(distance)))
    }

    @Test func `a stretch beyond the limit has a finite pull`() {
        let band = RubberBand(dimension: 100)
        #expect(band.distance(for: 100).isFinite)
        #expect(band.distance(for: -1e9).isFinite)
        #expect(band.distance(for: -1e9) < 0)
    }

    @Test(arguments: [0.0, 10, 100, 1000])
    func `the slope is the derivative of the stretch, and 0.55 at the edge`(distance: Double) {
        let band = RubberBand(dimension: 300)
        let step = 1e-4
        let measured = (band.stretch(for: distance + step) - band.stretch(for: distance)) / step
        #expect(abs(band.slope(at: band.stretch(for: distance)) - measured) < 1e-4)
        #expect(band.slope(at: 0) == 0.55)
    }

    @Test func `in an empty view nothing moves`() {
        let band = RubberBand(dimension: 0)
        #expect(band.stretch(for: 50) == 0)
        #expect(band.distance(for: 50) == 0)
        #expect(band.slope(at: 0) == 0)
    }

    @Test func `scales follow to at most 1.4 times the largest and 0.9 times the smallest`() {
        let physics = ScrollPhysics()
        #expect(physics.zoomRubberBand(isAbove: true).stretch(for: 1000) < 0.486)
        #expect(physics.zoomRubberBand(isAbove: true).stretch(for: 1000) > 0.48)
        #expect(physics.zoomRubberBand(isAbove: false).stretch(for: -1000) > -0.153)
        #expect(physics.zoomRubberBand(isAbove: false).stretch(for: -1000) < -0.151)
    }
}
