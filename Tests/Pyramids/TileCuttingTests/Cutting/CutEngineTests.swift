import PixelKernels
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import TileCutting

/// Whatever the geometry, threads and bands: the tiles equal those of the plain cutter, each written once.
@Suite(.timeLimited) struct CutEngineTests {
    /// Fails unless a run has made exactly the tiles of the plain cutter, each once.
    private func expectPlainTiles(_ cut: Cut, sourceLocation: SourceLocation = #_sourceLocation) {
        let result = cut.run()
        let plain = ReferenceCutter(cut.pyramid, layout: cut.layout)
        let what = Comment(
            rawValue: "\(cut.pyramid.size) by \(cut.pyramid.tileSize)+\(cut.pyramid.overlap), \(cut.threads) threads, "
                + "bands of \(cut.rowsPerBand.map { "\($0)" } ?? "all")")
        #expect(result.error == nil, what, sourceLocation: sourceLocation)
        #expect(result.store.tiles == plain.tiles, what, sourceLocation: sourceLocation)
        #expect(result.store.written.count == plain.indices.count, what, sourceLocation: sourceLocation)
        #expect(result.store.lifecycleCalls.isEmpty, what, sourceLocation: sourceLocation)
        #expect(
            result.outcome?.progress.finishedTiles == cut.pyramid.tileCount, what, sourceLocation: sourceLocation)
    }

    static let bands: [Int?] = [1, 7, 16, 64, nil]
    static let layouts = [PixelLayout(.gray), PixelLayout(.rgb), PixelLayout(.rgba), PixelLayout(.rgb, .sixteen)]

    @Test(arguments: 1...40)
    func `tiles of every small size are exact`(width: Int) {
        for (position, height) in (1...40).enumerated() {
            var cut = Cut(width, height, tileSize: 16, overlap: 1)
            cut.threads = [1, 2, 4][(width + position) % 3]
            cut.rowsPerBand = Self.bands[(3 * width + position) % 5]
            cut.layout = Self.layouts[(width + position / 3) % 4]
            expectPlainTiles(cut)
        }
    }

    @Test(arguments: [1, 2, 3, 5, 7, 8, 16, 64], [1, 2, 4])
    func `tiles of every size and overlap are exact`(tileSize: Int, threads: Int) {
        for overlap in Set([0, 1, 2, tileSize / 2, tileSize - 1]) where overlap < tileSize {
            for (position, width) in stride(from: 1, through: 40, by: 3).enumerated() {
                var cut = Cut(width, 1 + width * 7 % 40, tileSize: tileSize, overlap: overlap)
                cut.threads = threads
                cut.rowsPerBand = Self.bands[position % 5]
                expectPlainTiles(cut)
            }
        }
    }

    @Test(arguments: bands, [1, 2, 4])
    func `tall bands of small tiles are exact`(rowsPerBand: Int?, threads: Int) {
        for (tileSize, overlap) in [(4, 0), (4, 3), (16, 1), (100, 60)] {
            var cut = Cut(45, 300, tileSize: tileSize, overlap: overlap)
            cut.rowsPerBand = rowsPerBand
            cut.threads = threads
            expectPlainTiles(cut)
        }
    }

    @Test(arguments: [1, 2, 3, 4, 100])
    func `only the requested number of finest levels is made`(levelCount: Int) {
        let cut = Cut(40, 27, tileSize: 8, overlap: 1, levelCount: levelCount)
        expectPlainTiles(cut)
        let levels = Set(cut.run().store.tiles.keys.map(\.level))
        #expect(levels == Set((max(0, 7 - levelCount))..<7))
    }

    @Test(arguments: [(300_000, 1), (1, 300_000), (2, 100_001)], [1, 2])
    func `images of one row or one column are cut`(size: (Int, Int), threads: Int) {
        var cut = Cut(size.0, size.1, tileSize: 256, overlap: 1)
        cut.layout = PixelLayout(.gray)
        cut.threads = threads
        expectPlainTiles(cut)
    }
}
