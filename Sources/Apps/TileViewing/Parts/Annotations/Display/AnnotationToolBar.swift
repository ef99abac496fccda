internal import Controls
internal import LayerTree
internal import TextLayers
internal import VectorDrawing

/// The bar of tools at the top of the view while annotations are edited, with what to do next in a line below.
@MainActor
final class AnnotationToolBar {
    /// The layer of the bar, to be added to the layer that fills the window.
    let layer: PanelLayer

    private let environment: ControlEnvironment
    private let items: [(tool: AnnotationTool, text: TextLayer)]
    private let swatches: [(color: Color, layer: PanelLayer)]
    /// The ring around the swatch of the chosen color.
    private let ring: PanelLayer
    private let hint: TextLayer
    private var width = 0.0
    private var chosen: AnnotationTool?
    private var chosenColor: Color?

    private static let gap = 14.0
    private static let margin = 12.0
    private static let swatchSize = 16.0
    private static let swatchGap = 10.0
    private static let ringWidth = 2.0
    /// The width beside the map that is enough for the tools; where there is less, they reach below the map.
    private static let leastWidth = 240.0

    init(in environment: ControlEnvironment) {
        self.environment = environment
        layer = PanelLayer(in: environment)
        layer.name = "annotation tools"
        items = AnnotationTool.allCases.map { tool in
            (tool, TextLayer("\(tool.key) \(tool.name)", style: environment.theme.style(), in: environment))
        }
        swatches = AnnotationPalette.colors.map { ($0, PanelLayer(color: $0, radius: 4)) }
        ring = PanelLayer(color: environment.theme.textColor, radius: 6)
        var style = environment.theme.style(color: environment.theme.secondaryColor)
        style.lineLimit = 3
        hint = TextLayer(style: style, in: environment)
        layer.isHidden = true
        for text in items.map(\.text) + [hint] {
            layer.addSublayer(text)
            text.onResize = { [weak self] in self?.place() }
        }
        layer.addSublayer(ring)
        for swatch in swatches {
            swatch.layer.borderColor = Color(red: 0, green: 0, blue: 0, alpha: 0.6)
            layer.addSublayer(swatch.layer)
        }
        environment.textDrawing.addScaleObserver(self) { $0.place() }
    }

    /// Shows the tools at the top of a view, left of the overview map; nil hides them.
    func update(_ tool: AnnotationTool?, color: Color, hint text: String, in size: Size) {
        layer.isHidden = tool == nil
        guard let tool else { return }
        if tool != chosen {
            chosen = tool
            for item in items {
                item.text.textStyle.color =
                    item.tool == tool ? environment.theme.accentColor : environment.theme.textColor
            }
        }
        if color != chosenColor {
            chosenColor = color
            placeRing()
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
        if case .tool(let tool) = part(at: point) { tool } else { nil }
    }

    /// The color at a point of the view; nil for none.
    func color(at point: Point) -> Color? {
        if case .color(let color) = part(at: point) { color } else { nil }
    }

    /// A part of the bar that can be clicked.
    private enum Part {
        case tool(AnnotationTool)
        case color(Color)
    }

    /// The part that is closest to a point of the view, if it is at most half a gap away.
    private func part(at point: Point) -> Part? {
        guard contains(point) else { return nil }
        let local = point - layer.frame.origin
        let parts =
            items.map { (part: Part.tool($0.tool), frame: $0.text.frame) }
            + swatches.map { (.color($0.color), $0.layer.frame) }
        let nearest = parts.map { ($0.part, distance: $0.frame.distance(to: local)) }.min { $0.distance < $1.distance }
        return nearest.flatMap { $0.distance <= Self.gap / 2 ? $0.0 : nil }
    }

    /// Whether a point of the view is on the bar.
    func contains(_ point: Point) -> Bool { !layer.isHidden && layer.frame.contains(point) }

    /// Places the ring around the swatch of the chosen color, if there is one.
    private func placeRing() {
        let swatch = swatches.first { $0.color == chosenColor }
        ring.isHidden = swatch == nil
        guard let frame = swatch?.layer.frame else { return }
        let width = Self.ringWidth
        ring.place(
            Rect(
                x: frame.minX - width, y: frame.minY - width, width: frame.size.width + 2 * width,
                height: frame.size.height + 2 * width), in: environment)
    }

    /// Places the tools in rows that fit into the view, and the line below them.
    private func place() {
        let theme = environment.theme
        let limit = width - 2 * Self.margin - 2 * theme.horizontalPadding
        var x = 0.0
        var y = theme.verticalPadding
        var rowHeight = 0.0
        var right = 0.0
        for item in items {
            let size = item.text.drawn.size
            if x > 0, x + size.width > limit {
                x = 0
                y = y + rowHeight + theme.verticalPadding
            }
            item.text.place(Point(x: theme.horizontalPadding + x, y: y))
            right = max(right, x + size.width)
            x += size.width + Self.gap
            rowHeight = size.height
        }
        let swatchesWidth = Double(swatches.count) * (Self.swatchSize + Self.swatchGap) - Self.swatchGap
        if x > 0, x + swatchesWidth > limit {
            x = 0
            y = y + rowHeight + theme.verticalPadding
        }
        for swatch in swatches {
            swatch.layer.place(
                Rect(
                    x: theme.horizontalPadding + x, y: y + (rowHeight - Self.swatchSize) / 2, width: Self.swatchSize,
                    height: Self.swatchSize), in: environment)
            right = max(right, x + Self.swatchSize)
            x += Self.swatchSize + Self.swatchGap
        }
        placeRing()
        y += rowHeight + theme.verticalPadding
        hint.place(Point(x: theme.horizontalPadding, y: y))
        let size = Size(
            width: max(right, hint.drawn.size.width) + 2 * theme.horizontalPadding,
            height: y + hint.drawn.size.height + theme.verticalPadding)
        layer.place(
            Rect(origin: Point(x: max(0, (width - size.width) / 2), y: Self.margin), size: size), in: environment)
    }
}

extension Rect {
    /// The distance of a point outside of the rectangle, along the axis on which it is farther away; 0 inside.
    fileprivate func distance(to point: Point) -> Double {
        max(0, minX - point.x, point.x - maxX, minY - point.y, point.y - maxY)
    }
}
