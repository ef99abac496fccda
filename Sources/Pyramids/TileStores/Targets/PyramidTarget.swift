public import Georeferencing
public import TilePyramid

/// The form of a pyramid on disk: its container, its layout and its metadata.
public struct PyramidTarget: Hashable, Sendable {
    /// The container.
    ///
    /// The default is a folder.
    public var container: PyramidContainer
    /// The layout, where the container allows a choice.
    ///
    /// The default is Deep Zoom.
    public var layout: PyramidLayout
    /// How odd sizes are halved.
    ///
    /// The default is `nil`: as readers of the layout expect.
    public var rounding: PyramidShape.Rounding?
    /// Whether an image that does not fill its grid is centered in it.
    ///
    /// The default is `false`.
    ///
    /// Used by the Google layout.
    public var isCentered = false
    /// The columns and rows of background before the image, included in the pyramid's size.
    ///
    /// The default is zero.
    public var margin = PixelOffset.zero
    /// The URL at which an IIIF image will be served, without a trailing slash, stored verbatim.
    ///
    /// The default is `nil`: the image's name alone.
    public var identifier: String?
    /// The name of the image.
    ///
    /// The default is `nil`: the name of the file.
    public var name: String?
    /// The physical size of a pixel in micrometers, across and down.
    ///
    /// The default is `nil`: unknown.
    public var micronsPerPixel: (x: Double, y: Double)? {
        get { microns.map { ($0[0], $0[1]) } }
        set { microns = newValue.map { [$0.x, $0.y] } }
    }
    private var microns: [Double]?
    /// Whether tiles may be left out, so that readers do not report them as missing.
    ///
    /// The default is `false`.
    ///
    /// Only for targets with ``supportsSparseTiles``. Of these, Deep Zoom has to declare it.
    public var isSparse = false
    /// The bounds of the image on the Earth.
    ///
    /// The default is `nil`: not georeferenced.
    public var georeference: Georeference?
    /// Options of the TIFF container, ignored by others.
    public var tiff = TIFFOptions()

    /// Creates a target with the defaults of its container and layout.
    public init(container: PyramidContainer = .folder, layout: PyramidLayout = .deepzoom) {
        self.container = container
        self.layout = layout
    }

    /// The shape of the pyramid's levels.
    public var shape: PyramidShape {
        switch container {
        case .folder, .zip, .szi:
            return layout.shape(rounding: rounding)
        case .mbtiles, .pmtiles, .tiff:
            return PyramidLayout.xyz.shape(rounding: rounding)
        }
    }
}
