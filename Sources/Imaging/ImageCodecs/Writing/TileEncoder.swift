internal import ImageMetadata
internal import ImageSources
public import PixelKernels
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

/// A tile encoder that also encodes planar YCbCr 4:2:0, laid out as in ``PlanarBand``.
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

extension TileEncoding {
    /// Makes an encoder for tiles of the given layout; each worker makes its own.
    ///
    /// - Throws: ``CodecError`` with code ``CodecError/Code/encoding`` when the format cannot store such pixels or the
    ///   library lacks an encoder for it.
    public func makeEncoder(for layout: PixelLayout) throws -> any TileEncoder {
        guard layout.depth == .eight || format == .png else {
            throw CodecError(
                .encoding, file: "tile", "only PNG stores 16 bits per sample. Choose PNG, or a depth of 8.")
        }
        if let nodata, layout.channels.hasAlpha {
            return try NodataTileEncoder(value: nodata, encoding: self, layout: layout)
        }
        switch format {
        case .jpeg: return try JPEGTileEncoder(encoding: self, layout: layout)
        case .png where mixesFormats && layout.depth == .eight:
            return layout.channels.hasAlpha
                ? try MixedTileEncoder(encoding: self, layout: layout)
                : try JPEGTileEncoder(encoding: self, layout: layout)
        case .png: return try PNGTileEncoder(encoding: self, layout: layout)
        case .webp: return try WebPTileEncoder(encoding: self, layout: layout)
        case .avif, .jxl: return try VipsTileEncoder(encoding: self, layout: layout)
        case .jp2: return try JPEG2000TileEncoder(encoding: self, layout: layout)
        case .jpng: return try JPNGTileEncoder(encoding: self, layout: layout)
        case .ktx2: return try KTX2TileEncoder(encoding: self, layout: layout)
        }
    }

    /// Whether encoders of RGB tiles with this encoding are ``PlanarTileEncoder``s that store 4:2:0 without resampling it.
    public var acceptsPlanarYCbCr: Bool { format == .jpeg && chroma == .halved && jpegTemplate == nil }

    /// Makes an encoder of 8-bit RGB tiles that also encodes planar YCbCr; each worker makes its own.
    ///
    /// Requires ``acceptsPlanarYCbCr``.
    ///
    /// - Throws: ``CodecError`` with code ``CodecError/Code/encoding`` if memory runs out.
    public func makePlanarEncoder() throws -> any PlanarTileEncoder {
        precondition(acceptsPlanarYCbCr, "only JPEG tiles with 4:2:0 subsampling are encoded from planes")
        return try JPEGTileEncoder(encoding: self, layout: PixelLayout(.rgb))
    }
}
