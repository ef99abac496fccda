public import TilePyramid

/// What a format of pyramids can hold, and what its readers understand.
public struct PyramidCapabilities: Hashable, Sendable {
    /// Whether readers show a missing tile as an empty part of the image.
    ///
    /// The default is `true`.
    public var supportsSparseTiles = true
    /// Whether the coarser levels may be left out.
    ///
    /// The default is `true`.
    public var supportsPartialLevels = true
    /// Whether only the full-size level is stored.
    ///
    /// The default is `false`.
    public var holdsFullSizeOnly = false
    /// Whether tiles may overlap their neighbors.
    ///
    /// The default is `false`.
    public var supportsOverlap = false
    /// Whether odd level sizes may be rounded up or down, because readers find the sizes in the files or need none.
    ///
    /// The default is `true`.
    public var supportsBothRoundings = true
    /// Whether an image that does not fill its grid can be centered in it.
    ///
    /// The default is `false`.
    public var supportsCentering = false
    /// Whether the tiles are map tiles, so that the image can be placed on the world's grid.
    ///
    /// The default is `false`.
    public var isMapTiled = false
    /// Whether the files can store the bounds of the image on the Earth while its pixels stay as they are.
    ///
    /// The default is `false`.
    public var storesBounds = false
    /// Whether the files store the URL at which the image is served.
    ///
    /// The default is `false`.
    public var storesIdentifier = false
    /// Whether all tiles have the same encoding, so that those at the edges cannot have other channels than the rest.
    ///
    /// The default is `false`.
    public var requiresUniformEncoding = false
    /// Whether the files of a layout can lie in an archive.
    ///
    /// The default is `false`.
    public var fitsArchives = false
    /// Whether a ``ViewerPage`` can show the pyramid from its folder.
    ///
    /// The default is `false`.
    public var supportsViewerPage = false
    /// The tile formats that readers accept, the default first; at least one.
    ///
    /// The default is all.
    public var tileFormats = TileFormat.allCases

    /// The capabilities of a file without restrictions, and without an idea of the Earth.
    public init() {}

    /// Capabilities that differ from the defaults.
    init(_ change: (inout PyramidCapabilities) -> Void) {
        change(&self)
    }

    /// The capabilities of a layout, which can lie in an archive and be shown by a page.
    static func layout(_ change: (inout PyramidCapabilities) -> Void) -> PyramidCapabilities {
        PyramidCapabilities {
            $0.fitsArchives = true
            $0.supportsViewerPage = true
            change(&$0)
        }
    }
}
