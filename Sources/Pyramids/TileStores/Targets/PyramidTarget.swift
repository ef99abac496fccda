public import TilePyramid

/// What a pyramid is to be on disk: its container, its layout and what its files are to say.
public struct PyramidTarget: Hashable, Sendable {
    /// What the files are kept in; default a folder.
    public var container: PyramidContainer
    /// How tiles are named, where the container leaves that open; default Deep Zoom.
    public var layout: PyramidLayout
    /// What becomes of odd rows and columns; default nil, what readers of the layout expect.
    public var rounding: PyramidShape.Rounding?
    /// Whether a picture that does not fill its grid lies in the middle of it; default false.
    ///
    /// For the Google layout.
    public var isCentered = false
    /// Columns and rows of background before the picture, which the pyramid's size counts in; default zero.
    public var margin = PixelOffset.zero
    /// The address at which an IIIF image will be served, without a slash at its end, written as it stands; default nil,
    /// its name alone.
    public var identifier: String?
    /// The picture's name; default nil, that of the file.
    public var name: String?
    /// The size of a pixel on the object, in micrometers across and down; default nil, unknown.
    public var micronsPerPixel: (x: Double, y: Double)? {
        get { microns.map { ($0[0], $0[1]) } }
        set { microns = newValue.map { [$0.x, $0.y] } }
    }
    private var microns: [Double]?
    /// Whether tiles may be left out, so that readers do not take an absent one for an error; default false.
    ///
    /// Only for targets that ``supportsSparseTiles``; of these, Deep Zoom has to say so.
    public var isSparse = false
    /// Where the picture lies on the world; default nil, it is a picture by itself.
    public var georeference: Georeference?
    /// What is particular to TIFF; only looked at in that container.
    public var tiff = TIFFOptions()

    /// A target with the defaults of its container and layout.
    public init(container: PyramidContainer = .folder, layout: PyramidLayout = .deepzoom) {
        self.container = container
        self.layout = layout
    }

    /// What levels are like.
    public var shape: PyramidShape {
        switch container {
        case .folder, .zip, .szi:
            return layout.shape(rounding: rounding)
        case .mbtiles, .pmtiles, .tiff:
            return PyramidLayout.xyz.shape(rounding: rounding)
        }
    }
}
