import Georeferencing
import TestLimits
import Testing

@Suite(.timeLimited) struct GeodesicTests {
    private func degrees(_ degrees: Double, _ minutes: Double, _ seconds: Double) -> Double {
        degrees + minutes / 60 + seconds / 3600
    }

    private func line(_ start: (Double, Double), _ end: (Double, Double)) -> Geodesic {
        Geodesic(
            from: Coordinate(latitude: start.0, longitude: start.1), to: Coordinate(latitude: end.0, longitude: end.1))
    }

    private func ring(_ points: [(latitude: Double, longitude: Double)]) -> [Coordinate] {
        points.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
    }

    // Geocentric Datum of Australia, Technical Manual 2.3, section 4.5: 54,972.271 m, 306° 52′ 05.37″.
    @Test func `from Flinders Peak to Buninyong it is as far as surveyors have it`() {
        let flindersPeak = (-degrees(37, 57, 3.7203), degrees(144, 25, 29.5244))
        let buninyong = (-degrees(37, 39, 10.1561), degrees(143, 55, 35.3839))
        let line = line(flindersPeak, buninyong)
        #expect(abs(line.length - 54_972.271) < 0.0005)
        #expect(abs(line.bearing - degrees(306, 52, 5.37)) < 0.01 / 3600)
    }

    @Test func `a degree of the equator is 111319_491 m, also across the antimeridian`() {
        for (west, east) in [(0.0, 1.0), (179.5, -179.5), (179.5, 180.5), (-360, 1)] {
            let line = line((0, west), (0, east))
            #expect(abs(line.length - 111_319.4908) < 0.0001 && abs(line.bearing - 90) < 1e-9)
        }
    }

    @Test func `a quarter of a meridian is 10001965_729 m, and lines over a pole are the shortest`() {
        #expect(abs(line((0, 12), (90, 0)).length - 10_001_965.7293) < 0.0005)
        let overPole = line((89, 0), (89, 180))
        #expect(abs(overPole.length - 223_387.7298) < 0.0005)
        #expect(min(overPole.bearing, 360 - overPole.bearing) < 1e-9)
    }

    // C. F. F. Karney, "Algorithms for geodesics", Journal of Geodesy 87, 2013, table 4; the others are by his GeographicLib.
    @Test(arguments: [
        ((-30.0, 0.0), (29.9, 179.8), 19_989_832.8276), ((0, 0), (0, 180), 20_003_931.4586),
        ((0, 0), (0, 179.7), 19_995_624.8900), ((0, 0), (0.5, 179.5), 19_936_288.5790),
        ((90, 0), (-90, 0), 20_003_931.4586), ((40, 20), (-40, -160), 20_003_931.4586),
    ])
    func `points that are almost opposite have a distance`(
        start: (Double, Double), end: (Double, Double), length: Double
    ) {
        let line = line(start, end)
        #expect(abs(line.length - length) < 0.001, "\(line.length)")
        let back = self.line(end, start)
        #expect(abs(back.length - length) < 0.001, "\(back.length)")
    }

    @Test func `a line from a point to itself has no length`() {
        #expect(line((50, 8), (50, 8)).length == 0 && line((90, 8), (90, 70)).length < 1e-9)
        #expect(line((50, 8), (50, 368)).length < 1e-6)
    }

    @Test func `the triangle from a pole to a quarter of the equator is an eighth of the Earth`() {
        let eighth = 510_065_621_724_088.44 / 8
        for pole in [90.0, -90] {
            for longitude in [0.0, 170, -45] {
                let corners = ring([(0, longitude), (0, longitude + 90), (pole, 33)])
                #expect(abs(Geodesic.area(of: corners) / eighth - 1) < 1e-12)
                #expect(abs(Geodesic.area(of: corners.reversed()) / eighth - 1) < 1e-12)
            }
        }
    }

    // The example of GeographicLib's `planimeter`: 16,831,067.893 m and 13,662,703,680,020.1 m².
    @Test func `Antarctica has the outline and the area that GeographicLib gives`() {
        let antarctica = ring([
            (-63.1, -58), (-72.9, -74), (-71.9, -102), (-74.9, -102), (-74.3, -131), (-77.5, -163), (-77.4, 163),
            (-71.7, 172), (-65.9, 140), (-65.7, 113), (-66.6, 88), (-66.9, 59), (-69.8, 25), (-70.0, -4),
            (-71.0, -14), (-77.3, -33), (-77.9, -46), (-74.7, -61),
        ])
        let outline = zip(antarctica, antarctica.dropFirst() + antarctica.prefix(1))
            .reduce(0) { $0 + Geodesic(from: $1.0, to: $1.1).length }
        #expect(abs(outline - 16_831_067.893) < 0.002)
        #expect(abs(Geodesic.area(of: antarctica) / 13_662_703_680_020.1 - 1) < 4e-5)
    }

    @Test func `small areas lose no digits, and rings may cross the antimeridian`() {
        // About a meter each way; 0.87623881735 m² by GeographicLib.
        let corners: [(latitude: Double, longitude: Double)] = [
            (45, 10), (45, 10.00001), (45.00001, 10.00001), (45.00001, 10),
        ]
        #expect(abs(Geodesic.area(of: ring(corners)) - 0.876238817) < 1e-7)
        let wide: [(latitude: Double, longitude: Double)] = [(10, 170), (10, -170), (30, -170), (30, 170)]
        let shifted = wide.map { (latitude: $0.latitude, longitude: $0.longitude + 100) }
        #expect(abs(Geodesic.area(of: ring(wide)) / Geodesic.area(of: ring(shifted)) - 1) < 1e-12)
        #expect(Geodesic.area(of: ring(Array(wide.prefix(2)))) == 0)
    }
}
