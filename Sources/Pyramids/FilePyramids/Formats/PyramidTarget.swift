public import ChannelImages
public import Georeferencing
public import TilePyramid

/// The form of a pyramid on disk: its format, the layout within an archive, and its metadata.
///
/// ```swift
/// let map = PyramidTarget(.pmtiles)
/// let archive = PyramidTarget(.zoomify, in: .zip)
/// ```
public struct PyramidTarget: Hashable, Sendable {
    /// The format of the file that holds the pyramid; `nil` for a folder.
    public private(set) var container: PyramidFormat?
    /// The layout of the files in the folder or the archive; `nil` for files with an order of their own.
    public private(set) var layout: PyramidFormat?
    /// The rounding of odd sizes that are halved; the default is `nil`, as readers of the format expect.
    public var rounding: PyramidShape.Rounding?
    /// Whether an image that does not fill its grid is centered in it, for the Google layout; the default is `false`.
    public var isCentered = false
    /// The columns and rows of background before the image, included in the pyramid's size; the default is zero.
    public var margin = PixelOffset.zero
    /// The URL of an IIIF image without a trailing slash, stored verbatim; the default is `nil`, the name alone.
    ///
    /// An image with an address of `http:` or `https:` also has a `manifest.json` of the IIIF Presentation API 3.0.
    public var identifier: String?
    /// The name of the image; the default is `nil`, the name of the file.
    public var name: String?
    /// The description of the image, as text; the default is `nil`, none.
    ///
    /// Web pages show it; map tiles with a description, MBTiles and PMTiles store it.
    public var description: String?
    /// The attribution of the tiles' data, as text or HTML; the default is `nil`, none.
    ///
    /// Map tiles with a description, MBTiles and PMTiles store it.
    public var attribution: String?
    /// The encoding of elevations in the bytes of the tiles' colors; the default is `nil`, pictures.
    ///
    /// Map tiles with a description, MBTiles and PMTiles store it.
    public var terrain: TerrainEncoding?
    /// The physical size of a pixel; the default is `nil`, unknown.
    public var micronsPerPixel: MicronsPerPixel?
    /// Whether tiles may be left out, so that readers do not report them as missing; the default is `false`.
    ///
    /// Only for targets that support sparse tiles. Of these, Deep Zoom has to declare it.
    public var isSparse = false
    /// The bounds of the image on the Earth; the default is `nil`, not georeferenced.
    public var georeference: Georeference?
    /// The options of a web page that shows the pyramid.
    public var page = PageOptions()
    /// Whether each tile has a format of its own, JPEG or PNG; the default is `false`: all have one.
    ///
    /// Only for targets that may mix formats.
    public var mixesFormats = false
    /// Options of TIFF files, ignored by other formats.
    public var tiff = TIFFOptions()

    /// The physical size of a pixel in micrometers.
    public struct MicronsPerPixel: Hashable, Sendable {
        /// The width of a pixel.
        public var x: Double
        /// The height of a pixel.
        public var y: Double

        /// Creates a size.
        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// Creates a target with the defaults of its format.
    ///
    /// - Parameters:
    ///   - format: the format of the pyramid, or the layout within an archive. The default is Deep Zoom, which is also
    ///     the layout within an archive for which none is given.
    ///   - archive: the archive that holds the files of the layout. The default is `nil`: a folder.
    public init(_ format: PyramidFormat = .deepZoom, in archive: PyramidFormat? = nil) {
        switch format.role {
        case .layout:
            container = archive
            layout = format
        case .archive:
            container = format
            layout = .deepZoom
        case .file, .service:
            container = format
            layout = nil
        }
    }

    /// The format that decides about levels and tiles: the layout, or else the file.
    var arrangement: PyramidFormat { layout ?? container ?? .deepZoom }

    /// The format that writes the pyramid: the file, or else the layout's folder.
    public var format: PyramidFormat { container ?? arrangement }

    /// The capabilities of the pyramid.
    public var capabilities: PyramidCapabilities {
        var capabilities = arrangement.capabilities
        capabilities.supportsViewerPage = capabilities.supportsViewerPage && container == nil
        return capabilities
    }

    /// The shape of the pyramid's levels.
    public var shape: PyramidShape { arrangement.shape(rounding: rounding) }

    /// The shape of the pyramid's levels as readers of the format expect it.
    package var usualShape: PyramidShape { arrangement.shape }

    /// The name within sentences, such as "the xyz layout" or "a TIFF".
    package var phrase: String {
        if let container, container.role != .archive(layout: nil) { return container.phrase }
        return arrangement.phrase
    }

    /// The name in summaries, such as "xyz in zip".
    package var summary: String {
        guard let container else { return arrangement.id }
        guard container.role == .archive(layout: nil), let layout else { return container.id }
        return "\(layout.id) in \(container.id)"
    }
}
