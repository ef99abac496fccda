public import TilePyramid

/// The format and options of encoded tiles.
public struct TileEncoding: Hashable, Sendable {
    /// The chroma resolution of JPEG, WebP and AVIF.
    public enum ChromaSubsampling: Int, Hashable, Sendable {
        /// 4:2:0, chroma at half the resolution in both directions: smaller, the usual choice for photographs.
        case halved = 420
        /// 4:4:4, chroma at full resolution: for line art and text.
        case full = 444
    }

    /// The format of every tile.
    ///
    /// The default is JPEG.
    public var format = TileFormat.jpeg
    /// The quality from 1 to 100, ignored by lossless formats.
    ///
    /// The default is 85.
    public var quality = 85
    /// The chroma subsampling.
    ///
    /// The default is ``ChromaSubsampling/halved``.
    public var chroma = ChromaSubsampling.halved
    /// The ICC profile written into every tile; nil for none, which means sRGB.
    public var profile: [UInt8]?
    /// The EXIF metadata written into every tile, as a raw TIFF-structured block; nil for none.
    public var exif: [UInt8]?

    /// A JPEG whose parameters the tiles share, so that they can be mixed with tiles cut from it; nil for none.
    ///
    /// The tiles have its components and sampling factors, whatever ``chroma`` is.
    package var jpegTemplate: JPEGTemplate?

    /// Optimizes the Huffman tables of JPEG tiles that are cut without decoding.
    ///
    /// The default is `false`.
    ///
    /// The tiles become a few percent smaller and take twice as long.
    public var optimizesHuffman = false

    /// Whether PNG is only used for tiles with transparency, and JPEG for all others.
    ///
    /// The default is `false`: all tiles have the ``format``. The option only affects PNG with 8 bits per sample.
    public var mixesFormats = false

    /// The sample of all colors of transparent pixels, in tiles without alpha; nil, the default, for tiles with alpha.
    ///
    /// A TIFF states such a value for all of its tiles. The option only affects pixels with alpha.
    package var nodata: Int?

    /// Creates an encoding with the default values.
    public init() {}
}

/// A JPEG that gives other tiles its color space, sampling factors and quantization.
package struct JPEGTemplate: Hashable, Sendable {
    /// The file, or its beginning up to the first scan.
    package var bytes: [UInt8]
    /// Whether tiles are quantized with the template's tables, whatever ``TileEncoding/quality`` is.
    ///
    /// The default is `true`.
    package var reusesQuantization: Bool

    /// Creates a template from the bytes of a tile.
    package init(_ bytes: [UInt8], reusesQuantization: Bool = true) {
        self.bytes = bytes
        self.reusesQuantization = reusesQuantization
    }
}
