/// A JPEG whose kind other tiles are to share.
public struct JPEGTemplate: Hashable, Sendable {
    /// The file, or its beginning up to the first scan.
    public var bytes: [UInt8]
    /// Whether tiles are quantized as this one was, whatever their encoding says of quality; default true.
    public var reusesQuantization: Bool

    /// A model from the bytes of a tile.
    public init(_ bytes: [UInt8], reusesQuantization: Bool = true) {
        self.bytes = bytes
        self.reusesQuantization = reusesQuantization
    }
}
