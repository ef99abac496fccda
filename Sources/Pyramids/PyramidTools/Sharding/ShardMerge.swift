internal import Concurrency
package import FilePyramids
internal import ImageSources
internal import PixelKernels
internal import TileContainers
package import TileCutting
package import TilePyramid

/// Makes a pyramid of its shards: runs of tiles are copied in the order in which a single run completes them, and the coarser
/// levels are made from the rows that shards hand off.
///
/// Memory: the tables of the shards, and what cutting the coarser levels takes.
package struct ShardMerge: Sendable {
    /// The shards.
    package let shards: ShardSet
    /// The geometry of the pyramid.
    package var pyramid: Pyramid { plan.pyramid }
    /// The format of every tile.
    package var format: TileFormat { sharded.encoding.format }
    /// The form of the pyramid on disk.
    package var target: PyramidTarget { sharded.target }
    /// The warnings of all shards, in plain sentences, each once.
    package var warnings: [String] {
        var seen: Set<String> = []
        return shards.manifests.flatMap(\.warnings).filter { seen.insert($0).inserted }
    }

    /// The most tiles that are copied at once, unless a row has more.
    private static let runLimit = 1 << 12

    private let plan: ShardPlan
    private var sharded: ShardedPyramid { shards.pyramid }

    /// Plans the merge of shards.
    ///
    /// - Throws: `CuttingError` or `StoreError` when the shards contradict themselves.
    package init(_ shards: ShardSet) throws {
        self.shards = shards
        plan = try ShardPlan(shards.pyramid, output: shards.output)
    }

    /// Writes the pyramid into a store and finishes the store; after a failure the store is discarded.
    ///
    /// Tiles that the store has of a killed merge are kept.
    ///
    /// Works on background threads; cancel the task to stop.
    ///
    /// - Parameters:
    ///   - store: a store of this merge's ``target``, ``pyramid`` and ``format``.
    ///   - path: the path beside which the coarser levels are kept until their turn comes.
    ///   - threads: the number of threads that encode; nil for one for each processor.
    ///   - onProgress: called after every run of tiles.
    /// - Returns: Counts, sizes and times of the merge.
    /// - Throws: `StoreError` when a shard is damaged or the store cannot be written, `CodecError`, and `CuttingError` with
    ///   code `interrupted` after cancellation.
    package func merge(
        into store: any TileStore, spoolingBeside path: String, threads: Int? = nil,
        onProgress: (@Sendable (CutProgress) -> Void)? = nil
    ) async throws -> MergeSummary {
        try await runBlockingWork(label: "PyramidTools.merge") { cancellation in
            do {
                return try merge(into: store, path, threads ?? Processors.count, cancellation, onProgress)
            } catch {
                // Report the first error, not one of discard().
                try? store.discard()
                throw error is CancellationError ? CuttingError.interrupted : error
            }
        }
    }

    private func merge(
        into store: any TileStore, _ path: String, _ threads: Int, _ cancellation: Cancellation,
        _ onProgress: (@Sendable (CutProgress) -> Void)?
    ) throws -> MergeSummary {
        let start = ContinuousClock.now
        let processorStart = ProcessMetrics.processorTime
        let coarser = try CoarserLevelSpool(
            beside: path, pyramid: pyramid, format: format, wholeLevels: store.requirements.wholeLevels)
        var summary = MergeSummary()
        summary.skippedTiles = shards.manifests.reduce(0) { $0 + $1.skippedTiles }
        if let scope = plan.mergedScope, let level = plan.handoffLevel {
            let statistics = try makeCoarserLevels(scope, from: level, into: coarser, threads, cancellation)
            summary.skippedTiles += statistics.skippedTiles
            summary.madeLevels = scope.tileRows.count { !$0.isEmpty }
        }
        var progress = CutProgress(
            finishedTiles: summary.skippedTiles, totalTiles: pyramid.tileCount, encodedPixels: 0, storedBytes: 0)
        onProgress?(progress)
        var run: (shard: Int, tiles: [ShardTile]) = (0, [])
        func copyRun() throws {
            guard !run.tiles.isEmpty else { return }
            try store.copy(shards.files[run.shard - 1].run(of: run.tiles, format: format))
            summary.copiedTiles += run.tiles.count
            for tile in run.tiles {
                progress.add(tile.index, tile.length, of: pyramid)
            }
            run.tiles.removeAll(keepingCapacity: true)
            onProgress?(progress)
        }
        for (level, row) in TileOrder(of: pyramid).rows {
            guard !cancellation.isCancelled else { throw CuttingError.interrupted }
            if let shard = plan.shard(ofTileRow: row, on: level) {
                let tiles = shards.files[shard - 1].tiles(level: level, row: row)
                let unfinished = tiles.filter { !store.isFinished($0.index) }
                if shard != run.shard || run.tiles.count + unfinished.count > Self.runLimit { try copyRun() }
                run.shard = shard
                run.tiles += unfinished
                summary.copiedTiles += tiles.count - unfinished.count
                for tile in tiles where store.isFinished(tile.index) {
                    progress.add(tile.index, tile.length, of: pyramid)
                }
                if tiles.count < pyramid.levels[level].grid.columns {
                    try skip(level: level, row: row, except: tiles.map(\.column), in: store)
                }
            } else {
                try copyRun()
                var columns: [Int] = []
                try coarser.tiles.withTiles(level: level, row: row) { index, bytes in
                    if !store.isFinished(index) { try store.write(bytes, format: format, at: index) }
                    progress.add(index, bytes.byteCount, of: pyramid)
                    columns.append(index.column)
                }
                summary.madeTiles += columns.count
                try skip(level: level, row: row, except: columns, in: store)
            }
        }
        try copyRun()
        try coarser.writeWholeLevels(to: store)
        try store.finish()
        summary.bytes = progress.storedBytes
        summary.deduplication = store.deduplication
        summary.seconds = (ContinuousClock.now - start) / .seconds(1)
        summary.processorSeconds = ProcessMetrics.processorTime - processorStart
        summary.peakMemoryBytes = ProcessMetrics.peakMemoryBytes
        return summary
    }

    /// Notes in the store that the blank tiles of a row will not come.
    private func skip(level: Int, row: Int, except stored: [Int], in store: any TileStore) throws {
        let stored = Set(stored)
        for column in 0..<pyramid.levels[level].grid.columns where !stored.contains(column) {
            try store.skip(TileIndex(level: level, column: column, row: row))
        }
    }

    private func makeCoarserLevels(
        _ scope: CutScope, from level: Int, into spool: CoarserLevelSpool, _ threads: Int, _ cancellation: Cancellation
    ) throws -> CutStatistics {
        var configuration = CutConfiguration(
            coarserLevelsOf: pyramid, layout: sharded.layout, encoding: sharded.encoding,
            background: sharded.background,
            blankTolerance: sharded.blankTolerance, threads: threads)
        configuration.holdsNumbers = sharded.holdsNumbers
        let source = ShardRowSource(
            pyramid.levels[level], of: shards.files, layout: sharded.layout, planeCount: sharded.planeCount)
        let inputs = CutInputs(configuration, source: source, level: level, asPlanes: sharded.planeCount > 1)
        return try CutEngine(configuration, scope: scope).run(inputs, into: spool, cancellation: cancellation)
    }
}

extension CutProgress {
    /// Counts a tile that has been stored.
    fileprivate mutating func add(_ index: TileIndex, _ byteCount: Int, of pyramid: Pyramid) {
        finishedTiles += 1
        encodedPixels += pyramid.storedSize(of: index).area
        storedBytes += byteCount
    }
}
