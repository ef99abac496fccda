/// A tile as it is stored: compressed bytes and what they are.
public struct EncodedTile: Hashable, Sendable {
    /// The compressed bytes, a whole file of its format.
    public var bytes: [UInt8]
    /// The format of the bytes.
    public var format: TileFormat
    /// By what the sides of the picture are divided, rounded up, to be the tile: 1, 2, 4 or 8; default 1.
    ///
    /// For sources that answer several levels with the same bytes, which are then decoded at a smaller size.
    public var reduction: Int

    /// A tile from its bytes.
    public init(bytes: [UInt8], format: TileFormat, reduction: Int = 1) {
        self.bytes = bytes
        self.format = format
        self.reduction = reduction
    }
}
