internal import Concurrency
internal import Dispatch
internal import FilePyramids
internal import RemotePyramids
internal import TileContainers
public import TileCutting
public import TilePyramid

extension RegionFetch {
    /// The most tiles that are requested at a time.
    static let concurrentRequests = 6

    /// Fetches the tiles and writes them to a store, which is finished.
    ///
    /// Each tile is kept in a file until all are there. The file stays after a failure or a cancellation, or if the process
    /// is killed. The next fetch with the same map, region and zooms continues it, and removes it at the end. Tiles that
    /// are damaged in the file are fetched again.
    ///
    /// - Parameters:
    ///   - path: the file that keeps the tiles until all are there.
    ///   - onProgress: called after every tile, on any thread; `nil`, the default, for none.
    ///   - makeStore: makes the store of this fetch's ``pyramid``, for example by ``makeStore(at:options:)``. It is called
    ///     before the first request, so that an output that cannot be written fails at once, and again when all tiles are
    ///     there.
    /// - Returns: the numbers of tiles and bytes.
    /// - Throws: `StoreError` if a tile cannot be read or stored, or if the file is that of another fetch; `CuttingError`
    ///   with the code `interrupted` after a cancellation.
    public func fetch(
        keeping path: String, onProgress: (@Sendable (CutProgress) -> Void)? = nil,
        into makeStore: @escaping @Sendable () throws -> any TileStore
    ) async throws -> RegionFetchSummary {
        try await runBlockingWork(label: "PyramidTools.fetch") { cancellation in
            try fetch(keeping: path, cancellation, onProgress, into: makeStore)
        }
    }

    private func fetch(
        keeping path: String, _ cancellation: Cancellation, _ onProgress: (@Sendable (CutProgress) -> Void)?,
        into makeStore: () throws -> any TileStore
    ) throws -> RegionFetchSummary {
        try makeStore().suspend()
        let kept = try FetchedTiles(at: path, fingerprint: fingerprint)
        // Threads that have ended their work may hold it a moment longer, and the next fetch needs its lock.
        defer { kept.close() }
        let summary = try fetch(keepingIn: kept, cancellation, onProgress)
        guard summary.tiles > 0 else {
            throw StoreError(
                .unreadable, path: opened.path,
                "it has none of the \(tileCount) tiles of this region: nothing would be left. Choose another region or "
                    + "other zooms.")
        }
        let store = try makeStore()
        precondition(store.pyramid == pyramid, "the store was created for another pyramid")
        do {
            try forEachTile { _, new in
                guard !cancellation.isCancelled else { throw CuttingError.interrupted }
                guard !store.isFinished(new) else { return }
                guard let tile = try kept.tile(new) else {
                    throw StoreError(
                        .malformed, path: path, "a tile in it is damaged. Run again, and it is fetched again.")
                }
                guard !tile.isEmpty else { return }
                let format = mayMixFormats ? TileFormat(contents: tile) : nil
                try store.write(tile.span.bytes, format: format ?? opened.source.format, at: new)
            }
            try store.finish()
        } catch {
            // What was fetched is in the file.
            try? store.discard()
            throw error
        }
        try kept.remove()
        return summary
    }

    /// The bytes of a tile of the map; empty if it has none.
    ///
    /// - Throws: `StoreError` for a tile of another format than the result has.
    private func bytes(of index: TileIndex) throws -> [UInt8] {
        let source = opened.source
        // Tiles that are requested ahead might be outside of the region.
        let remote = source as? RemoteTileSource
        guard let tile = try remote == nil ? source.read(index) : remote?.readAlone(index) else { return [] }
        guard tile.format == source.format || mayMixFormats && [.jpeg, .png].contains(tile.format) else {
            throw StoreError(
                .malformed, path: source.location(of: index),
                "this tile is \(tile.format.rawValue), and others are \(source.format.rawValue), but a file has tiles of one "
                    + "format. Fetch zooms of one format.")
        }
        return tile.bytes
    }

    private func fetch(
        keepingIn kept: FetchedTiles, _ cancellation: Cancellation, _ onProgress: (@Sendable (CutProgress) -> Void)?
    ) throws -> RegionFetchSummary {
        let counts = Locked(RegionFetchSummary())
        let pace = Pace(perSecond: requestsPerSecond)
        let tilePixels = pyramid.finestLevel.tileSize.area
        @Sendable func count(_ bytes: Int, isNew: Bool) {
            let progress = counts.withLock { counts in
                counts.tiles += bytes > 0 ? 1 : 0
                counts.absentTiles += bytes > 0 ? 0 : 1
                counts.resumedTiles += isNew ? 0 : 1
                counts.bytes += bytes
                let done = counts.tiles + counts.absentTiles
                return CutProgress(
                    finishedTiles: done, totalTiles: tileCount, encodedPixels: done * tilePixels,
                    storedBytes: counts.bytes)
            }
            onProgress?(progress)
        }
        let work = BoundedWorkQueue<(TileIndex, TileIndex), Void>(
            threads: requestsPerSecond > 0 && requestsPerSecond <= 2 ? 1 : Self.concurrentRequests,
            makeWorkerContext: {},
            work: { indices, _ in
                guard pace.wait() else { throw CuttingError.interrupted }
                let bytes = try bytes(of: indices.0)
                try kept.store(bytes, at: indices.1)
                count(bytes.count, isNew: true)
            })
        cancellation.onCancel {
            pace.cancel()
            work.fail(CuttingError.interrupted)
        }
        do {
            try forEachTile { old, new in
                if let bytes = try kept.tile(new) {
                    count(bytes.count, isNew: false)
                } else {
                    try work.add((old, new))
                }
            }
        } catch {
            work.fail(error)
        }
        try work.finish()
        return counts.withLock(\.self)
    }
}

/// The number of tiles and bytes that a ``RegionFetch`` has fetched.
public struct RegionFetchSummary: Hashable, Sendable {
    /// The tiles of the result.
    public var tiles = 0
    /// The tiles that the map does not have.
    public var absentTiles = 0
    /// The tiles, existing or absent, that an interrupted fetch had already.
    public var resumedTiles = 0
    /// The bytes of the tiles.
    public var bytes = 0
}

/// Lets requests begin at equal intervals.
private final class Pace: Sendable {
    private struct State {
        var next = ContinuousClock.now
        var isCancelled = false
    }

    private let interval: Duration
    private let state = Locked(State())
    private let cancelled = DispatchSemaphore(value: 0)

    init(perSecond: Double) {
        interval = perSecond > 0 ? .seconds(1 / perSecond) : .zero
    }

    /// Waits for the time of the next request; returns whether it may be made.
    func wait() -> Bool {
        let time = state.withLock { state -> ContinuousClock.Instant in
            let now = ContinuousClock.now
            let time = max(now, state.next)
            state.next = time + interval
            return time
        }
        let left = (time - .now) / .seconds(1)
        if left > 0, cancelled.wait(timeout: .now() + left) == .success {
            // The other threads are to end, too.
            cancelled.signal()
        }
        return state.withLock { !$0.isCancelled }
    }

    func cancel() {
        state.withLock { $0.isCancelled = true }
        cancelled.signal()
    }
}
