import Dispatch
import Foundation
import Georeferencing
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

@Suite(.timeLimited) struct PMTilesStoreTests {
    private let folder: TemporaryFolder
    private let pyramid = Pyramid(
        size: PixelSize(width: 5, height: 3), tileSize: 2, shape: PyramidFormat.xyz.shape)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func store(
        _ pyramid: Pyramid? = nil, target: PyramidTarget = PyramidTarget(.pmtiles),
        options: StoreOptions = StoreOptions()
    ) throws -> PMTilesStore {
        try PMTilesStore(
            creating: folder.path("big.pmtiles"), pyramid: pyramid ?? self.pyramid, format: .jpeg, target: target,
            options: options)
    }

    private func source() throws -> PMTilesSource { try PMTilesSource(opening: folder.path("big.pmtiles")) }

    @Test func `tiles are read back byte for byte, and no other file is left`() throws {
        let store = try store()
        try store.write(pyramid.indices.shuffled())
        #expect(folder.contents() == ["big.pmtiles.partial"])
        try store.finish()
        #expect(folder.contents() == ["big.pmtiles"])
        let source = try source()
        #expect(source.pyramid == pyramid)
        for index in pyramid.indices {
            let tile = EncodedTile(bytes: Array(contents(of: index).utf8), format: .jpeg)
            #expect(try source.read(index) == tile)
            #expect(try store.read(index) == tile)
        }
        var issues: [ValidationIssue] = []
        try source.inspectFiles { issues.append($0) }
        #expect(issues.isEmpty)
    }

    @Test func `the header describes the file`() throws {
        let store = try store()
        try store.write(pyramid.indices, word: "t")
        try store.finish()
        let bytes = Array(try folder.bytes(of: "big.pmtiles"))
        func number(_ position: Int) -> Int { (0..<8).reduce(0) { $0 | Int(bytes[position + $1]) << (8 * $1) } }
        #expect(bytes.starts(with: Array("PMTiles".utf8) + [3]))
        // Root, metadata, leaves and tiles follow each other to the end of the file.
        #expect(number(8) == 127)
        #expect(number(24) == 127 + number(16))
        #expect(number(40) == number(24) + number(32))
        #expect(number(48) == 0)
        #expect(number(56) == number(40))
        #expect(number(56) + number(64) == bytes.count)
        #expect([72, 80, 88].map(number) == [9, 9, 9])
        // Clustered, directories in gzip, tiles not compressed, JPEG, zooms 0 to 2.
        #expect(bytes[96..<102] == [1, 2, 1, 3, 0, 2])
        #expect(bytes[127..<129] == [0x1F, 0x8B])
        // The tile at zoom 0 is first, then come those of zoom 1 along the curve.
        #expect(String(decoding: bytes[number(56)...].prefix(14), as: UTF8.self) == "t 0/0_0t 1/0_0")
    }

    @Test func `an image that is not georeferenced records its size`() throws {
        var target = PyramidTarget(.pmtiles)
        target.name = "The \"Moon\""
        let store = try store(target: target)
        try store.write(pyramid.indices)
        try store.finish()
        let properties = try source().properties
        #expect(properties.map(\.name) == ["description", "format", "maxzoom", "minzoom", "name", "type"])
        #expect(properties.map(\.value).dropFirst() == ["jpg", "2", "0", "The \"Moon\"", "overlay"])
        #expect(properties[0].value.contains("without a geographic position"))
    }

