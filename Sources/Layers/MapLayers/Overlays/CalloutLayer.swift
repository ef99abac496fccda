public import LayerTree
internal import TextLayers
internal import TextRendering
internal import VectorDrawing

/// A bubble with a title and a subtitle that points at a pin or a coordinate.
///
/// A ``MapView`` opens it above its anchor, or below if there is no room, and keeps it in view.
public final class CalloutLayer: Layer {
    /// The maximum width of the text in points; longer lines are wrapped.
    public static let textWidth = 260.0

    private let bubble = ShapeLayer()
    private let texts: [TextLayer]
    /// The placement of the bubble.
    private(set) var placement: CalloutPlacement?

    private static let padding = Size(width: 14, height: 10)
    private static let gap = 3.0
    private static let fadeDuration = 0.15

    init(title: String, subtitle: String, drawing: TextDrawing) {
        func text(_ text: String, _ font: TextFont, _ color: Color, lines: Int) -> TextLayer {
            TextLayer(
                text, style: TextStyle(font: font, color: color, width: Self.textWidth, lineLimit: lines),
                drawing: drawing)
        }
        let dark = Color(red: 0.1, green: 0.1, blue: 0.12)
        let gray = Color(red: 0.36, green: 0.36, blue: 0.4)
        texts = [
            text(title, TextFont(size: 15, weight: .bold), dark, lines: 3),
            text(subtitle, TextFont(size: 13), gray, lines: 8),
        ].filter { !$0.text.isEmpty }
        super.init()
        name = "callout"
        actions = .none
        properties.anchorPoint = .zero
        bubble.actions = .none
        bubble.anchorPoint = .zero
        bubble.fillColor = Color(red: 1, green: 1, blue: 1)
        bubble.isHitTestable = false
        bubble.shadowOpacity = 0.4
        bubble.shadowRadius = 5
        bubble.shadowOffset = Point(x: 0, y: 2)
        addSublayer(bubble)
        for text in texts {
            text.isHitTestable = false
            addSublayer(text)
            text.onResize = { [weak self] in self?.onResize?() }
        }
    }

    /// Called when the size of the texts has become known or has changed.
    var onResize: (@MainActor () -> Void)?

    /// The size of the bubble.
    var bubbleSize: Size {
        let sizes = texts.map(\.bounds.size)
        let height = sizes.reduce(0) { $0 + $1.height } + Self.gap * Double(max(sizes.count - 1, 0))
        return Size(
            width: max(sizes.map(\.width).max() ?? 0, 4 * CalloutPlacement.radius) + 2 * Self.padding.width,
            height: height + 2 * Self.padding.height)
    }

    /// Whether the texts have their sizes, so that the bubble can be shown.
    var isReady: Bool { texts.allSatisfy { $0.isUpToDate } }

    /// Moves the callout to the rectangle of its owner.
    func place(at anchor: Rect, in view: Rect) {
        let size = bubbleSize
        let new = CalloutPlacement(of: size, at: anchor, in: view)
        properties.isHidden = !isReady
        guard new != placement else { return }
        let former = placement
        placement = new
        properties.position = new.frame.origin
        properties.bounds.size = size
        let tip = Point(x: new.tip.x - new.frame.minX, y: new.tip.y - new.frame.minY)
        let path = Self.outline(of: size, tip: tip)
        if former == nil || path != bubble.path {
            bubble.path = path
            bubble.shadowPath = path
        }
        var y = Self.padding.height
        for text in texts {
            text.place(Point(x: Self.padding.width, y: y))
            y += text.bounds.size.height + Self.gap
        }
    }

    /// Fades the callout in.
    func fadeIn() {
        var fade = BasicAnimation(\.opacity, from: 0)
        fade.timing.duration = Self.fadeDuration
        addAnimation(fade, forKey: "fade")
    }

    /// A rounded rectangle with a pointer at the upper or lower side that ends at the tip.
    static func outline(of size: Size, tip: Point) -> Path {
        let radius = CalloutPlacement.radius
        let half = CalloutPlacement.pointerHalfWidth
        let right = size.width
        let bottom = size.height
        // The distance of control points for a quarter of a circle.
        let control = radius * (1 - 0.5523)
        var path = Path()
        func pointer(from first: Double, to last: Double, y: Double) {
            path.addLine(to: Point(x: tip.x + first, y: y))
            path.addLine(to: tip)
            path.addLine(to: Point(x: tip.x + last, y: y))
        }
        path.move(to: Point(x: radius, y: 0))
        if tip.y < 0 { pointer(from: -half, to: half, y: 0) }
        path.addLine(to: Point(x: right - radius, y: 0))
        path.addCurve(
            to: Point(x: right, y: radius), controls: Point(x: right - control, y: 0), Point(x: right, y: control))
        path.addLine(to: Point(x: right, y: bottom - radius))
        path.addCurve(
            to: Point(x: right - radius, y: bottom), controls: Point(x: right, y: bottom - control),
            Point(x: right - control, y: bottom))
        if tip.y > bottom { pointer(from: half, to: -half, y: bottom) }
        path.addLine(to: Point(x: radius, y: bottom))
        path.addCurve(
            to: Point(x: 0, y: bottom - radius), controls: Point(x: control, y: bottom),
            Point(x: 0, y: bottom - control))
        path.addLine(to: Point(x: 0, y: radius))
        path.addCurve(to: Point(x: radius, y: 0), controls: Point(x: 0, y: control), Point(x: control, y: 0))
        path.close()
        return path
    }
}
