import ImageCodecs
import ImageMetadata
import ImageSources
import Concurrency
import TestSupport
import TestLimits
import Testing
import TilePyramid
import TileStores

@testable import TileCutting

@Suite(.timeLimited) struct CutPassthroughTests {
    private static func plan(
        _ width: Int, _ height: Int, chroma: TileEncoding.ChromaSubsampling = .halved,
        _ change: (inout CutOptions) -> Void = { _ in }
    ) throws -> CutPlan {
        var options = CutOptions()
        options.tileSize = 64
        change(&options)
        let jpeg = try TestJPEG.make(width: width, height: height, chroma: chroma)
        return try CutPlan(.bytes(jpeg, name: "test.jpg"), options: options)
    }

    private static func cut(
        _ plan: CutPlan, finished: [TileIndex: EncodedTile] = [:],
        onWrite: @escaping @Sendable (Int) throws -> Void = { _ in }
    ) throws -> (summary: CutSummary, store: MemoryTileStore.Record) {
        let store = MemoryTileStore(pyramid: plan.pyramid, finished: finished, onWrite: onWrite)
        let summary = try plan.cut(into: store, cancellation: Cancellation(), onProgress: nil)
        return (summary, store.state)
    }

    @Test(arguments: [TileEncoding.ChromaSubsampling.halved, .full], [1, 2, 4])
    func `tiles of the full size are passed through, and all others are made from it`(
        chroma: TileEncoding.ChromaSubsampling, threads: Int
    ) throws {
        let plan = try Self.plan(300, 210, chroma: chroma) { $0.threads = threads }
        let (summary, store) = try Self.cut(plan)
        #expect(summary.passthroughTiles == 5 * 4)
        #expect(summary.passthroughBlocker == nil)
        #expect(Set(store.tiles.keys) == Set(plan.pyramid.indices))
        #expect(store.written.count == plan.pyramid.tileCount)
        #expect(store.lifecycleCalls == ["finish"])
        for (index, tile) in store.tiles {
            let image = try openImage(.bytes(tile.bytes, name: "\(index)"))
            #expect(image.info.size == plan.pyramid.rect(of: index).size)
        }
    }

    @Test func `tiles are the same however many threads there are`() throws {
        let one = try Self.cut(Self.plan(300, 210) { $0.threads = 1 }).store.tiles
        #expect(try Self.cut(Self.plan(300, 210) { $0.threads = 4 }).store.tiles == one)
    }

    @Test(arguments: [(1, 1), (16, 16), (63, 64), (65, 64), (64, 65), (129, 1), (1, 200)])
    func `images of every shape have all their tiles`(width: Int, height: Int) throws {
        let plan = try Self.plan(width, height)
        let store = try Self.cut(plan).store
        #expect(Set(store.tiles.keys) == Set(plan.pyramid.indices))
        for (index, tile) in store.tiles {
            let image = try openImage(.bytes(tile.bytes, name: "\(index)"))
            #expect(image.info.size == plan.pyramid.rect(of: index).size)
        }
    }

    @Test func `finished tiles are not written again`() throws {
        let plan = try Self.plan(300, 210)
        var finished: [TileIndex: EncodedTile] = [:]
        for (position, index) in plan.pyramid.indices.enumerated() where position % 3 != 0 {
            finished[index] = EncodedTile(bytes: [7], format: .jpeg)
        }
        let (summary, store) = try Self.cut(plan, finished: finished)
        #expect(Set(store.written) == Set(plan.pyramid.indices).subtracting(finished.keys))
        #expect(summary.resumedTiles == finished.count)
    }

    @Test func `the full size is encoded from pixels if lossless cutting is turned off`() throws {
        let summary = try Self.cut(Self.plan(300, 210) { $0.lossless = .never }).summary
        #expect(summary.passthroughTiles == 0)
        #expect(summary.passthroughBlocker == "lossless cutting is turned off")
    }

