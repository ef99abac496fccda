internal import LayerTree
internal import TilePyramid

/// What a tile cache consists of.
struct CacheState {
    /// A tile and what its worth is judged by.
    struct Entry {
        var tile: CachedTile
        /// The part of the image it shows, in full-size pixels.
        var imageRect: Rect
        /// Full-size pixels for each of its own.
        var downsample: Double
        /// The number of the change of wishes at which it was put in or was wanted last.
        var lastRequested: Int
    }

    var statistics: TileCacheStatistics
    private(set) var entries: [TileKey: Entry] = [:]
    /// How many tiles there are of each level that has any.
    private var tileCounts: [LevelKey: Int] = [:]
    private var reservations: [TileKey: Int] = [:]
    /// The tiles that are wanted, of which all have room together.
    private(set) var demand: [TileKey: TilePriority] = [:]
    private(set) var foci: [(image: TiledImage, focus: TileFocus)] = []
    /// How often wishes have changed.
    private var changes = 0
    /// The tiles that may be given up, the next one last, as long as ``evictionCandidatesAreSorted``.
    var evictionCandidates: [TileKey] = []
    var evictionCandidatesAreSorted = false

    init(costLimit: Int) {
        statistics = TileCacheStatistics(costLimit: costLimit)
    }

    func tile(_ key: TileKey) -> CachedTile? { entries[key]?.tile }

    /// How many tiles there are of a level of an image.
    func tileCount(of image: TiledImage.ID, level: Int) -> Int {
        tileCounts[LevelKey(image: image, level: level)] ?? 0
    }

    /// Takes note of the wishes that have room together, and says which of them have to be loaded and whether there are
    /// others.
    mutating func pin(
        _ requests: [RankedRequest], foci: [(image: TiledImage, focus: TileFocus)]
    ) -> (missing: [RankedRequest], isTruncated: Bool) {
        changes += 1
        var (room, missing) = (statistics.costLimit, [RankedRequest]())
        var requested: [TileKey: TilePriority] = [:]
        requested.reserveCapacity(requests.count)
        for request in requests {
            room -= request.cost
            guard room >= 0 else { break }
            requested[request.key] = request.priority
            let isFresh = entries[request.key].map { !$0.tile.isOutdated } ?? false
            if !isFresh {
                missing.append(request)
            }
            if demand[request.key] == nil {
                if isFresh { statistics.hits += 1 } else { statistics.misses += 1 }
            }
        }
        for key in demand.keys where requested[key] == nil {
            entries[key]?.lastRequested = changes
        }
        demand = requested
        self.foci = foci
        evictionCandidatesAreSorted = false
        return (missing, requested.count < requests.count)
    }

    /// Keeps room for a tile and returns what was given up for it; nil when there can be none.
    mutating func reserve(_ cost: Int, for key: TileKey, priority: TilePriority) -> [TileKey]? {
        precondition(reservations[key] == nil, "a tile is decoded once at a time")
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
        if demand[key] == nil {
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

/// A level among those of all images.
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
