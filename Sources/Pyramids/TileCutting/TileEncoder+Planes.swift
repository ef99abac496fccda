internal import ImageCodecs
internal import TilePyramid

extension TileEncoder {
    /// Encodes a tile of one interleaved plane, or of Y, Cb and Cr if the encoder is a `PlanarTileEncoder`.
    func encode(planes: [TilePixels], of size: PixelSize, _ body: (RawSpan) throws -> Void) throws {
        if planes.count == 1 {
            try encode(planes[0], body)
        } else if let encoder = self as? any PlanarTileEncoder {
            try encoder.encode(planes: planes, size: size, body)
        } else {
            preconditionFailure("this encoder accepts no planar YCbCr")
        }
    }
}
