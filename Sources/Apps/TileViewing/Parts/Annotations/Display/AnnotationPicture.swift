internal import Controls
internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import TilePyramid
internal import VectorDrawing

/// Annotations as they are drawn into an exported picture.
struct AnnotationPicture: Sendable {
    private struct Item {
        var shape: AnnotationShape
        var bounds: Rect
        var color: Color
        var label: Label?
    }

    private struct Label {
        var text: String
        /// The panel around the text, in full-size pixels.
        var panel: Rect
    }

    private var items: [Item] = []
    /// Full-size pixels for a point of the screen.
    private let scale: Double
    private let font: TextFont
    private let theme = ControlTheme()

    /// The most full-size pixels for a point: lines of a few hundred pixels, and letters as high.
    static let scaleLimit = 64.0

    /// Prepares annotations, and lays out their labels; away from the main thread, because there may be many.
    ///
    /// - Parameters:
    ///   - annotations: the annotations.
    ///   - region: the region that is drawn, in full-size pixels.
    ///   - measures: what pixels are in the world.
    ///   - scale: full-size pixels for a point of the screen, in which the widths of lines and the size of letters are given.
    init(_ annotations: [Annotation], in region: PixelRect, measures: AnnotationScale, scale: Double) {
        let scale = min(max(scale, 1), Self.scaleLimit)
        self.scale = scale
        font = TextFont(family: theme.family, size: theme.textSize * scale)
        let font = font
        var texts = MeasureTexts()
        texts.scale = measures
        // A label is above its annotation, and as wide as it has to be.
        let seen = Self.enlarged(region, by: 500 * scale)
        items = annotations.compactMap { annotation -> Item? in
            guard !annotation.extras.isOpaque, annotation.shape.bounds.isClose(to: seen) else { return nil }
            var item = Item(
                shape: annotation.shape, bounds: annotation.shape.bounds,
                color: annotation.color ?? AnnotationPalette.defaultColor)
            let text = annotation.label(measure: annotation.showsMeasure ? texts.text(of: annotation, id: nil) : nil)
            if !text.isEmpty, let point = annotation.labelPoint,
                let metrics = try? TextRenderer.measure(AttributedText(text), font: font)
            {
                let size = Size(
                    width: Double(metrics.lineBox.size.width) + 10 * scale,
                    height: Double(metrics.lineBox.size.height) + 4 * scale)
                let panel = Rect(
                    x: (point.x - size.width / 2).rounded(), y: (point.y - size.height - 8 * scale).rounded(),
                    width: size.width, height: size.height)
                item.label = Label(text: text, panel: panel)
            }
            return item
        }
        leaveOutLabels()
    }

    /// Leaves out labels that meet those of larger annotations, as the view does.
    private mutating func leaveOutLabels() {
        var space = LabelSpace(side: 96 * scale)
        let items = items
        func size(_ index: Int) -> Double { max(items[index].bounds.size.width, items[index].bounds.size.height) }
        let order = items.indices.filter { items[$0].label != nil }.map { ($0, size($0)) }
            .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
        for (index, _) in order {
            if let label = items[index].label, !space.takes(label.panel) { self.items[index].label = nil }
        }
    }

    /// Draws what lies in a region.
    ///
    /// - Parameter rect: the region in full-size pixels.
    /// - Returns: the pixels of the region; nil if there is nothing in it.
    func draw(_ rect: PixelRect) -> PixelBuffer? {
        let margin = 8 * scale
        let seen = Self.enlarged(rect, by: margin)
        let shapes = items.filter { $0.bounds.isClose(to: seen) }
        let labels = items.compactMap(\.label).filter { $0.panel.isClose(to: seen) }
        guard !shapes.isEmpty || !labels.isEmpty else { return nil }
        let transform = AffineTransform(translationX: -Double(rect.x), y: -Double(rect.y))
        let local = Rect(
            x: -margin, y: -margin, width: seen.size.width, height: seen.size.height)
        return PixelBuffer.drawn(size: rect.size) { context in
            for item in shapes {
                var outline = AnnotationOutline()
                outline.add(
                    item.shape, transform: transform, seen: local,
                    pointRadius: AnnotationLayer.pointRadius * scale)
                let line = AnnotationLayer.lineWidth
                let casing = AnnotationLayer.casingWidth
                context.fillColor = AnnotationLayer.casingColor
                context.fill(outline.drawn(width: (line + casing) * scale, growth: scale))
                context.fillColor = item.color
                context.fill(outline.drawn(width: line * scale, growth: 0))
            }
            for label in labels {
                let x = label.panel.minX - Double(rect.x)
                let y = label.panel.minY - Double(rect.y)
                context.fillColor = theme.panelColor
                context.fill(
                    Path(roundedRect: Rect(origin: Point(x: x, y: y), size: label.panel.size), radius: 4 * scale))
                guard let mask = try? TextRenderer.draw(label.text, font: font) else { continue }
                context.draw(
                    mask, column: Int((x + 5 * scale).rounded()), row: Int((y + 2 * scale).rounded()),
                    color: theme.textColor)
            }
        }
    }

    /// A region with a margin on all sides.
    private static func enlarged(_ rect: PixelRect, by margin: Double) -> Rect {
        Rect(
            x: Double(rect.x) - margin, y: Double(rect.y) - margin, width: Double(rect.size.width) + 2 * margin,
            height: Double(rect.size.height) + 2 * margin)
    }
}
