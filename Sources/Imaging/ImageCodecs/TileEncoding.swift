public import TilePyramid

/// How tiles are to be encoded.
public struct TileEncoding: Hashable, Sendable {
    /// How much finer lightness is stored than color, in JPEG, WebP and AVIF.
    public enum ChromaSubsampling: Int, Hashable, Sendable {
        /// Color at half the resolution in both directions: smaller, the usual choice for photographs.
        case halved = 420
        /// Color at full resolution: for line art and text.
        case full = 444
    }

    /// The format of every tile; default JPEG.
    public var format = TileFormat.jpeg
    /// From 1 to 100; ignored by lossless formats; default 85.
    public var quality = 85
    /// The resolution of color; default ``ChromaSubsampling/halved``.
    public var chroma = ChromaSubsampling.halved
    /// An ICC profile written into every tile; nil for none (sRGB).
    public var profile: [UInt8]?
    /// EXIF metadata written into every tile, as a raw TIFF-structured block; nil for none.
    public var exif: [UInt8]?

    /// A JPEG that tiles are to be like, so that they can be among others of its kind; nil for none.
    ///
    /// Its channels and the resolution of its color are taken over, whatever ``chroma`` says.
    public var jpegTemplate: JPEGTemplate?

    /// Whether JPEG tiles that are cut without decoding get Huffman tables of their own; default false.
    ///
    /// They are a few percent smaller then, and take twice the time.
    public var optimizesHuffman = false

    /// The defaults.
    public init() {}
}
