internal import Caching
internal import Concurrency
internal import LayerTree
internal import TilePyramid
public import VectorDrawing

/// The decoded tiles of all layers that share a ``TileLoader``, within a strict cost limit.
///
/// The tiles in demand by views are pinned. Visible tiles (of the requested level, the fallback level and the base level) are
/// not evicted unless the limit is lowered. If all requests together exceed the limit, the least urgent tiles are not pinned:
/// tiles far from the point of interest are not loaded, and coarser tiles are shown there. All other tiles are evicted in this
/// order:
///
/// 1. Tiles that are not drawn, because they are out of view or covered by better tiles: the farthest first, in space
///    and in level; at equal distance the least recently requested.
/// 2. Tiles in view that are no longer requested, but may be drawn where better tiles are missing.
/// 3. Tiles requested for later: the least urgent first, and only to make room for more urgent ones.
///
/// There is one exception: when an invalidated tile cannot be reloaded otherwise, its outdated pixels are evicted
/// first.
///
/// All members may be used from any thread.
public final class TileCache: Sendable {
    /// The state, guarded by a lock that is taken after the loader's lock, never before it.
    ///
    /// Code that holds the lock does not call the cache's members.
    ///
    /// The frames of the main thread look tiles up without waiting for the ranking of a demand.
    let state: Locked<CacheState>

    /// Creates an empty cache of at most `costLimit` bytes that calls `onEviction` with its lock held.
    init(costLimit: Int, onEviction: @escaping @Sendable (TileKey) -> Void = { _ in }) {
        state = Locked(CacheState(costLimit: costLimit, onEviction: onEviction))
    }

    /// A snapshot of the cache's counters.
    public var statistics: TileCacheStatistics { state.withLock { $0.statistics } }

    /// Returns a tile's pixels, or nil if the tile is not cached.
    public func tile(_ key: TileKey) -> CachedTile? { state.withLock { $0.entries[key]?.tile } }

    /// Returns the number of cached tiles of a level of an image.
    public func tileCount(of image: TiledImage, level: Int) -> Int {
        state.withLock { $0.tileCount(of: image.id, level: level) }
    }

    /// Evicts every tile that is not visible, in response to ``MemoryWarnings``.
    ///
    /// Tiles in view of the requested, the fallback and the base level stay.
    ///
    /// Evicted tiles that are in demand for later are loaded again after the next change of demand.
    public func handleMemoryWarning() {
        state.withLock { $0.evictUnseen() }
    }
}

/// A tile's decoded pixels in the cache.
public struct CachedTile: Hashable, Sendable {
    /// The decoded pixels; a single transparent one for stored samples, which a layer mixes by its
    /// ``TiledLayer/channels``.
    public var buffer: PixelBuffer
    /// The stored samples of a channel; nil for pixels.
    var samples: SampleTile?
    /// The number of times the image had been invalidated when loading of the tile began.
    public var generation: Int
    /// Whether the tile has been invalidated since then; the old pixels are shown until the new ones arrive.
    public var isOutdated: Bool

    /// The memory of the pixels or samples in bytes.
    var byteCount: Int { samples?.byteCount ?? buffer.byteCount }
}

/// Counters of a tile cache since its creation.
public struct TileCacheStatistics: Hashable, Sendable {
    /// The maximum number of bytes.
    public var costLimit: Int
    /// The bytes in use: pixels and stored samples, and room reserved for tiles that are being decoded.
    public var bytes = 0
    /// The part of ``bytes`` that is reserved for tiles that are being decoded.
    public var reservedBytes = 0
    /// The highest value of ``bytes`` so far.
    ///
    /// It exceeds the limit only if the limit was lowered.
    public var highWaterMark = 0
    /// The number of cached tiles.
    public var tiles = 0
    /// Tiles that were cached when they came into demand.
    public var hits = 0
    /// Tiles that were not cached when they came into demand.
    public var misses = 0
    /// Tiles that were inserted.
    public var insertions = 0
    /// Tiles that were evicted, for other tiles or after a memory warning.
    public var evictions = 0
}

/// The mutable state of a ``TileCache``, guarded by its lock.
struct CacheState {
    /// A cached tile, with the values that determine its eviction rank.
    struct Entry {
        var tile: CachedTile
        /// The part of the image that the tile shows, in full-size pixels.
        var imageRect: Rect
        /// Full-size pixels per tile pixel.
        var downsample: Double
        /// The value of `changes` when the tile was inserted or last in demand.
        var lastRequested: Int
        /// The number of insertions when the tile arrived; pixels that replace others have the number of these.
        var arrival: Int
        /// The stamp of the tile when it was read; nil if its source cannot tell.
        var stamp: TileStamp?
    }

