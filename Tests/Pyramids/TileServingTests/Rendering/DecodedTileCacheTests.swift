import ImageCodecs
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
}
