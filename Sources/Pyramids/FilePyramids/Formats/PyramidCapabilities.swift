public import TilePyramid

/// The capabilities of a pyramid format and of its readers.
public struct PyramidCapabilities: Hashable, Sendable {
    /// Whether a pyramid can be written to a pipe, front to back; the default is `false`.
    public var supportsStreams = false
    /// Whether readers show a missing tile as an empty part of the image; the default is `true`.
    public var supportsSparseTiles = true
    /// Whether the coarser levels may be left out; the default is `true`.
    public var supportsPartialLevels = true
    /// Whether a file may hold several pyramids, of which a path names one, `map.gpkg:table`; the default is `false`.
    public var namesParts = false
    /// Whether only the full-size level is stored; the default is `false`.
    public var holdsFullSizeOnly = false
    /// Whether tiles may overlap their neighbors; the default is `false`.
    public var supportsOverlap = false
    /// Whether odd sizes may be rounded up or down, because readers find the sizes or need none; the default is `true`.
    public var supportsBothRoundings = true
    /// Whether an image that does not fill its grid can be centered in it; the default is `false`.
    public var supportsCentering = false
    /// Whether the tiles are map tiles, so that the image can be placed on the world's grid; the default is `false`.
    public var isMapTiled = false
    /// Whether the files can store the bounds of an image that is not resampled; the default is `false`.
    public var storesBounds = false
    /// Whether the files store the URL at which the image is served; the default is `false`.
    public var storesIdentifier = false
    /// The texts about an image that the files store, without those of a manifest; the default is none.
    package var storedTexts: Set<CaptionText> = []
    /// Whether tiles of one pyramid may have several formats, such as JPEG and PNG; the default is `false`.
    public var mayMixFormats = false
    /// Whether all tiles, also those at the edges, have the same encoding and channels; the default is `false`.
    public var requiresUniformEncoding = false
    /// Whether the files of a layout can lie in an archive; the default is `false`.
    public var fitsArchives = false
    /// Whether a ``ViewerPage`` can show the pyramid from its folder; the default is `false`.
    public var supportsViewerPage = false
    /// The tile formats that readers accept, at least one, the preferred first; the default is all.
    public var tileFormats = TileFormat.allCases

    /// The capabilities of a file without restrictions and without georeferences.
    public init() {}

    /// Capabilities that differ from the defaults.
    package init(_ change: (inout PyramidCapabilities) -> Void) {
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
