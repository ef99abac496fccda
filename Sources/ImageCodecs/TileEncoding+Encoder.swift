public import PixelKernels
internal import TilePyramid

extension TileEncoding {
    /// A new encoder of tiles with this layout; each worker makes its own.
    ///
    /// - Throws: ``CodecError`` with code ``CodecError/Code/encoding`` when the format cannot hold such pixels or the
    ///   library lacks an encoder for it.
    public func makeEncoder(for layout: PixelLayout) throws -> any TileEncoder {
        switch format {
        case .jpeg: try JPEGTileEncoder(encoding: self, layout: layout)
        case .png, .webp, .avif, .jxl: throw CodecError(.encoding, file: format.rawValue, "no encoder")
        }
    }
}
