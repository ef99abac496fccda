import Foundation
import Georeferencing
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

/// Maps of two runs of columns at the edges of the world.
@Suite(.timeLimited) struct AntimeridianMapTests {
    private let folder: TemporaryFolder
    private let pyramid: Pyramid
    private let target: PyramidTarget

    init() throws {
        folder = try TemporaryFolder()
        let bounds = GeoBounds(west: 174.375, south: -10, east: 185.625, north: 10, crs: .wgs84)
        pyramid = TileMatrixSet(bounds.tiles(at: 6), zooms: 6...7, tileSize: PixelSize(width: 16, height: 16)).pyramid
        var target = PyramidTarget(.xyz)
        target.georeference = Georeference(zoom: 7, bounds: bounds)
        target.isSparse = true
        self.target = target
    }

    /// Writes tiles, each with bytes of its own, and opens the result.
    private func written(_ name: String, _ format: PyramidFormat) throws -> any PyramidSource {
        var target = PyramidTarget(format)
        target.georeference = self.target.georeference
        target.isSparse = true
        let store = try target.makeStore(
            at: folder.path(name), pyramid: pyramid, format: .jpeg, options: StoreOptions())
        for index in pyramid.indices {
            let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, UInt8(index.level), UInt8(index.column), UInt8(index.row)]
            try store.write(bytes.span.bytes, format: .jpeg, at: index)
        }
        try store.finish()
        return try #require(try Pyramids.openBlocking(folder.path(name))).source
    }

    private func text(_ name: String) throws -> String { String(decoding: try folder.bytes(of: name), as: UTF8.self) }

    @Test(arguments: ["m.mbtiles", "m.pmtiles", "m"])
    func `tiles of both runs are found again, in one map across the meridian`(name: String) throws {
        let format: PyramidFormat =
            name.hasSuffix(".mbtiles") ? .mbtiles : name.hasSuffix(".pmtiles") ? .pmtiles : .xyz
        let source = try written(name, format)
        #expect(source.pyramid.levels.map(\.grid.columns) == [2, 4])
        #expect(source.georeference?.bounds.crossesAntimeridian == true)
        for index in pyramid.indices {
            let expected = [UInt8(index.level), UInt8(index.column), UInt8(index.row)]
            #expect(try source.read(index).map { Array($0.bytes[3...]) } == expected)
        }
        var count = 0
        try source.forEachStoredTile { _, _ in count += 1 }
        #expect(count == pyramid.tileCount)
        #expect(!source.properties.contains { $0.name == TileKitMetadata.crossingKey })
    }

    @Test func `a folder of tiles has the columns of both edges, and its bounds are those of the world`() throws {
        _ = try written("m", .xyz)
        let columns = try FileManager.default.contentsOfDirectory(atPath: folder.path("m/7")).sorted()
        #expect(columns == ["0", "1", "126", "127"])
        let json = try text("m/tiles.json")
        #expect(json.contains(#""bounds": [-180,-10,180,10]"#))
        #expect(json.contains(#""center": [180,0,6]"#))
        #expect(json.contains(#""tilekit_bounds": "174.375,-10.0,185.625,10.0""#))
    }

    @Test func `the bounds of other programs have a west beyond the east`() throws {
        _ = try written("m", .xyz)
        let json = try text("m/tiles.json")
            .replacing(#""tilekit_bounds": "174.375,-10.0,185.625,10.0""#, with: #""other": "1""#)
            .replacing("[-180,-10,180,10]", with: "[174.375,-10,-174.375,10]")
        try folder.write(Data(json.utf8), to: "m/tiles.json")
        let source = try #require(try Pyramids.openBlocking(folder.path("m"))).source
        #expect(source.pyramid.levels.map(\.grid.columns) == [2, 4])
        #expect(try source.read(TileIndex(level: 1, column: 2, row: 1))?.bytes.suffix(3) == [1, 2, 1])
    }

    @Test func `a GeoPackage is a map of all longitudes, and has the tiles of both runs`() throws {
        let source = try written("m.gpkg", .geoPackage)
        #expect(source.georeference?.bounds.west == -180 && source.georeference?.bounds.east == 180)
        #expect(source.pyramid.levels.map(\.grid.columns) == [64, 128])
        var columns: Set<Int> = []
        try source.forEachStoredTile { index, _ in if index.level == 1 { columns.insert(index.column) } }
        #expect(columns == [0, 1, 126, 127])
    }
}
