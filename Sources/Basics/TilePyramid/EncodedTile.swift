/// A tile as it is stored: compressed bytes and their format.
public struct EncodedTile: Hashable, Sendable {
    /// The compressed bytes: a complete file of the format.
    public var bytes: [UInt8]
    /// The format of the bytes.
    public var format: TileFormat
    /// The factor by which the decoded image is downscaled to give the tile: 1, 2, 4 or 8; the default is 1.
    ///
    /// The sides of the result are rounded up. Sources that serve several levels from the same bytes set it.
    public var reduction: Int

    /// Creates a tile from its bytes.
    public init(bytes: [UInt8], format: TileFormat, reduction: Int = 1) {
        self.bytes = bytes
        self.format = format
        self.reduction = reduction
    }
}
