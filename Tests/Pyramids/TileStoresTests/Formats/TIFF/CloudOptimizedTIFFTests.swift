import FilePyramids
import Foundation
import TestSupport
import TestLimits
import Testing
import TilePyramid
import TileStores

/// Cloud-optimized files, laid out like those of GDAL's COG driver.
@Suite(.timeLimited) struct CloudOptimizedTIFFTests {
    private let missing = TileIndex(level: 2, column: 0, row: 1)

    private func fixture() throws -> TIFFPyramidFixture {
        var fixture = try TIFFPyramidFixture()
        fixture.target.tiff.isCloudOptimized = true
        fixture.target.tiff.reducedImages = .subIFDs
        return fixture
    }

    @Test func `the ghost area follows the header, and the directories come next, before all tiles`() throws {
        let file = ParsedTIFF(try fixture().make())
        let note = [
            "GDAL_STRUCTURAL_METADATA_SIZE=000140 bytes", "LAYOUT=IFDS_BEFORE_DATA", "BLOCK_ORDER=ROW_MAJOR",
            "BLOCK_LEADER=SIZE_AS_UINT4", "BLOCK_TRAILER=LAST_4_BYTES_REPEATED", "KNOWN_INCOMPATIBLE_EDITION=NO", " ",
        ].joined(separator: "\n")
        #expect(String(decoding: file.bytes[8..<8 + note.utf8.count], as: UTF8.self) == note)
        #expect(file.starts[0] == (8 + note.utf8.count + 1) / 2 * 2)
        #expect(file.pages.map { $0[256] } == [[40], [20], [10]])
        let firstTile = try #require((0..<3).flatMap { file.values(324, of: $0) }.min())
        #expect(file.starts.allSatisfy { $0 < firstTile })
    }

    @Test func `tiles are in order, the coarsest level first, with leaders and trailers`() throws {
        let file = ParsedTIFF(try fixture().make { $0 != missing })
        var next = file.values(324, of: 2)[0] - 4
        for page in [2, 1, 0] {
            for (number, offset) in file.values(324, of: page).enumerated() {
                let tile = file.tile(number, of: page)
                guard !tile.isEmpty else {
                    #expect(offset == 0 && page == 0 && number == 3)
                    continue
                }
                #expect(offset == next + 4 && file.number(next, 4) == tile.count)
                #expect(Array(file.bytes[offset + tile.count..<offset + tile.count + 4]) == tile.suffix(4))
                next = offset + tile.count + 4
            }
        }
        #expect(next == file.bytes.count)
    }

    @Test func `equal tiles are stored separately, because the order determines the offsets`() throws {
        var fixture = try fixture()
        fixture.isColorful = false
        let file = ParsedTIFF(try fixture.make())
        #expect(Set((0..<3).flatMap { file.values(324, of: $0) }).count == 9)
    }

    /// Enough tiles to be spooled to many files, each with more bytes than its buffer.
    private func largeFixture() throws -> TIFFPyramidFixture {
        var fixture = try TIFFPyramidFixture(PixelSize(width: 400, height: 380))
        fixture.commentBytes = 12_000
        fixture.target.tiff.isCloudOptimized = true
        return fixture
    }

    @Test func `many tiles, some equal, are reordered, whatever the order of their arrival`() throws {
        let fixture = try largeFixture()
        var random = SeededRandom(seed: 11)
        let store = try fixture.store()
        for index in fixture.pyramid.indices.shuffled(using: &random) {
            try fixture.write(index, to: store)
        }
        try store.finish()
        let file = ParsedTIFF(try fixture.bytes())
        var offsets: [Int] = []
        for (page, level) in fixture.pyramid.levels.reversed().enumerated() {
            for (number, offset) in file.values(324, of: page).enumerated() {
                let index = TileIndex(
                    level: level.index, column: number % level.grid.columns, row: number / level.grid.columns)
                let tile = try fixture.tile(index)
                #expect(file.tile(number, of: page) == tile)
                #expect(try store.read(index)?.bytes == tile)
                offsets.append(offset)
            }
        }
        #expect(Set(offsets).count == fixture.pyramid.indices.count)
    }

    @Test func `after a file that appeared meanwhile is moved away, finishing can be repeated`() throws {
        let fixture = try largeFixture()
        let store = try fixture.store()
        for index in fixture.pyramid.indices {
            try fixture.write(index, to: store)
        }
        try fixture.folder.write(Data([1]), to: "big.tif")
        for _ in 0..<2 {
            #expect(storeError { try store.finish() }?.code == .exists)
        }
        try FileManager.default.removeItem(atPath: fixture.path)
        try store.finish()
        let file = ParsedTIFF(try fixture.bytes())
        let first = TileIndex(level: fixture.pyramid.finestLevel.index, column: 0, row: 0)
        #expect(try file.tile(0, of: 0) == fixture.tile(first))
        for index in fixture.pyramid.indices {
            #expect(try store.read(index)?.bytes == fixture.tile(index))
        }
    }

    @Test func `tiles can be read while they are reordered`() throws {
        let fixture = try largeFixture()
        let store = try fixture.store()
        let tiles = try fixture.pyramid.indices.map { ($0, try fixture.tile($0)) }
        for (index, tile) in tiles {
            try store.write(tile.span.bytes, format: .jpeg, at: index)
        }
        expectReadable(while: { try store.finish() }) {
            for (index, tile) in tiles {
                let bytes = try store.read(index)?.bytes
                #expect(bytes == tile)
            }
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a small file system takes root"))
    func `reordering tiles takes little more space than the file`() throws {
        var fixture = try largeFixture()
        fixture.commentBytes = 0
        // No two tiles are equal: each has a long comment of its own after its SOI marker.
        let tiles = try fixture.pyramid.indices.enumerated().map { number, index in
            let tile = try fixture.tile(index)
            return tile[..<2] + [0xFF, 0xFE, 0x20, 0x02, UInt8(number >> 8), UInt8(number & 255)]
                + Array(repeating: 1, count: 0x1FFE) + tile[2...]
        }
        let room = tiles.reduce(0) { $0 + $1.count } * 6 / 5
        let disk = try SmallDisk(pages: room / Int(sysconf(Int32(_SC_PAGESIZE))))
        let store = try TIFFStore(
            creating: disk.path + "/big.tif", pyramid: fixture.pyramid, format: .jpeg, target: fixture.target)
        for (index, tile) in zip(fixture.pyramid.indices, tiles) {
            try store.write(tile.span.bytes, format: .jpeg, at: index)
        }
        try store.finish()
        for (index, tile) in zip(fixture.pyramid.indices, tiles) {
            #expect(try store.read(index)?.bytes == tile)
        }
    }

    @Test func `tiles can be read after the file is finished`() throws {
        let fixture = try fixture()
        let store = try fixture.store()
        for index in fixture.pyramid.indices {
            try fixture.write(index, to: store)
        }
        try store.finish()
        for index in fixture.pyramid.indices {
            #expect(try store.read(index)?.bytes == fixture.tile(index))
        }
    }
}
