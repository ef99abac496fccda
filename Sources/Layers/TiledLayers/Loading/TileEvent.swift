/// An event in the life of a tile.
public struct TileEvent: Hashable, Sendable {
    /// The kinds of events.
    public enum Kind: Hashable, Sendable {
        /// The tile is requested and not cached.
        case requested(TileReason)
        /// A worker has begun to read or draw the tile.
        case started
        /// The tile's pixels are in the cache.
        case loaded
        /// The pyramid has no such tile.
        case absent
        /// The tile could not be loaded; `retryDelay` is the delay in seconds before the next attempt, nil if there is
        /// none.
        case failed(reason: String, retryDelay: Double?)
        /// The tile is no longer requested, and its loading has stopped.
        case cancelled
        /// The cache has evicted the tile's pixels.
        case evicted
    }

    /// The time in seconds on the loader's clock.
    public var time: Double
    /// The tile.
    public var key: TileKey
    /// The kind of event.
    public var kind: Kind
}
