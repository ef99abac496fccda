internal import ImageCodecs
internal import LayerTree
internal import TilePyramid

/// The dark plate behind overlays: a small picture of which the middle is stretched, so that it is never drawn anew.
final class PanelLayer: Layer {
    private let environment: OverlayEnvironment

    /// A plate with the theme's color and corners; other layers are put into it.
    init(in environment: OverlayEnvironment) {
        self.environment = environment
        super.init()
        name = "plate"
        actions = .none
        properties.anchorPoint = .zero
        properties.contentsCenter = Rect(x: 0.5, y: 0.5, width: 0, height: 0)
        environment.addScaleObserver(self) { $0.drawCorners() }
        drawCorners()
    }

    /// Places it, with its edges on whole pixels.
    func place(_ frame: Rect) {
        let corner = environment.snappedToPixels(frame.origin)
        let opposite = environment.snappedToPixels(Point(x: frame.maxX, y: frame.maxY))
        properties.position = corner
        properties.bounds.size = Size(width: opposite.x - corner.x, height: opposite.y - corner.y)
    }

    private func drawCorners() {
        let (theme, scale) = (environment.theme, environment.scale)
        // Two corners side by side, each with one pixel of a straight edge.
        let side = 2 * (Int((theme.radius * scale).rounded(.up)) + 1)
        properties.contentsScale = scale
        properties.contents = PixelBuffer.drawn(size: PixelSize(width: side, height: side)) { context in
            context.fillColor = theme.panelColor
            let rect = Rect(x: 0, y: 0, width: Double(side), height: Double(side))
            context.fill(Path(roundedRect: rect, radius: theme.radius * scale))
        }
    }
}
