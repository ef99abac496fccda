/// A JPEG whose color space, sampling factors and quantization other tiles take over.
public struct JPEGTemplate: Hashable, Sendable {
    /// The file, or its beginning up to the first scan.
    public var bytes: [UInt8]
    /// Whether tiles are quantized with the template's tables, whatever ``TileEncoding/quality`` says.
    ///
    /// The default is `true`.
    public var reusesQuantization: Bool

    /// Creates a template from the bytes of a tile.
    public init(_ bytes: [UInt8], reusesQuantization: Bool = true) {
        self.bytes = bytes
        self.reusesQuantization = reusesQuantization
    }
}
