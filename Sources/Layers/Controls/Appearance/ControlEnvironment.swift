package import LayerTree
public import TextLayers
package import VectorDrawing

/// The things that all controls of a window share: the theme, the scale of the screen, the clipboard, and the queue that draws.
///
/// A ``ControlController`` has one, and keeps its scale and its queue up to date.
@MainActor
public final class ControlEnvironment {
    /// Pixels per point, 1 by default; a change redraws the controls that are shown.
    public var scale: Double {
        get { textDrawing.scale ?? 1 }
        set { textDrawing.scale = newValue }
    }

    /// Whether controls appear and disappear without animations, `false` by default.
    public var reducesMotion = false

    /// The look of the controls.
    public let theme: ControlTheme

    /// Copies text to the clipboard; nil, the default, if there is none.
    public var onCopy: (@MainActor (String) -> Void)?
    /// Returns the text of the clipboard to paste; nil, the default, if there is none.
    ///
    /// It may return nil, and call ``TextEntry/insert(_:)`` later.
    public var onPaste: (@MainActor () -> String?)?

    /// The resources that text layers share: the queue that draws the contents of controls, and why text cannot be
    /// drawn, which without text cannot be shown on the screen.
    package let textDrawing: TextDrawing

    /// Creates an environment.
    ///
    /// - Parameters:
    ///   - theme: the look, by default light text on dark panels.
    ///   - mode: the mode of drawing, by default in the background.
    public convenience init(theme: ControlTheme = ControlTheme(), drawing mode: DrawingQueue.Mode = .background) {
        self.init(queue: DrawingQueue(mode: mode), theme: theme)
    }

    /// Creates an environment whose owner requests a frame in the queue's `onDelivery`, and calls `deliver()` before each frame.
    package init(queue: DrawingQueue, scale: Double = 1, theme: ControlTheme = ControlTheme()) {
        textDrawing = TextDrawing(queue: queue, scale: scale)
        self.theme = theme
    }

    /// The nearest point whose coordinates are whole pixels, so that images and lines are sharp.
    package func snappedToPixels(_ point: Point) -> Point {
        Point(x: snappedToPixels(point.x), y: snappedToPixels(point.y))
    }

    /// The nearest length of whole pixels.
    package func snappedToPixels(_ length: Double) -> Double { (length * scale).rounded() / scale }

    /// Shows or hides a layer, with a fade unless motion is reduced.
    package func setHidden(_ isHidden: Bool, _ layer: Layer) {
        guard layer.isHidden != isHidden else { return }
        layer.actions[.isHidden] = reducesMotion ? .none : .run(Transition(.fade, duration: Self.fadeDuration))
        layer.isHidden = isHidden
    }

    /// The duration of a fade, in seconds.
    private static let fadeDuration = 0.15
}

extension TextLayer {
    /// Creates a layer with a text for a control.
    package convenience init(_ text: String = "", style: TextStyle, in environment: ControlEnvironment) {
        self.init(text, style: style, drawing: environment.textDrawing)
    }
}

extension PanelLayer {
    /// Creates a panel with the theme's color and corners, to which other layers are added.
    ///
    /// - Parameters:
    ///   - opacity: the opacity of the panel; nil, the default, for the theme's.
    ///   - environment: the environment of the control.
    package convenience init(opacity: Double? = nil, in environment: ControlEnvironment) {
        var color = environment.theme.panelColor
        color.alpha = opacity ?? color.alpha
        self.init(color: color, radius: environment.theme.radius)
    }

    /// Sets the frame, with its edges snapped to whole pixels.
    package func place(_ frame: Rect, in environment: ControlEnvironment) {
        let corner = environment.snappedToPixels(frame.origin)
        let opposite = environment.snappedToPixels(Point(x: frame.maxX, y: frame.maxY))
        properties.position = corner
        properties.bounds.size = Size(width: opposite.x - corner.x, height: opposite.y - corner.y)
    }
}

extension Layer {
    /// Creates a layer whose position is its upper left corner, and which changes without animations.
    package static func plain(_ name: String? = nil) -> Layer {
        let layer = Layer()
        layer.name = name ?? layer.name
        layer.actions = .none
        layer.anchorPoint = .zero
        return layer
    }
}
