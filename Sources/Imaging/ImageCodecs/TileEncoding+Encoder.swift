public import PixelKernels
internal import TilePyramid

extension TileEncoding {
    /// A new encoder of tiles with this layout; each worker makes its own.
    ///
    /// - Throws: ``CodecError`` with code ``CodecError/Code/encoding`` when the format cannot hold such pixels or the
    ///   library lacks an encoder for it.
    public func makeEncoder(for layout: PixelLayout) throws -> any TileEncoder {
        guard layout.depth == .eight || format == .png else {
            throw CodecError(.encoding, file: "tile", "16 bits a sample need PNG tiles.")
        }
        switch format {
        case .jpeg: return try JPEGTileEncoder(encoding: self, layout: layout)
        case .png: return try PNGTileEncoder(encoding: self, layout: layout)
        case .webp: return try WebPTileEncoder(encoding: self, layout: layout)
        case .avif, .jxl: return try VipsTileEncoder(encoding: self, layout: layout)
        }
    }
}
