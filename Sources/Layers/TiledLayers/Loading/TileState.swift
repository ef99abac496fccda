/// The loading state of a tile.
public enum TileState: Hashable, Sendable {
    /// The tile is not requested, or there is no room for it.
    case idle
    /// The tile waits to be read or drawn.
    case queued
    /// The tile's bytes are being read.
    case reading
    /// The tile's bytes have been read and wait to be decoded.
    case read
    /// The tile is being decoded or drawn.
    case decoding
    /// The tile's pixels are in the cache.
    case loaded
    /// The pyramid has no such tile; coarser levels show all there is.
    case absent
    /// The tile could not be loaded.
    ///
    /// It is retried at `retryTime` on the loader's clock, or not at all if that is nil.
    case failed(reason: String, tries: Int, retryTime: Double?)
}
