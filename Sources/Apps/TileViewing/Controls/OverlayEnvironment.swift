internal import LayerTree
internal import TextLayers

/// The environment of all overlays of a window: the theme, the scale of the screen, and the queue that draws their contents.
///
/// The owner of the window requests a frame in the queue's `onDelivery`, and calls its `deliver()` before each frame.
@MainActor
final class OverlayEnvironment {
    /// Pixels per point; a change redraws the overlays that are shown.
    var scale: Double {
        get { textDrawing.scale ?? 1 }
        set { textDrawing.scale = newValue }
    }

    /// Whether overlays appear and disappear without animations, `false` by default.
    var reducesMotion = false

    /// The look of overlays.
    let theme: OverlayTheme

    /// The resources that text layers share: the queue that draws the contents of overlays, and why text cannot be
    /// drawn, which without text cannot be shown on the screen.
    let textDrawing: TextDrawing

    init(queue: DrawingQueue, scale: Double = 1, theme: OverlayTheme = OverlayTheme()) {
        textDrawing = TextDrawing(queue: queue, scale: scale)
        self.theme = theme
    }

    /// The nearest point whose coordinates are whole pixels, so that images and lines are sharp.
    func snappedToPixels(_ point: Point) -> Point { Point(x: snappedToPixels(point.x), y: snappedToPixels(point.y)) }

    /// The nearest length of whole pixels.
    func snappedToPixels(_ length: Double) -> Double { (length * scale).rounded() / scale }

    /// Shows or hides an overlay, with a fade unless motion is reduced.
    func setHidden(_ isHidden: Bool, _ layer: Layer) {
        guard layer.isHidden != isHidden else { return }
        layer.actions[.isHidden] = reducesMotion ? .none : .run(Transition(.fade, duration: Self.fadeDuration))
        layer.isHidden = isHidden
    }

    /// The duration of a fade, in seconds.
    private static let fadeDuration = 0.15
}

extension TextLayer {
    /// Creates a layer with a text for an overlay.
    convenience init(_ text: String = "", style: TextStyle, in environment: OverlayEnvironment) {
        self.init(text, style: style, drawing: environment.textDrawing)
    }
}

extension PanelLayer {
    /// Creates a panel with the theme's color and corners, to which other layers are added.
    convenience init(in environment: OverlayEnvironment) {
        self.init(color: environment.theme.panelColor, radius: environment.theme.radius)
    }

    /// Sets the frame, with its edges snapped to whole pixels.
    func place(_ frame: Rect, in environment: OverlayEnvironment) {
        let corner = environment.snappedToPixels(frame.origin)
        let opposite = environment.snappedToPixels(Point(x: frame.maxX, y: frame.maxY))
        properties.position = corner
        properties.bounds.size = Size(width: opposite.x - corner.x, height: opposite.y - corner.y)
    }
}
