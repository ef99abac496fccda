/// Something that has happened to a tile.
public struct TileEvent: Hashable, Sendable {
    /// What can happen.
    public enum Kind: Hashable, Sendable {
        /// It is wanted and not there.
        case requested(TileReason)
        /// A worker has begun with it.
        case started
        /// Its pixels are in the cache.
        case loaded
        /// The pyramid has no such tile.
        case absent
        /// It could not be loaded; `retryDelay` is the seconds until the next try, nil if there is none.
        case failed(reason: String, retryDelay: Double?)
        /// Nobody wants it any more, so work on it has stopped.
        case cancelled
        /// The cache has given up its pixels.
        case evicted
    }

    /// When, in seconds on the loader's clock.
    public var time: Double
    /// Which tile.
    public var key: TileKey
    /// What has happened.
    public var kind: Kind
}
