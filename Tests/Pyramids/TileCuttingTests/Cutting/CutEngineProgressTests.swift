import PixelKernels
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import TileCutting

@Suite(.timeLimited) struct CutEngineProgressTests {
    @Test func `progress increases by one tile at a time and is complete at the last`() {
        var cut = Cut(100, 70, tileSize: 16, overlap: 1)
        cut.threads = 1
        let result = cut.run()
        let total = cut.pyramid.tileCount
        #expect(result.progress.map(\.finishedTiles) == Array(0...total))
        #expect(result.progress.allSatisfy { $0.totalTiles == total })
        #expect(result.progress.map { $0.fraction == 1 } == Array(repeating: false, count: total) + [true])
        for (step, next) in zip(result.progress, result.progress.dropFirst()) {
            #expect(next.encodedPixels > step.encodedPixels)
            #expect(next.storedBytes > step.storedBytes)
        }
        #expect(result.progress.last == result.outcome?.progress)
    }

    @Test(arguments: [1, 2, 4])
    func `the counts add up, whichever thread reports them`(threads: Int) {
        var cut = Cut(100, 70, tileSize: 16, overlap: 1)
        cut.threads = threads
        let result = cut.run()
        #expect(result.progress.map(\.finishedTiles).sorted() == Array(0...cut.pyramid.tileCount))
        let plain = ReferenceCutter(cut.pyramid, layout: cut.layout)
        let areas = plain.indices.map { cut.pyramid.rect(of: $0).size.area }
        #expect(result.outcome?.progress.encodedPixels == areas.reduce(0, +))
        #expect(result.outcome?.progress.storedBytes == plain.tiles.values.reduce(0) { $0 + $1.bytes.count })
        #expect(result.outcome?.progress.fraction == 1)
    }

    @Test(arguments: [1, 4], [0, 1, 40])
    func `the memory of tiles is bounded, and the bound does not grow with the height`(
        threads: Int, overlap: Int
    ) throws {
        func limits(height: Int) throws -> (limit: Int, peak: Int) {
            var cut = Cut(1_000, height, tileSize: 64, overlap: overlap)
            cut.layout = PixelLayout(.gray)
            cut.threads = threads
            let limits = ChunkLimits(
                pyramid: cut.pyramid, planes: PlaneFormat.interleaved(cut.layout), threads: threads)
            let result = cut.run()
            #expect(result.error == nil)
            return (limits.chunkLimit * limits.chunkBytes, try #require(result.outcome).peakBufferedBytes)
        }
        let short = try limits(height: 500)
        let tall = try limits(height: 5_000)
        #expect(short.peak > 0)
        #expect(short.peak <= short.limit)
        #expect(tall.peak <= tall.limit)
        // The two heights differ only in coarse levels of one small tile each.
        #expect(tall.limit - short.limit <= short.limit / 4)
    }
}
