package import Concurrency
public import TilePyramid

internal import ImageCodecs
internal import PixelKernels

extension CutPlan {
    /// Cuts the image into a store and finishes the store.
    ///
    /// Decoding and encoding happen on background threads; cancel the task to stop. What becomes of the store:
    /// - all went well: it is finished;
    /// - the image turned out to be damaged: it is discarded, nothing is left;
    /// - the task was cancelled, the disk is full, or anything else went wrong: it is suspended, and a store that
    ///   resumes goes on where this one ended.
    ///
    /// - Parameters:
    ///   - store: has this plan's ``pyramid``; create it with the plan's ``format``.
    ///   - onProgress: called at the start, and after every tile on the thread that has stored it; with several threads,
    ///     calls may overtake each other.
    /// - Returns: what was made, and how fast.
    /// - Throws: `CodecError`, the store's error, or ``CuttingError`` with code `interrupted` after cancellation.
    public func cut(
        into store: any TileStore, onProgress: (@Sendable (CutProgress) -> Void)? = nil
    ) async throws -> CutSummary {
        try await runBlockingWork(label: "TileCutting.decode") { cancellation in
            try cut(into: store, cancellation: cancellation, onProgress: onProgress)
        }
    }

    /// The same on the calling thread, which it blocks: for queues of one's own.
    ///
    /// - Parameters:
    ///   - store: as above.
    ///   - cancellation: stops it from another thread.
    ///   - onProgress: as above.
    /// - Returns: what was made, and how fast.
    /// - Throws: as above.
    package func cut(
        into store: any TileStore, cancellation: Cancellation, onProgress: (@Sendable (CutProgress) -> Void)?
    ) throws -> CutSummary {
        precondition(store.pyramid == pyramid, "the store was created for another pyramid")
        let start = ContinuousClock.now
        let encoding = encoding
        let layout = image.layout
        var engine = CutEngine(
            pyramid: pyramid, layout: layout, format: format, threads: options.threads ?? Processors.count,
            background: options.background,
            encodersAcceptPlanarYCbCr: encoding.acceptsPlanarYCbCr,
            makeEncoder: { try encoding.makeEncoder(for: layout) })
        engine.blankTolerance = blankTolerance
        let source: any ImageSource
        let outcome: CutEngine.Outcome
        let passthroughBlocker: String?
        var reduced: [Int: any ImageSource] = [:]
        do {
            source = try openSource()
            engine.encoding = encoding
            passthroughBlocker =
                options.lossless == .never
                ? "that was asked for" : engine.passthroughBlocker(of: source, into: store)
            let loss =
                passthroughBlocker ?? engine.fullPassthroughBlocker
                ?? ((source as? any PassthroughTileSource)?.isLossless(pyramid) == false
                    ? "tiles at the edges have to be encoded" : nil)
            if let loss, options.lossless == .required {
                throw CuttingError(.invalidOptions, "the full size cannot be cut without loss: \(loss).")
            }
            engine.usesPassthrough = passthroughBlocker == nil
            reduced = try reducedSources(of: source)
            outcome = try engine.run(
                from: source, reduced: reduced, into: store, cancellation: cancellation, onProgress: onProgress)
            try store.finish()
        } catch let error as CodecError where error.isAboutTheImage {
            // The first error is the one to report, here as well as below.
            try? store.discard()
            throw error
        } catch {
            // A journal that cannot be written costs a few tiles.
            try? store.suspend()
            throw error
        }
        return CutSummary(
            tiles: outcome.progress.finishedTiles - outcome.skippedTiles, resumedTiles: outcome.resumedTiles,
            solidTiles: outcome.solidTiles, skippedTiles: outcome.skippedTiles,
            passthroughTiles: outcome.passthroughTiles, paddedTiles: outcome.paddedTiles,
            passthroughBlocker: passthroughBlocker,
            reusedLevels: reduced.count,
            deduplication: store.deduplication,
            bytes: store.finishedBytes + outcome.progress.storedBytes,
            seconds: (ContinuousClock.now - start) / .seconds(1),
            peakMemoryBytes: ProcessMetrics.peakMemoryBytes, peakBufferedBytes: outcome.peakBufferedBytes,
            warnings: allWarnings(source, reduced))
    }

    /// What the file has of the coarser levels, if that is wanted.
    private func reducedSources(of source: any ImageSource) throws -> [Int: any ImageSource] {
        guard options.reusesLevels, let source = source as? any ReducedResolutionSource else { return [:] }
        var sources: [Int: any ImageSource] = [:]
        for level in pyramid.levels[pyramid.presentLevels].dropLast() {
            sources[level.index] = try source.reduced(to: level.size)
        }
        return sources
    }

    private func allWarnings(_ source: any ImageSource, _ reduced: [Int: any ImageSource]) -> [String] {
        var all = warnings
        if options.reusesLevels, reduced.isEmpty {
            all.append(
                "the file has no pictures of just the size of a coarser level that could be used as they are; all levels "
                    + "were made from the full size.")
        }
        for warning in ([source] + reduced.values).flatMap(\.warnings) where !all.contains(warning) {
            all.append(warning)
        }
        return all
    }
}

extension CodecError {
    /// Whether trying again cannot help: the image is what it is.
    fileprivate var isAboutTheImage: Bool {
        switch code {
        case .unreadable, .unsupported, .damaged, .truncated, .invalidRequest: true
        case .inputOutput, .encoding, .cannotCreate: false
        }
    }
}
