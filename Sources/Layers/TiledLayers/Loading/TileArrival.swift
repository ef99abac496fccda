public import TilePyramid

/// News for a layer about a tile that it wants.
public struct TileArrival: Hashable, Sendable {
    /// What has become of the tile.
    public enum Outcome: Hashable, Sendable {
        /// Its pixels are in the cache.
        case loaded
        /// There is no such tile in the pyramid.
        case absent
        /// It could not be loaded, for this reason, and is not tried again before it has been out of sight.
        case failed(reason: String)
    }

    /// The tile.
    public var index: TileIndex
    /// What has become of it.
    public var outcome: Outcome
}
