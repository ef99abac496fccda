internal import ImageCodecs
internal import LayerTree
internal import TilePyramid

/// The dark panel behind overlays, a small bitmap whose center is stretched, so that it is drawn once for each scale.
final class PanelLayer: Layer {
    private let environment: OverlayEnvironment

    /// Creates a panel with the theme's color and corners, to which other layers are added.
    init(in environment: OverlayEnvironment) {
        self.environment = environment
        super.init()
        name = "panel"
        actions = .none
        properties.anchorPoint = .zero
        properties.contentsCenter = Rect(x: 0.5, y: 0.5, width: 0, height: 0)
        environment.addScaleObserver(self) { $0.drawCorners() }
        drawCorners()
    }

    /// Sets the frame, with its edges snapped to whole pixels.
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