    var statistics: TileCacheStatistics
    private(set) var entries: [TileKey: Entry] = [:]
    /// The number of cached tiles per image and level.
    private var tileCounts: [TiledImage.ID: [Int: Int]] = [:]
    private var reservations: [TileKey: Int] = [:]
    /// The tiles in demand; together they fit within the cost limit.
    private(set) var pinned: [TileKey: TilePriority] = [:]
    private(set) var foci: [(image: TiledImage, focus: TileFocus)] = []
    /// The number of times that the demand has changed.
    private(set) var changes = 0
    /// The tiles that may be evicted, the next one last; nil if they have to be ranked again.
    var evictionCandidates: [TileKey]?
    /// The frame that asked last for its arrivals, and the tiles that had arrived then.
    private var lastFrame: (frame: SceneFrame, arrivals: Int)?
    /// Called for each evicted tile.
    let onEviction: @Sendable (TileKey) -> Void

    init(costLimit: Int, onEviction: @escaping @Sendable (TileKey) -> Void) {
        statistics = TileCacheStatistics(costLimit: costLimit)
        self.onEviction = onEviction
    }

    /// The number of cached tiles of a level.
    func tileCount(of image: TiledImage.ID, level: Int) -> Int { tileCounts[image]?[level] ?? 0 }

    /// Returns the requests for tiles that are not cached, or are outdated.
    func missing(of requests: [RankedRequest]) -> [RankedRequest] { requests.filter { !isFresh($0.key) } }

    /// Whether a tile is cached and not outdated.
    func isFresh(_ key: TileKey) -> Bool { entries[key]?.tile.isOutdated == false }

    /// Sets the cost limit and evicts down to it; tiles being decoded are counted until they are finished.
    mutating func setCostLimit(_ limit: Int) {
        precondition(limit >= 0, "the cost limit must not be negative")
        statistics.costLimit = limit
        trim()
    }

    /// Pins the tiles in demand and unpins the others; pinned tiles are evicted last, or not at all.
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
        evictionCandidates = nil
    }

    /// Reserves room for a tile that is about to be decoded; returns false if there is none for now.
    mutating func reserve(_ cost: Int, for key: TileKey, priority: TilePriority) -> Bool {
        precondition(reservations[key] == nil, "a tile has at most one reservation")
        if !makeRoom(for: cost, priority: priority) {
            guard let old = entries[key]?.tile, old.isOutdated,
                statistics.bytes - old.byteCount + cost <= statistics.costLimit
            else { return false }
            evict([key])
        }
        reservations[key] = cost
        statistics.reservedBytes += cost
        add(cost)
        return true
    }

    /// Releases the room reserved for a tile.
    mutating func cancelReservation(for key: TileKey) {
        guard let cost = reservations.removeValue(forKey: key) else { return }
        statistics.reservedBytes -= cost
        statistics.bytes -= cost
    }

    /// Inserts a tile into the room reserved for it, replacing its outdated pixels.
    mutating func insert(
        _ contents: TileContents, for key: TileKey, of image: TiledImage, generation: Int, stamp: TileStamp? = nil
    ) {
        cancelReservation(for: key)
        statistics.insertions += 1
        let arrival = entries[key]?.arrival ?? statistics.insertions
        remove(key)
        let tile = CachedTile(
            buffer: contents.pixels, samples: contents.samples, generation: generation, isOutdated: false)
        entries[key] = Entry(
            tile: tile,
            imageRect: image.pyramid.imageRect(of: key.index),
            downsample: image.pyramid.levels[key.index.level].downsample,
            lastRequested: changes, arrival: arrival, stamp: stamp)
        tileCounts[key.image, default: [:]][key.index.level, default: 0] += 1
        statistics.tiles = entries.count
        add(tile.byteCount)
        if pinned[key] == nil {
            evictionCandidates = nil
        }
        trim()
    }

    /// The number of tiles that had arrived when a frame asked for the first time; those up to now outside of frames.
    mutating func arrivals(before frame: SceneFrame?) -> Int {
        guard let frame else { return statistics.insertions }
        if let lastFrame, lastFrame.frame == frame { return lastFrame.arrivals }
        lastFrame = (frame, statistics.insertions)
        return statistics.insertions
    }

    /// Marks tiles as outdated.
    mutating func invalidate(where isHit: (TileKey) -> Bool) {
        for key in entries.keys where isHit(key) {
            entries[key]?.tile.isOutdated = true
        }
    }

    /// The stamps of an image's tiles that are not outdated; nil for those whose source could not tell.
    func stamps(of image: TiledImage.ID) -> [TileKey: TileStamp?] {
        entries.filter { $0.key.image == image && !$0.value.tile.isOutdated }.mapValues(\.stamp)
    }

    private mutating func add(_ cost: Int) {
        statistics.bytes += cost
        statistics.highWaterMark = max(statistics.highWaterMark, statistics.bytes)
    }

    mutating func remove(_ key: TileKey) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        tileCounts[key.image]?[key.index.level]? -= 1
        statistics.bytes -= entry.tile.byteCount
        statistics.tiles = entries.count
    }
}
