internal import Concurrency
public import LayerTree

/// The decoded tiles of all layers that share a ``TileLoader``, within a cost limit that always holds.
///
/// The demand of the views decides what stays: its tiles are pinned. Visible ones (those of the requested level, the
/// fallback level and the base level) are not evicted unless the limit is lowered. When all requests together exceed
/// the limit, the least urgent ones are not pinned: tiles far from the point of interest are not loaded, and coarser
/// tiles are shown there. All other tiles are evicted in this order:
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
    private let state: Locked<CacheState>
    private let onEviction: @Sendable (TileKey) -> Void

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - costLimit: the maximum number of bytes.
    ///   - onEviction: called for each evicted tile, with the cache's lock held.
    init(costLimit: Int, onEviction: @escaping @Sendable (TileKey) -> Void = { _ in }) {
        state = Locked(CacheState(costLimit: costLimit))
        self.onEviction = onEviction
    }

    /// A snapshot of the cache's counters.
    public var statistics: TileCacheStatistics { state.withLock { $0.statistics } }

    /// Returns a tile's pixels, or nil if the tile is not cached.
    public func tile(_ key: TileKey) -> CachedTile? { state.withLock { $0.tile(key) } }

    /// Returns the number of cached tiles of a level of an image.
    public func tileCount(of image: TiledImage, level: Int) -> Int {
        state.withLock { $0.tileCount(of: image.id, level: level) }
    }

    /// Evicts every tile that is not visible: all but those of the requested, the fallback and the base level in view.
    ///
    /// Evicted tiles that are in demand for later are loaded again after the next change of demand.
    public func handleMemoryWarning() {
        change { $0.evictUnseen() }
    }

    private func change(_ body: (inout CacheState) -> [TileKey]) {
        state.withLock { body(&$0).forEach(onEviction) }
    }
}

// MARK: For the loader, which calls these with its own lock held

extension TileCache {
    /// Sets the cost limit and evicts down to it; tiles being decoded are counted until they are finished.
    func setCostLimit(_ limit: Int) {
        precondition(limit >= 0, "the cost limit must not be negative")
        change { state in
            state.statistics.costLimit = limit
            return state.trim()
        }
    }

    /// The maximum number of bytes.
    var costLimit: Int { state.withLock { $0.statistics.costLimit } }

    /// Pins the tiles in demand in place of those of the demand before: they are evicted last, or not at all.
    func pin(_ demand: RankedDemand) {
        state.withLock { $0.pin(demand) }
    }

    /// Returns the requests for tiles that are not cached, or are outdated.
    func missing(of requests: [RankedRequest]) -> [RankedRequest] { state.withLock { $0.missing(of: requests) } }

    /// Reserves room for a tile that is about to be decoded; returns false if there is none for now.
    func reserve(_ cost: Int, for key: TileKey, priority: TilePriority) -> Bool {
        state.withLock { state in
            guard let evicted = state.reserve(cost, for: key, priority: priority) else { return false }
            evicted.forEach(onEviction)
            return true
        }
    }

    /// Releases the room reserved for a tile.
    func cancelReservation(for key: TileKey) {
        state.withLock { $0.cancelReservation(for: key) }
    }

    /// Inserts a tile into the room reserved for it, replacing its outdated pixels.
    func insert(_ buffer: PixelBuffer, for key: TileKey, of image: TiledImage, generation: Int) {
        change { state in
            state.insert(buffer, for: key, of: image, generation: generation)
            return state.trim()
        }
    }

    /// Marks the tiles of an image that intersect a rectangle as outdated.
    func invalidate(_ image: TiledImage, in rect: Rect?) {
        state.withLock { $0.invalidate(image, in: rect) }
    }
}

/// A tile's decoded pixels in the cache.
public struct CachedTile: Hashable, Sendable {
    /// The decoded pixels.
    public var buffer: PixelBuffer
    /// The number of times the image had been invalidated when loading of the tile began.
    public var generation: Int
    /// Whether the tile has been invalidated since: these are the old pixels, shown until the new ones arrive.
    public var isOutdated: Bool
}

/// Counters of a tile cache since its creation.
public struct TileCacheStatistics: Hashable, Sendable {
    /// The maximum number of bytes.
    public var costLimit: Int
    /// The bytes in use: pixels, and room reserved for tiles that are being decoded.
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
