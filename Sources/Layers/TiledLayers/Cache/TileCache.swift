internal import Caching
internal import Concurrency
internal import LayerTree
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
    /// The decoded pixels.
    public var buffer: PixelBuffer
    /// The number of times the image had been invalidated when loading of the tile began.
    public var generation: Int
    /// Whether the tile has been invalidated since then; the old pixels are shown until the new ones arrive.
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
