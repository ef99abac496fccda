import Foundation
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

@Suite(.timeLimited) struct ShardFileTests {
    private let folder: TemporaryFolder
    private let pyramid = Pyramid(size: PixelSize(width: 40, height: 40), tileSize: 16)
    private var path: String { folder.path("big.dzi.shard-1-of-2") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func tile(_ level: Int, _ column: Int, _ row: Int) -> TileIndex {
        TileIndex(level: level, column: column, row: row)
    }

    private func write(_ bytes: [UInt8], _ index: TileIndex, to store: ShardStore) throws {
        try store.write(bytes.span.bytes, format: .png, at: index)
    }

    /// Writes three tiles and two blocks of rows.
    private func makeShard() throws {
        let store = try ShardStore(creating: path, pyramid: pyramid, format: .png)
        try write([1, 2, 3], tile(6, 2, 0), to: store)
        try [UInt8](repeating: 7, count: 10).withUnsafeBytes { try store.write(rows: 0..<1, plane: 0, $0) }
        try write([4], tile(5, 0, 0), to: store)
        try write([5, 6], tile(6, 0, 0), to: store)
        try [UInt8](repeating: 8, count: 20).withUnsafeBytes { try store.write(rows: 1..<3, plane: 0, $0) }
        store.setManifest(Array("manifest".utf8))
        try store.finish()
    }

    @Test func `a shard is read as it was written`() throws {
        try makeShard()
        #expect(folder.contents() == ["big.dzi.shard-1-of-2"])
        let file = try ShardFile(opening: path)
        #expect(file.manifest == Array("manifest".utf8))
        #expect(
            file.tiles.map { tile($0.level, $0.column, $0.row) } == [
                tile(5, 0, 0), tile(6, 0, 0), tile(6, 2, 0),
            ])
        #expect(file.tiles(level: 6, row: 0).map(\.column) == [0, 2])
        #expect(file.tiles(level: 6, row: 1).isEmpty && file.tiles(level: 7, row: 0).isEmpty)
        var bytes: [[UInt8]] = []
        try file.run(of: file.tiles, format: .png).forEachTile { _, span in
            bytes.append(span.withUnsafeBytes { Array($0) })
        }
        #expect(bytes == [[4], [5, 6], [1, 2, 3]])
        #expect(file.blocks.map(\.rows) == [0..<1, 1..<3])
        #expect(try file.read(file.blocks[1]) == [UInt8](repeating: 8, count: 20))
        // 16 for the header, 6 and 30 of data, 3 and 2 entries, 8 for the manifest, 72 for the trailer.
        #expect(file.byteCount == 16 + 36 + 3 * 40 + 2 * 32 + 8 + 72)
    }

    @Test func `nothing has the final name before the end, and an older shard stays until then`() throws {
        try makeShard()
        let old = try folder.bytes(of: "big.dzi.shard-1-of-2")
        let store = try ShardStore(creating: path, pyramid: pyramid, format: .png)
        try write([9], tile(6, 0, 0), to: store)
        #expect(try folder.bytes(of: "big.dzi.shard-1-of-2") == old)
        #expect(try store.read(tile(6, 0, 0))?.bytes == [9])
        try store.suspend()
        #expect(folder.contents() == ["big.dzi.shard-1-of-2"])
        #expect(try folder.bytes(of: "big.dzi.shard-1-of-2") == old)
    }

