internal import ImageSources
public import TilePyramid

/// A tile whose header has been read, lent by ``TileDecoder`` for the duration of a call.
public struct OpenedTile {
    /// The stored size.
    public let size: PixelSize
    /// True when no pixel can be transparent, because the format or the file has no alpha.
    ///
    /// A tile with alpha may still be opaque; ``write(to:)`` returns that.
    public let isOpaque: Bool

    /// What is missing although the tile can be shown, as a sentence that names it; nil if nothing is.
    public let warning: String?

    private let decoder: TileDecoder
    private let generation: Int

    init(_ header: TileHeader, warning: String?, decoder: TileDecoder, generation: Int) {
        self.warning = warning
        size = header.size
        isOpaque = header.isOpaque
        self.decoder = decoder
        self.generation = generation
    }

    /// Decodes the tile into the caller's memory; may be called once.
    ///
    /// - Parameter pixels: memory for all pixels, row by row from the top. A pixel is 0xAARRGGBB in sRGB, premultiplied
    ///   by alpha and rounded to nearest.
    /// - Returns: true when every pixel is opaque.
    /// - Throws: ``CodecError``; the contents of `pixels` are undefined then.
    @discardableResult
    public func write(to pixels: UnsafeMutableBufferPointer<UInt32>) throws -> Bool {
        try decoder.write(generation: generation, to: pixels)
    }
}
