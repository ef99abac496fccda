internal import TilePyramid
public import VectorDrawing

/// A background with rounded corners and an optional border, which keeps text on it legible over any image.
///
/// The corners are a small bitmap with a stretched center, so they are drawn once for each style and each scale of the scene,
/// whatever the size of the panel. Changes show at once. The layer's position is the position of its upper left corner.
///
/// ```swift
/// let panel = PanelLayer(color: Color(red: 0, green: 0, blue: 0, alpha: 0.75), radius: 8)
/// panel.frame = Rect(x: 12, y: 12, width: 200, height: 32)
/// panel.addSublayer(label)
/// ```
public final class PanelLayer: Layer {
    /// The color of the background, usually dark and slightly transparent.
    public var color: Color {
        didSet { if color != oldValue { drawCorners() } }
    }

    /// The corner radius in points.
    public var radius: Double {
        didSet { if radius != oldValue { drawCorners() } }
    }

    /// The color of the border, which is inside the edges; the default is nil, for no border.
    public var borderColor: Color? {
        didSet { if borderColor != oldValue { drawCorners() } }
    }

    /// The width of the border in points; the default is 1.
    public var borderWidth = 1.0 {
        didSet { if borderWidth != oldValue { drawCorners() } }
    }

    /// Creates a panel, with corners of 6 points by default.
    public init(color: Color, radius: Double = 6) {
        self.color = color
        self.radius = radius
        super.init()
        name = "panel"
        actions = .none
        properties.anchorPoint = .zero
        properties.contentsCenter = Rect(x: 0.5, y: 0.5, width: 0, height: 0)
    }

    /// Draws the corners for the scale of the scene.
    public override func didChangeScene() {
        drawCorners()
    }

    /// Draws the corners again.
    public override func didChangeScale() {
        drawCorners()
    }

    private func drawCorners() {
        // Without a scene nothing is shown, and the scale is unknown.
        guard let scale = scene?.scale else { return }
        func limited(_ length: Double) -> Double { length > 0 ? min(length, Self.lengthLimit) : 0 }
        let radius = limited(radius)
        let inset = borderColor == nil ? 0 : limited(borderWidth)
        // Two corners side by side, each with one pixel of a straight edge.
        let side = 2 * (Int((max(radius, inset) * scale).rounded(.up)) + 1)
        let rect = Rect(x: 0, y: 0, width: Double(side), height: Double(side))
        countOwnDrawing(pixels: side * side)
        properties.contentsScale = scale
        properties.contents = PixelBuffer.drawn(size: PixelSize(width: side, height: side)) { context in
            context.fillColor = color
            context.fill(Path(roundedRect: rect, radius: radius * scale))
            guard let borderColor, inset > 0 else { return }
            let width = inset * scale
            let middle = Rect(
                x: width / 2, y: width / 2, width: rect.size.width - width, height: rect.size.height - width)
            context.strokeColor = borderColor
            context.strokeStyle.width = width
            context.stroke(Path(roundedRect: middle, radius: radius * scale - width / 2))
        }
    }

    /// The maximum radius and border width in points; larger values are reduced to it.
    private static let lengthLimit = 1024.0
}
