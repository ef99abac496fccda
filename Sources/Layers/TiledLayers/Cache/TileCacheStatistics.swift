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
