public import TilePyramid

/// A tile encoder that also encodes planar YCbCr 4:2:0, laid out as in ``PlanarBand``.
public protocol PlanarTileEncoder: TileEncoder {
    /// Encodes a tile from its planes and lends its bytes to `body`; otherwise like ``TileEncoder/encode(_:_:)``.
    ///
    /// - Parameters:
    ///   - planes: Y, Cb and Cr, each laid out as 8-bit gray; chroma has half of `size`, rounded up.
    ///   - size: the tile's columns and rows.
    ///   - body: called once with the bytes, which are valid during the call.
    /// - Throws: ``CodecError`` with code ``CodecError/Code/encoding``, or what `body` throws.
    func encode(planes: [TilePixels], size: PixelSize, _ body: (RawSpan) throws -> Void) throws
}

extension TileEncoding {
    /// Whether encoders of RGB tiles made from this are ``PlanarTileEncoder``s that store 4:2:0 without resampling it.
    public var acceptsPlanarYCbCr: Bool { format == .jpeg && chroma == .halved && jpegTemplate == nil }
}
