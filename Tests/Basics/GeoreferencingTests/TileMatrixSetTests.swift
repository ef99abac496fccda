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

    @Test func `columns across the 180th meridian begin again, and tiles find their way back`() {
        let bounds = GeoBounds(west: 170, south: -10, east: -170, north: 10, crs: .wgs84).unwrapped
        #expect(bounds.east == 190 && bounds.crossesAntimeridian)
        let tiles = bounds.tiles(at: 6)
        #expect(tiles == TileRange(columns: 62..<66, rows: 30..<34))
        let set = TileMatrixSet(tiles, zooms: 6...8, tileSize: PixelSize(width: 256, height: 256))
        for index in set.pyramid.indices {
            let tile = set.tile(index)
            #expect(tile.column < 1 << tile.zoom && set.index(of: tile) == index)
        }
        #expect(set.tile(TileIndex(level: 0, column: 1, row: 0)) == MapTile(zoom: 6, column: 63, row: 30))
        #expect(set.tile(TileIndex(level: 0, column: 2, row: 0)) == MapTile(zoom: 6, column: 0, row: 30))
        #expect(set.index(of: MapTile(zoom: 6, column: 2, row: 30)) == nil)
        #expect(set.bounds == tiles.bounds(at: 6) && set.bounds.crossesAntimeridian)
        #expect(
            set.tileRanges(of: set.pyramid.levels[0]) == [
                TileRange(columns: 62..<64, rows: 30..<34), TileRange(columns: 0..<2, rows: 30..<34),
            ])
        // Around the Earth from 0°: once, and no further.
        let around = GeoBounds(west: 0, south: -10, east: 360, north: 10, crs: .wgs84)
        #expect(around.tiles(at: 3).columns == 4..<12)
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
