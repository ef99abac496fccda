internal import LayerTree
internal import TextLayers

/// The bar of tools at the top of the view while annotations are edited, with what to do next in a line below.
@MainActor
final class AnnotationToolBar {
    /// The layer of the bar, to be added to the layer that fills the window.
    let layer: PanelLayer

    private let environment: OverlayEnvironment
    private let items: [(tool: AnnotationTool, text: TextLayer)]
    private let hint: TextLayer
    private var width = 0.0
    private var chosen: AnnotationTool?

    private static let gap = 14.0
    private static let margin = 12.0
    /// The width beside the map that is enough for the tools; where there is less, they reach below the map.
    private static let leastWidth = 240.0

    init(in environment: OverlayEnvironment) {
        self.environment = environment
        layer = PanelLayer(in: environment)
        layer.name = "annotation tools"
        items = AnnotationTool.allCases.map { tool in
            (tool, TextLayer("\(tool.key) \(tool.name)", style: environment.theme.style(), in: environment))
        }
        hint = TextLayer(style: environment.theme.style(color: environment.theme.secondaryColor), in: environment)
        layer.isHidden = true
        for text in items.map(\.text) + [hint] {
            layer.addSublayer(text)
            text.onResize = { [weak self] in self?.place() }
        }
        environment.textDrawing.addScaleObserver(self) { $0.place() }
    }

    /// Shows the tools at the top of a view, left of the overview map; nil hides them.
    func update(_ tool: AnnotationTool?, hint text: String, in size: Size) {
        layer.isHidden = tool == nil
        guard let tool else { return }
        if tool != chosen {
            chosen = tool
            for item in items {
                item.text.textStyle.color =
                    item.tool == tool ? environment.theme.accentColor : environment.theme.textColor
            }
        }
        let besideMap = size.width - OverlayLayout(size: size, theme: environment.theme).mapSize.width - Self.margin
        let width = besideMap >= Self.leastWidth ? besideMap : size.width
        let isResized = width != self.width
        self.width = width
        hint.text = text
        hint.textStyle.width = max(40, width - 4 * Self.margin)
        if isResized { place() }
    }

    /// The tool at a point of the view; nil for none.
    func tool(at point: Point) -> AnnotationTool? {
        guard contains(point) else { return nil }
        let local = point - layer.frame.origin
        return items.first { $0.text.frame.isClose(to: local, within: Self.gap / 2) }?.tool
    }

    /// Whether a point of the view is on the bar.
    func contains(_ point: Point) -> Bool { !layer.isHidden && layer.frame.contains(point) }

    /// Places the tools in rows that fit into the view, and the line below them.
    private func place() {
        let theme = environment.theme
        let limit = width - 2 * Self.margin - 2 * theme.horizontalPadding
        var (x, y, rowHeight, right) = (0.0, theme.verticalPadding, 0.0, 0.0)
        for item in items {
            let size = item.text.drawn.size
            if x > 0, x + size.width > limit {
                (x, y) = (0, y + rowHeight + theme.verticalPadding)
            }
            item.text.place(Point(x: theme.horizontalPadding + x, y: y))
            right = max(right, x + size.width)
            x += size.width + Self.gap
            rowHeight = size.height
        }
        y += rowHeight + theme.verticalPadding
        hint.place(Point(x: theme.horizontalPadding, y: y))
        let size = Size(
            width: max(right, hint.drawn.size.width) + 2 * theme.horizontalPadding,
            height: y + hint.drawn.size.height + theme.verticalPadding)
        layer.place(
            Rect(origin: Point(x: max(0, (width - size.width) / 2), y: Self.margin), size: size), in: environment)
    }
}
