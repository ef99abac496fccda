/// The properties of an existing tile that are known without reading it.
public struct StoredTile: Hashable, Sendable {
    /// The size of the tile in bytes.
    public var byteCount: Int
    /// An identifier of the tile's bytes: equal for tiles that share them, different for all others.
    ///
    /// It is `nil` if the tile shares its bytes with no other.
    public var sharedBlobID: UInt64?

    /// Creates the description of a tile.
    public init(byteCount: Int, sharedBlobID: UInt64? = nil) {
        self.byteCount = byteCount
        self.sharedBlobID = sharedBlobID
    }
}
