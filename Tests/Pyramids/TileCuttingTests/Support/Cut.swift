import ImageCodecs
import ImageSources
import Concurrency
import PixelKernels
import TestSupport
import TilePyramid

@testable import TileCutting

/// The settings of one run of the engine over a stub image.
struct Cut {
    var pyramid: Pyramid
    var layout = PixelLayout(.rgb)
    var background = RGBColor.white
    var threads = 2
    /// Rows that the source delivers at a time; nil for all at once.
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

    /// The result of a run.
    struct Result {
        var outcome: CutStatistics?
        var error: (any Error)?
        /// The store as it was when the engine returned.
        var store: MemoryTileStore.Record
        /// All progress that was reported, in order of arrival.
        var progress: [CutProgress]
        /// The number of tiles begun by encoders: when the engine returned, and when the last encoder was freed.
        var encoded: (atReturn: Int, inTheEnd: Int)
    }

    /// Runs the engine to its end and waits until all of its encoders are freed.
    func run() -> Result {
        let store = MemoryTileStore(pyramid: pyramid, finished: finished, onWrite: beforeStoring)
        let tally = RawEncoder.Tally()
        let progress = Locked<[CutProgress]>([])
        var outcome: CutStatistics?
        var failure: (any Error)?
        do {
            let source = StubSource(
                size: pyramid.size, layout: layout, rowsPerBand: rowsPerBand, beforeBand: beforeBand)
            outcome = try configuration(tally).cut(source, into: store, cancellation: cancellation) { step in
                progress.withLock { $0.append(step) }
            }
        } catch {
            failure = error
        }
        let left = store.state
        let encoded = tally.encoded
        // The cancellation holds the run that it could have stopped.
        cancellation.onCancel {}
        tally.waitUntilAllAreGone()
        return Result(
            outcome: outcome, error: failure, store: left, progress: progress.withLock { $0 },
            encoded: (encoded, tally.encoded))
    }

    private func configuration(_ tally: RawEncoder.Tally) -> CutConfiguration {
        let beforeEncoding = beforeEncoding
        return CutConfiguration(
            pyramid: pyramid, layout: layout, background: background, threads: threads,
            encoders: .interleaved { RawEncoder(tally: tally, beforeTile: beforeEncoding) })
    }
}

extension CutConfiguration {
    /// A configuration of tiles that are PNGs, or JPEGs if they are made of planes.
    init(
        pyramid: Pyramid, layout: PixelLayout = PixelLayout(.rgb), background: RGBColor = .white,
        blankTolerance: Int? = nil, threads: Int, encoders: TileEncoders
    ) {
        var encoding = TileEncoding()
        if case .interleaved = encoders { encoding.format = .png }
        self.init(
            pyramid: pyramid, layout: layout, encoding: encoding, background: background,
            blankTolerance: blankTolerance, threads: threads, encoders: encoders)
    }

    /// Plans and runs a cut.
    func cut(
        _ source: any ImageSource, reduced: [Int: any ImageSource] = [:], into store: any TileStore,
        cancellation: Cancellation = Cancellation(), onProgress: (@Sendable (CutProgress) -> Void)? = nil
    ) throws -> CutStatistics {
        let inputs = try CutInputs(self, source: source, reduced: reduced, into: store)
        return try CutEngine(self).run(inputs, into: store, cancellation: cancellation, onProgress: onProgress)
    }
}
