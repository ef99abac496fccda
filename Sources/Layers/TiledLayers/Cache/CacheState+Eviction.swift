internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

extension CacheState {
    /// Evicts tiles until a tile of this cost fits.
    ///
    /// Returns false, and evicts nothing, if it would have to evict tiles at least as urgent as `priority`.
    mutating func makeRoom(for cost: Int, priority: TilePriority) -> Bool {
        var excess = statistics.bytes + cost - statistics.costLimit
        guard excess > 0 else { return true }
        let candidates = evictionCandidates ?? sortedEvictionCandidates()
        evictionCandidates = candidates
        var chosen: [TileKey] = []
        for key in candidates.reversed() {
            if let requested = pinned[key], requested <= priority { break }
            excess -= entries[key]?.tile.byteCount ?? 0
            chosen.append(key)
            guard excess > 0 else { break }
        }
        guard excess <= 0 else { return false }
        evictionCandidates?.removeLast(chosen.count)
        evict(chosen)
        return true
    }

    /// Evicts tiles until the limit holds again: dispensable ones first, then visible ones from the least urgent on.
    mutating func trim() {
        var excess = statistics.bytes - statistics.costLimit
        guard excess > 0 else { return }
        let visible = entries.keys.compactMap { key in pinned[key].map { (key: key, priority: $0) } }
            .filter(\.priority.reason.isVisible).sorted { $0.priority < $1.priority }
        var candidates = visible.map(\.key) + sortedEvictionCandidates()
        var chosen: [TileKey] = []
        while excess > 0, let key = candidates.popLast() {
            excess -= entries[key]?.tile.byteCount ?? 0
            chosen.append(key)
        }
        evictionCandidates = nil
        evict(chosen)
    }

    /// Evicts every tile that is not in visible demand.
    mutating func evictUnseen() {
        evictionCandidates = nil
        evict(entries.keys.filter { pinned[$0]?.reason.isVisible != true })
    }

    mutating func evict(_ keys: [TileKey]) {
        for key in keys {
            remove(key)
            onEviction(key)
        }
        statistics.evictions += keys.count
    }

    /// The tiles that may be evicted, the next one last.
    ///
    /// - Complexity: O(n log n) for n tiles, once per change of demand after which room is needed.
    private func sortedEvictionCandidates() -> [TileKey] {
        entries.compactMap { key, entry in rank(of: entry, for: key).map { (key: key, rank: $0) } }
            .sorted { $0.rank < $1.rank }
            .map(\.key)
    }

    /// The rank of a tile; nil if it is in visible demand and so not evicted.
    private func rank(of entry: Entry, for key: TileKey) -> EvictionRank? {
        if let priority = pinned[key] {
            return priority.reason.isVisible ? nil : .requested(priority)
        }
        let age = changes - entry.lastRequested
        var distance = Double.infinity
        for (image, focus) in foci where image.id == key.image {
            distance = min(distance, focus.distance(of: entry.imageRect, downsample: entry.downsample))
            if entry.imageRect.intersection(focus.bounds) != nil, !isHidden(entry, key, in: image, by: focus.level) {
                return .fallback(distance: distance, age: age)
            }
        }
        return .unseen(distance: distance, age: age)
    }

    /// Whether a tile is finer than `level` and covered by an up-to-date tile of that level.
    private func isHidden(_ entry: Entry, _ key: TileKey, in image: TiledImage, by level: Int) -> Bool {
        key.index.level > level
            && isFresh(TileKey(image: key.image, index: image.pyramid.tile(of: level, at: entry.imageRect.middle)))
    }
}
