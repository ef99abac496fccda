import TestLimits
import Testing

@testable import TileViewing

/// The round number that a scale bar shows.
@Suite(.timeLimited) struct ScaleBarLengthTests {
    @Test(
        arguments: [
            (1, "100 px", 100), (1.6, "100 px", 160), (1.61, "50 px", 80.5), (8, "20 px", 160), (0.05, "2000 px", 100),
            (0.32, "500 px", 160), (2.5, "50 px", 125), (64, "2 px", 128), (100, "1 px", 100), (512, "0.2 px", 102.4),
            (20000, "0.005 px", 100), (1e-6, "100000000 px", 100),
        ] as [(Double, String, Double)])
    func `pixels are round numbers of at most 160 points`(pointsPerPixel: Double, label: String, points: Double) throws
    {
        let length = try #require(ScaleBarLength(pointsPerPixel: pointsPerPixel))
        #expect(length.label == label)
        #expect(abs(length.points - points) < 1e-9 * points)
    }

    @Test(
        arguments: [
            (1, 0.00025, "20 µm", 80), (0.05, 0.00025, "500 µm", 100), (0.02, 0.00025, "2 mm", 160),
            (0.002, 0.00025, "2 cm", 160), (100, 0.00025, "200 nm", 80), (1, 1e-6, "100 nm", 100),
            (1000, 1e-6, "0.1 nm", 100), (1, 10, "1 m", 100), (1, 1000, "100 m", 100), (1, 15_000, "2 km", 133.333333),
            (0.1, 100_000, "100 km", 100), (1, 0.1, "1 cm", 100), (1, 1, "10 cm", 100), (1, 0.05, "5 mm", 100),
            (1, 0.01, "1 mm", 100), (1, 0.009, "1 mm", 111.111111), (2, 20, "1 m", 100), (2, 15, "1 m", 133.333333),
        ] as [(Double, Double, String, Double)])
    func `lengths have a suitable unit`(
        pointsPerPixel: Double, millimeters: Double, label: String, points: Double
    ) throws {
        let length = try #require(
            ScaleBarLength(pointsPerPixel: pointsPerPixel, millimetersPerPixel: millimeters))
        #expect(length.label == label)
        #expect(abs(length.points - points) < 1e-6)
    }

    @Test func `bars have 60 to 160 points at 40,000 scales, and never grow when zooming out`() throws {
        for unit in [nil, 0.00025, 25] as [Double?] {
            var last = (points: 0.0, label: "")
            for step in 0..<20_000 {
                let scale = 1e-5 * Double(step) / 20_000 * 1e9 + 1e-5
                let length = try #require(ScaleBarLength(pointsPerPixel: scale, millimetersPerPixel: unit))
                #expect(ScaleBarLength.range.contains(length.points) || abs(length.points - 160) < 1e-6)
                if length.label == last.label {
                    #expect(length.points > last.points)
                }
                last = (length.points, length.label)
            }
        }
    }

    @Test(arguments: [0, -1, .nan, .infinity, -.infinity] as [Double])
    func `an invalid scale has no bar`(scale: Double) {
        #expect(ScaleBarLength(pointsPerPixel: scale) == nil)
        #expect(ScaleBarLength(pointsPerPixel: 1, millimetersPerPixel: scale) == nil)
    }
}
