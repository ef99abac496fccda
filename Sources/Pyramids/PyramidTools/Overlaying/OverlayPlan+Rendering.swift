internal import Concurrency
internal import FilePyramids
internal import TilePyramid
internal import TileCutting

extension OverlayPlan {
    /// Makes the tiles that differ from those of the base.
    ///
    /// Works on background threads; cancel the task to stop.
    ///
    /// - Parameter path: a path in the folder of an unnamed file, which keeps the tiles that are encoded.
    /// - Returns: the merged pyramid, of which other formats can be made, and the numbers of changed tiles.
    /// - Throws: `StoreError` when one of the pyramids cannot be read or the file cannot be written, `CodecError` naming a
    ///   damaged tile, and `CuttingError` with code `interrupted` after cancellation.
    package func render(beside path: String) async throws -> (pyramid: OverlaidPyramid, summary: OverlaySummary) {
        try await runBlockingWork(label: "PyramidTools.overlay") { cancellation in
            let merged = try OverlaidPyramid(self, beside: path)
            return (merged, try render(into: merged, cancellation))
        }
    }

    private func render(into merged: OverlaidPyramid, _ cancellation: Cancellation) throws -> OverlaySummary {
        var tiles = try overlayTiles()
        let sample = try base.source.anyTile(of: base.source.pyramid.finestLevel.index).flatMap(base.source.read)
        var summary = OverlaySummary()
        var changed: [TileIndex] = []
        for level in pyramid.presentLevels.reversed() {
            let own = tiles.removeValue(forKey: level) ?? []
            guard level <= alignment.compositedLevel, alignment.base[level] != nil else {
                // A zoom that only one of two maps has.
                if alignment.base[level] == nil {
                    for index in own { merged.useOverlay(at: index, baseHasTile: false) }
                    summary.addedTiles += own.count
                }
                changed = []
                continue
            }
            let parents = Set(changed.compactMap(alignment.parent))
            let work = parents.map { ($0, true) } + own.filter { !parents.contains($0) }.map { ($0, false) }
            let results = Locked<(changed: [TileIndex], summary: OverlaySummary)>(([], summary))
            try parallelFor(
                work.count, workers: options.threads ?? Processors.count,
                makeContext: { OverlayRenderer(self, into: merged, sample: sample) },
                { position, renderer in
                    guard !cancellation.isCancelled else { throw CuttingError.interrupted }
                    let (index, isParent) = work[position]
                    let outcome = try isParent ? renderer.rerender(index) : renderer.composite(index)
                    results.withLock { results in
                        results.summary.count(outcome)
                        if outcome != .unchanged { results.changed.append(index) }
                    }
                })
            (changed, summary) = results.withLock { $0 }
        }
        var count = 0
        try merged.forEachStoredTile { _, _ in count += 1 }
        summary.unchangedTiles = count - summary.changedTiles
        return summary
    }

    /// Returns the tiles of the overlay that lie in the grid of the merged pyramid, by level and with the index in it.
    private func overlayTiles() throws -> [Int: [TileIndex]] {
        let levels = Dictionary(uniqueKeysWithValues: alignment.overlay.map { ($1.level, $0) })
        var tiles: [Int: [TileIndex]] = [:]
        var count = 0
        try overlay.source.forEachStoredTile { own, _ in
            guard let level = levels[own.level], let aligned = alignment.overlay[level] else { return }
            let index = aligned.mergedIndex(of: own, level: level)
            guard pyramid.contains(index) else { return }
            count += 1
            guard count <= Self.tileLimit else {
                throw Self.refusal(
                    of: overlay,
                    "it has more than \(Self.tileLimit) tiles, the most that are laid over others. Lay a part of it over "
                        + "them at a time.")
            }
            tiles[level, default: []].append(index)
        }
        return tiles
    }
}

extension OverlaySummary {
    /// Counts a tile.
    fileprivate mutating func count(_ outcome: OverlayRenderer.Outcome) {
        switch outcome {
        case .unchanged: break
        case .replaced: replacedTiles += 1
        case .added: addedTiles += 1
        case .composited: compositedTiles += 1
        case .rerendered: rerenderedTiles += 1
        }
    }
}
