package import Concurrency
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
package import TilePyramid

/// Turns an image into tiles: bands of rows → levels → tiles → encoders → store.
///
/// The calling thread decodes. It adds complete tiles to a queue, from which worker threads take, encode and store them;
/// while there is no memory for further rows it encodes tiles itself.
package struct CutEngine: Sendable {
    private let configuration: CutConfiguration
    private let scope: CutScope
    private var pyramid: Pyramid { configuration.pyramid }

    /// Creates an engine that makes the tiles of a scope; the default is nil, all tiles.
    package init(_ configuration: CutConfiguration, scope: CutScope? = nil) {
        self.configuration = configuration
        self.scope = scope ?? CutScope(all: configuration.pyramid)
    }

    /// Reads the rows of the scope and stores its tiles, and the rows that it hands off; decodes on the calling thread.
    ///
    /// - Parameters:
    ///   - inputs: the sources, as planned with this engine's configuration and this store.
    ///   - store: receives every tile that it has not finished; it is neither finished nor discarded here. It is a
    ///     `LevelRowStore` if the scope hands off rows.
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
        let handoff = try (store as? any LevelRowStore).flatMap {
            try HandoffCollector(scope, of: pyramid, planes: planes, into: $0)
        }
        let observers = [levelImages as (any LevelRowObserver)?, handoff].compactMap { $0 }
        let totalTiles = scope.tileCount(of: pyramid)
        let statistics = Locked(
            CutStatistics(
                totalTiles: totalTiles, resumedTiles: scope.indices(of: pyramid).count(where: store.isFinished)))
        onProgress?(statistics.withLock { $0.progress })
        let queue = makeQueue(planes, store, statistics, onProgress)
        cancellation.onCancel { queue.fail(CuttingError.interrupted) }
        let chunks = ChunkPool(ChunkLimits(pyramid: pyramid, planes: planes, threads: configuration.threads))
        var isHandedOff = true
        do {
            let assembler = TileAssembler(
                pyramid: pyramid, planeCount: planes.count, chunks: chunks, queue: queue,
                isFinished: store.isFinished)
            for level in inputs.levels {
                let builders = builders(of: level, planes, assembler, observers)
                try Trace.span("read image", .cutting, ["level": level.level]) {
                    try read(level, asPlanes: planes.count > 1, into: builders, queue, isFinished: store.isFinished)
                }
            }
            isHandedOff = try handoff?.finish() ?? true
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
        guard counts.progress.finishedTiles == totalTiles, isHandedOff else {
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
                ThreadEncoder(encoders: encoders, rowLimit: rowLimit)
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
        of level: LevelSource, _ planes: [PlaneFormat], _ assembler: TileAssembler, _ observers: [any LevelRowObserver]
    ) -> [LevelBuilder] {
        let coarsest = max(level.builtLevels.lowerBound, scope.coarsest)
        guard let finest = level.builtLevels.last, finest >= coarsest else { return [] }
        return zip(planes, planes.background(configuration.background)).map { plane, background in
            LevelBuilder(
                index: finest, coarsest: coarsest, plane: plane, background: background, assembler: assembler,
                tileRows: scope.tileRows, observers: observers)
        }
    }

    /// Reads the rows of the scope from one source; from a reduced image of the file all of them.
    private func read(
        _ level: LevelSource, asPlanes: Bool, into builders: [LevelBuilder], _ queue: TileQueue,
        isFinished: @escaping (TileIndex) -> Bool
    ) throws {
        let isWhole = [pyramid.levels[level.level], pyramid.finestLevel].contains { scope.rows == 0..<$0.size.height }
        switch level.input {
        case .passthrough(let source):
            let pyramid = pyramid.prefix(through: level.level)
            let rows = isWhole ? 0..<pyramid.size.height : scope.rows
            let receiver = PassthroughForwarder(
                pyramid: pyramid, builders: builders, queue: queue,
                rows: rows.lowerBound / 2..<(rows.upperBound + 1) / 2,
                isSkipped: { isFinished($0) || !scope.contains($0) })
            if isWhole {
                try source.readTiles(
                    of: pyramid, encoding: configuration.encoding, asPlanes: asPlanes, threads: configuration.threads,
                    into: receiver)
            } else {
                try source.readTiles(
                    of: pyramid, rows: pyramid.finestLevel.tileRows(showing: rows), encoding: configuration.encoding,
                    asPlanes: asPlanes, threads: configuration.threads, into: receiver)
            }
        case .planar(let source):
            try source.readPlanes(inRows: isWhole ? nil : scope.rows) { band in
                try queue.checkForFailure()
                try Trace.span("reduce", .cutting) {
                    for (builder, plane) in zip(builders, band.planes) {
                        try builder.add(plane)
                    }
                }
            }
        case .pixels(let source):
            try source.readBands(inRows: isWhole ? nil : scope.rows) { band in
                try queue.checkForFailure()
                try Trace.span("reduce", .cutting) { try builders[0].add(band) }
            }
        }
    }
}

extension ImageSource {
    /// Reads some rows, or the whole image.
    fileprivate func readBands(inRows rows: Range<Int>?, _ body: (PixelBand) throws -> Void) throws {
        if let rows { try readBands(rows: rows, body) } else { try readBands(body) }
    }
}

extension PlanarImageSource {
    /// Reads some rows of the planes, or all.
    fileprivate func readPlanes(inRows rows: Range<Int>?, _ body: (PlanarBand) throws -> Void) throws {
        if let rows { try readPlanes(rows: rows, body) } else { try readPlanes(body) }
    }
}
