public import ChannelImages
public import Georeferencing
public import ImageCodecs
public import ImageSources
public import TilePyramid

/// The options of a cut.
public struct CutOptions: Hashable, Sendable {
    /// Whether full-size tiles are passed through from the file, without re-encoding.
    public enum Lossless: String, Hashable, Sendable, CaseIterable {
        /// Passed through where possible, otherwise encoded from pixels.
        case automatic = "auto"
        /// Always encoded from pixels, with the requested quality.
        case never
        /// Passed through; it is an error where that is not possible.
        case required = "require"
    }

    /// The choice of the tile format.
    public enum Format: Hashable, Sendable {
        /// This format.
        case fixed(TileFormat)
        /// PNG for images that are transparent or drawn, JPEG for photographs.
        case automatic
        /// JPEG for opaque tiles and PNG for tiles with transparency, in targets that may mix formats.
        case mixed
    }

    /// The distance between tile origins, in pixels; the default is 256.
    public var tileSize = 256
    /// Pixels shared with each neighbor, less than ``tileSize``; the default is 0.
    public var overlap = 0
    /// The rounding of levels, the coarsest level, and whether tiles at the edges are padded; the default is the shape
    /// of Deep Zoom.
    ///
    /// Its origin must be a multiple of the coarsest level's downsample; padded tiles cannot have an ``overlap``.
    public var shape = PyramidShape()
    /// Whether the image is centered in the square that one tile of the coarsest level covers; the default is `false`.
    ///
    /// libvips' dzsave centers images in the same way. The position replaces the origin of ``shape``.
    public var isCentered = false
    /// The image's bounds on the Earth; the default is nil: the image is not georeferenced.
    ///
    /// An image with bounds is resampled to the Web Mercator tile grid, and the levels of ``shape`` are those of web
    /// maps. Tiles that show nothing of it are not stored, as with a ``blankTolerance`` of 0.
    public var bounds: GeoBounds?
    /// The image's position in another coordinate reference system, or with rotation; the default is nil.
    ///
    /// Such an image is warped to the Web Mercator tile grid with PROJ. It is an alternative to ``bounds``. The position is
    /// that of the pixels that ``decoding`` delivers.
    public var rasterGeoreference: RasterGeoreference?
    /// The image's bounds in another coordinate reference system; the default is nil.
    ///
    /// They are an alternative to ``bounds`` and to ``rasterGeoreference``.
    public var projectedBounds: ProjectedBounds?
    /// The coarsest zoom of an image with ``bounds``; the default is nil: the first zoom at which it fits into one
    /// tile.
    public var minimumZoom: Int?
    /// The finest zoom of an image with ``bounds``; the default is nil: the first whose pixels
    /// are not larger than the image's, with a tolerance of 3 %.
    public var maximumZoom: Int?
    /// The number of levels that get tiles, counted from the finest; the default is nil: all levels.
    public var levelCount: Int?
    /// The format of the tiles; the default is JPEG.
    public var format = Format.fixed(.jpeg)
    /// The quality of lossy formats, from 1 to 100; the default is 85.
    public var quality = 85
    /// The chroma subsampling of JPEG, WebP and AVIF tiles; the default is ``TileEncoding/ChromaSubsampling/halved``.
    public var chroma = TileEncoding.ChromaSubsampling.halved
    /// A JPEG whose encoding JPEG tiles copy; the default is nil.
    ///
    /// It overrides ``chroma``, and ``quality`` unless the template leaves that open.
    package var jpegTemplate: JPEGTemplate?
    /// The color under transparent pixels in formats without alpha, and of tiles beyond the image; the default is
    /// white.
    public var background = RGBColor.white
    /// Whether tiles with alpha show the background beyond the image too, instead of transparency; the default is
    /// `false`.
    public var padsWithBackground = false
    /// The largest difference from ``background``, 0 to 255, of a sample in a blank tile, which is not stored; the
    /// default is nil: all tiles are stored.
    ///
    /// A tile with alpha is blank when no alpha sample is larger than this.
    public var blankTolerance: Int?
    /// Whether full-size tiles are passed through without re-encoding; the default is ``Lossless/automatic``.
    ///
    /// Such tiles keep the image's own quality; ``quality`` then applies to coarser levels only.
    public var lossless = Lossless.automatic
    /// Whether a level is made from an image of exactly its size in the file, instead of from a finer level; the
    /// default is `false`.
    ///
    /// Slides and other pyramids contain such images, and JPEG 2000 has them in its wavelet decomposition.
    public var reusesLevels = false
    /// Whether JPEG tiles that are passed through get Huffman tables of their own; the default is `false`.
    ///
    /// Such tiles are a few percent smaller and take longer to write.
    public var optimizesHuffman = false
    /// Whether EXIF metadata, including a GPS position, is written into every tile; the default is `false`.
    public var keepsMetadata = false
    /// The sample of invalid pixels in the tiles of a TIFF, which then have no alpha; nil, the default, for alpha.
    package var storedNodata: Int?
    /// The number of threads that decode and encode; the default is nil: one for each processor.
    public var threads: Int?
    /// The channels that are shown, and their colors and ranges; the default is automatic.
    ///
    /// The default changes nothing for images in gray or color, with or without alpha. A TIFF of several channels, such as
    /// stains or spectral bands, is cut as the file or its kind suggests.
    public var channels = ChannelSelection()
    /// The page, resolution, range, depth, orientation and profile with which the image is read.
    ///
    /// The plan sets ``DecodeOptions/alpha`` from the format and the background, and ``DecodeOptions/rendering`` from
    /// ``channels``.
    public var decoding = DecodeOptions()

    /// Creates the default options: 256-pixel JPEG tiles of quality 85 without overlap, all levels.
    public init() {}
}
