import Georeferencing
import TestLimits
import Testing

@Suite(.timeLimited) struct GeoBoundsTests {
    @Test func `bounds enclose all coordinates that are finite`() {
        let places = [(47.0, 11.0), (46.5, 12), (.nan, 100), (48, .infinity), (47.2, 10.5)]
        let bounds = GeoBounds(enclosing: places.map { Coordinate(latitude: $0.0, longitude: $0.1) })
        #expect(bounds == GeoBounds(west: 10.5, south: 46.5, east: 12, north: 47.2, crs: .wgs84))
    }

    @Test func `no coordinates have no bounds, and one has bounds without extent`() {
        #expect(GeoBounds(enclosing: []) == nil)
        let place = GeoBounds(enclosing: [Coordinate(latitude: 47, longitude: 11)])
        #expect(place?.edges == [11, 47, 11, 47] && place?.isValid == false)
    }
}
