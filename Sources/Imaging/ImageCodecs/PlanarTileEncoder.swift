public import TilePyramid

/// A tile encoder that also takes lightness and two planes of color at half the resolution, as ``PlanarBand`` has them.
public protocol PlanarTileEncoder: TileEncoder {
    /// Encodes a tile from its planes and lends its bytes to `body`; otherwise like ``TileEncoder/encode(_:_:)``.
    ///
    /// - Parameters:
    ///   - planes: lightness and two colors, gray of 8 bits each; color has half of `size`, rounded up.
    ///   - size: the tile's columns and rows.
    ///   - body: gets the bytes, which are valid during the call.
    /// - Throws: ``CodecError`` with code ``CodecError/Code/encoding``, or what `body` throws.
    func encode(planes: [TilePixels], size: PixelSize, _ body: (RawSpan) throws -> Void) throws
}

extension TileEncoding {
    /// Whether encoders of color tiles made from this are ``PlanarTileEncoder``s that store color just so.
    public var acceptsPlanarYCbCr: Bool { format == .jpeg && chroma == .halved && jpegTemplate == nil }
}
