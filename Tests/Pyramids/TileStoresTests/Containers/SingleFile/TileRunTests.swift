import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

/// Tiles that are copied from one file, such as that of a shard.
@Suite(.timeLimited) struct TileRunTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A file with tiles of a sample one after the other, with something before them.
    private func run(
        _ tiles: [TileIndex], of sample: StoreSample, seed: UInt64 = 1, damage: (inout TileRun.Tile) -> Void = { _ in }
    ) throws -> TileRun {
        let file = try OpenFile(unnamedBeside: folder.path("shard"))
        var offset = 33
        let listed = try tiles.map { index in
            let bytes = try #require(sample.contents[index])
            try file.write(bytes, at: offset)
            defer { offset += bytes.count }
            var tile = TileRun.Tile(
                index: index, offset: offset, length: bytes.count,
                hash: bytes.withUnsafeBytes(ByteHash(seed: seed).hash), checksum: ZIPBytes.checksum(bytes))
            damage(&tile)
            return tile
        }
        return TileRun(in: file, format: .jpeg, hashSeed: seed, tiles: listed)
    }

    @Test(arguments: StoreSample.all) func `copied runs make the file that written tiles make`(
        sample: StoreSample
    ) throws {
        let expected = try sample.bytes { store, _ in try sample.write(sample.tiles, to: store, threads: 1) }
        let first = sample.tiles.prefix(70)
        let second = sample.tiles.dropFirst(70).prefix(50)
        let rest = sample.tiles.dropFirst(120)
        for seeds in [[1, 1], [1, 2]] as [[UInt64]] {
            let bytes = try sample.bytes { store, _ in
                try store.copy(run(Array(first), of: sample, seed: seeds[0]))
                try store.copy(run(Array(second), of: sample, seed: seeds[1]))
                for tile in rest { try sample.write(tile, to: store) }
            }
            #expect(bytes == expected)
        }
        // The last run comes first, after some tiles that were written.
        let bytes = try sample.bytes { store, _ in
            for tile in rest { try sample.write(tile, to: store) }
            try store.copy(run(Array(second), of: sample))
            try store.copy(run(Array(first), of: sample))
        }
        #expect(bytes == expected)
    }

    @Test(arguments: StoreSample.all) func `copied tiles can be read before and after finishing`(
        sample: StoreSample
    ) throws {
        let store = try sample.store(in: folder)
        try store.copy(run(sample.tiles.reversed(), of: sample))
        for tile in sample.tiles { #expect(try store.read(tile)?.bytes == sample.contents[tile]) }
        try store.finish()
        for tile in sample.tiles { #expect(try store.read(tile)?.bytes == sample.contents[tile]) }
    }

    @Test func `a folder gets the files of copied tiles`() throws {
        let target = PyramidTarget(.zoomify)
        let sample = try StoreSample("zoomify", target)
        let store = try sample.store(in: folder)
        try store.copy(run(sample.tiles, of: sample))
        try store.finish()
        for tile in sample.tiles { #expect(try store.read(tile)?.bytes == sample.contents[tile]) }
    }

    @Test(arguments: StoreSample.all) func `tiles with equal hashes and different bytes are kept apart`(
        sample: StoreSample
    ) throws {
        let expected = try sample.bytes { store, _ in try sample.write(sample.tiles, to: store, threads: 1) }
        let bytes = try sample.bytes { store, tiles in
            try store.copy(run(tiles, of: sample) { $0.hash = 7 })
        }
        #expect(bytes == expected)
    }

    @Test(arguments: StoreSample.all) func `a file that ends before its tiles is refused, and nothing is left`(
        sample: StoreSample
    ) throws {
        let store = try sample.store(in: folder)
        let last = try #require(sample.tiles.last)
        let error = storeError {
            try store.copy(run(sample.tiles, of: sample) { if $0.index == last { $0.offset += 1 << 20 } })
            try store.finish()
        }
        #expect(error?.code == .inputOutput)
        try store.discard()
        #expect(folder.contents() == [])
    }

    @Test(arguments: ["tiff", "cog"]) func `a tile of another size is refused in a TIFF`(name: String) throws {
        let sample = try #require(StoreSample.all.first { $0.name == name })
        var fixture = try TIFFPyramidFixture()
        fixture.pyramid = Pyramid(size: PixelSize(width: 32, height: 32), tileSize: 32, shape: sample.target.shape)
        let large = try fixture.tile(TileIndex(level: 0, column: 0, row: 0))
        let file = try OpenFile(unnamedBeside: folder.path("shard"))
        try file.write(large, at: 0)
        let tile = TileRun.Tile(index: sample.tiles[0], offset: 0, length: large.count, hash: 1, checksum: 1)
        let store = try sample.store(in: folder)
        let error = storeError {
            try store.copy(TileRun(in: file, format: .jpeg, hashSeed: 1, tiles: [tile]))
        }
        #expect(error?.code == .cannotCreate)
        try store.discard()
    }
}
