public import Georeferencing
public import ImageCodecs
public import LayerTree
public import ScrollLayers
public import TilePyramid

/// A snapshot of what a viewer shows, as plain values for overlays and other observers.
public struct ViewerStatus: Hashable, Sendable {
    /// The point under the pointer.
    public struct Pointer: Hashable, Sendable {
        /// The point in full-size pixels, which may lie outside of the image.
        public var imagePoint: Point
        /// The color of the pixel there; nil until it is loaded.
        public var color: Color?
        /// The samples as the file stores them, if they say more than the color; nil until they are read.
        public var values: PixelValues?
        /// The place on the Earth; nil if the image is not georeferenced.
        public var coordinate: Coordinate?
    }

    /// The file's name; empty while none is open.
    public var name = ""
    /// The index of the file in the list of files, from 0; nil while none is open.
    public var filePosition: Int?
    /// The number of files in the list.
    public var fileCount = 0
    /// The full size of the image in pixels; nil while none is open.
    public var imageSize: PixelSize?
    /// The stage of the document, which says how much of it can be shown; nil while none is open.
    public var stage: DocumentStage?
    /// The image's format, size and resolution; nil while none is open.
    public var metadata: DocumentMetadata?
    /// Whether the server of the image cannot be reached, so that kept tiles are shown.
    public var isOffline = false
    /// The view, in screen pixels per image pixel.
    public var view = ViewState(center: .zero)
    /// The size of the window in points.
    public var size = Size.zero
    /// The size in points of the part of the window that shows the image, which is less while images are side by side.
    public var viewportSize = Size.zero
    /// How images are compared; nil if they are not.
    public var comparison: String?
    /// How the second image was moved and scaled; nil if it was not.
    public var correction: String?
    /// Pixels per point.
    public var scale = 1.0
    /// The selected region in full-size pixels; nil for none.
    public var selection: PixelRect?
    /// The point under the pointer; nil while the pointer is outside of the view.
    public var pointer: Pointer?
    /// The number of visible tiles that are being loaded.
    public var loadingTiles = 0
    /// The number of visible tiles that are not loaded because there are too many at once, or too many for the cache.
    public var waitingTiles = 0
    /// The visible tiles that could not be loaded, in the order of the image.
    public var failedTiles: [TileIndex] = []
    /// The files that were opened last, which the start screen lists; nil while there is no start screen.
    public var recentFiles: [String]?
    /// The features that are on.
    public var features: Set<ViewerFeature> = []

    /// Creates a status with nothing open.
    public init() {}
}
