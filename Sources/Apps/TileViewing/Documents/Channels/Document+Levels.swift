internal import ChannelImages
internal import Concurrency
internal import Dispatch
internal import ImageMetadata
internal import TileContainers
internal import TilePyramid
internal import TiledLayers
internal import ValuePyramids

extension Document {
    /// Opens the channels of a file whose coarsest level is large, and makes the levels that it has not.
    ///
    /// They are complete at once if they are in the cache. Otherwise samples of the channels that are shown at first come before
    /// them, for a view of the whole image; those of other channels are read when they are shown.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - options: the options of the document.
    ///   - channels: the channels of the file.
    ///   - file: the file.
    ///   - key: the identity of the file before it was opened.
    convenience init(
        path: String, options: DocumentOptions, addingLevelsTo channels: DocumentChannels, in file: ChannelFile,
        key: PyramidCacheKey
    ) {
        let image = LeveledChannelImage(channels.image, pixelLimit: options.previewPixelLimit)
        // A file that has changed meanwhile is found out when its levels are made.
        let isUnchanged = PyramidCacheKey(path, page: key.page, contents: key.contents) == key
        let entry = isUnchanged ? options.cache.completeEntry(for: key) : nil
        let levels = entry.flatMap { try? CachedLevels(in: $0, for: image.coarse) }
        if let levels { image.coarse.use(levels) }
        let rendering = channels.automatic
        var known: Set<Int> = []
        let planes = rendering.channels.filter { known.insert($0).inserted }.map {
            ChannelPlane(channel: $0, section: rendering.section, time: rendering.time)
        }
        // No layer asks for them before.
        if levels == nil { image.coarse.sampler.add(planes) }
        self.init(
            path: path, options: options, DocumentChannels(image, automatic: rendering), in: file,
            stage: levels == nil ? .previewing(0) : .complete)
        guard levels == nil else { return }
        // What is shown of the document may live longer than it.
        let levelTiles = levelTiles(of: image)
        image.coarse.sampler.observe(
            isStopped: { [weak self] in self?.isClosed ?? false },
            onChange: { [weak shown = self.image] in shown?.reloadTiles(levelTiles) })
        let work = DispatchQueue(label: "TileViewing.levels", qos: .utility)
        work.async { self.sample(planes, then: LevelWork(image: image, key: key, queue: work)) }
    }

    /// The levels that are made, and the queue that makes them.
    private struct LevelWork: Sendable {
        let image: LeveledChannelImage
        let key: PyramidCacheKey
        let queue: DispatchQueue
        var levels: CoarseLevels { image.coarse }
    }

    /// Loads tiles of coarse levels again, which have other samples now; the old ones are drawn until then.
    private func reloadLevels(of channels: LeveledChannelImage) { image.reloadTiles(levelTiles(of: channels)) }

    /// The tiles of the levels that the file has not.
    private func levelTiles(of channels: LeveledChannelImage) -> [TileIndex] {
        let sizes = Set(channels.coarse.description.levels)
        return image.pyramid.levels.filter { sizes.contains($0.size) }.flatMap(\.indices)
    }

    /// Samples planes for a view of the whole image, then makes the levels.
    private func sample(_ planes: [ChannelPlane], then work: LevelWork) {
        guard let cancellation = makeCancellation() else { return }
        do {
            try work.levels.sampler.sample(
                planes, isCancelled: { cancellation.isCancelled },
                onProgress: { part in
                    update { $0.stage = .previewing(part) }
                    reloadLevels(of: work.image)
                })
        } catch is CancellationError {
            return
        } catch {
            reloadLevels(of: work.image)
            return fail(error)
        }
        makeLevels(work)
    }

    /// Makes the levels, or uses those that another process has made.
    private func makeLevels(_ work: LevelWork) {
        guard let cancellation = makeCancellation() else { return }
        // It retains what the work needs.
        defer { mutableState.withLock { $0.cancellation = nil } }
        do {
            let entry = try options.cache.entry(for: work.key)
            if entry.isComplete, let levels = try? CachedLevels(in: entry, for: work.levels) {
                return use(levels, work)
            }
            let bytes = try writeLevels(work, in: entry, cancellation)
            // Files take whole blocks on disk, as the tiles of pictures do.
            entry.note(bytes: bytes, of: path)
            guard let levels = try CachedLevels(in: entry, for: work.levels) else { throw Self.changed(path) }
            use(levels, work)
            options.cache.makeRoom()
        } catch let error as StoreError where [.busy, .exists].contains(error.code) {
            // Another process is making them, or has just finished.
            update { $0.stage = .waiting }
            work.queue.asyncAfter(deadline: .now() + Self.pollInterval) { self.makeLevels(work) }
        } catch is CancellationError {
        } catch {
            fail(error)
        }
    }

    /// Writes the levels; returns their bytes.
    private func writeLevels(
        _ work: LevelWork, in entry: PyramidCacheEntry, _ cancellation: Cancellation
    ) throws -> Int {
        // Compressed samples take about half of their bytes.
        let estimatedBytes = work.levels.byteCount / 2
        guard estimatedBytes <= options.cache.sizeLimit else {
            throw CodecError(
                .unsupported, file: path,
                "its smaller levels need about \(estimatedBytes >> 20) MiB, and the cache is limited to "
                    + "\(options.cache.sizeLimit >> 20) MiB. Make a pyramid with tilecut: an OME-Zarr keeps all values."
            )
        }
        options.cache.makeRoom(for: estimatedBytes)
        try checkFreeSpace(for: estimatedBytes)
        var store = StoreOptions()
        // What an interrupted run has left is removed; levels of another image are replaced.
        store.resumes = true
        store.replacesExisting = entry.isComplete
        let noted = Locked(-1)
        do {
            return try work.levels.write(
                to: entry.valuesPath, name: name, store: store, cancellation: cancellation,
                willFinish: { try self.checkUnchanged(work.key) },
                onProgress: { progress in
                    let percent = Int(progress.fraction * 100)
                    let isNew = noted.withLock { noted in
                        defer { noted = max(noted, percent) }
                        return percent > noted
                    }
                    if isNew { self.note(progress.fraction) }
                }
            ).encodedBytes
        } catch let error as StoreError where error.code != .busy && error.code != .exists {
            throw error.naming(options.cache)
        }
    }

    /// Notifies of the part of the levels that is made.
    private func note(_ part: Double) {
        update { state in
            if case .cutting(let former) = state.stage, former > part { return }
            state.stage = .cutting(part)
        }
    }

    /// Throws if the file is no longer the one that was opened.
    private func checkUnchanged(_ key: PyramidCacheKey) throws {
        guard PyramidCacheKey(path, page: key.page, contents: key.contents) == key else { throw Self.changed(path) }
    }

    /// Shows levels from now on.
    private func use(_ levels: CachedLevels, _ work: LevelWork) {
        work.levels.use(levels)
        reloadLevels(of: work.image)
        update { $0.stage = .complete }
    }
}
