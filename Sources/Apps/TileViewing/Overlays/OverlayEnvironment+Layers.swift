internal import LayerTree
internal import TextLayers

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
