internal import Controls
internal import LayerTree
internal import TextLayers
internal import TilePyramid
internal import VectorDrawing

/// The handles of the selection and its size, in points of the view: as large at any zoom.
@MainActor
final class SelectionMarks {
    /// The layer of the marks, to be added to the layer that fills the window, above the image.
    let layer = Layer()

    private let environment: ControlEnvironment
    private let handles = SelectionHandlesLayer()
    private let label: TextLayer
    private var outline: SelectionOutline?
    private var size = Size.zero
    /// The frames of the overlays, in points of the view, under which the label could not be read.
    private var coverings: [Rect] = []

    /// The distance of the label from the selection and from the edges of the view.
    private static let gap = 8.0

    init(in environment: ControlEnvironment) {
        self.environment = environment
        var style = environment.theme.style()
        style.panel = TextStyle.Panel(
            color: environment.theme.panelColor, radius: 4, horizontalPadding: 6, verticalPadding: 2)
        label = TextLayer(style: style, in: environment)
        layer.name = "selection marks"
        layer.actions = .none
        layer.anchorPoint = .zero
        layer.addSublayer(handles)
        layer.addSublayer(label)
        label.onResize = { [weak self] in self?.placeLabel() }
    }

    /// The text of the label.
    var text: String { label.text }

    /// The frame of the label in points of the view; nil while it is hidden.
    var labelFrame: Rect? { label.isHidden ? nil : label.frame }

    /// Shows a selection with its size.
    ///
    /// - Parameters:
    ///   - outline: where it is.
    ///   - text: its size.
    ///   - size: the size of the view.
    func update(_ outline: SelectionOutline, text: String, in size: Size) {
        self.outline = outline
        self.size = size
        handles.show(outline.surroundsView ? [] : outline.handles.map(\.point))
        label.text = text
        placeLabel()
    }

    /// Places the label beside overlays with these frames, in points of the view, if there is room.
    func avoid(_ frames: [Rect]) {
        coverings = frames
        placeLabel()
    }

    /// Places the label above the selection; inside if there is no room, and always in view with a part of the selection.
    ///
    /// Where that is under an overlay, the label is below the selection or inside, at its upper or lower edge.
    private func placeLabel() {
        guard let outline else { return }
        let text = label.drawn.size
        let bounds = outline.bounds
        let isSeen = bounds.intersection(Rect(origin: .zero, size: size)) != nil
        label.isHidden = text.width == 0 || !isSeen
        guard isSeen else { return }
        let lift = text.height + Self.gap
        var y = bounds.minY - lift
        if y < Self.gap {
            y = bounds.maxY + Self.gap + lift <= size.height ? bounds.maxY + Self.gap : max(bounds.minY, 0) + Self.gap
        }
        let x = min(max(bounds.minX, Self.gap), max(Self.gap, size.width - Self.gap - text.width))
        let limits = Self.gap...max(Self.gap, size.height - lift)
        let home = min(y, limits.upperBound)
        func isFree(_ y: Double) -> Bool {
            let frame = Rect(origin: Point(x: x, y: y), size: text)
            return limits.contains(y) && coverings.allSatisfy { $0.intersection(frame) == nil }
        }
        let others = [
            bounds.minY - lift, bounds.maxY + Self.gap, max(bounds.minY, 0) + Self.gap,
            min(bounds.maxY, size.height) - lift,
        ]
        label.place(Point(x: x, y: isFree(home) ? home : others.first(where: isFree) ?? home))
    }
}

/// Draws handles as white squares with a dark edge.
final class SelectionHandlesLayer: Layer {
    private var points: [Point] = []
    private var paths: [(path: Path, color: Color)] = []

    override init() {
        super.init()
        name = "selection handles"
        actions = .none
        properties.anchorPoint = .zero
    }

    /// Shows handles at other points.
    func show(_ new: [Point]) {
        guard new != points else { return }
        points = new
        paths = [(0.0, Color.black), (1.5, Color.white)].map { inset, color in
            let side = SelectionOutline.handleSide - 2 * inset
            var path = Path()
            for point in new {
                path.addRect(Rect(center: point, size: Size(width: side, height: side)))
            }
            return (path, color)
        }
        setNeedsFrame()
    }

    override func renderItems(in context: LayerRenderContext) -> [RenderItem] {
        guard !points.isEmpty else { return [] }
        return paths.map {
            .shape(
                RenderShape(
                    path: $0.path, projection: context.projection, fill: .color($0.color), clip: context.clipping))
        }
    }
}
