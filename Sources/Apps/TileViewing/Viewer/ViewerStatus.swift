public import LayerTree
public import ScrollLayers
public import TilePyramid

/// What a viewer shows at a moment, as plain values: what overlays go by, and whoever wants to know.
public struct ViewerStatus: Hashable, Sendable {
    /// What lies under the pointer.
    public struct Pointer: Hashable, Sendable {
        /// The place in full-size pixels; it may lie outside of the image.
        public var imagePoint: Point
        /// The color of the pixel there, as far as it is loaded.
        public var color: Color?
    }

    /// What people call the file; empty while none is open.
    public var name = ""
    /// The place of the file among those that are open, counted from 0; nil while there is none.
    public var filePosition: Int?
    /// How many files can be gone through.
    public var fileCount = 0
    /// The full size of the image in pixels; nil while none is open.
    public var imageSize: PixelSize?
    /// How much of the file can be seen; nil while none is open.
    public var stage: DocumentStage?
    /// What the file says about the image; nil while none is open.
    public var metadata: DocumentMetadata?
    /// The view, in pixels of the screen for each of the image's.
    public var view = ViewState(center: .zero)
    /// The extent of the picture in points.
    public var size = Size.zero
    /// Pixels of the screen for each point.
    public var scale = 1.0
    /// What lies under the pointer; nil while it is not over the picture.
    public var pointer: Pointer?
    /// How many tiles that are seen are on their way.
    public var loadingTiles = 0
    /// How many tiles that are seen could not be loaded.
    public var failedTiles = 0
    /// What is shown beside the image.
    public var features: Set<ViewerFeature> = []

    /// Nothing open, nothing shown.
    public init() {}
}
