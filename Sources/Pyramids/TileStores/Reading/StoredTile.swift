/// A tile that is there, as its pyramid stores it: what is known without reading it.
public struct StoredTile: Hashable, Sendable {
    /// The bytes of the tile.
    public var byteCount: Int
    /// What stands for the place where the bytes are: equal for tiles that share them, different for all others.
    ///
    /// nil where the tile has bytes of its own.
    public var sharedBlobID: UInt64?

    /// A tile of so many bytes.
    public init(byteCount: Int, sharedBlobID: UInt64? = nil) {
        self.byteCount = byteCount
        self.sharedBlobID = sharedBlobID
    }
}
