internal import FilePyramids
internal import ImageMetadata
package import Concurrency
internal import ImageSources
internal import PixelKernels
internal import TileContainers
public import TileCutting
public import TilePyramid

extension ConversionPlan {
    /// Converts the pyramid into a store and finishes the store.
    ///
    /// Runs on background threads; cancel the task to stop. If the pyramid is damaged, or the options cannot be met, the
    /// store is discarded. After cancellation or any other failure it is suspended, and a later run can resume from it.
    ///
    /// - Parameters:
    ///   - store: a store of this plan's ``pyramid``, ``target`` and ``format``.
    ///   - onProgress: called after every tile on the thread that stored it.
    /// - Returns: The numbers of copied and re-encoded tiles, sizes and times.
    /// - Throws: `StoreError` of either pyramid, `CodecError` about a tile, `CuttingError` with code `interrupted`.
    public func convert(
        into store: any TileStore, onProgress: (@Sendable (CutProgress) -> Void)? = nil
    ) async throws -> ConversionSummary {
        try await runBlockingWork(label: "PyramidTools.convert") { cancellation in
            try convert(into: store, cancellation: cancellation, onProgress: onProgress)
        }
    }

    /// Converts the pyramid on the calling thread, which it blocks.
    package func convert(
        into store: any TileStore, cancellation: Cancellation, onProgress: (@Sendable (CutProgress) -> Void)?
    ) throws -> ConversionSummary {
        precondition(store.pyramid == pyramid, "the store was created for another pyramid")
        let start = ContinuousClock.now
        do {
            let total = cut == nil ? report.tiles : pyramid.tileCount
            let copier = TileCopier(self, into: store, total: total, onProgress: onProgress)
            try copy(with: copier, cancellation)
            var conversion = copier.conversion
            conversion.reasons = reasons
            let bytes = copier.progress.storedBytes
            let cutBytes = try cutRest(
                into: store, copier, cancellation, &conversion, sparse: report.isSparse, onProgress: onProgress)
            guard conversion.tiles > 0 else {
                throw StoreError(
                    .malformed, path: opened.path,
                    "none of its tiles is there: nothing would be left. Check the address, and which zooms it has.")
            }
            try store.finish()
            conversion.bytes = store.finishedBytes + bytes + cutBytes
            conversion.deduplication = store.deduplication
            conversion.seconds = (ContinuousClock.now - start) / .seconds(1)
            conversion.peakMemoryBytes = ProcessMetrics.peakMemoryBytes
            return conversion
        } catch {
            try? Self.canResume(after: error) ? store.suspend() : store.discard()
            throw error
        }
    }

    /// Whether running the same command again can succeed.
    private static func canResume(after error: any Error) -> Bool {
        if let error = error as? StoreError { return error.code != .malformed }
        return CutPlan.canResume(after: error)
    }

    private var threads: Int { options.threads ?? Processors.count }

    private func copy(with copier: TileCopier, _ cancellation: Cancellation) throws {
        guard !sourceLevels.isEmpty else { return }
        let repadderOptions = repadderOptions
        let work = BoundedWorkQueue<TileIndex, TileRepadder>(
            threads: threads,
            makeWorkerContext: { TileRepadder(repadderOptions) },
            work: { index, repadder in try copier.copy(index, with: repadder) })
        cancellation.onCancel { work.fail(CuttingError.interrupted) }
        do {
            try opened.source.forEachStoredTile { index, _ in
                if copier.isCopied(index.level) { try work.add(index) }
            }
        } catch {
            work.fail(error)
        }
        try work.finish()
    }

