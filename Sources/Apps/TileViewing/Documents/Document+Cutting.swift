internal import Dispatch
internal import FilePyramids
internal import ImageMetadata
internal import ImageSources
internal import Concurrency
internal import TileContainers
internal import TileCutting
internal import TilePyramid
internal import TiledLayers

extension Document {
    /// Seconds between checks for whether another process has finished cutting the image.
    static let pollInterval = 1.0

    /// Cuts the image into the cache, or resumes an earlier cut; runs on the document's queue.
    ///
    /// If that fails, the preview stays and the stage says why.
    func cut(_ tiles: ProgressiveTiles, of image: ImageInfo, key: PyramidCacheKey) {
        guard !isClosed else { return }
        do {
            let entry = try options.cache.entry(for: key)
            guard !entry.isComplete else { return try adopt(entry, for: tiles) }
            let plan = try CutPlan(.file(path), options: options.cutting(for: image))
            options.cache.makeRoom(for: plan.estimatedBytes)
            try checkFreeSpace(for: plan.estimatedBytes)
            try cut(plan, into: makeStore(in: entry, for: plan), entry, tiles)
        } catch let error as StoreError where [.busy, .exists].contains(error.code) {
            // Another process is cutting the image, or has just finished.
            update { $0.stage = .waiting }
            queue.asyncAfter(deadline: .now() + Self.pollInterval) { self.cut(tiles, of: image, key: key) }
        } catch {
            fail(error)
        }
    }

    /// Opens the store for a plan; it keeps the tiles of an earlier cut if that had the same options.
    private func makeStore(in entry: PyramidCacheEntry, for plan: CutPlan) throws -> any TileStore {
        var store = StoreOptions()
        store.fingerprint = plan.fingerprint
        store.resumes = true
        func make() throws -> any TileStore {
            try PyramidFormat.deepZoom.makeStore(
                at: entry.descriptorPath, pyramid: plan.pyramid, format: plan.format, options: store)
        }
        do {
            return try make()
        } catch let error as StoreError where error.code == .fingerprintMismatch {
            store.resumes = false
            store.replacesExisting = true
            return try make()
        } catch let error as StoreError where error.code != .busy && error.code != .exists {
            throw error.naming(options.cache)
        }
    }

    private func cut(
        _ plan: CutPlan, into store: any TileStore, _ entry: PyramidCacheEntry, _ tiles: ProgressiveTiles
    ) throws {
        guard plan.pyramid == tiles.pyramid else { throw Self.changed(path) }
        let earlier = plan.pyramid.indices.filter(store.isFinished)
        tiles.setStore(store, storedTiles: earlier)
        image.retryAbsentTiles(earlier)
        update { $0.stage = .cutting(Double(earlier.count) / Double(plan.pyramid.tileCount)) }
        let watched = WatchedStore(base: store) { index in
            tiles.add(index)
            self.scheduleNotification(of: index)
        }
        guard let cancellation = makeCancellation() else { return try store.suspend() }
        // The document's own queue has to send notifications meanwhile. A task would need a thread of Swift's
        // cooperative pool, which has only as many as there are processors, and all of them may be blocked.
        DispatchQueue(label: "TileViewing.cut", qos: .utility).async {
            self.run(plan, into: watched, cancellation, entry, tiles)
        }
    }

    private func run(
        _ plan: CutPlan, into store: WatchedStore, _ cancellation: Cancellation, _ entry: PyramidCacheEntry,
        _ tiles: ProgressiveTiles
    ) {
        // The cancellation retains what the cut works with.
        defer { mutableState.withLock { $0.cancellation = nil } }
        do {
            let summary = try plan.cut(into: store, cancellation: cancellation) { self.note($0) }
            // Files take whole blocks on disk: half a block more than their bytes on average.
            entry.note(bytes: summary.bytes + summary.tiles * 2048, of: path)
            notifyNewTiles()
            update { $0.warnings = summary.warnings }
            try adopt(entry, for: tiles)
            options.cache.makeRoom()
        } catch let error as CodecError {
            // The store has discarded its tiles.
            tiles.revertToPreview()
            fail(error)
        } catch {
            fail((error as? StoreError)?.naming(options.cache) ?? error)
        }
    }

    /// Records progress without a notification: observers learn of it together with the tiles.
    private func note(_ progress: CutProgress) {
        mutableState.withLock { mutableState in
            guard case .cutting(let fraction) = mutableState.state.stage else { return }
            mutableState.state.stage = .cutting(max(fraction, progress.fraction))
        }
    }

    /// Replaces the preview by a complete pyramid from the cache.
    private func adopt(_ entry: PyramidCacheEntry, for tiles: ProgressiveTiles) throws {
        let source = try CachedTiles(in: entry)
        guard source.pyramid == tiles.pyramid else { throw Self.changed(path) }
        tiles.readAll(from: source)
        image.retryAbsentTiles()
        update { $0.stage = .complete }
    }

    /// The error for a file that changed while it was opened.
    static func changed(_ path: String) -> CodecError {
        CodecError(.unreadable, file: path, "the image changed while it was being opened. Open it again.")
    }

    /// Throws if a pyramid of a number of bytes would fill the disk.
    func checkFreeSpace(for bytes: Int) throws {
        let cache = options.cache.path
        guard let available = FreeSpace.available(at: cache), available < bytes else { return }
        throw StoreError(
            .diskFull, path: cache,
            "tiles cannot be cached here: they need about \(bytes >> 20) MiB, and only "
                + "\(available >> 20) MiB are free. Free some disk space.")
    }
}

extension StoreError {
    /// The same failure with the cache as its path, without advice that is meant for the cutter's command line.
    func naming(_ cache: PyramidCache) -> StoreError {
        let advice = code == .diskFull ? "Free some disk space." : "Set XDG_CACHE_HOME to a writable folder."
        let cause = message.prefix { $0 != "." }
        return StoreError(code, path: cache.path, "tiles cannot be cached here: \(cause). \(advice)")
    }
}
