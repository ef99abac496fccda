public import ImageCodecs
public import TilePyramid
public import TileStores

/// What a pyramid is to become.
public struct ConversionOptions: Hashable, Sendable {
    /// What kind of pyramid; default a Deep Zoom folder.
    public var target = PyramidTarget()
    /// The distance between tile origins; default nil, as it is.
    public var tileSize: Int?
    /// Pixels shared with each neighbor; default nil, as it is where the target's tiles can overlap, else none.
    public var overlap: Int?
    /// How many levels get tiles, counted from the finest; default nil, all of them.
    public var levelCount: Int?
    /// The format of tiles; default nil, as it is where the target takes that, else the target's usual one.
    public var format: TileFormat?
    /// The quality of tiles that are encoded anew; default nil, that of the JPEGs they were, else 85.
    public var quality: Int?
    /// The resolution of color in tiles that are encoded anew; default nil, that of the JPEGs they were, else half.
    ///
    /// Beside JPEG tiles that are copied into a TIFF, which has one kind of tile, others are always like these.
    public var chroma: TileEncoding.ChromaSubsampling?
    /// What is shown beyond the picture, and under transparency in formats that have none; default white.
    public var background = RGBColor.white
    /// How many threads copy and encode; default nil, as many as there are processors.
    public var threads: Int?

    /// The defaults: everything stays as it is, as far as the target allows.
    public init() {}
}
