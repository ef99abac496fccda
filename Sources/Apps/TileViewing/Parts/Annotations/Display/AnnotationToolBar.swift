internal import Controls
internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import VectorDrawing

/// The bar of tools at the top of the view while annotations are edited, above a line with what to do next or what is typed.
///
/// Where there is no room for all, rows of tools are left out, and are scrolled to; the line below stays.
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
    /// The frame in the view; nil while there is no room.
    private var frame: Rect?
    private var shownTool: AnnotationTool?
    /// The distance by which the rows of tools are scrolled; the row that is nearest to it is the first that is seen.
    private var scrollOffset = 0.0
    /// The largest ``scrollOffset``; 0 if all rows are seen.
    private var scrollLimit = 0.0
    private let bar: ScrollBar
    /// The press on the bar while it scrolls; nil if there is none.
    private var drag: ScrollDrag?
    private var hintSizes: [(key: HintKey, size: Size)] = []
    private var chosen: AnnotationTool?
    private var chosenColor: Color?

    /// The values on which the size of the hint depends.
    private struct HintKey: Hashable {
        var text: String
        var width: Double
        var scale: Double
    }

    private static let gap = 14.0
    /// The maximum number of sizes of hints that are cached: those of one text in several widths.
    private static let hintSizeLimit = 6
    private static let swatchSize = 16.0
    private static let swatchGap = 10.0
    private static let ringWidth = 2.0
    /// The width beside the map that is enough for the tools; where there is less, the map gives way.
    private static let leastWidth = 240.0
    /// The distance in points that is as bad as rows beside the map: less than the height of any map, so that the bar is never
    /// below it where there is room beside it.
    private static let stepCost = 10.0
    /// The least height of a bar, unless the hint needs more: a row of tools and a line of the hint.
    private static let leastHeight = 50.0

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
        bar = ScrollBar(in: layer, environment: environment)
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

    /// Shows the tools with one of them chosen; nil hides them.
    ///
    /// - Parameters:
    ///   - tool: the chosen tool; nil hides the tools.
    ///   - color: the chosen color.
    ///   - text: the line below the tools.
    ///   - isTyped: whether the line is being typed, so that its end is seen if it is too long; false by default.
    func update(_ tool: AnnotationTool?, color: Color, hint text: String, isTyped: Bool = false) {
        shownTool = tool
        showOrHide()
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
        hint.textStyle.truncation = isTyped ? .start : .end
        hint.text = text
    }

    private func showOrHide() {
        let isHidden = shownTool == nil || frame == nil
        if isHidden { drag = nil }
        if layer.isHidden != isHidden { layer.isHidden = isHidden }
    }

    // MARK: Place

    static let id = OverlayID("annotation tools")

    /// The space that the bar needs, over the whole width of the window or beside the overview map; nil while it is hidden.
    func request(in layout: OverlayLayout, region: Rect? = nil) -> OverlayRequest? {
        guard shownTool != nil else { return nil }
        let area = region.map { layout.area(of: $0) } ?? layout.area
        // Rounded to pixels, no bar is wider than the room that is left.
        let rest = area.size.width - layout.mapSize(in: region?.size).width - layout.gap
        let besideMap = (rest * layout.scale).rounded(.down) / layout.scale - layout.pixel
        let widths = [area.size.width] + (besideMap >= Self.leastWidth ? [besideMap] : [])
        let sizes = widths.map { arranged(in: $0).size }
        let leastWidth = min(Self.leastWidth, area.size.width)
        let theme = environment.theme
        let line = hintSize(in: leastWidth - 2 * theme.horizontalPadding).height + 2 * theme.verticalPadding
        var request = OverlayRequest(
            Self.id, .tools, at: .top, sizes: sizes,
            minimum: Size(
                width: leastWidth, height: min(max(Self.leastHeight, line), sizes.map(\.height).min() ?? 0)))
        request.region = region
        request.stepCost = Self.stepCost
        return request
    }

    /// Places the bar in a frame; without one it is hidden.
    func place(in frame: Rect?) {
        if frame != self.frame {
            self.frame = frame
            place()
        }
        showOrHide()
    }

    /// Scrolls the bar by a wheel that is over it; returns whether it scrolls.
    func scroll(by event: WheelEvent) -> Bool {
        guard contains(event.position), !event.isPinch, isScrollable else { return false }
        scrollOffset += event.scrolledPoints
        place()
        return true
    }

    /// Whether there are more rows of tools than are seen.
    private var isScrollable: Bool { scrollLimit > 0 }

    /// Whether a press on the bar scrolls it, or will once it moves.
    var isDragging: Bool { drag != nil }

    /// Begins a drag at a point of the view; returns whether the bar scrolls there.
    func beginDrag(at point: Point) -> Bool {
        guard contains(point), isScrollable else { return false }
        drag = ScrollDrag(at: point, offset: scrollOffset)
        return true
    }

    /// Scrolls the bar by a drag.
    func drag(to point: Point) {
        guard let offset = drag?.move(to: point) else { return }
        scrollOffset = offset
        place()
    }

    /// Ends the drag; returns whether it was a click.
    func endDrag() -> Bool { drag.take().map { !$0.isDrag } ?? false }

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
            items.filter { !$0.text.isHidden }.map { (part: Part.tool($0.tool), frame: $0.text.frame) }
            + swatches.filter { !$0.layer.isHidden }.map { (.color($0.color), $0.layer.frame) }
        let nearest = parts.map { ($0.part, distance: $0.frame.distance(to: local)) }.min { $0.distance < $1.distance }
        return nearest.flatMap { $0.distance <= Self.gap / 2 ? $0.0 : nil }
    }

    /// Whether a point of the view is on the bar.
    func contains(_ point: Point) -> Bool { !layer.isHidden && layer.frame.contains(point) }

    /// Places the ring around the swatch of the chosen color, if there is one.
    private func placeRing() {
        let swatch = swatches.first { $0.color == chosenColor }
        ring.isHidden = swatch?.layer.isHidden ?? true
        guard let frame = swatch?.layer.frame else { return }
        let width = Self.ringWidth
        ring.place(
            Rect(
                x: frame.minX - width, y: frame.minY - width, width: frame.size.width + 2 * width,
                height: frame.size.height + 2 * width), in: environment)
    }

    /// The positions of the tools, the color swatches and the hint, and the size of all.
    private struct Arranged {
        /// The rows of tools and of swatches, by their upper and lower edges.
        var rows: [(top: Double, bottom: Double)] = []
        var items: [(point: Point, row: Int)] = []
        var swatches: [(rect: Rect, row: Int)] = []
        var hint = Point.zero
        var size = Size.zero
    }

    /// Arranges the tools in rows that fit into a width, and the line below them.
    private func arranged(in width: Double) -> Arranged {
        let theme = environment.theme
        let left = theme.horizontalPadding
        let limit = width - 2 * left
        var arranged = Arranged()
        var x = 0.0
        var y = theme.verticalPadding
        var rowHeight = 0.0
        var right = 0.0
        for item in items {
            let size = item.text.drawn.size
            if x > 0, x + size.width > limit {
                x = 0
                arranged.rows.append((y, y + rowHeight))
                y = y + rowHeight + theme.verticalPadding
            }
            arranged.items.append((Point(x: left + x, y: y), arranged.rows.count))
            right = max(right, x + size.width)
            x += size.width + Self.gap
            rowHeight = max(rowHeight, size.height)
        }
        let swatchesWidth = Double(swatches.count) * (Self.swatchSize + Self.swatchGap) - Self.swatchGap
        if x > 0, x + swatchesWidth > limit {
            x = 0
            arranged.rows.append((y, y + rowHeight))
            y = y + rowHeight + theme.verticalPadding
        }
        for _ in swatches {
            let rect = Rect(
                x: left + x, y: y + (rowHeight - Self.swatchSize) / 2, width: Self.swatchSize, height: Self.swatchSize)
            arranged.swatches.append((rect, arranged.rows.count))
            right = max(right, x + Self.swatchSize)
            x += Self.swatchSize + Self.swatchGap
        }
        arranged.rows.append((y, y + rowHeight))
        y += rowHeight + theme.verticalPadding
        arranged.hint = Point(x: left, y: y)
        let hint = hintSize(in: limit)
        arranged.size = Size(
            width: min(max(right, hint.width) + 2 * left, width), height: y + hint.height + theme.verticalPadding)
        return arranged
    }

    /// The size of the hint in a width; it is measured once for each text and width.
    private func hintSize(in width: Double) -> Size {
        let key = HintKey(text: hint.text, width: max(40, width), scale: environment.scale)
        if let size = hintSizes.first(where: { $0.key == key })?.size { return size }
        let size = hint.preferredSize(width: key.width)
        hintSizes.append((key, size))
        if hintSizes.count > Self.hintSizeLimit { hintSizes.removeFirst() }
        return size
    }

    /// The rows of tools that are seen.
    private struct SeenRows {
        var rows: Range<Int>
        /// The distance by which they are shifted up.
        var shift = 0.0
        /// The largest distance by which rows can be shifted.
        var limit = 0.0
    }

    /// The whole rows that fit above a height, the first of which is the nearest to ``scrollOffset``.
    private func seenRows(of rows: [(top: Double, bottom: Double)], above height: Double) -> SeenRows {
        func fits(_ last: Int, from first: Int) -> Bool {
            rows[last].bottom - (rows[first].top - rows[0].top) <= height + 0.5
        }
        guard let last = rows.indices.last, let end = rows.indices.first(where: { fits(last, from: $0) }) else {
            return SeenRows(rows: 0..<0)
        }
        let distances = rows.map { $0.top - rows[0].top }
        let first = (0...end).min { abs(distances[$0] - scrollOffset) < abs(distances[$1] - scrollOffset) } ?? 0
        let count = rows.indices.filter { $0 >= first && fits($0, from: first) }.count
        return SeenRows(rows: first..<first + count, shift: distances[first], limit: distances[end])
    }

    /// Places the tools and the line below them in the frame; rows that do not fit are scrolled to.
    private func place() {
        guard let frame else { return }
        let theme = environment.theme
        hint.textStyle.width = max(40, frame.size.width - 2 * theme.horizontalPadding)
        let arranged = arranged(in: frame.size.width)
        let hintHeight = arranged.size.height - arranged.hint.y
        let seen = seenRows(of: arranged.rows, above: frame.size.height - hintHeight - theme.verticalPadding)
        scrollLimit = seen.limit
        scrollOffset = min(max(0, scrollOffset), scrollLimit)
        for (item, (point, row)) in zip(items, arranged.items) {
            item.text.place(point - Point(x: 0, y: seen.shift))
            item.text.isHidden = !seen.rows.contains(row)
        }
        for (swatch, (rect, row)) in zip(swatches, arranged.swatches) {
            let shifted = Rect(origin: rect.origin - Point(x: 0, y: seen.shift), size: rect.size)
            swatch.layer.place(shifted, in: environment)
            swatch.layer.isHidden = !seen.rows.contains(row)
        }
        placeRing()
        let rowsEnd = seen.rows.last.map { arranged.rows[$0].bottom - seen.shift }
        let hintTop = (rowsEnd ?? 0) + theme.verticalPadding
        hint.place(Point(x: arranged.hint.x, y: hintTop))
        let size = Size(width: arranged.size.width, height: min(hintTop + hintHeight, frame.size.height))
        layer.place(
            Rect(
                x: frame.minX + (frame.size.width - size.width) / 2, y: frame.minY, width: size.width,
                height: size.height),
            in: environment)
        let isCut = hintTop + hintHeight > frame.size.height + environment.snappedToPixels(1)
        if layer.masksToBounds != isCut { layer.masksToBounds = isCut }
        bar.show(
            Double(seen.rows.count), of: Double(seen.limit > 0 ? arranged.rows.count : seen.rows.count),
            from: Double(seen.rows.lowerBound),
            in: Rect(
                x: 0, y: theme.verticalPadding, width: size.width,
                height: max(0, (rowsEnd ?? 0) - theme.verticalPadding)))
    }
}

extension Rect {
    /// The distance of a point outside of the rectangle, along the axis on which it is farther away; 0 inside.
    fileprivate func distance(to point: Point) -> Double {
        max(0, minX - point.x, point.x - maxX, minY - point.y, point.y - maxY)
    }
}
