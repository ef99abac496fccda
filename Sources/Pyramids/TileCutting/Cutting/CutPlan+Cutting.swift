package import Concurrency
public import TilePyramid

internal import ImageMetadata
internal import ImageSources
internal import PixelKernels

extension CutPlan {
    /// Cuts the image into a store and finishes the store.
    ///
    /// Decoding and encoding run on background threads; cancel the task to stop. The outcome decides about the store:
    /// - Success: the store is finished.
    /// - The image is damaged, or the options cannot be met: the store is discarded; nothing is left.
    /// - The task was cancelled, the disk is full, or any other failure: the store is suspended, and a later run can
    ///   resume from it if any tile is finished.
    ///
    /// - Parameters:
    ///   - store: a store of this plan's ``pyramid`` and ``format``.
    ///   - onProgress: called at the start, and after every tile on the thread that stored it; with several threads,
    ///     calls may arrive out of order.
    /// - Returns: Counts, sizes and times of the cut.
    /// - Throws: `CodecError`, the store's error, or ``CuttingError`` with code `interrupted` after cancellation.
    public func cut(
        into store: any TileStore, onProgress: (@Sendable (CutProgress) -> Void)? = nil
    ) async throws -> CutSummary {
        try await runBlockingWork(label: "TileCutting.decode") { cancellation in
            try cut(into: store, cancellation: cancellation, onProgress: onProgress)
        }
    }

    /// Cuts the image in the same way on the calling thread, which it blocks, for callers with queues of their own.
    package func cut(
        into store: any TileStore, cancellation: Cancellation, onProgress: (@Sendable (CutProgress) -> Void)?
    ) throws -> CutSummary {
        precondition(store.pyramid == pyramid, "the store was created for another pyramid")
        return try Cancellation.$current.withValue(cancellation) {
            try cutNow(into: store, store.requirements, cancellation: cancellation, onProgress: onProgress)
        }
    }

    /// Cuts a part of the image on the calling thread.
    ///
    /// - Parameters:
    ///   - scope: the part, of a plan that ``shardPlan(count:coarseningLevels:for:)`` has made.
    ///   - store: receives the part's tiles and rows; its outcome is as in ``cut(into:onProgress:)``.
    ///   - requirements: those of the store of the whole pyramid.
    ///   - cancellation: stops the run from another thread.
    ///   - onProgress: as in ``cut(into:onProgress:)``.
    ///   - beforeFinish: called with what was done before the store is finished.
    /// - Returns: Counts, sizes and times of the cut.
    /// - Throws: as ``cut(into:onProgress:)``, and the errors of `beforeFinish`.
    package func cut(
        _ scope: CutScope, into store: any LevelRowStore, for requirements: StoreRequirements,
        cancellation: Cancellation, onProgress: (@Sendable (CutProgress) -> Void)?,
        beforeFinish: (CutPartSummary) throws -> Void
    ) throws -> CutSummary {
        try Cancellation.$current.withValue(cancellation) {
            try cutNow(
                into: store, requirements, scope: scope, cancellation: cancellation, onProgress: onProgress,
                beforeFinish: beforeFinish)
        }
    }

    private func cutNow(
        into store: any TileStore, _ requirements: StoreRequirements, scope: CutScope? = nil,
        cancellation: Cancellation, onProgress: (@Sendable (CutProgress) -> Void)?,
        beforeFinish: (CutPartSummary) throws -> Void = { _ in }
    ) throws -> CutSummary {
        let start = ContinuousClock.now
        let processorStart = ProcessMetrics.processorTime
        let inputs: CutInputs
        let counts: CutStatistics
        let end: ContinuousClock.Instant
        do {
            let source = try openSource()
            inputs = try CutInputs(
                configuration, source: source, reduced: try reducedSources(of: source), for: requirements)
            counts = try CutEngine(configuration, scope: scope).run(
                inputs, into: store, cancellation: cancellation, onProgress: onProgress)
            end = ContinuousClock.now
            try beforeFinish(
                CutPartSummary(
                    statistics: counts, planeCount: inputs.planes.count,
                    passthroughBlocker: inputs.passthroughBlocker, warnings: allWarnings(of: inputs)))
            if scope == nil, counts.progress.finishedTiles > 0, counts.progress.finishedTiles == counts.skippedTiles {
                throw CuttingError(
                    .blank,
                    "all of its \(counts.skippedTiles) tiles are blank, and blank tiles are not stored: nothing would be left. "
                        + remedyOfBlankTiles)
            }
            try Trace.span("finish", .cutting) { try store.finish() }
        } catch {
            // Report the first error, not one of discard() or suspend(). A journal that cannot be written only means that
            // a few tiles are made again.
            try? Self.canResume(after: error) ? store.suspend() : store.discard()
            throw error is CancellationError ? CuttingError.interrupted : error
        }
        let reusedLevels = inputs.levels.count - 1
        let times = CutTimes(
            processor: ProcessMetrics.processorTime - processorStart, decoding: counts.decodingTime,
            waitingForMemory: counts.waits.memory, waitingForTiles: counts.waits.tiles,
            finishing: (ContinuousClock.now - end) / .seconds(1))
        return CutSummary(
            tiles: counts.progress.finishedTiles - counts.skippedTiles, resumedTiles: counts.resumedTiles,
            solidTiles: counts.solidTiles, skippedTiles: counts.skippedTiles,
            passthroughTiles: counts.passthroughTiles, paddedTiles: counts.paddedTiles,
            passthroughBlocker: inputs.passthroughBlocker, reusedLevels: reusedLevels,
            deduplication: store.deduplication, bytes: store.finishedBytes + counts.progress.storedBytes,
            seconds: (ContinuousClock.now - start) / .seconds(1), times: times,
            peakMemoryBytes: ProcessMetrics.peakMemoryBytes, peakBufferedBytes: counts.peakBufferedBytes,
            warnings: allWarnings(of: inputs))
    }

    private var remedyOfBlankTiles: String {
        guard options.blankTolerance == nil else {
            return "Choose another background, or keep blank tiles."
        }
        return image.layout.channels.hasAlpha || isFlattened
            ? "Its file says that no pixel is valid; if that is wrong, say that all pixels are valid."
            : "Tell them from what lies beyond the image with the format png, or with another background."
    }

    /// Returns sources for the coarser levels of which the file has an image, if that is requested.
    private func reducedSources(of source: any ImageSource) throws -> [Int: any ImageSource] {
        guard options.reusesLevels, let source = source as? any ReducedResolutionSource else { return [:] }
        var sources: [Int: any ImageSource] = [:]
        for level in pyramid.levels[pyramid.presentLevels].dropLast() {
            sources[level.index] = try source.reduced(to: level.size)
        }
        return sources
    }

    private func allWarnings(of inputs: CutInputs) -> [String] {
        var all = warnings
        if options.reusesLevels, inputs.levels.count == 1 {
            all.append(
                "the file has no image of exactly the size of a coarser level; all levels were downsampled from the "
                    + "full size.")
        }
        for warning in inputs.warnings where !all.contains(warning) {
            all.append(warning)
        }
        return all
    }
}

extension CutPlan {
    /// Whether running the same command again can succeed: not if the image or the options are at fault.
    package static func canResume(after error: any Error) -> Bool {
        switch error {
        case let error as CodecError:
            switch error.code {
            case .unreadable, .unsupported, .damaged, .truncated, .invalidRequest: false
            case .inputOutput, .encoding, .cannotCreate: true
            }
        case let error as CuttingError: error.code == .interrupted
        default: true
        }
    }
}
