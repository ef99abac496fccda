import Foundation
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

@Suite(.timeLimited) struct HostilePMTilesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func source(_ bytes: PMTilesBytes) throws -> PMTilesSource {
        try folder.write(bytes.data, to: "map.pmtiles")
        return try PMTilesSource(opening: folder.path("map.pmtiles"))
    }

    private func message(_ bytes: PMTilesBytes) -> String? {
        do {
            let source = try source(bytes)
            try source.forEachStoredRun { _, _, _ in }
            return nil
        } catch {
            return (error as? StoreError)?.message
        }
    }

    @Test func `a run of four billion tiles is counted without visiting them`() throws {
        var bytes = PMTilesBytes()
        bytes.zooms = (0, 22)
        bytes.counts = [0, 0, 0]
        // One entry of 2^32 - 1 tiles from ID 0: all of zooms 0 to 15, and part of zoom 16.
        bytes.root = [1, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 4, 1]
        let source = try source(bytes)
        var counts: [Int: Int] = [:]
        try source.forEachStoredRun { index, count, _ in counts[index.level, default: 0] += count }
        var expected: [Int: Int] = [16: (1 << 32) - 1 - PMTilesTileID.first(of: 16)]
        for zoom in 0...15 { expected[zoom] = 1 << (2 * zoom) }
        #expect(counts == expected)
        #expect(try source.anyTile(of: 15) != nil)
        #expect(try source.anyTile(of: 20) == nil)
        try source.inspectFiles { _ in }
    }

    @Test func `a run is clipped to the bounds`() throws {
        var bytes = PMTilesBytes()
        bytes.zooms = (2, 20)
        bytes.bounds = [0, 0, 900_000_000, 665_132_604]
        bytes.counts = [0, 0, 0]
        bytes.root = [1, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 4, 1]
        var counts: [Int: Int] = [:]
        try source(bytes).forEachStoredRun { index, count, _ in counts[index.level, default: 0] += count }
        // One tile of sixteen at zoom 2, and all finer ones in it.
        #expect((0...13).allSatisfy { counts[$0] == 1 << (2 * $0) })
    }

    @Test func `directories that cost more than they hold are damaged`() throws {
        var bytes = PMTilesBytes()
        bytes.root = [1, 0, 1, 4, 1, 0, 0, 0]
        #expect(message(bytes) == "a directory is damaged: it has bytes after its last entry.")
        bytes.root = [1, 0, 0, 1, 1]
        bytes.leaves = [0]
        #expect(message(bytes)?.contains("a leaf directory is empty") == true)
    }

    @Test(arguments: [(1, "MVT"), (6, "MLT")])
    func `vector tiles are named, although they are compressed as well`(type: UInt8, name: String) throws {
        var bytes = PMTilesBytes()
        bytes.tileType = type
        bytes.tileCompression = 2
        #expect(message(bytes)?.hasPrefix("these are vector tiles (\(name)), which hold shapes") == true)
    }

    @Test func `a tile without bytes is refused, and leaves no partial file`() throws {
        let pyramid = Pyramid(size: PixelSize(width: 16, height: 16), tileSize: 16, shape: PyramidFormat.xyz.shape)
        for format in [PyramidFormat.pmtiles, .tiff] {
            let store = try format.makeStore(at: folder.path("big"), pyramid: pyramid, format: .webp)
            #expect(
                storeError {
                    try store.write([UInt8]().span.bytes, format: .webp, at: TileIndex(level: 0, column: 0, row: 0))
                } != nil)
            try store.discard()
        }
        #expect(folder.contents().isEmpty)
    }
}
