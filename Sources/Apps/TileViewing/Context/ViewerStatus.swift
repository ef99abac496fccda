public import Georeferencing
public import ImageCodecs
internal import LayerTree
public import ScrollLayers
public import TilePyramid
public import VectorDrawing

/// A snapshot of a viewer's state, as plain values for overlays and other observers.
public struct ViewerStatus: Hashable, Sendable {
    /// The point under the pointer, of the image that is seen there.
    public struct Pointer: Hashable, Sendable {
        /// The letter of the image among those that are compared, A for the first one; nil if there is one image only.
        public var image: String?
        /// The full size of the image in pixels.
        public var imageSize: PixelSize
        /// The point in full-size pixels, which may lie outside of the image.
        public var imagePoint: Point
        /// The color of the pixel there; nil until it is loaded.
        public var color: Color?
        /// The stored samples, if they carry more than the color; nil until they are read.
        public var values: PixelValues?
        /// The values of the channels that are shown; nil until they are read, and for pictures.
        public var channelValues: [ChannelValue]?
        /// The place on the Earth; nil if the image is not georeferenced.
        public var coordinate: Coordinate?
        /// The place of the image on the Earth; nil if it is not georeferenced.
        public var place: ImagePlace?
    }

    /// The file's name, and those of the images that are compared with it; empty while none is open.
    public var name = ""
    /// The names of the files in ``name``.
    public var names: [String] = []
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
    /// The color space of the display, as text; nil if it is not known.
    public var displayProfile: String?
    /// Whether the server of the image is unreachable; cached tiles are shown then.
    public var isOffline = false
    /// The view, in screen pixels per image pixel.
    public var view = ViewState(center: .zero)
    /// The angle of the view clockwise, as text; nil if the image is upright.
    public var rotation: String?
    /// The size of the window in points.
    public var size = Size.zero
    /// The size of the image's part of the window, in points; it is smaller while images are side by side.
    public var viewportSize = Size.zero
    /// The mode of comparison, as text; nil if images are not compared.
    public var comparison: String?
    /// The correction of the second image: its movement and scale, as text; nil if there is none.
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
