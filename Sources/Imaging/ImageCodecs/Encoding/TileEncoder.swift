internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
public import TilePyramid

/// Encodes tiles, one after the other, with buffers that are allocated once.
///
/// One thread uses an encoder at a time; every worker has its own.
public protocol TileEncoder: AnyObject {
    /// Encodes a tile and lends its bytes to `body` for the duration of the call.
    ///
    /// The bytes depend only on the pixels, not on the encoder or the thread.
    ///
    /// - Throws: ``CodecError`` with code ``CodecError/Code/encoding``, or what `body` throws.
    func encode(_ tile: TilePixels, _ body: (RawSpan) throws -> Void) throws
}

/// A tile encoder that also encodes planar YCbCr 4:2:0.
public protocol PlanarTileEncoder: TileEncoder {
    /// Encodes a tile from its planes and lends its bytes to `body`; otherwise the same as ``TileEncoder/encode(_:_:)``.
    ///
    /// - Parameters:
    ///   - planes: Y, Cb and Cr, each laid out as 8-bit gray; chroma has half of `size`, rounded up.
    ///   - size: the tile's columns and rows.
    ///   - body: called once with the bytes, which are valid during the call.
    /// - Throws: ``CodecError`` with code ``CodecError/Code/encoding``, or what `body` throws.
    func encode(planes: [TilePixels], size: PixelSize, _ body: (RawSpan) throws -> Void) throws
}

extension TileEncoder {
    /// Encodes a tile to an array.
    package func bytes(of tile: TilePixels) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try encode(tile) { encoded in
            bytes = encoded.withUnsafeBytes { Array($0) }
        }
        return bytes
    }
}
