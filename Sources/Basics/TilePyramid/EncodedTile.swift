/// A tile as it is stored: compressed bytes and their format.
public struct EncodedTile: Hashable, Sendable {
    /// The compressed bytes: a complete file of the format.
    public var bytes: [UInt8]
    /// The format of the bytes.
    public var format: TileFormat

    /// Creates a tile from its bytes.
    public init(bytes: [UInt8], format: TileFormat) {
        self.bytes = bytes
        self.format = format
    }
}
