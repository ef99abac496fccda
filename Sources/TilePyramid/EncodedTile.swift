/// A tile as it is stored: compressed bytes and what they are.
public struct EncodedTile: Hashable, Sendable {
    /// The compressed bytes, a whole file of its format.
    public var bytes: [UInt8]
    /// The format of the bytes.
    public var format: TileFormat

    /// A tile from its bytes.
    public init(bytes: [UInt8], format: TileFormat) {
        self.bytes = bytes
        self.format = format
    }
}
