public import TilePyramid

/// A tile encoder that also takes lightness and two planes of colour at half the resolution, as ``PlanarBand`` has them.
public protocol PlanarTileEncoder: TileEncoder {
    /// Encodes a tile from its planes and lends its bytes to `body`; otherwise like ``TileEncoder/encode(_:_:)``.
    ///
    /// - Parameters:
    ///   - planes: lightness and two colours, grey of 8 bits each; colour has half of `size`, rounded up.
    ///   - size: the tile's columns and rows.
    ///   - body: gets the bytes, which are valid during the call.
    /// - Throws: ``CodecError`` with code ``CodecError/Code/encoding``, or what `body` throws.
    func encode(planes: [TilePixels], size: PixelSize, _ body: (RawSpan) throws -> Void) throws
}

extension TileEncoding {
    /// Whether encoders of colour tiles made from this are ``PlanarTileEncoder``s that store colour just so.
    public var takesPlanes: Bool { format == .jpeg && chroma == .halved && model == nil }
}