    @Test func `the reason against passing through is reported, and is an error where lossless is required`() throws {
        let summary = try Self.cut(Self.plan(300, 210) { $0.overlap = 1 }).summary
        #expect(summary.passthroughTiles == 0)
        #expect(summary.passthroughBlocker == "the tiles are to overlap")

        let plan = try Self.plan(300, 210) {
            $0.overlap = 1
            $0.lossless = .required
        }
        let store = MemoryTileStore(pyramid: plan.pyramid)
        #expect {
            try plan.cut(into: store, cancellation: Cancellation(), onProgress: nil)
        } throws: {
            ($0 as? CuttingError)?.message == "the full size cannot be cut without loss: the tiles are to overlap."
        }
        #expect(store.state.written.isEmpty)
    }

    @Test func `tiles are not passed through where blank ones are skipped`() throws {
        let summary = try Self.cut(Self.plan(300, 210) { $0.blankTolerance = 0 }).summary
        #expect(summary.passthroughBlocker == "blank tiles can only be found in decoded pixels")
    }

    @Test func `tiles with optimized Huffman tables are smaller`() throws {
        let plain = try Self.cut(Self.plan(300, 210))
        let optimized = try Self.cut(Self.plan(300, 210) { $0.optimizesHuffman = true })
        #expect(optimized.summary.bytes < plain.summary.bytes)
        #expect(optimized.summary.passthroughTiles == plain.summary.passthroughTiles)
    }

    @Test(arguments: [1, 3], [0, 7, 20])
    func `a store that fails ends the run with its error`(threads: Int, count: Int) throws {
        struct Full: Error {}
        let plan = try Self.plan(300, 210) { $0.threads = threads }
        #expect(throws: Full.self) {
            try Self.cut(plan) { written in
                if written >= count { throw Full() }
            }
        }
    }

    @Test(arguments: 2...8, [1, 3])
    func `a rotated photo is passed through where it consists of whole MCUs`(
        orientation: Int, threads: Int
    ) throws {
        // One entry: the orientation, tag 0x0112 (EXIF 2.32).
        let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0]
        let exif = Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 0]
        var options = CutOptions()
        options.tileSize = 64
        options.keepsMetadata = true
        options.threads = threads
        for (width, height, isCut) in [(304, 208, true), (305, 209, orientation == 5)] {
            let jpeg = try TestJPEG.make(width: width, height: height, chroma: .halved, exif: exif)
            let plan = try CutPlan(.bytes(jpeg, name: "test.jpg"), options: options)
            let (summary, store) = try Self.cut(plan)
            #expect(summary.passthroughTiles == (isCut ? 20 : 0))
            #expect((summary.passthroughBlocker == nil) == isCut)
            #expect(Set(store.tiles.keys) == Set(plan.pyramid.indices))
            // The tiles that are encoded from pixels, which differ by the loss of JPEG.
            options.lossless = .never
            let pixels = try Self.cut(CutPlan(.bytes(jpeg, name: "test.jpg"), options: options)).store
            options.lossless = .automatic
            for (index, tile) in store.tiles {
                let (image, other) = try (
                    TestJPEG.decode(tile.bytes), TestJPEG.decode(#require(pixels.tiles[index]).bytes)
                )
                #expect(image.size == plan.pyramid.rect(of: index).size)
                let differences = zip(image.samples, other.samples).map { abs(Int($0) - Int($1)) }
                #expect(differences.reduce(0, +) <= 5 * differences.count)
            }
        }
    }

    // MARK: Padded tiles

    /// Plans an image whose tiles are all 64×64.
    private static func paddedPlan(
        _ width: Int, _ height: Int, _ change: (inout CutOptions) -> Void = { _ in }
    ) throws -> CutPlan {
        try plan(width, height) {
            $0.shape.padsTiles = true
            $0.background = RGBColor(red: 10, green: 200, blue: 30)
            change(&$0)
        }
    }

    @Test(arguments: [(300, 210, 4 * 3, 5 + 3), (64, 64, 1, 0), (128, 70, 2, 2), (50, 50, 0, 1), (256, 192, 12, 0)])
    func `only tiles that show something beyond the image are re-encoded`(
        width: Int, height: Int, whole: Int, padded: Int
    ) throws {
        let plan = try Self.paddedPlan(width, height)
        let (summary, store) = try Self.cut(plan)
        #expect(summary.passthroughTiles == whole)
        #expect(summary.paddedTiles == padded)
        #expect(summary.passthroughBlocker == nil)
        #expect(Set(store.tiles.keys) == Set(plan.pyramid.indices))
        // The tiles of a layout without padding.
        let plain = try Self.cut(Self.plan(width, height)).store
        let finest = plan.pyramid.finestLevel
        let plainFinest = try #require(plain.tiles.keys.map(\.level).max())
        for (index, tile) in store.tiles where index.level == finest.index {
            let part = try #require(
                plain.tiles[TileIndex(level: plainFinest, column: index.column, row: index.row)])
            let rect = plan.pyramid.rect(of: index).size
            if rect == PixelSize(width: 64, height: 64) {
                #expect(tile.bytes == part.bytes)
                continue
            }
            let (size, samples) = try TestJPEG.decode(tile.bytes)
            let partSamples = try TestJPEG.decode(part.bytes).samples
            #expect(size == PixelSize(width: 64, height: 64))
            for y in 0..<64 {
                for x in 0..<64 {
                    let left = x / 16 * 16
                    let top = y / 16 * 16
                    let isInside = left + 16 <= rect.width && top + 16 <= rect.height
                    // Blocks at the edge mix image and background.
                    guard isInside || left >= rect.width || top >= rect.height else { continue }
                    for (channel, background) in [10, 200, 30].enumerated() {
                        let expected = isInside ? Int(partSamples[3 * (y * rect.width + x) + channel]) : background
                        let difference = abs(Int(samples[3 * (y * 64 + x) + channel]) - expected)
                        #expect(difference <= (isInside ? 48 : 8))
                    }
                }
            }
        }
    }

    @Test func `padded tiles are an error where lossless is required`() throws {
        let store = MemoryTileStore(pyramid: try Self.paddedPlan(300, 210).pyramid)
        #expect {
            try Self.paddedPlan(300, 210) { $0.lossless = .required }
                .cut(into: store, cancellation: Cancellation(), onProgress: nil)
        } throws: {
            ($0 as? CuttingError)?.message
                == "the full size cannot be cut without loss: tiles at the edges have to be padded."
        }
        let whole = try Self.cut(Self.paddedPlan(256, 128) { $0.lossless = .required })
        #expect(whole.summary.passthroughTiles == 8)
    }

    @Test func `a file that describes its tiles once gets tiles of one chroma subsampling`() throws {
        let folder = try TemporaryFolder()
        for chroma in [TileEncoding.ChromaSubsampling.halved, .full] {
            var options = CutOptions()
            options.tileSize = 64
            options.shape.padsTiles = true
            let jpeg = try TestJPEG.make(width: 300, height: 210, chroma: chroma)
            let plan = try CutPlan(.bytes(jpeg, name: "test.jpg"), options: options)
            let store = try TIFFStore(
                creating: folder.path("\(chroma).tif"), pyramid: plan.pyramid, format: plan.format)
            let summary = try plan.cut(into: store, cancellation: Cancellation(), onProgress: nil)
            let isLike = chroma == .halved
            #expect(summary.passthroughTiles == (isLike ? 12 : 0))
            #expect(
                summary.passthroughBlocker
                    == (isLike
                        ? nil
                        : "all tiles of the output must have the same chroma subsampling, and the image's is another"))
        }
    }
}
