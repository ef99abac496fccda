import Compression
import Georeferencing
import TestLimits
import Testing

@testable import FilePyramids
@testable import TileStores

@Suite(.timeLimited) struct PMTilesDirectoryTests {
    typealias Entry = PMTilesDirectory.Entry

    @Test(arguments: [
        (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5),
        (12, 3423, 1763, 19_078_479), (20, 1, 2, 366_503_875_932),
    ])
    func `tiles have the IDs of the specification`(zoom: Int, column: Int, row: Int, id: Int) {
        let tile = MapTile(zoom: zoom, column: column, row: row)
        #expect(PMTilesTileID.id(of: tile) == id)
        #expect(PMTilesTileID.tile(id) == tile)
    }

    @Test func `every tile of the first zooms has its own ID, next to its neighbor's`() {
        var last = MapTile(zoom: 0, column: 0, row: 0)
        for id in 1..<PMTilesTileID.first(of: 7) {
            let tile = PMTilesTileID.tile(id)
            #expect(PMTilesTileID.id(of: tile) == id)
            let distance = abs(tile.column - last.column) + abs(tile.row - last.row)
            #expect(tile.zoom == last.zoom ? distance == 1 : tile.column + tile.row == 0)
            last = tile
        }
    }

    @Test func `the first tile of zoom 31 has the ID of the specification`() {
        #expect(PMTilesTileID.limit == 1_537_228_672_809_129_301)
    }

    /// Three entries: tile 5 with 300 bytes at 0; tiles 8 to 10 with the 20 bytes that follow; tile 12 with those at 0.
    private let entries = [
        Entry(id: 5, offset: 0, length: 300, runLength: 1), Entry(id: 8, offset: 300, length: 20, runLength: 3),
        Entry(id: 12, offset: 0, length: 300, runLength: 1),
    ]
    private let bytes: [UInt8] = [3, 5, 3, 4, 1, 3, 1, 0xAC, 2, 20, 0xAC, 2, 1, 0, 1]

    @Test func `a directory is written as ID deltas, run lengths, lengths and offsets`() {
        #expect(PMTilesDirectory.bytes(of: entries[...]) == bytes)
    }

    @Test func `a directory is read, plain and compressed`() throws {
        #expect(try PMTilesDirectory(parsing: bytes, path: "").entries == entries)
        let packed = DeflateCodec.gzip(bytes)
        #expect(try PMTilesDirectory(reading: packed, .gzip, path: "").entries == entries)
    }

    @Test func `a tile is found within runs and not between them`() throws {
        let directory = try PMTilesDirectory(parsing: bytes, path: "")
        let found = (4...13).map { directory.entry(of: $0).map(\.id) }
        #expect(found == [nil, 5, nil, nil, 8, 8, 8, nil, 12, nil])
    }

    @Test func `IDs after the last entry of a root lead to its leaf directory`() throws {
        let directory = try PMTilesDirectory(parsing: [1, 3, 0, 9, 1], path: "")
        #expect(directory.entry(of: 2) == nil)
        #expect(directory.entry(of: 1_000) == Entry(id: 3, offset: 0, length: 9, runLength: 0))
    }

    @Test(
        arguments: [
            [],  // nothing
            [0x80],  // half a number
            [1, 0, 1, 4],  // no offset
            [1, 0, 1, 4, 0],  // the first offset follows nothing
            [1, 0, 1, 0, 1],  // no bytes
            [2, 0, 0, 1, 1, 4, 4, 1, 0],  // the same tile twice
            [2, 0, 2, 3, 1, 4, 4, 1, 0],  // a run over the next tile
            [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10, 0, 0, 0, 0],  // 2^60 entries
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0, 0],  // a number of more than 64 bits
            [1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 1, 1, 1],  // a tile beyond all zooms
            [1, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 1],  // a tile of 34 GB
            [1, 0, 1, 4, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1],  // an offset beyond all files
        ] as [[UInt8]])
    func `an invalid directory throws an error`(bytes: [UInt8]) {
        #expect(storeError { _ = try PMTilesDirectory(parsing: bytes, path: "a") }?.code == .malformed)
    }

    @Test func `unsupported compression and damaged data throw errors`() {
        for compression in [PMTilesHeader.Compression.unknown, .brotli, .zstandard] {
            #expect(storeError { _ = try PMTilesDirectory(reading: bytes, compression, path: "a") }?.code == .malformed)
        }
        #expect(storeError { _ = try PMTilesDirectory(reading: bytes, .gzip, path: "a") }?.code == .malformed)
    }

    @Test func `a few bytes that decompress to more than any directory are refused`() {
        let bomb = DeflateCodec.gzip([UInt8](repeating: 0, count: 10_000_000))
        #expect(storeError { _ = try PMTilesDirectory(reading: bomb, .gzip, path: "a") }?.code == .malformed)
    }

    @Test func `leaves are made if the root does not fit after the header, so that it does`() throws {
        var random: UInt64 = 1
        let tiles = (0..<60_000).map { number -> PMTilesDirectoryBuilder.Tile in
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return PMTilesDirectoryBuilder.Tile(id: 3 * number, blobID: number)
        }
        let lengths = tiles.map { _ -> Int in
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return 10_000 + Int(random >> 50)
        }
        let index = PMTilesDirectoryBuilder(tiles: tiles, blobCount: tiles.count) { lengths[$0] }
        let directories = index.directories()
        #expect(directories.root.count <= 16_257)
        let root = try PMTilesDirectory(reading: directories.root, .gzip, path: "")
        #expect(root.entries.count == 15)
        var read: [Entry] = []
        for entry in root.entries {
            #expect(entry.runLength == 0)
            let leaf = directories.leaves[entry.offset..<(entry.offset + Int(entry.length))]
            read += try PMTilesDirectory(reading: Array(leaf), .gzip, path: "").entries
        }
        #expect(read == index.entries)
    }

    @Test func `equal neighbors are one entry, and other equal tiles share an offset`() {
        let contents = [(0, 1), (1, 0), (2, 0), (3, 0), (5, 0), (6, 1)]
        let index = PMTilesDirectoryBuilder(
            tiles: contents.map { PMTilesDirectoryBuilder.Tile(id: $0.0, blobID: $0.1) }, blobCount: 2
        ) { $0 == 0 ? 10 : 7 }
        #expect(index.order == [1, 0])
        #expect(index.byteCount == 17)
        #expect(
            index.entries == [
                Entry(id: 0, offset: 0, length: 7, runLength: 1), Entry(id: 1, offset: 7, length: 10, runLength: 3),
                Entry(id: 5, offset: 7, length: 10, runLength: 1), Entry(id: 6, offset: 0, length: 7, runLength: 1),
            ])
    }
}
