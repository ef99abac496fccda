internal import Dispatch
internal import ImageCodecs
internal import Concurrency
internal import TileCutting
internal import TilePyramid
internal import TileStores
internal import TiledLayers

extension Document {
    /// How long is waited before it is looked again whether another process has cut the image, in seconds.
    private static let pollInterval = 1.0

    /// Cuts the image into the cache, or goes on where an earlier cut has ended; on the document's queue.
    ///
    /// What cannot be done is shown as a reason; the coarse picture stays.
    func cut(_ tiles: ProgressiveTiles, of image: ImageInfo, key: PyramidCacheKey) {
        guard !isClosed else { return }
        do {
            let entry = try options.cache.entry(for: key)
            guard !entry.isComplete else { return try adopt(entry, for: tiles) }
            let plan = try CutPlan(.file(path), options: options.cutting(for: image))
            options.cache.makeRoom(for: plan.estimatedBytes)
            try checkFreeSpace(for: plan)
            try cut(plan, into: makeStore(in: entry, for: plan), entry, tiles)
        } catch let error as StoreError where [.busy, .exists].contains(error.code) {
            // Another process is at it, or was just now.
            update { $0.stage = .waiting }
            queue.asyncAfter(deadline: .now() + Self.pollInterval) { self.cut(tiles, of: image, key: key) }
        } catch {
            update { $0.stage = .coarse(reason: "\(error)") }
        }
    }

    /// The store for a plan, with the tiles of an earlier cut if they are of the same kind.
    private func makeStore(in entry: PyramidCacheEntry, for plan: CutPlan) throws -> DeepZoomStore {
        var store = StoreOptions()
        store.fingerprint = plan.fingerprint
        store.resumes = true
        func make() throws -> DeepZoomStore {
            try DeepZoomStore(
                creating: entry.descriptorPath, pyramid: plan.pyramid, format: plan.format, options: store)
        }
        do {
            return try make()
        } catch let error as StoreError where error.code == .fingerprintMismatch {
            store.resumes = false
            store.replacesExisting = true
            return try make()
        } catch let error as StoreError where error.code != .busy && error.code != .exists {
            throw error.about(options.cache)
        }
    }

    private func cut(
        _ plan: CutPlan, into store: DeepZoomStore, _ entry: PyramidCacheEntry, _ tiles: ProgressiveTiles
    ) throws {
        guard plan.pyramid == tiles.pyramid else { throw Self.changed(path) }
        let earlier = plan.pyramid.indices.filter(store.isFinished)
        tiles.read(from: store, having: earlier)
        image.retryAbsentTiles(earlier)
        update { $0.stage = .cutting(Double(earlier.count) / Double(plan.pyramid.tileCount)) }
        let watched = WatchedStore(base: store) { index in
            tiles.add(index)
            self.scheduleNotification(of: index)
        }
        let cancellation = Cancellation()
        let isOpen = mutableState.withLock { mutableState in
            guard mutableState.state.stage != .closed else { return false }
            mutableState.cut = cancellation
            return true
        }
        guard isOpen else { return try store.suspend() }
        // The document's own queue is for telling what has been cut. A task would need a thread of Swift's pool, which
        // has no more than there are processors, and all of which may be waiting.
        DispatchQueue(label: "TileViewing.cut", qos: .utility).async {
            self.run(plan, into: watched, cancellation, entry, tiles)
        }
    }

    private func run(
        _ plan: CutPlan, into store: WatchedStore, _ cancellation: Cancellation, _ entry: PyramidCacheEntry,
        _ tiles: ProgressiveTiles
    ) {
        // It keeps hold of what the cutting works with.
        defer { mutableState.withLock { $0.cut = nil } }
        do {
            let summary = try plan.cut(into: store, cancellation: cancellation) { self.note($0) }
            // Files take whole blocks on the disk, half a block more than their bytes on average.
            entry.note(bytes: summary.bytes + summary.tiles * 2048, of: path)
            notifyNewTiles()
            update { $0.warnings = summary.warnings }
            try adopt(entry, for: tiles)
            options.cache.makeRoom()
        } catch let error as CodecError {
            // The store has thrown its tiles away.
            tiles.revertToPreview()
            update { $0.stage = .coarse(reason: "\(error)") }
        } catch {
            let error = (error as? StoreError)?.about(options.cache) ?? error
            update { $0.stage = .coarse(reason: "\(error)") }
        }
    }

    /// Takes note of progress without telling: that is done together with the tiles.
    private func note(_ progress: CutProgress) {
        mutableState.withLock { mutableState in
            guard case .cutting(let fraction) = mutableState.state.stage else { return }
            mutableState.state.stage = .cutting(max(fraction, progress.fraction))
        }
    }

    /// Shows a complete pyramid from the cache in place of the coarse picture.
    private func adopt(_ entry: PyramidCacheEntry, for tiles: ProgressiveTiles) throws {
        let source = try CachedTiles(in: entry)
        guard source.pyramid == tiles.pyramid else { throw Self.changed(path) }
        tiles.readAll(from: source)
        image.retryAbsentTiles()
        update { $0.stage = .complete }
    }

    /// The error for a file that is not what it was a moment ago.
    static func changed(_ path: String) -> CodecError {
        CodecError(.unreadable, file: path, "the image has changed while it was opened. Open it again.")
    }

    /// Refuses to begin what would fill the disk.
    private func checkFreeSpace(for plan: CutPlan) throws {
        let cache = options.cache.path
        guard let available = FreeSpace.available(at: cache), available < plan.estimatedBytes else { return }
        throw StoreError(
            .diskFull, path: cache,
            "tiles cannot be kept there: they need about \(plan.estimatedBytes >> 20) MiB, and \(available >> 20) MiB are "
                + "free. Make room.")
    }
}

extension StoreError {
    /// The same in words for who looks at an image: without the advice that the cutter gives on its command line.
    fileprivate func about(_ cache: PyramidCache) -> StoreError {
        let advice = code == .diskFull ? "Make room." : "Set XDG_CACHE_HOME to a folder that can be written."
        let cause = message.prefix { $0 != "." }
        return StoreError(code, path: cache.path, "tiles cannot be kept there: \(cause). \(advice)")
    }
}
