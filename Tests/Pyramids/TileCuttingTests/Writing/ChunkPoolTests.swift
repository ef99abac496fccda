import ImageSources
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import TileCutting

@Suite(.timeLimited) struct ChunkPoolTests {
    private let planes = PlaneFormat.interleaved(PixelLayout(.gray))
    private let limits: ChunkLimits

    init() {
        let pyramid = Pyramid(size: PixelSize(width: 64, height: 64), tileSize: 64, levelCount: 1)
        limits = ChunkLimits(pyramid: pyramid, planes: planes, threads: 1)
    }

    @Test func `chunks beyond the limit are refused until others are recycled`() throws {
        let pool = ChunkPool(limits)
        var chunks = try #require(try pool.take(limits.chunkLimit))
        #expect(Set(chunks).count == limits.chunkLimit)
        #expect(try pool.take(1) == nil)
        let last = chunks.removeLast()
        pool.recycle([last])
        #expect(try pool.take(2) == nil)
        #expect(try pool.take(1) == [last])
        #expect(pool.peakBytes == limits.chunkLimit * limits.chunkBytes)
        pool.recycle(chunks + [last])
    }

    @Test func `a tile that is freed gives its chunks back`() throws {
        let pool = ChunkPool(limits)
        do {
            let index = TileIndex(level: 6, column: 0, row: 0)
            let tile = TileBuffer(index: index, size: PixelSize(width: 64, height: 64), plane: planes[0], pool: pool)
            try #require(try pool.take(limits.chunkLimit)).forEach(tile.append)
            #expect(try pool.take(1) == nil)
        }
        let chunks = try #require(try pool.take(limits.chunkLimit))
        pool.recycle(chunks)
    }

    @Test func `a tile that is recycled gives its chunks back once`() throws {
        let pool = ChunkPool(limits)
        do {
            let index = TileIndex(level: 6, column: 0, row: 0)
            let tile = TileBuffer(index: index, size: PixelSize(width: 64, height: 64), plane: planes[0], pool: pool)
            try #require(try pool.take(limits.chunkLimit)).forEach(tile.append)
            tile.recycle()
        }
        let chunks = try #require(try pool.take(limits.chunkLimit))
        #expect(try pool.take(1) == nil)
        pool.recycle(chunks)
    }
}
