import Foundation
import Georeferencing
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

@Suite(.timeLimited) struct PMTilesSourceTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func source(_ bytes: PMTilesBytes) throws -> PMTilesSource { try source(bytes.data) }

    private func source(_ data: Data) throws -> PMTilesSource {
        try folder.write(data, to: "map.pmtiles")
        return try PMTilesSource(opening: folder.path("map.pmtiles"))
    }

    private let top = TileIndex(level: 0, column: 0, row: 0)

    @Test func `a single tile is the whole world`() throws {
        let source = try source(PMTilesBytes())
        #expect(source.pyramid.levels.map(\.grid) == [TileGrid(columns: 1, rows: 1)])
        #expect(source.pyramid.size == PixelSize(width: 256, height: 256))
        #expect(source.format == .jpeg)
        #expect(source.isSparse)
        #expect(try source.read(top) == EncodedTile(bytes: PMTilesBytes.jpegSignature, format: .jpeg))
        #expect(try source.storedTile(top) == StoredTile(byteCount: 4, sharedBlobID: 0))
        #expect(try source.read(TileIndex(level: 1, column: 0, row: 0)) == nil)
    }

    @Test func `a map has the zooms and the place of its tiles`() throws {
        var bytes = PMTilesBytes()
        bytes.zooms = (2, 3)
        // From 0° to 90° east and from the equator to about 66° north: column 2, row 1 of zoom 2.
        bytes.bounds = [0, 0, 900_000_000, 665_132_604]
        let id = UInt8(PMTilesTileID.id(of: MapTile(zoom: 2, column: 2, row: 1)))
        bytes.root = [1, id, 1, 4, 1]
        let source = try source(bytes)
        #expect(source.pyramid.levels.map(\.size.width) == [256])
        #expect(source.pyramid.levels.map(\.firstTile) == [PixelOffset(x: 2, y: 1)])
        #expect(try source.read(top)?.bytes == PMTilesBytes.jpegSignature)
        var storedTile: [TileIndex] = []
        try source.forEachStoredTile { index, _ in storedTile.append(index) }
        #expect(storedTile == [top])
    }

    @Test func `an image that is not georeferenced has its own size, and is not sparse`() throws {
        var bytes = PMTilesBytes()
        let json =
            #"{"name":"moon","tilekit":{"width":300,"height":200,"tileSize":256,"originX":0,"originY":0},"n":[1]}"#
        bytes.metadata = Array(json.utf8)
        bytes.zooms = (0, 1)
        // Three tiles with the same bytes: the coarsest, and two neighbors with the IDs 1 and 4.
        bytes.root = [2, 0, 4, 2, 1, 4, 4, 1, 1]
        bytes.counts = [3, 2, 1]
        let source = try source(bytes)
        #expect(source.pyramid == Pyramid(size: PixelSize(width: 300, height: 200), shape: PyramidFormat.xyz.shape))
        #expect(!source.isSparse)
        #expect(source.properties == [PyramidProperty("n", "[1]"), PyramidProperty("name", "moon")])
        for index in source.pyramid.indices {
            #expect(try source.read(index)?.bytes == PMTilesBytes.jpegSignature)
        }
        var issues: [ValidationIssue] = []
        try source.inspectFiles { issues.append($0) }
        #expect(issues.isEmpty)
    }

    @Test func `a tile in a leaf directory is read, and the leaf only when needed`() throws {
        var bytes = PMTilesBytes()
        bytes.zooms = (0, 1)
        bytes.root = [2, 0, 1, 1, 0, 4, 5, 1, 1]
        bytes.leaves = [1, 1, 4, 4, 1]
        #expect(try source(bytes).read(TileIndex(level: 1, column: 1, row: 1))?.bytes == PMTilesBytes.jpegSignature)
        bytes.leaves = [9, 9, 9, 9, 9]
        let damaged = try source(bytes)
        #expect(try damaged.read(top)?.bytes == PMTilesBytes.jpegSignature)
        #expect(storeError { _ = try damaged.read(TileIndex(level: 1, column: 1, row: 1)) }?.code == .malformed)
    }

    @Test func `a leaf that leads to another, or to itself, throws an error`() throws {
        var bytes = PMTilesBytes()
        bytes.tileType = 3
        bytes.metadata = Array(
            #"{"tilekit":{"width":200,"height":200,"tileSize":256,"originX":0,"originY":0}}"#.utf8)
        bytes.root = [1, 0, 0, 5, 1]
        bytes.leaves = [1, 0, 0, 5, 1]
        let source = try source(bytes)
        #expect(storeError { _ = try source.read(top) }?.code == .malformed)
        #expect(storeError { try source.forEachStoredTile { _, _ in } }?.code == .malformed)
    }

    @Test func `a tile outside of the tile data throws an error`() throws {
        var bytes = PMTilesBytes()
        bytes.root = [1, 0, 1, 4, 2]
        bytes.metadata = Array(
            #"{"tilekit":{"width":200,"height":200,"tileSize":256,"originX":0,"originY":0}}"#.utf8)
        let source = try source(bytes)
        #expect(storeError { _ = try source.read(top) }?.code == .malformed)
    }

    /// An offset in the header, and invalid bytes for it.
    @Test(
        arguments: [
            (0, [0x51]), (7, [2]), (8, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]), (16, [200]),
            (24, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]), (40, [0, 0, 0, 0, 0, 0, 0, 0x40]), (64, [5]),
            (97, [9]), (97, [3]), (98, [2]), (98, [7]), (99, [1]), (99, [6]), (99, [77]),
        ] as [(Int, [UInt8])])
    func `an invalid header throws an error`(offset: Int, lie: [UInt8]) throws {
        var data = PMTilesBytes().data
        data.replaceSubrange(offset..<(offset + lie.count), with: lie)
        let error = storeError { _ = try source(data) }
        #expect(error?.code == .malformed)
        #expect(error?.path == folder.path("map.pmtiles"))
    }

    @Test func `a truncated file throws an error at any length`() throws {
        let data = PMTilesBytes().data
        for length in 0..<data.count {
            #expect(storeError { _ = try source(data.prefix(length)) }?.code == .malformed)
        }
    }

    @Test(arguments: [
        "[]", "{", "", #"{"tilekit":{"width":0,"height":1,"tileSize":256,"originX":0,"originY":0}}"#,
        #"{"tilekit":{"width":9000,"height":1,"tileSize":256,"originX":0,"originY":0}}"#,
        #"{"tilekit":{"width":9,"height":1,"tileSize":256,"originX":3000000000,"originY":0}}"#,
    ])
    func `metadata that is damaged or contradicts the zooms throws an error`(json: String) throws {
        var bytes = PMTilesBytes()
        bytes.metadata = Array(json.utf8)
        if json.isEmpty {
            #expect(try source(bytes).properties.isEmpty)
        } else {
            #expect(storeError { _ = try source(bytes) }?.code == .malformed)
        }
    }

    @Test func `tiles of unknown type, as the Python writer leaves them, are recognized by their bytes`() throws {
        var bytes = PMTilesBytes()
        bytes.tileType = 0
        #expect(try source(bytes).format == .jpeg)
        bytes.tiles = [1, 2, 3, 4]
        #expect(storeError { _ = try source(bytes) }?.code == .malformed)
    }

    @Test func `header fields that the directory contradicts are issues`() throws {
        var bytes = PMTilesBytes()
        bytes.counts = [5, 6, 7]
        bytes.zooms = (0, 2)
        bytes.tiles = [0] + PMTilesBytes.jpegSignature
        bytes.root = [1, 0, 1, 4, 2]
        var issues: [String] = []
        try source(bytes).inspectFiles { issues.append($0.message) }
        #expect(
            issues == [
                "it claims that the tiles are in order (clustered), but they are not",
                "it says that there are 5 tiles, and there are 1", "it says that there are 6 entries, and there are 1",
            ])
    }

    @Test func `a run beyond all zooms is cut off, or throws an error if the header has fewer tiles`() throws {
        var bytes = PMTilesBytes()
        bytes.root = [1, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 4, 1]
        bytes.counts = [0, 0, 0]
        var count = 0
        try source(bytes).forEachStoredTile { _, _ in count += 1 }
        #expect(count == 1)
        bytes.counts = [1, 1, 1]
        let lying = try source(bytes)
        #expect(storeError { try lying.forEachStoredTile { _, _ in } }?.code == .malformed)
    }

    @Test func `after changing up to four bytes, the file is read or throws an error`() throws {
        var bytes = PMTilesBytes()
        bytes.zooms = (0, 1)
        bytes.root = [2, 0, 1, 1, 0, 4, 5, 1, 1]
        bytes.leaves = [1, 1, 4, 4, 1]
        let whole = bytes.data
        var random = SeededRandom(seed: 11)
        for _ in 0..<1_000 {
            var data = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                data[Int.random(in: 0..<data.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            do {
                let source = try source(data)
                try source.inspectFiles { _ in }
                _ = try source.read(top)
            } catch {
                #expect(error is StoreError, "\(error)")
            }
        }
    }
}
