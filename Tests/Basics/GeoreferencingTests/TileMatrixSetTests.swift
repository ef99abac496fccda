import TestLimits
import Testing
import TilePyramid

@testable import Georeferencing

@Suite(.timeLimited) struct TileMatrixSetTests {
    @Test func `the tile of the MBTiles specification's example is in its row`() {
        #expect(MapTile(zoom: 11, column: 327, row: 791).tmsRow == 1_256)
    }

    @Test func `the bounds of a range of tiles have exactly these tiles, at every zoom`() {
        for zoom in 0...MapTile.maximumZoom {
            let last = 1 << zoom - 1
            for tiles in [
                TileRange(columns: 0..<1, rows: 0..<1), TileRange(columns: last..<(last + 1), rows: last..<(last + 1)),
                TileRange(columns: (last / 3)..<(last / 2 + 1), rows: (last / 4)..<(last / 2 + 1)),
            ] {
                #expect(tiles.bounds(at: zoom).isOnEarth)
                #expect(tiles.bounds(at: zoom).tiles(at: zoom) == tiles)
            }
        }
    }

    @Test func `bounds that are not on the Earth have all tiles`() {
        let everything = TileRange(columns: 0..<8, rows: 0..<8)
        #expect(GeoBounds.webMercatorExtent.tiles(at: 3) == everything)
        for bounds in [
            GeoBounds(west: -181, south: 0, east: 10, north: 10, crs: .wgs84),
            GeoBounds(west: 0, south: 10, east: 10, north: 0, crs: .wgs84),
            GeoBounds(west: 0, south: 0, east: .nan, north: 10, crs: .wgs84),
            GeoBounds(west: 0, south: 0, east: 1, north: 1, crs: .webMercator),
        ] {
            #expect(!bounds.isOnEarth)
            #expect(bounds.tiles(at: 3) == everything)
            #expect(Georeference(zoom: 3, untrusted: bounds).bounds == .webMercatorExtent)
        }
    }

    @Test func `tiles of a range and of finer zooms have their addresses on the map`() throws {
        let tiles = TileRange(columns: 5..<7, rows: 2..<3)
        let matrixSet = TileMatrixSet(tiles, zooms: 3...5, tileSize: PixelSize(width: 256, height: 256))
        #expect(matrixSet.zooms == 3...5)
        #expect(matrixSet.pyramid.size == PixelSize(width: 2048, height: 1024))
        #expect(matrixSet.bounds == tiles.bounds(at: 3))
        let index = TileIndex(level: 2, column: 7, row: 3)
        #expect(matrixSet.tile(index) == MapTile(zoom: 5, column: 27, row: 11))
        for index in matrixSet.pyramid.indices {
            #expect(matrixSet.index(of: matrixSet.tile(index)) == index)
        }
        for tile in [
            MapTile(zoom: 5, column: 28, row: 11), MapTile(zoom: 5, column: 19, row: 11),
            MapTile(zoom: 2, column: 0, row: 0), MapTile(zoom: 6, column: 40, row: 16),
        ] {
            #expect(matrixSet.index(of: tile) == nil)
        }
    }

    @Test func `a pyramid of whole map tiles has their bounds in meters`() {
        let matrixSet = TileMatrixSet(
            TileRange(columns: 1..<2, rows: 0..<1), zooms: 1...2, tileSize: PixelSize(width: 256, height: 256))
        let bounds = GeoBounds(of: matrixSet.pyramid, zoom: 2)
        let shift = WebMercator.originShift
        #expect(bounds == GeoBounds(west: 0, south: 0, east: shift, north: shift, crs: .webMercator))
        #expect(bounds.center == (shift / 2, shift / 2))
        #expect(bounds.edges == [0, 0, shift, shift])
    }
}