    @Test func `a second run of the same shard is refused while the first is busy`() throws {
        let store = try ShardStore(creating: path, pyramid: pyramid, format: .png)
        #expect { try ShardStore(creating: path, pyramid: pyramid, format: .png) } throws: {
            ($0 as? StoreError)?.code == .busy
        }
        try store.discard()
    }

    @Test func `a tile without bytes is refused`() throws {
        let store = try ShardStore(creating: path, pyramid: pyramid, format: .png)
        #expect(throws: StoreError.self) { try write([], tile(6, 0, 0), to: store) }
    }

    @Test func `a file cut off anywhere, or with any byte changed, is refused or found damaged`() throws {
        try makeShard()
        let good = Array(try folder.bytes(of: "big.dzi.shard-1-of-2"))
        func isRefused(_ bytes: [UInt8]) throws -> Bool {
            try folder.write(Data(bytes), to: "bad")
            do {
                let file = try ShardFile(opening: folder.path("bad"))
                try file.run(of: file.tiles, format: .png).forEachTile { _, _ in }
                for block in file.blocks { _ = try file.read(block) }
                return false
            } catch let error as StoreError {
                return error.code == .malformed
            }
        }
        #expect(try !isRefused(good))
        for offset in good.indices {
            #expect(try isRefused(Array(good[..<offset])))
            var bad = good
            bad[offset] ^= 0x41
            #expect(try isRefused(bad), "byte \(offset)")
        }
        #expect(try isRefused(good + [0]))
    }

    @Test func `a tile is compared with its checksum also when it is read in parts`() throws {
        let store = try ShardStore(creating: path, pyramid: pyramid, format: .png)
        for column in 0..<3 {
            try write(Array(repeating: UInt8(column), count: 100), tile(6, column, 0), to: store)
        }
        try store.finish()
        func isRefused(_ lengths: [Int], of number: Int, from first: Int = 0, isWhole: Bool = false) throws -> Bool {
            let file = try ShardFile(opening: path)
            let run = file.run(of: file.tiles, format: .png)
            var done = first
            do {
                for length in lengths {
                    var part = [UInt8](repeating: 9, count: length)
                    try part.withUnsafeMutableBytes {
                        try run.bytes(of: run.tiles[number]).read(into: $0, from: done)
                    }
                    if isWhole { #expect(part == Array(repeating: UInt8(number), count: length)) }
                    done += length
                }
                return false
            } catch let error as StoreError {
                return error.message.contains("tile 6/\(number)_0 has another checksum")
            }
        }
        for lengths in [[100], [1, 99], [99, 1], [30, 30, 40]] {
            #expect(try !isRefused(lengths, of: 1, from: 0, isWhole: true))
        }
        var bytes = Array(try folder.bytes(of: "big.dzi.shard-1-of-2"))
        bytes[16 + 100 + 2] ^= 0x40
        try folder.write(Data(bytes), to: "big.dzi.shard-1-of-2")
        for lengths in [[100], [30, 30, 40]] { #expect(try isRefused(lengths, of: 1)) }
        // Also whoever begins in the middle gets no last byte of a damaged tile.
        #expect(try isRefused([50, 1], of: 1, from: 49))
        #expect(try !isRefused([100], of: 0) && !isRefused([50, 50], of: 2))
    }

    @Test func `other files are not shards`() throws {
        try folder.write(Data(repeating: 1, count: 1000), to: "other")
        #expect {
            try ShardFile(opening: folder.path("other"))
        } throws: { error in
            (error as? StoreError)?.message == "this is not a shard of a pyramid. Move it away."
        }
        #expect(!ShardFile.isShard(head: [1, 2, 3]))
        try makeShard()
        #expect(ShardFile.isShard(head: Array(try folder.bytes(of: "big.dzi.shard-1-of-2").prefix(16))))
    }

    @Test func `what a target demands is what its store demands`() throws {
        let shape = PyramidTarget(.tiff).shape
        for target in [
            PyramidTarget(.deepZoom), PyramidTarget(.iiif), PyramidTarget(.iiif2), PyramidTarget(.zoomify),
            PyramidTarget(.iiif, in: .zip), PyramidTarget(.szi), PyramidTarget(.tiff), PyramidTarget(.pmtiles),
        ] {
            let pyramid = Pyramid(
                size: PixelSize(width: 700, height: 500), tileSize: 64,
                shape: target.format == .tiff ? shape : target.shape)
            let path = target.path(for: folder.path("demanded"))
            let store = try target.makeStore(at: path, pyramid: pyramid, format: .jpeg)
            #expect(
                try target.requirements(at: path, pyramid: pyramid, format: .jpeg) == store.requirements, "\(target)")
            try store.discard()
        }
    }
}
