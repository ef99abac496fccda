internal import ImageCodecs
internal import TilePyramid

extension TileEncoder {
    /// Encodes a tile from the planes of its image, of which most have one.
    func encode(planes: [TilePixels], of size: PixelSize, _ body: (RawSpan) throws -> Void) throws {
        if planes.count == 1 {
            try encode(planes[0], body)
        } else if let encoder = self as? any PlanarTileEncoder {
            try encoder.encode(planes: planes, size: size, body)
        } else {
            preconditionFailure("planes are for encoders that take them")
        }
    }
}
