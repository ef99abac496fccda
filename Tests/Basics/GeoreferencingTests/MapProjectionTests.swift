import Georeferencing
import TestLimits
import Testing
import TilePyramid

@Suite(.timeLimited) struct MapProjectionTests {
    @Test func `a map of zooms 0 to 19 has 2^27 pixels a side, and tiles at their addresses`() {
        let world = Pyramid(mapTilesOf: 0...19)
        #expect(world.size == PixelSize(width: 1 << 27, height: 1 << 27) && world.levels.count == 20)
        #expect(world.levels[0].size == PixelSize(width: 256, height: 256))
        let tile = TileMatrixSet(pyramid: world, coarsestZoom: 0).tile(TileIndex(level: 3, column: 5, row: 2))
        #expect(tile == MapTile(zoom: 3, column: 5, row: 2))
        let fine = Pyramid(mapTilesOf: 2...3, tileSize: 512)
        #expect(fine.levels[0].grid.columns == 4 && fine.size.width == 4096)
    }

    @Test func `the Brandenburg Gate is in the tile of zoom 17 that OpenStreetMap has it in`() {
        let projection = MapProjection(pyramid: Pyramid(mapTilesOf: 0...17), zoom: 17)
        let (x, y) = projection.pixel(at: Coordinate(latitude: 52.516275, longitude: 13.377704))
        #expect(Int(x) / 256 == 70406 && Int(y) / 256 == 42987)
    }

    @Test func `corners and middle of the world are where Web Mercator has them`() {
        let projection = MapProjection(pyramid: Pyramid(mapTilesOf: 0...1), zoom: 1)
        #expect(projection.pixel(at: Coordinate(latitude: 0, longitude: 0)) == (256, 256))
        let corner = projection.coordinate(ofX: 0, y: 0)
        #expect(corner.longitude == -180 && abs(corner.latitude - WebMercator.maximumLatitude) < 1e-9)
    }

    @Test(arguments: GeoBounds.CoordinateReferenceSystem.allCases)
    func `pixels lead back to their coordinates`(crs: GeoBounds.CoordinateReferenceSystem) {
        let factor = crs == .wgs84 ? 1 : 100_000.0
        let bounds = GeoBounds(west: 5 * factor, south: 45 * factor, east: 15 * factor, north: 50 * factor, crs: crs)
        let projection = MapProjection(bounds: bounds, size: PixelSize(width: 1000, height: 500))
        for x in stride(from: -100.0, through: 1100, by: 50) {
            for y in stride(from: -100.0, through: 600, by: 50) {
                let back = projection.pixel(at: projection.coordinate(ofX: x, y: y))
                #expect(abs(back.x - x) < 1e-6 && abs(back.y - y) < 1e-6)
            }
        }
        if crs == .wgs84 {
            #expect(projection.coordinate(ofX: 0, y: 500) == Coordinate(latitude: 45, longitude: 5))
        }
    }
}
