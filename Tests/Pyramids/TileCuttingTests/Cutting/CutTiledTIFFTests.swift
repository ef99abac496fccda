import Concurrency
import Foundation
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestSupport
import TestLimits
import Testing
import TilePyramid
import TileStores

@testable import TileCutting

/// A pyramid in a TIFF that is cut again.
@Suite(.timeLimited) struct CutTiledTIFFTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Cuts a JPEG into a TIFF of 64-pixel tiles with all levels; returns its path.
    private func makeTIFF(
        _ width: Int, _ height: Int, chroma: TileEncoding.ChromaSubsampling = .halved, format: TileFormat = .jpeg
    ) throws -> String {
        let path = folder.path("image.tif")
        var options = CutOptions()
        options.tileSize = 64
        options.chroma = chroma
        options.format = .fixed(format)
        var target = PyramidTarget(.tiff)
        target.tiff.compresses = true
        options.shape = target.shape
        let jpeg = try TestJPEG.make(width: width, height: height, chroma: chroma)
        let plan = try CutPlan(.bytes(jpeg, name: "test.jpg"), options: options)
        let store = try target.makeStore(
            at: path, pyramid: plan.pyramid, format: plan.format, options: StoreOptions())
        _ = try plan.cut(into: store, cancellation: Cancellation(), onProgress: nil)
        return path
    }

    private func cut(
        _ path: String, _ change: (inout CutOptions) -> Void = { _ in }
    ) throws -> (summary: CutSummary, store: MemoryTileStore.Record, plan: CutPlan) {
        var options = CutOptions()
        options.tileSize = 64
        change(&options)
        let plan = try CutPlan(.file(path), options: options)
        let store = MemoryTileStore(pyramid: plan.pyramid)
        return (try plan.cut(into: store, cancellation: Cancellation(), onProgress: nil), store.state, plan)
    }

    @Test(arguments: [TileEncoding.ChromaSubsampling.halved, .full], [1, 2, 4])
    func `tiles of the full size are copied, and all others are made from them`(
        chroma: TileEncoding.ChromaSubsampling, threads: Int
    ) throws {
        let path = try makeTIFF(300, 210, chroma: chroma)
        let (summary, store, plan) = try cut(path) {
            $0.threads = threads
            $0.chroma = chroma
        }
        #expect(summary.passthroughTiles == 5 * 4)
        #expect(summary.passthroughBlocker == nil)
        #expect(Set(store.tiles.keys) == Set(plan.pyramid.indices))
        for (index, tile) in store.tiles {
            let image = try openImage(.bytes(tile.bytes, name: "\(index)"))
            #expect(image.info.size == plan.pyramid.rect(of: index).size)
        }
        let source = try TIFFPyramidSource(opening: path)
        let level = plan.pyramid.finestLevel.index
        let inner = TileIndex(level: source.pyramid.finestLevel.index, column: 2, row: 1)
        let own = try #require(try source.read(inner))
        #expect(store.tiles[TileIndex(level: level, column: 2, row: 1)]?.bytes == own.bytes)
    }

    @Test(arguments: [
        (64, 0, TileFormat.png, "the image's tiles are jpg, and png is asked for"),
        (64, 1, .jpeg, "the tiles are to overlap"),
        (48, 0, .jpeg, "the image's tiles are of 64×64 pixels, and not of 48×48"),
        (128, 0, .jpeg, "the image's tiles are of 64×64 pixels, and not of 128×128"),
    ])
    func `tiles that cannot be copied are made from the same pixels`(
        tileSize: Int, overlap: Int, format: TileFormat, passthroughBlocker: String
    ) throws {
        let (summary, store, plan) = try cut(try makeTIFF(300, 210)) {
            $0.tileSize = tileSize
            $0.overlap = overlap
            $0.format = .fixed(format)
        }
        #expect(summary.passthroughTiles == 0)
        #expect(summary.passthroughBlocker == passthroughBlocker)
        #expect(Set(store.tiles.keys) == Set(plan.pyramid.indices))
    }

    @Test func `padded tiles at the edges are not lossless`() throws {
        let path = try makeTIFF(300, 210)
        let summary = try cut(path) { $0.shape.padsTiles = true }.summary
        // All except the last column and the last row.
        #expect(summary.passthroughTiles == 4 * 3)
        #expect {
            try cut(path) {
                $0.shape.padsTiles = true
                $0.lossless = .required
            }
        } throws: {
            ($0 as? CuttingError)?.message
                == "the full size cannot be cut without loss: tiles at the edges have to be padded."
        }
    }

    @Test(arguments: [TileFormat.jpeg, .webp])
    func `padded tiles at the edges show the image, and the background beyond it`(
        format: TileFormat
    ) throws {
        let path = try makeTIFF(300, 210, format: format)
        let (summary, store, plan) = try cut(path) {
            $0.shape.padsTiles = true
            $0.format = .fixed(format)
            $0.background = RGBColor(red: 10, green: 200, blue: 30)
        }
        #expect(summary.passthroughTiles == 4 * 3)
        #expect(summary.paddedTiles == 4 + 3 + 1)
        let whole = try TestJPEG.decode([UInt8](try folder.bytes(of: "image.tif"))).samples
        // WebP tiles of a TIFF have alpha, and are transparent beyond the image.
        let channels = whole.count / (300 * 210)
        let background = [10, 200, 30]
        #expect(channels == (format == .webp ? 4 : 3))
        for (index, tile) in store.tiles where index.level == plan.pyramid.finestLevel.index {
            let (size, samples) = try TestJPEG.decode(tile.bytes)
            #expect(size == PixelSize(width: 64, height: 64))
            let own = samples.count / (64 * 64)
            let rect = plan.pyramid.rect(of: index)
            var inside = Differences()
            var beyond = Differences()
            for y in 0..<64 {
                for x in 0..<64 {
                    // Blocks at the edge mix image and background.
                    let isInside = x | 15 < rect.size.width && y | 15 < rect.size.height
                    let isBeyond = x & ~15 >= rect.size.width || y & ~15 >= rect.size.height
                    for channel in 0..<3 {
                        let offset = own * (y * 64 + x)
                        let sample = Int(samples[offset + channel])
                        if isInside {
                            let original = channels * ((rect.y + y) * 300 + rect.x + x) + channel
                            inside.add(sample - Int(whole[original]))
                        } else if isBeyond {
                            beyond.add(own == 4 ? Int(samples[offset + 3]) : sample - background[channel])
                        }
                    }
                }
            }
            #expect(inside.count > 0 && inside.mean < 5)
            #expect(beyond.mean < 3)
        }
    }

    private struct Differences {
        var count = 0
        var sum = 0
        var mean: Double { count == 0 ? 0 : Double(sum) / Double(count) }

        mutating func add(_ difference: Int) {
            count += 1
            sum += abs(difference)
        }
    }

    @Test(arguments: [CutOptions.Lossless.automatic, .never])
    func `levels that the file has are reused`(lossless: CutOptions.Lossless) throws {
        let path = try makeTIFF(300, 210)
        let (summary, store, plan) = try cut(path) {
            $0.reusesLevels = true
            $0.lossless = lossless
        }
        let file = try TIFFPyramidSource(opening: path)
        #expect(summary.reusedLevels == file.pyramid.levels.count - 1)
        #expect(summary.warnings.isEmpty)
        #expect(Set(store.tiles.keys) == Set(plan.pyramid.indices))
        let reused = plan.pyramid.levels.suffix(file.pyramid.levels.count)
        #expect(
            summary.passthroughTiles == (lossless == .never ? 0 : reused.reduce(0) { $0 + $1.grid.count }))
        for (level, own) in zip(reused, file.pyramid.levels) {
            #expect(level.size == own.size)
            // The first tile of the level of 75×53 has its height, all others are whole.
            let index = TileIndex(level: level.index, column: 0, row: 0)
            let copy = try TestJPEG.decode(try #require(store.tiles[index]).bytes)
            let tile = try TestJPEG.decode(
                try #require(try file.read(TileIndex(level: own.index, column: 0, row: 0))).bytes)
            let width = copy.size.width
            let height = copy.size.height
            guard lossless == .automatic, width == 64, height == 64 else { continue }
            #expect(copy.samples == tile.samples)
        }
    }

    @Test func `a file without coarser levels causes a warning`() throws {
        let path = folder.path("plain.jpg")
        try folder.write(.init(TestJPEG.make(width: 100, height: 80)), to: "plain.jpg")
        let summary = try cut(path) { $0.reusesLevels = true }.summary
        #expect(summary.reusedLevels == 0)
        #expect(summary.warnings.count == 1)
    }

    @Test func `tiles are passed through into a TIFF only if all others have their chroma subsampling`() throws {
        let path = try makeTIFF(300, 210, chroma: .full)
        for (chroma, count) in [(TileEncoding.ChromaSubsampling.full, 12), (.halved, 0)] {
            var options = CutOptions()
            options.tileSize = 64
            options.chroma = chroma
            let target = PyramidTarget(.tiff)
            options.shape = target.shape
            let plan = try CutPlan(.file(path), options: options)
            let store = try target.makeStore(
                at: folder.path("\(chroma.rawValue).tif"), pyramid: plan.pyramid, format: plan.format,
                options: StoreOptions())
            let summary = try plan.cut(into: store, cancellation: Cancellation(), onProgress: nil)
            #expect(summary.passthroughTiles == count)
        }
    }
}
