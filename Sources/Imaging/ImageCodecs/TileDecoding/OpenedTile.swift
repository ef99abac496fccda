public import TilePyramid

/// A tile whose header has been read, lent by ``TileDecoder`` for the duration of a call.
public struct OpenedTile {
    /// The size as it is stored.
    public let size: PixelSize
    /// Whether no pixel can be transparent, because this kind of file has none.
    ///
    /// A tile that could be transparent may be opaque all the same, which ``write(to:scale:)`` tells.
    public let isOpaque: Bool

    private let decoder: TileDecoder
    private let generation: Int

    init(_ header: TileHeader, decoder: TileDecoder, generation: Int) {
        size = header.size
        isOpaque = header.isOpaque
        self.decoder = decoder
        self.generation = generation
    }

    /// Decodes the tile into memory of the caller; once.
    ///
    /// JPEG is decoded at the smaller size to begin with, which takes less time. Other formats are decoded whole, and
    /// each pixel is the mean of those it stands for.
    ///
    /// - Parameters:
    ///   - pixels: room for the pixels of the size at that scale, row after row from the top. A pixel is one number
    ///     0xAARRGGBB in sRGB, with red, green and blue multiplied by alpha and rounded to nearest.
    ///   - scale: how much smaller than it is stored the tile is wanted; default full.
    /// - Returns: whether every pixel is opaque.
    /// - Throws: ``CodecError``; what has been written is of no use then.
    @discardableResult
    public func write(to pixels: UnsafeMutableBufferPointer<UInt32>, scale: DecodeScale = .full) throws -> Bool {
        try decoder.write(generation: generation, to: pixels, scale: scale)
    }
}
