internal import LayerTree
internal import TilePyramid

/// The mutable state of a ``TileCache``, guarded by its lock.
struct CacheState {
    /// A tile, and the facts that rank it for eviction.
    struct Entry {
        var tile: CachedTile
        /// The part of the image that the tile shows, in full-size pixels.
        var imageRect: Rect
        /// Full-size pixels per tile pixel.
        var downsample: Double
        /// The value of `changes` when the tile was inserted or last in demand.
        var lastRequested: Int
    }

    var statistics: TileCacheStatistics
    private(set) var entries: [TileKey: Entry] = [:]
    /// The number of cached tiles per level.
    private var tileCounts: [LevelKey: Int] = [:]
    private var reservations: [TileKey: Int] = [:]
    /// The tiles in demand; together they fit within the cost limit.
    private(set) var pinned: [TileKey: TilePriority] = [:]
    private(set) var foci: [(image: TiledImage, focus: TileFocus)] = []
    /// The number of times that the demand has changed.
    private var changes = 0
    /// The tiles that may be evicted, the next one last.
    ///
    /// Valid while ``evictionCandidatesAreSorted``.
    var evictionCandidates: [TileKey] = []
    var evictionCandidatesAreSorted = false

    init(costLimit: Int) {
        statistics = TileCacheStatistics(costLimit: costLimit)
    }

    func tile(_ key: TileKey) -> CachedTile? { entries[key]?.tile }

    /// The number of cached tiles of a level.
    func tileCount(of image: TiledImage.ID, level: Int) -> Int {
        tileCounts[LevelKey(image: image, level: level)] ?? 0
    }

    /// Returns the requests for tiles that are not cached, or are outdated.
    func missing(of requests: [RankedRequest]) -> [RankedRequest] { requests.filter { !isFresh($0.key) } }

    private func isFresh(_ key: TileKey) -> Bool { entries[key].map { !$0.tile.isOutdated } ?? false }

    /// Pins the tiles in demand in place of those of the demand before.
    mutating func pin(_ demand: RankedDemand) {
        changes += 1
        let unpinned = pinned
        pinned = Dictionary(uniqueKeysWithValues: demand.requests.lazy.map { ($0.key, $0.priority) })
        for request in demand.requests where unpinned[request.key] == nil {
            if isFresh(request.key) { statistics.hits += 1 } else { statistics.misses += 1 }
        }
        for key in unpinned.keys where pinned[key] == nil {
            entries[key]?.lastRequested = changes
        }
        foci = demand.foci
        evictionCandidatesAreSorted = false
    }

    /// Reserves room for a tile and returns the tiles evicted for it; returns nil when there is no room.
    mutating func reserve(_ cost: Int, for key: TileKey, priority: TilePriority) -> [TileKey]? {
        precondition(reservations[key] == nil, "a tile has at most one reservation")
        var evicted = makeRoom(for: cost, priority: priority)
        if evicted == nil, let old = entries[key], old.tile.isOutdated,
            statistics.bytes - old.tile.buffer.byteCount + cost <= statistics.costLimit
        {
            evict([key])
            evicted = [key]
        }
        guard let evicted else { return nil }
        reservations[key] = cost
        statistics.reservedBytes += cost
        add(cost)
        return evicted
    }

    mutating func cancelReservation(for key: TileKey) {
        guard let cost = reservations.removeValue(forKey: key) else { return }
        statistics.reservedBytes -= cost
        statistics.bytes -= cost
    }

    mutating func insert(_ buffer: PixelBuffer, for key: TileKey, of image: TiledImage, generation: Int) {
        cancelReservation(for: key)
        remove(key)
        entries[key] = Entry(
            tile: CachedTile(buffer: buffer, generation: generation, isOutdated: false),
            imageRect: image.pyramid.imageRect(of: key.index),
            downsample: image.pyramid.levels[key.index.level].downsample,
            lastRequested: changes)
        tileCounts[LevelKey(key), default: 0] += 1
        statistics.insertions += 1
        statistics.tiles = entries.count
        add(buffer.byteCount)
        if pinned[key] == nil {
            evictionCandidatesAreSorted = false
        }
    }

    mutating func invalidate(_ image: TiledImage, in rect: Rect?) {
        for key in entries.keys where key.image == image.id && image.pyramid.shows(key.index, in: rect) {
            entries[key]?.tile.isOutdated = true
        }
    }

    private mutating func add(_ cost: Int) {
        statistics.bytes += cost
        statistics.highWaterMark = max(statistics.highWaterMark, statistics.bytes)
    }

    mutating func remove(_ key: TileKey) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        tileCounts[LevelKey(key), default: 0] -= 1
        statistics.bytes -= entry.tile.buffer.byteCount
        statistics.tiles = entries.count
    }
}

/// A level of one of the images in the cache.
private struct LevelKey: Hashable {
    var image: TiledImage.ID
    var level: Int

    init(image: TiledImage.ID, level: Int) {
        self.image = image
        self.level = level
    }

    init(_ key: TileKey) {
        self.init(image: key.image, level: key.index.level)
    }
}
