/// How far the loading of a tile is.
public enum TileState: Hashable, Sendable {
    /// Nobody wants it, or there is no room for it.
    case idle
    /// It waits for its turn.
    case queued
    /// Its bytes are being read.
    case reading
    /// Its bytes are there and wait to be decoded.
    case read
    /// It is being decoded or drawn.
    case decoding
    /// Its pixels are there.
    case loaded
    /// The pyramid has no such tile: what lies below it in coarser levels is all there is to see.
    case absent
    /// It could not be loaded, and will be tried again if `retryTime` is not nil, at that time on the loader's clock.
    case failed(reason: String, tries: Int, retryTime: Double?)
}
