public import TilePyramid

/// The outcome of loading a tile that a layer requested.
public struct TileArrival: Hashable, Sendable {
    /// The possible outcomes.
    public enum Outcome: Hashable, Sendable {
        /// The tile's pixels are in the cache.
        case loaded
        /// The pyramid has no such tile.
        case absent
        /// The tile failed for good, for this reason, and is not retried until it has been out of view.
        case failed(reason: String)
    }

    /// The tile's address.
    public var index: TileIndex
    /// The outcome of loading it.
    public var outcome: Outcome
}
