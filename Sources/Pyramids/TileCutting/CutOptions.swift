public import ImageCodecs
public import TilePyramid

/// How an image is to be cut.
public struct CutOptions: Hashable, Sendable {
    /// Whether the tiles of the full size are cut from the file without loss.
    public enum Lossless: String, Hashable, Sendable, CaseIterable {
        /// Where it is possible; elsewhere they are made from pixels.
        case automatic = "auto"
        /// They are made from pixels, with the quality that was asked for.
        case never
        /// It is an error where it is not possible.
        case required = "require"
    }

    /// What the tiles' format is decided by.
    public enum Format: Hashable, Sendable {
        /// This one.
        case fixed(TileFormat)
        /// The picture: PNG where it is transparent or drawn, JPEG where it is photographed.
        case automatic
    }

    /// The distance between tile origins, in pixels; default 256.
    public var tileSize = 256
    /// Pixels shared with each neighbor, less than ``tileSize``; default 0.
    public var overlap = 0
    /// How levels are halved and where that ends, and whether tiles at the edges are filled up; default the shape of
    /// Deep Zoom.
    ///
    /// Its origin is a multiple of the coarsest level's downsample; tiles that are filled up have no ``overlap``.
    public var shape = PyramidShape()
    /// Whether the picture lies in the middle of the square that one tile of the coarsest level covers; default false.
    ///
    /// As dzsave of libvips centers it; instead of an origin in ``shape``.
    public var isCentered = false
    /// Where the picture lies on the Earth; default nil, it is a picture by itself.
    ///
    /// With bounds it is resampled to the world's grid of tiles, and ``shape`` is that of web maps. Tiles that show nothing
    /// of it are not stored, as ``blankTolerance`` with 0 does.
    public var bounds: GeoBounds?
    /// The coarsest zoom of a picture with ``bounds``; default nil, where it is no larger than a tile.
    public var minimumZoom: Int?
    /// The finest zoom of a picture with ``bounds``; default nil, the finest at which it is not enlarged.
    public var maximumZoom: Int?
    /// How many levels get tiles, counted from the finest; default nil, all of them.
    public var levelCount: Int?
    /// The format of the tiles; default JPEG.
    public var format = Format.fixed(.jpeg)
    /// From 1 to 100, for formats that lose something; default 85.
    public var quality = 85
    /// The resolution of color in JPEG, WebP and AVIF tiles; default ``TileEncoding/ChromaSubsampling/halved``.
    public var chroma = TileEncoding.ChromaSubsampling.halved
    /// A JPEG that JPEG tiles are to be like, whatever ``chroma`` and, unless it leaves that open, ``quality`` say; default
    /// nil.
    public var jpegTemplate: JPEGTemplate?
    /// What transparency is laid over in formats that have none, and what tiles show beyond the picture; default white.
    public var background = RGBColor.white
    /// Whether tiles that could be transparent beyond the picture show the background there too; default false.
    public var padsWithBackground = false
    /// By how much the samples of a tile may differ from ``background``, 0 to 255, for it not to be stored; default nil,
    /// all tiles are stored.
    ///
    /// Where tiles have an alpha, those are left out that are transparent: whose alpha is no larger than that.
    public var blankTolerance: Int?
    /// Whether the tiles of the full size are cut from the file without loss; default ``Lossless/automatic``.
    ///
    /// They have the image's own quality then, and ``quality`` is that of the coarser levels.
    public var lossless = Lossless.automatic
    /// Whether levels of which the file has pictures of just their size are made from those, and not from finer levels;
    /// default false.
    ///
    /// Slides and other pyramids have such, and JPEG 2000 has them in its wavelets.
    public var reusesLevels = false
    /// Whether JPEG tiles that are cut without loss get Huffman tables of their own; default false.
    ///
    /// They are a few percent smaller then, and take longer.
    public var optimizesHuffman = false
    /// Whether EXIF metadata, GPS position included, is written into every tile; default false.
    public var keepsMetadata = false
    /// How many threads decode and encode; default nil, as many as there are processors.
    public var threads: Int?
    /// How the image is read: page, resolution, range, depth, orientation and profile.
    ///
    /// ``DecodeOptions/alpha`` is decided by the format and the background.
    public var decoding = DecodeOptions()

    /// The defaults: 256-pixel JPEG tiles of quality 85 without overlap, all levels.
    public init() {}
}
