import VectorDrawing
import Georeferencing
import LayerTree
import TestLimits
import TestSupport
import Testing

@testable import MapLayers

@Suite(.timeLimited) struct WorldMapTests {
    @Test func `the corners and the middle of the map are those of Web Mercator`() {
        let limit = WebMercator.maximumLatitude
        for (latitude, longitude, x, y) in [
            (0.0, 0.0, 256.0, 256.0), (limit, -180, 0, 0), (-limit, 180, 512, 512), (0, 90, 384, 256),
        ] {
            let point = WorldMap.point(at: Coordinate(latitude: latitude, longitude: longitude))
            #expect(abs(point.x - x) < 1e-9 && abs(point.y - y) < 1e-9, "\(latitude), \(longitude)")
        }
    }

    @Test func `a place has the tile that the formula of slippy maps gives`() {
        // https://wiki.openstreetmap.org/wiki/Slippy_map_tilenames: Zugspitze at zoom 14 is in the tile 8691/5734.
        let point = WorldMap.point(at: Coordinate(latitude: 47.4211, longitude: 10.9853))
        let tiles = Double(1 << 14) / WorldMap.side
        #expect((point.x * tiles).rounded(.down) == 8691 && (point.y * tiles).rounded(.down) == 5734)
    }

    @Test func `points and coordinates are inverse to each other`() {
        var random = SeededRandom(seed: 11)
        for _ in 0..<1000 {
            let place = Coordinate(
                latitude: .random(in: -85...85, using: &random), longitude: .random(in: -180...180, using: &random))
            let back = WorldMap.coordinate(at: WorldMap.point(at: place))
            #expect(abs(back.latitude - place.latitude) < 1e-10 && abs(back.longitude - place.longitude) < 1e-10)
        }
    }

    @Test func `the poles are at the edge of the map`() {
        #expect(abs(WorldMap.point(at: Coordinate(latitude: 90, longitude: 0)).y) < 1e-9)
        #expect(abs(WorldMap.point(at: Coordinate(latitude: -90, longitude: 0)).y - 512) < 1e-9)
    }

    @Test func `bounds in degrees and in meters have the same rectangle`() {
        let degrees = TileRange(columns: 13..<19, rows: 14..<18).bounds(at: 5)
        let meters = GeoBounds(
            west: WebMercator.easting(ofLongitude: degrees.west),
            south: WebMercator.northing(ofLatitude: degrees.south),
            east: WebMercator.easting(ofLongitude: degrees.east),
            north: WebMercator.northing(ofLatitude: degrees.north),
            crs: .webMercator)
        for bounds in [degrees, meters] {
            let rect = WorldMap.rect(of: bounds)
            // A tile of zoom 5 is 16 points wide.
            for (value, expected) in zip(
                [rect.minX, rect.minY, rect.size.width, rect.size.height], [208.0, 224, 96, 64])
            {
                #expect(abs(value - expected) < 1e-9)
            }
        }
    }

    @Test func `the world in degrees ends where the map does`() {
        let rect = WorldMap.rect(of: GeoBounds(west: -180, south: -90, east: 180, north: 90, crs: .wgs84))
        #expect(abs(rect.minY) < 1e-9 && abs(rect.size.height - 512) < 1e-9 && rect.size.width == 512)
    }
}
