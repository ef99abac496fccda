/// Tiles that have no bytes of their own in a store because an equal one was there before.
public struct DeduplicationStatistics: Hashable, Sendable {
    /// How many such tiles there are.
    public var tiles: Int
    /// The bytes that they would have taken.
    public var bytes: Int

    /// A number of tiles and the bytes they would have taken; none by default.
    public init(tiles: Int = 0, bytes: Int = 0) {
        self.tiles = tiles
        self.bytes = bytes
    }
}
