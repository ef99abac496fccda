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
    public var isCentred = false
    /// The address at which an IIIF image will be served; nil for its name.
    public var identifier: String?
    /// Whether equal tiles of a folder are one file with several names; default false.
    public var linksEqualTiles = false
    /// How far from the background a tile may be, in steps of 255, to be left out as blank; nil to leave none out.
    public var blankTolerance: Int?
    /// Whether existing pyramids are replaced; default false.
    public var replacesExisting = false
    /// Whether interrupted runs are continued; default false.
    public var resumes = false

    /// A pyramid beside its image, with the defaults.
    public init() {}
}
