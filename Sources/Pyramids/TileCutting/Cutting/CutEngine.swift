package import Concurrency
internal import ImageCodecs
internal import PixelKernels
package import TilePyramid
internal import Tracing

/// Turns an image into tiles: bands of rows → levels → tiles → encoders → store.
///
/// The calling thread decodes. It adds complete tiles to a queue, from which worker threads take, encode and store them;
/// while there is no memory for further rows it encodes tiles itself.
package struct CutEngine: Sendable {
    private let configuration: CutConfiguration
    private var pyramid: Pyramid { configuration.pyramid }

    package init(_ configuration: CutConfiguration) {
        self.configuration = configuration
    }

    /// Reads the sources to their end and stores all tiles; decodes on the calling thread.
    ///
    /// - Parameters:
    ///   - inputs: the sources, as planned with this engine's configuration and this store.
    ///   - store: receives every tile that it has not finished; it is neither finished nor discarded here.
    ///   - cancellation: stops the run from another thread.
    ///   - onProgress: called at the start, and after every tile on the thread that stored it.
    /// - Returns: The counts of the run.
    /// - Throws: The error of a source, an encoder or the store, or ``CuttingError`` with code `interrupted`. All
    ///   worker threads have ended by then.
    package func run(
        _ inputs: CutInputs, into store: any TileStore, cancellation: Cancellation = Cancellation(),
        onProgress: (@Sendable (CutProgress) -> Void)? = nil
    ) throws -> CutStatistics {
        let start = ThreadClock.now
        let planes = inputs.planes
        let levelImages = try store.levelImages.map {
            try LevelImageCollector(store: $0, pyramid: pyramid, planes: planes)
        }
        let statistics = Locked(
            CutStatistics(
                totalTiles: pyramid.tileCount, resumedTiles: pyramid.indices.count(where: store.isFinished)))
        onProgress?(statistics.withLock { $0.progress })
        let queue = makeQueue(planes, store, statistics, onProgress)
        cancellation.onCancel { queue.fail(CuttingError.interrupted) }
        let chunks = ChunkPool(ChunkLimits(pyramid: pyramid, planes: planes, threads: configuration.threads))
        do {
            let assembler = TileAssembler(
                pyramid: pyramid, planeCount: planes.count, chunks: chunks, queue: queue,
                isFinished: store.isFinished)
            for level in inputs.levels {
                let builders = builders(of: level, planes, assembler, levelImages)
                try Trace.span("read image", .cutting, ["level": level.level]) {
                    try read(level, asPlanes: planes.count > 1, into: builders, queue, isFinished: store.isFinished)
                }
            }
        } catch is CancellationError {
            // A source that is waiting for its decoder looks at the cancellation itself.
            queue.fail(CuttingError.interrupted)
        } catch {
            queue.fail(error)
        }
        try Trace.span("wait for tiles", .cutting) { try queue.finish() }
        var counts = statistics.withLock { $0 }
        counts.peakBufferedBytes = chunks.peakBytes
        let times = queue.times
        counts.decodingTime = ThreadClock.now - start - times.helping
        counts.waits = (times.progress, times.lastItems)
        guard counts.progress.finishedTiles == pyramid.tileCount else {
            throw CodecError(
                .truncated, file: "the image",
                "the decoder delivered fewer rows than the image has. Get a complete copy of the image.")
        }
        try levelImages?.write(format: configuration.encoding.format, with: configuration.encoders.makeEncoder())
        return counts
    }

    private func makeQueue(
        _ planes: [PlaneFormat], _ store: any TileStore, _ statistics: Locked<CutStatistics>,
        _ onProgress: (@Sendable (CutProgress) -> Void)?
    ) -> TileQueue {
        let writer = TileWriter(
            planes: planes, layout: configuration.layout, format: configuration.encoding.format, store: store,
            background: configuration.background, blankTolerance: configuration.blankTolerance)
        let rowLimit = planes.count * (pyramid.tileSize + 2 * pyramid.overlap)
        return TileQueue(
            threads: configuration.threads, limit: .max,
            makeWorkerContext: { [encoders = configuration.encoders] in
                TileWorker(encoders: encoders, rowLimit: rowLimit)
            },
            work: { tile, worker in
                defer { tile.release() }
                let (outcome, bytes) = try Trace.span(
                    "write tile", .cutting,
                    ["level": tile.index.level, "column": tile.index.column, "row": tile.index.row]
                ) { try writer.write(tile, with: worker) }
                let progress = statistics.withLock { $0.count(outcome, size: tile.size, bytes: bytes) }
                onProgress?(progress)
            })
    }

    /// Returns the builders of a source's finest built level, one for each plane; none if no level is built.
    private func builders(
        of level: LevelSource, _ planes: [PlaneFormat], _ assembler: TileAssembler, _ levelImages: LevelImageCollector?
    ) -> [LevelBuilder] {
        guard let finest = level.builtLevels.last else { return [] }
        return zip(planes, planes.background(configuration.background)).map { plane, background in
            LevelBuilder(
                index: finest, coarsest: level.builtLevels.lowerBound, plane: plane, background: background,
                assembler: assembler, levelImages: levelImages)
        }
    }

    /// Reads one source to its end.
    private func read(
        _ level: LevelSource, asPlanes: Bool, into builders: [LevelBuilder], _ queue: TileQueue,
        isFinished: @escaping (TileIndex) -> Bool
    ) throws {
        switch level.input {
        case .passthrough(let source):
            let pyramid = pyramid.prefix(through: level.level)
            let receiver = PassthroughForwarder(
                pyramid: pyramid, builders: builders, queue: queue, isFinished: isFinished)
            try source.readTiles(
                of: pyramid, encoding: configuration.encoding, asPlanes: asPlanes, threads: configuration.threads,
                into: receiver)
        case .planar(let source):
            try source.readPlanes { band in
                try queue.checkForFailure()
                try Trace.span("reduce", .cutting) {
                    for (builder, plane) in zip(builders, band.planes) {
                        try builder.add(plane)
                    }
                }
            }
        case .pixels(let source):
            try source.readBands { band in
                try queue.checkForFailure()
                try Trace.span("reduce", .cutting) { try builders[0].add(band) }
            }
        }
    }
}
