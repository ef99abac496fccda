/// The number and the bytes of tiles that share the bytes of an equal tile stored earlier.
public struct DeduplicationStatistics: Hashable, Sendable {
    /// The number of such tiles.
    public var tiles: Int
    /// The bytes saved by not storing them again.
    public var bytes: Int

    /// Creates statistics; both counts are 0 by default.
    public init(tiles: Int = 0, bytes: Int = 0) {
        self.tiles = tiles
        self.bytes = bytes
    }
}
