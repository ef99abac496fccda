public import FilePyramids
public import ImageCodecs
public import ImageMetadata
public import ImageSources
public import TilePyramid

/// The options of a conversion from one pyramid to another.
public struct ConversionOptions: Hashable, Sendable {
    /// The kind of pyramid; the default is a Deep Zoom folder.
    public var target = PyramidTarget()
    /// The distance between tile origins; the default is nil, unchanged, or 256 for a pyramid that is warped to become a map.
    public var tileSize: Int?
    /// Pixels shared with each neighbor; the default is nil, unchanged where the target's tiles can overlap, else none.
    public var overlap: Int?
    /// The number of levels that get tiles, counted from the finest; the default is nil, all of them.
    public var levelCount: Int?
    /// The format of tiles; the default is nil, unchanged where the target supports it, else the target's usual format.
    public var format: TileFormat?
    /// The quality of re-encoded tiles; the default is nil, the quality of the source's JPEG tiles, else 85.
    public var quality: Int?
    /// The chroma subsampling of re-encoded tiles; the default is nil, that of the source's JPEG tiles, else 4:2:0.
    ///
    /// A TIFF has one encoding for all tiles: re-encoded JPEG tiles always match the copied ones.
    public var chroma: TileEncoding.ChromaSubsampling?
    /// The color beyond the image, and under transparent pixels in formats without alpha; the default is white.
    public var background = RGBColor.white
    /// The kinds of statements whose loss is only a warning, not an error; the default is none.
    ///
    /// With ``/ImageMetadata/FileStatement/place``, a pyramid whose place cannot be read becomes one without a place.
    public var allowedLoss: Set<FileStatement> = []
    /// The number of threads that copy and encode; the default is nil, one for each processor.
    public var threads: Int?

    /// Creates the default options: everything stays unchanged, as far as the target supports it.
    public init() {}
}