    /// The encoding of tiles that are padded or cropped.
    private var repadderOptions: TileRepadder.Options {
        var repadderOptions = TileRepadder.Options()
        repadderOptions.encoding.format = format
        repadderOptions.encoding.quality = options.quality ?? repadderOptions.encoding.quality
        repadderOptions.encoding.chroma = options.chroma ?? repadderOptions.encoding.chroma
        repadderOptions.background = options.background
        repadderOptions.refusesTransparency = options.format == nil && census.isMixed
        repadderOptions.keepsQuality = options.quality == nil
        repadderOptions.keepsChannels = target.capabilities.requiresUniformEncoding
        repadderOptions.keepsChroma = options.chroma == nil || target.capabilities.requiresUniformEncoding
        return repadderOptions
    }

    /// Cuts the tiles that could not be copied and the levels that are stored as single images, from the coarsest level
    /// that suffices.
    ///
    /// - Returns: The bytes of the new tiles.
    private func cutRest(
        into store: any TileStore, _ copier: TileCopier, _ cancellation: Cancellation,
        _ conversion: inout ConversionSummary, sparse: Bool, onProgress: (@Sendable (CutProgress) -> Void)?
    ) throws -> Int {
        guard let cut, let level = finestLevelToCut(store, copier, sparse: sparse) else { return 0 }
        let plan = try coarserPlan(from: level) ?? wholePlan(cut)
        let part = CoarserLevelsStore(of: store, pyramid: plan.pyramid) { copier.isDone($0) }
        let before = copier.progress
        let summary = try plan.cut(into: part, cancellation: cancellation) { progress in
            var total = before
            total.finishedTiles = total.totalTiles - progress.totalTiles + progress.finishedTiles
            total.encodedPixels += progress.encodedPixels
            total.storedBytes += progress.storedBytes
            onProgress?(total)
        }
        conversion.recutTiles = summary.tiles - summary.resumedTiles
        return summary.bytes
    }

    /// Returns the finest level that lacks a tile or is stored as a single image; nil when there is none.
    ///
    /// Levels can only be cut from a level that both pyramids have; without one, all are cut from the finest.
    private func finestLevelToCut(_ store: any TileStore, _ copier: TileCopier, sparse: Bool) -> Int? {
        let mayBeAbsent = sparse && target.capabilities.supportsSparseTiles
        let unfinished = pyramid.presentLevels.last { level in
            guard sourceLevels[level] != nil else { return true }
            guard !mayBeAbsent else { return false }
            return pyramid.levels[level].indices.contains { !copier.isDone($0) }
        }
        let whole = store.levelImages?.wholeLevels.last
        guard let finest = [unfinished, whole].compactMap(\.self).max() else { return nil }
        guard let common = coarsestCommonLevel else { return pyramid.finestLevel.index }
        return max(finest, common)
    }

    /// Returns a plan that cuts `level` and coarser ones from `level` itself; nil where the result would differ.
    private func coarserPlan(from level: Int) throws -> CutPlan? {
        guard level < pyramid.finestLevel.index, var options = cut?.options else { return nil }
        options.levelCount = level - pyramid.presentLevels.lowerBound + 1
        let plan = try CutPlan(
            tilesOf: opened.source, elevations: Self.elevations(of: opened.source, report), level: sourceLevels[level],
            name: opened.path, identity: opened.path,
            options: options)
        // Where the image begins inside a tile, halving may end at another level.
        let isAlike = zip(plan.pyramid.levels, pyramid.levels).allSatisfy { $0.size == $1.size && $0.inset == $1.inset }
        // The encoding was chosen for the channels of the full size.
        let hasSameChannels = plan.image.layout.channels.opaque == cut?.image.layout.channels.opaque
        return isAlike && hasSameChannels && plan.pyramid.levels.count == level + 1 ? plan : nil
    }

    /// Returns the plan that cuts all levels from the full size.
    ///
    /// - Throws: `StoreError` when that is too large for what the pyramid holds.
    private func wholePlan(_ cut: CutPlan) throws -> CutPlan {
        try ConversionLimits.check(cutting: pyramid.finestLevel, from: opened.source.pyramid.finestLevel, report)
        return cut
    }
}
