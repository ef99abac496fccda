internal import ImageSources
public import TilePyramid

/// A tile whose header has been read, lent by ``TileDecoder`` for the duration of a call.
public struct OpenedTile {
    /// The stored size.
    public let size: PixelSize
    /// True when no pixel can be transparent, because the format or the file has no alpha.
    ///
    /// A tile with alpha may still be opaque; the result of ``write(to:)`` says so.
    public let isOpaque: Bool

    /// A sentence that names the missing parts of a tile that can still be shown; nil if nothing is missing.
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