    @Test func `a georeferenced image is at its place`() throws {
        var shape = PyramidFormat.xyz.shape
        shape.origin = PixelOffset(x: 2 * 5, y: 2 * 6)
        let pyramid = Pyramid(size: PixelSize(width: 2, height: 2), tileSize: 2, shape: shape)
        var target = PyramidTarget(.pmtiles)
        target.georeference = Georeference(
            zoom: 4, bounds: GeoBounds(west: -67.5, south: 21.94304553, east: -45, north: 40.97989807, crs: .wgs84))
        let store = try store(pyramid, target: target)
        try store.write(pyramid.indices)
        try store.finish()
        let archive = try PMTilesArchive(opening: folder.path("big.pmtiles"))
        #expect(archive.root.entries.map(\.id) == [PMTilesTileID.id(of: MapTile(zoom: 4, column: 5, row: 6))])
        #expect(
            archive.header.bounds
                == GeoBounds(
                    west: -67.5, south: 21.9430455, east: -45, north: 40.979898, crs: .wgs84))
        let source = try source()
        #expect(source.isSparse)
        #expect(source.pyramid.levels.map(\.grid.count) == [1])
        #expect(try source.read(TileIndex(level: 0, column: 0, row: 0)) != nil)
    }

    @Test func `equal tiles share their bytes, from several threads`() throws {
        let pyramid = Pyramid(size: PixelSize(width: 32, height: 32), tileSize: 1, shape: PyramidFormat.xyz.shape)
        let store = try store(pyramid)
        let indices = pyramid.indices
        DispatchQueue.concurrentPerform(iterations: indices.count) { number in
            let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, indices[number].column < 16 ? 1 : 2]
            do { try store.write(bytes.span.bytes, format: .jpeg, at: indices[number]) } catch { Issue.record(error) }
        }
        #expect(
            store.deduplication == DeduplicationStatistics(tiles: indices.count - 2, bytes: 4 * (indices.count - 2)))
        try store.finish()
        #expect(store.deduplication.tiles == indices.count - 2)
        let source = try source()
        #expect(source.archive.header.tileContents == 2)
        #expect(source.archive.header.tileEntries < 30)
        var blobIDs: Set<UInt64?> = []
        var count = 0
        try source.forEachStoredTile { index, storedTile in
            let bytes = try source.read(index)?.bytes
            #expect(bytes?.last == (index.column < 16 ? 1 : 2))
            blobIDs.insert(storedTile.sharedBlobID)
            count += 1
        }
        #expect(count == indices.count)
        #expect(blobIDs == [0, 4])
    }

    /// Enough tiles for many partitions.
    private static let large = Pyramid(
        size: PixelSize(width: 40, height: 60), tileSize: 1, shape: PyramidFormat.xyz.shape)

    /// The size of each tile, such that a partition has more bytes than its buffer.
    private static func largeTile(_ index: TileIndex) -> [UInt8] {
        Array(contents(of: index).utf8) + [UInt8](repeating: UInt8(index.column), count: 2_000)
    }

    private func writeLargeTiles(to store: PMTilesStore) throws {
        for index in Self.large.indices {
            try store.write(Self.largeTile(index).span.bytes, format: .jpeg, at: index)
        }
    }

    @Test func `tiles of many partitions are read byte for byte, whatever the order of their arrival`() throws {
        var random = SeededRandom(seed: 7)
        let store = try store(Self.large)
        let indices = Self.large.indices.shuffled(using: &random)
        // Some are equal to others far away.
        @Sendable func bytes(of index: TileIndex) -> [UInt8] {
            Self.largeTile(index.column % 7 == 0 ? TileIndex(level: 0, column: 0, row: index.row % 5) : index)
        }
        DispatchQueue.concurrentPerform(iterations: indices.count) { number in
            let bytes = bytes(of: indices[number])
            do { try store.write(bytes.span.bytes, format: .jpeg, at: indices[number]) } catch { Issue.record(error) }
        }
        for index in indices.prefix(50) {
            #expect(try store.read(index)?.bytes == bytes(of: index))
        }
        try store.finish()
        let source = try source()
        for index in indices {
            #expect(try source.read(index)?.bytes == bytes(of: index))
            #expect(try store.read(index)?.bytes == bytes(of: index))
        }
        var issues: [ValidationIssue] = []
        try source.inspectFiles { issues.append($0) }
        #expect(issues.isEmpty)
    }

    @Test func `after a file that appeared meanwhile is moved away, finishing can be repeated`() throws {
        let store = try store(Self.large)
        try writeLargeTiles(to: store)
        try folder.write(Data([1]), to: "big.pmtiles")
        for _ in 0..<2 {
            #expect(storeError { try store.finish() }?.code == .exists)
        }
        try FileManager.default.removeItem(atPath: folder.path("big.pmtiles"))
        try store.finish()
        let source = try source()
        for index in Self.large.indices {
            let bytes = Self.largeTile(index)
            #expect(try source.read(index)?.bytes == bytes)
            #expect(try store.read(index)?.bytes == bytes)
        }
    }

    @Test func `tiles can be read while they are reordered`() throws {
        let store = try store(Self.large)
        let indices = Self.large.indices
        try writeLargeTiles(to: store)
        expectReadable(while: { try store.finish() }) {
            for index in indices {
                let bytes = try store.read(index)?.bytes
                #expect(bytes == Self.largeTile(index))
            }
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a small file system takes root"))
    func `reordering tiles takes little more space than the file`() throws {
        let indices = Self.large.indices
        let tile = [UInt8](repeating: 7, count: 8_000)
        func bytes(of index: TileIndex) -> [UInt8] { Array("\(index)".utf8) + tile }
        // A fifth more than all tiles.
        let disk = try SmallDisk(pages: indices.count * tile.count / Int(sysconf(Int32(_SC_PAGESIZE))) * 6 / 5)
        let store = try PMTilesStore(
            creating: disk.path + "/big.pmtiles", pyramid: Self.large, format: .jpeg,
            target: PyramidTarget(.pmtiles))
        for index in indices {
            try store.write(bytes(of: index).span.bytes, format: .jpeg, at: index)
        }
        try store.finish()
        let source = try PMTilesSource(opening: disk.path + "/big.pmtiles")
        #expect(source.pyramid == Self.large)
        #expect(try indices.allSatisfy { try source.read($0)?.bytes == bytes(of: $0) })
    }

    @Test func `a discarded or suspended run leaves nothing`() throws {
        for isGivenUp in [true, false] {
            let store = try store()
            try store.write(pyramid.indices.prefix(3))
            #expect(try store.read(pyramid.indices[0]) != nil)
            #expect(try store.read(pyramid.indices[5]) == nil)
            if isGivenUp { try store.discard() } else { try store.suspend() }
            #expect(folder.contents().isEmpty)
        }
    }

    @Test func `an existing file is replaced only if the options allow it`() throws {
        try folder.write(Data("old".utf8), to: "big.pmtiles")
        #expect(storeError { _ = try self.store() }?.code == .exists)
        let store = try store(options: .replacing())
        try store.write(pyramid.indices)
        try store.finish()
        #expect(try source().pyramid == pyramid)
    }

    @Test func `pyramids that are not map tiles are refused`() {
        for other in [
            smallPyramid, Pyramid(size: PixelSize(width: 9, height: 9), tileSize: 4, overlap: 1),
            Pyramid(levels: [LevelShape(size: PixelSize(width: 9, height: 9), tileSize: 4)], padsTiles: true),
        ] {
            #expect(storeError { _ = try store(other) }?.code == .cannotCreate)
        }
        #expect(folder.contents().isEmpty)
    }

    @Test func `a file without tiles can be opened`() throws {
        try store().finish()
        #expect(try source().read(pyramid.indices[0]) == nil)
    }
}
