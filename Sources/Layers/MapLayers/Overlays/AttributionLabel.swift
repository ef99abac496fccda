internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import VectorDrawing

/// The line at the lower right that credits the sources of the maps.
@MainActor
final class AttributionLabel {
    /// The layer of the text, on a light panel that keeps it legible over any map.
    let layer: TextLayer
    private var size = Size.zero

    private static let margin = 8.0

    init(drawing: TextDrawing) {
        let panel = TextStyle.Panel(
            color: Color(red: 1, green: 1, blue: 1, alpha: 0.8), radius: 4, horizontalPadding: 6, verticalPadding: 3)
        layer = TextLayer(
            style: TextStyle(
                font: TextFont(size: 11), color: Color(red: 0.15, green: 0.15, blue: 0.17), panel: panel),
            drawing: drawing)
        layer.name = "attribution"
        layer.isHitTestable = false
        layer.onResize = { [weak self] in self?.arrange() }
    }

    /// Shows a text in a view of a size.
    func show(_ text: String, in size: Size) {
        guard text != layer.text || size != self.size else { return }
        self.size = size
        layer.textStyle.width = max(size.width - 2 * Self.margin - 12, 1)
        layer.text = text
        arrange()
    }

    private func arrange() {
        let own = layer.bounds.size
        layer.place(
            Point(x: size.width - own.width - Self.margin, y: size.height - own.height - Self.margin))
    }
}
