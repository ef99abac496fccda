import Caching
import ImageSources
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import TileServing

@Suite(.timeLimited)
struct DecodedTileCacheTests {
    private let cache = DecodedTileCache(limit: 1 << 20)
    private let size = PixelSize(width: 64, height: 64)
    private let half = PixelRect(x: 0, y: 0, width: 64, height: 32)

    private func key(_ column: Int, scale: DecodeScale = .full, image: UInt64 = 1) -> DecodedTileCache.Key {
        DecodedTileCache.Key(image: image, index: TileIndex(level: 0, column: column, row: 0), scale: scale)
    }

    @Test func `of a tile a part is decoded once, and then the whole`() {
        #expect(cache.prefersPart(half, of: size, key(1)))
        #expect(cache.prefersPart(half, of: size, key(2)))
        #expect(!cache.prefersPart(half, of: size, key(1)))
        #expect(cache.prefersPart(half, of: size, key(1, scale: .half)))
        #expect(cache.prefersPart(half, of: size, key(1, image: 2)))
    }

    @Test func `of a tile that was kept whole and removed, a part is decoded once more`() throws {
        #expect(cache.prefersPart(half, of: size, key(1)))
        cache.insert(try PixelMemory(size, PixelLayout(.rgb)), for: key(1))
        #expect(cache.tile(key(1)) != nil)
        #expect(cache.prefersPart(half, of: size, key(1)))
    }

    @Test func `more than three quarters of a tile are decoded with the rest`() {
        #expect(cache.prefersPart(PixelRect(x: 0, y: 16, width: 64, height: 48), of: size, key(1)))
        #expect(!cache.prefersPart(PixelRect(x: 0, y: 15, width: 64, height: 49), of: size, key(2)))
        #expect(!cache.prefersPart(PixelRect(x: 0, y: 0, width: 64, height: 64), of: size, key(3)))
    }

    @Test func `so many tiles are remembered, and the first are forgotten first`() {
        for column in 0...DecodedTileCache.partLimit { #expect(cache.prefersPart(half, of: size, key(column))) }
        #expect(!cache.prefersPart(half, of: size, key(DecodedTileCache.partLimit)))
        #expect(!cache.prefersPart(half, of: size, key(1)))
        #expect(cache.prefersPart(half, of: size, key(0)))
    }

    @Test func `a tile costs its pixels and an entry, so that tiny ones are limited as well`() throws {
        let cache = DecodedTileCache(limit: 10 * (3 + DecodedTileCache.entryBytes))
        for column in 0..<1000 {
            cache.insert(try PixelMemory(PixelSize(width: 1, height: 1), PixelLayout(.rgb)), for: key(column))
        }
        #expect(cache.counts.values == 10)
    }

    @Test func `a tile that would take more than a fourth of the cache is not kept`() throws {
        let large = PixelSize(width: 512, height: 512)
        cache.insert(try PixelMemory(large, PixelLayout(.rgb)), for: key(1))
        #expect(cache.tile(key(1)) == nil)
        cache.insert(try PixelMemory(large, PixelLayout(.gray)), for: key(1))
        #expect(cache.tile(key(1)) != nil)
    }

    @Test func `absent tiles of a size are one`() throws {
        let blanks = BlankTiles()
        func blank(_ side: Int) throws -> PixelMemory {
            let size = PixelSize(width: side, height: 1)
            return try blanks.tile(of: size) { try PixelMemory(size, PixelLayout(.rgb)) }
        }
        let first = try blank(1)
        #expect(try blank(1) === first)
        #expect(try blank(2) !== first)
        for side in 3...BlankTiles.sizeLimit + 1 { _ = try blank(side) }
        #expect(try blank(1) !== first)
    }
}
