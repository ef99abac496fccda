public import ImageCodecs
public import TilePyramid
public import TileStores

/// What kind of pyramid the user wants, and where.
public struct OutputRequest: Hashable, Sendable {
    /// Where to, as the user gave it; nil for beside the image.
    public var path: String?
    /// How tiles are named; nil for what is usual in the container.
    public var layout: PyramidLayout?
    /// What the files are kept in; nil for what the ending of ``path`` says, a folder if that says nothing.
    public var container: PyramidContainer?
    /// What becomes of odd rows and columns; nil for what readers of the layout expect.
    public var rounding: PyramidShape.Rounding?
    /// Whether a picture that does not fill its grid lies in its middle; default false.
    public var isCentered = false
    /// The address at which an IIIF image will be served; nil for its name.
    public var identifier: String?
    /// Whether equal tiles of a folder are one file with several names; default false.
    public var linksDuplicateTiles = false
    /// How far from the background a tile may be, in steps of 255, to be left out as blank; nil to leave none out.
    public var blankTolerance: Int?
    /// Where the picture lies on the Earth; default what a GeoTIFF says, where the target is of map tiles.
    public var boundsSource = BoundsSource.embedded
    /// The coarsest zoom of a picture on the Earth; nil where it is no larger than a tile.
    public var minimumZoom: Int?
    /// The finest zoom of a picture on the Earth; nil for the finest at which it is not enlarged.
    public var maximumZoom: Int?
    /// Whether a web page that shows the pyramid is written too; default false.
    public var writesPage = false
    /// Whether a TIFF is laid out so that it can be read in parts from a web server; default false.
    public var isCloudOptimized = false
    /// Whether the reduced images of a TIFF belong to its one page instead of being pages; default false.
    public var usesSubIFDs = false
    /// Whether the pixels of PNG tiles are kept in a TIFF without compression; default false.
    public var isUncompressed = false
    /// Whether existing pyramids are replaced; default false.
    public var replacesExisting = false
    /// Whether interrupted runs are continued; default false.
    public var resumes = false

    /// Where a picture lies on the Earth.
    public enum BoundsSource: Hashable, Sendable {
        /// Where the image says; nowhere if it does not.
        case embedded
        /// Nowhere: it is a picture by itself.
        case omitted
        /// Within these bounds.
        case bounds(GeoBounds)
    }

    /// A pyramid beside its image, with the defaults.
    public init() {}
}
