import ImageCodecs
import Concurrency
import PixelKernels
import TestSupport
import TilePyramid

@testable import TileCutting

/// One run of the engine over a stub image, and how it is set up.
struct Cut {
    var pyramid: Pyramid
    var layout = PixelLayout(.rgb)
    var background = RGBColor.white
    var threads = 2
    /// Rows the source delivers at a time; nil for all at once.
    var rowsPerBand: Int? = 16
    /// Tiles that an earlier run has finished.
    var finished: [TileIndex: EncodedTile] = [:]
    var cancellation = Cancellation()
    /// Called before each band of rows.
    var beforeBand: (Range<Int>) throws -> Void = { _ in }
    /// Called before each tile is encoded, with the number of tiles before it.
    var beforeEncoding: @Sendable (Int) throws -> Void = { _ in }
    /// Called before each tile is stored, with the number of tiles before it.
    var beforeStoring: @Sendable (Int) throws -> Void = { _ in }

    init(
        _ width: Int, _ height: Int, tileSize: Int = 16, overlap: Int = 0, levelCount: Int? = nil,
        shape: PyramidShape = PyramidShape()
    ) {
        pyramid = Pyramid(
            size: PixelSize(width: width, height: height), tileSize: tileSize, overlap: overlap,
            levelCount: levelCount, shape: shape)
    }

    /// What a run has left.
    struct Result {
        var outcome: CutEngine.Outcome?
        var error: (any Error)?
        /// The store as it was when the engine returned.
        var store: MemoryTileStore.Record
        /// Everything that was reported, in order of arrival.
        var progress: [CutProgress]
        /// Tiles that encoders had begun when the engine returned, and when the last encoder had gone.
        var encoded: (atReturn: Int, inTheEnd: Int)
    }

    /// Runs the engine to its end and waits until nothing of it is left.
    func run() -> Result {
        let store = MemoryTileStore(pyramid: pyramid, finished: finished, onWrite: beforeStoring)
        let tally = RawEncoder.Tally()
        let progress = Locked<[CutProgress]>([])
        var outcome: CutEngine.Outcome?
        var failure: (any Error)?
        do {
            outcome = try engine(tally).run(
                from: StubSource(
                    size: pyramid.size, layout: layout, rowsPerBand: rowsPerBand, beforeBand: beforeBand),
                into: store, cancellation: cancellation
            ) { step in progress.withLock { $0.append(step) } }
        } catch {
            failure = error
        }
        let (left, encoded) = (store.state, tally.encoded)
        // The interruption may hold on to the run it could have stopped.
        cancellation.onCancel {}
        tally.waitUntilAllAreGone()
        return Result(
            outcome: outcome, error: failure, store: left, progress: progress.withLock { $0 },
            encoded: (encoded, tally.encoded))
    }

    private func engine(_ tally: RawEncoder.Tally) -> CutEngine {
        let beforeEncoding = beforeEncoding
        return CutEngine(pyramid: pyramid, layout: layout, format: .png, threads: threads, background: background) {
            RawEncoder(tally: tally, beforeTile: beforeEncoding)
        }
    }
}
