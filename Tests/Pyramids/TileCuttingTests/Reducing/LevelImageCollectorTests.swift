import ImageMetadata
import Concurrency
import PixelKernels
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import TileCutting

/// A store in memory that keeps levels as single images, too.
private final class LevelStore: LevelImageStore {
    let tiles: MemoryTileStore
    let wholeLevels: Range<Int>
    private let levels = Locked<[Int: [UInt8]]>([:])
    /// The number of tiles stored before the first level.
    let tilesBefore = Locked<Int?>(nil)

    init(pyramid: Pyramid, wholeLevels: Range<Int>, finished: [TileIndex: EncodedTile] = [:]) {
        tiles = MemoryTileStore(pyramid: pyramid, finished: finished)
        self.wholeLevels = wholeLevels
    }

    var pyramid: Pyramid { tiles.pyramid }
    var finishedBytes: Int { tiles.finishedBytes }
    var images: [Int: [UInt8]] { levels.withLock { $0 } }

    func write(wholeLevel level: Int, _ bytes: RawSpan, format: TileFormat) {
        let count = tiles.state.tiles.count
        tilesBefore.withLock { $0 = $0 ?? count }
        let copy = bytes.withUnsafeBytes { Array($0) }
        levels.withLock { $0[level] = copy }
    }

    func read(_ index: TileIndex) throws -> EncodedTile? { try tiles.read(index) }
    func isFinished(_ index: TileIndex) -> Bool { tiles.isFinished(index) }
    func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) throws {
        try tiles.write(bytes, format: format, at: index)
    }
    func finish() throws { try tiles.finish() }
    func suspend() throws { try tiles.suspend() }
    func discard() throws { try tiles.discard() }
}

@Suite(.timeLimited) struct LevelImageCollectorTests {
    /// Returns the levels as the plain cutter makes them when each is one tile.
    private func expected(_ pyramid: Pyramid, _ levels: Range<Int>, layout: PixelLayout) -> [Int: [UInt8]] {
        let whole = Pyramid(levels: pyramid.levels.map { LevelShape(size: $0.size, tileSize: 1000) })
        let plain = ReferenceCutter(whole, layout: layout)
        return Dictionary(
            uniqueKeysWithValues: levels.map { ($0, plain.tile(TileIndex(level: $0, column: 0, row: 0)).bytes) })
    }

    @Test(arguments: [1, 3], [PixelLayout(.rgb), PixelLayout(.rgba, .sixteen)])
    func `levels are stored as single images after their tiles`(threads: Int, layout: PixelLayout) throws {
        for (width, height) in [(1, 1), (33, 70), (100, 51), (64, 64)] {
            var shape = PyramidShape()
            shape.coarsest = .tile
            shape.padsTiles = true
            let pyramid = Pyramid(size: PixelSize(width: width, height: height), tileSize: 16, shape: shape)
            let wanted = 0..<min(3, pyramid.levels.count)
            let store = LevelStore(pyramid: pyramid, wholeLevels: wanted)
            let tally = RawEncoder.Tally()
            let configuration = CutConfiguration(
                pyramid: pyramid, layout: layout, threads: threads,
                encoders: .interleaved { RawEncoder(tally: tally) { _ in } })
            let outcome = try configuration.cut(
                StubSource(size: pyramid.size, layout: layout, rowsPerBand: 7), into: store)
            #expect(store.images == expected(pyramid, wanted, layout: layout))
            #expect(store.tilesBefore.withLock { $0 } == pyramid.tileCount)
            #expect(outcome.progress.finishedTiles == pyramid.tileCount)
        }
    }

    @Test func `single images are made again when a run is resumed, even if all tiles are finished`() throws {
        let pyramid = Pyramid(size: PixelSize(width: 40, height: 30), tileSize: 16)
        let plain = ReferenceCutter(pyramid, layout: PixelLayout(.gray))
        let store = LevelStore(pyramid: pyramid, wholeLevels: 2..<6, finished: plain.tiles)
        let configuration = CutConfiguration(
            pyramid: pyramid, layout: PixelLayout(.gray), threads: 2,
            encoders: .interleaved { RawEncoder(tally: RawEncoder.Tally()) { _ in } })
        _ = try configuration.cut(
            StubSource(size: pyramid.size, layout: PixelLayout(.gray), rowsPerBand: 4), into: store)
        #expect(store.images == expected(pyramid, 2..<6, layout: PixelLayout(.gray)))
        #expect(store.tiles.state.written.isEmpty)
    }

    @Test func `the single images of a photograph are encoded from its planes`() throws {
        let jpeg = try TestJPEG.make(width: 90, height: 70)
        var options = CutOptions()
        options.tileSize = 32
        options.shape.coarsest = .tile
        options.quality = 100
        let plan = try CutPlan(.bytes(jpeg, name: "photograph"), options: options)
        let store = LevelStore(pyramid: plan.pyramid, wholeLevels: 0..<2)
        _ = try plan.cut(into: store, cancellation: Cancellation(), onProgress: nil)
        #expect(store.images.keys.sorted() == [0, 1])
        for (level, bytes) in store.images {
            let image = try TestJPEG.decode(bytes)
            #expect(image.size == plan.pyramid.levels[level].size)
            // The image's red increases from left to right, its green from top to bottom.
            for (x, y) in [(2, 2), (image.size.width - 3, 3), (5, image.size.height - 3)] {
                let red = Int(image.samples[3 * (y * image.size.width + x)])
                let green = Int(image.samples[3 * (y * image.size.width + x) + 1])
                #expect(abs(red - (2 * x + 1) * 255 / (2 * image.size.width)) < 12)
                #expect(abs(green - (2 * y + 1) * 255 / (2 * image.size.height)) < 12)
            }
        }
    }
}
