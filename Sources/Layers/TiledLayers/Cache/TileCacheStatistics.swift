/// What a tile cache holds and has done since it was made.
public struct TileCacheStatistics: Hashable, Sendable {
    /// The bytes it may hold.
    public var costLimit: Int
    /// The bytes it holds: pixels, and room kept for tiles that are being decoded.
    public var bytes = 0
    /// The part of ``bytes`` that is kept for tiles that are being decoded.
    public var reservedBytes = 0
    /// The most bytes it has held; never above the limit, unless that was lowered.
    public var highWaterMark = 0
    /// The tiles it holds.
    public var tiles = 0
    /// Tiles that were there when a view began to want them.
    public var hits = 0
    /// Tiles that were not.
    public var misses = 0
    /// Tiles that were put in.
    public var insertions = 0
    /// Tiles that were given up, for others or after a memory warning.
    public var evictions = 0
}
