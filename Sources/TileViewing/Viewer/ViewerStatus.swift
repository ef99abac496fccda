public import LayerTree
public import ScrollLayers
public import TilePyramid

/// What a viewer shows at a moment, as plain values: all that overlays need to know.
public struct ViewerStatus: Hashable, Sendable {
    /// What lies under the pointer.
    public struct Pointer: Hashable, Sendable {
        /// The place in full-size pixels; it may lie outside of the image.
        public var place: Point
        /// The colour of the pixel there, as far as it is loaded.
        public var color: Color?
    }

    /// What people call the file; empty while none is open.
    public var name = ""
    /// The full size of the image in pixels; nil while none is open.
    public var imageSize: PixelSize?
    /// How much of the file can be seen; nil while none is open.
    public var stage: DocumentStage?
    /// What the file says about the image; nil while none is open.
    public var facts: DocumentFacts?
    /// The view, in pixels of the screen for each of the image's.
    public var view = ViewState(center: .zero)
    /// The extent of the picture in points.
    public var size = Size.zero
    /// Pixels of the screen for each point.
    public var scale = 1.0
    /// What lies under the pointer; nil while it is not over the picture.
    public var pointer: Pointer?
    /// Whether all that is seen is as sharp as it can be.
    public var isSharp = true
    /// What is shown.
    public var features: Set<ViewerFeature> = []
    /// What is said to the user, the oldest first.
    public var messages: [ViewerMessage] = []

    /// Nothing open, nothing shown.
    public init() {}
}

/// Something that is laid over the picture and follows the viewer's state.
@MainActor
public protocol ViewerOverlay: AnyObject {
    /// The layer that it is seen by; the viewer puts it above the picture.
    var layer: Layer { get }

    /// Brings the layer to the state of the viewer; called before a frame, when something has changed.
    func update(_ status: ViewerStatus)

    /// Does what the user asks for within the overlay.
    ///
    /// - Parameters:
    ///   - event: what was done with the pointer, in points of the picture.
    ///   - viewer: what to do it to.
    /// - Returns: whether the event is the overlay's and not the picture's.
    func handle(_ event: PointerEvent, in viewer: Viewer) -> Bool
}

extension ViewerOverlay {
    /// By itself an overlay is only looked at.
    public func handle(_ event: PointerEvent, in viewer: Viewer) -> Bool { false }
}
