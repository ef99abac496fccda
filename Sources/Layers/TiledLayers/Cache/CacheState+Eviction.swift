internal import LayerTree
internal import TilePyramid

extension CacheState {
    /// Evicts tiles until a tile of this cost fits, and returns them.
    ///
    /// Returns nil and evicts nothing when that would take tiles at least as urgent as `priority`.
    mutating func makeRoom(for cost: Int, priority: TilePriority) -> [TileKey]? {
        var excess = statistics.bytes + cost - statistics.costLimit
        guard excess > 0 else { return [] }
        if !evictionCandidatesAreSorted {
            evictionCandidates = sortedEvictionCandidates()
            evictionCandidatesAreSorted = true
        }
        var chosen: [TileKey] = []
        for key in evictionCandidates.reversed() {
            if let requested = pinned[key], requested <= priority { break }
            excess -= entries[key]?.tile.buffer.byteCount ?? 0
            chosen.append(key)
            guard excess > 0 else { break }
        }
        guard excess <= 0 else { return nil }
        evictionCandidates.removeLast(chosen.count)
        evict(chosen)
        return chosen
    }

    /// Evicts tiles until the limit holds again: dispensable ones first, then visible ones from the least urgent on.
    mutating func trim() -> [TileKey] {
        guard statistics.bytes > statistics.costLimit else { return [] }
        let visible = entries.keys.compactMap { key in pinned[key].map { (key: key, priority: $0) } }
            .filter(\.priority.reason.isVisible).sorted { $0.priority < $1.priority }
        var candidates = visible.map(\.key) + sortedEvictionCandidates()
        var excess = statistics.bytes - statistics.costLimit
        var chosen: [TileKey] = []
        while excess > 0, let key = candidates.popLast() {
            excess -= entries[key]?.tile.buffer.byteCount ?? 0
            chosen.append(key)
        }
        evictionCandidatesAreSorted = false
        evict(chosen)
        return chosen
    }

    /// Evicts every tile that is not in visible demand.
    mutating func evictUnseen() -> [TileKey] {
        let unseen = entries.keys.filter { pinned[$0]?.reason.isVisible != true }
        evictionCandidatesAreSorted = false
        evict(unseen)
        return unseen
    }

    mutating func evict(_ keys: [TileKey]) {
        keys.forEach { remove($0) }
        statistics.evictions += keys.count
    }

    /// The tiles that may be evicted, the next one last.
    ///
    /// - Complexity: O(n log n) for n tiles, once per change of demand after which room is needed.
    private func sortedEvictionCandidates() -> [TileKey] {
        entries.compactMap { key, entry in
            if let priority = pinned[key] {
                return priority.reason.isVisible ? nil : EvictionCandidate(key: key, rank: .requested(priority))
            }
            return EvictionCandidate(key: key, rank: rank(of: entry, for: key))
        }
        .sorted { $0.rank < $1.rank }
        .map(\.key)
    }

    private struct EvictionCandidate {
        var key: TileKey
        var rank: EvictionRank
    }

    private func rank(of entry: Entry, for key: TileKey) -> EvictionRank {
        var distance = Double.infinity
        for (image, focus) in foci where image.id == key.image {
            distance = min(distance, focus.distance(of: entry.imageRect, downsample: entry.downsample))
            if entry.imageRect.intersection(focus.bounds) != nil, !isHidden(entry, key, in: image, by: focus.level) {
                return .fallback(distance: distance, lastRequested: entry.lastRequested)
            }
        }
        return .unseen(distance: distance, lastRequested: entry.lastRequested)
    }

    /// Whether a tile is finer than `level` and covered by an up-to-date tile of that level.
    private func isHidden(_ entry: Entry, _ key: TileKey, in image: TiledImage, by level: Int) -> Bool {
        guard key.index.level > level else { return false }
        let middle = entry.imageRect.point(at: Point(x: 0.5, y: 0.5))
        let better = TileKey(image: key.image, index: image.pyramid.tile(of: level, at: middle))
        return entries[better].map { !$0.tile.isOutdated } ?? false
    }
}
