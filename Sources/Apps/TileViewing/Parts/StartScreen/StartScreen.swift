internal import Controls
internal import LayerTree
internal import Numbers
internal import TextLayers
internal import TextRendering
internal import VectorDrawing

/// The start screen, in the middle of a window without an image: what can be done, and the files that were opened last.
@MainActor
final class StartScreen {
    /// The layer of the start screen, to be added to the layer that fills the window.
    let layer: PanelLayer

    /// The index of the highlighted file; nil for none.
    var highlightedIndex: Int? { rows.firstIndex { $0.isHighlighted } }
    /// Whether the line below the title is shown, for which there may be no room.
    var showsHint: Bool { !hint.isHidden }
    /// The files that are shown, which are fewer in low windows.
    private(set) var visibleFiles: ArraySlice<String> = []

    private let environment: ControlEnvironment
    private let title, hint, heading: TextLayer
    private var files: [String] = []
    private var rows: [RecentFileRow] = []
    /// The frame in the window; nil while there is no room.
    private var frame: Rect?
    /// The point of the window at which the pointer is; nil for none.
    private var pointer: Point?

    private static let titleSize = 22.0
    private static let padding = 24.0
    private static let gap = 12.0
    /// The width of the panel in windows that are wide enough.
    private static let width = 560.0

    init(in environment: ControlEnvironment) {
        self.environment = environment
        layer = PanelLayer(in: environment)
        let theme = environment.theme
        func centered(_ text: String, _ style: TextStyle) -> TextLayer {
            var style = style
            style.lineLimit = 2
            style.alignment = .center
            return TextLayer(text, style: style, in: environment)
        }
        title = centered("Drop an image or press O", theme.style(size: Self.titleSize))
        hint = centered(
            "Tile pyramids, and images of any format. F1 shows the keys.", theme.style(color: theme.secondaryColor))
        heading = TextLayer("Opened last", style: theme.style(color: theme.accentColor), in: environment)
        layer.name = "start"
        for text in [title, hint, heading] {
            layer.addSublayer(text)
            text.onResize = { [weak self] in self?.arrange() }
        }
        environment.textDrawing.addScaleObserver(self) { $0.arrange() }
    }

    /// Shows the files that were opened last, the latest first.
    func update(_ files: [String], in layout: OverlayLayout) {
        let width = max(min(Self.width, layout.startScreenSize.width) - 2 * Self.padding, 0)
        guard files != self.files || width != title.textStyle.width else { return }
        for text in [title, hint, heading] { text.textStyle.width = width }
        if files != self.files {
            self.files = files
            for row in rows { row.layer.removeFromSuperlayer() }
            rows = files.enumerated().map { RecentFileRow($1, number: $0 + 1, in: environment) }
            for row in rows {
                layer.addSublayer(row.layer)
                row.onResize = { [weak self] in self?.arrange() }
            }
        }
        arrange()
    }

    /// The file at a point of the window, for a click that opens it; nil for none.
    func file(at point: Point) -> String? { row(at: point).map { files[$0] } }

    /// Highlights the file at a point of the window; nil for none.
    func highlight(at point: Point?) {
        pointer = point
        showHighlight()
    }

    /// Highlights the file under the pointer where it is now.
    private func showHighlight() {
        let highlighted = pointer.flatMap(row)
        for (index, row) in rows.enumerated() where row.isHighlighted != (index == highlighted) {
            row.isHighlighted = index == highlighted
        }
    }

    private func row(at point: Point) -> Int? {
        let inside = Point(x: point.x - layer.frame.minX, y: point.y - layer.frame.minY)
        return visibleFiles.indices.first { rows[$0].layer.frame.contains(inside) }
    }

    // MARK: Place

    static let id = OverlayID("start")

    /// The space that the start screen needs: with all files, or with its title alone.
    func request(in layout: OverlayLayout) -> OverlayRequest {
        let width = min(Self.width, layout.startScreenSize.width)
        let title = title.drawn.size.height + 2 * Self.padding
        let top = title + Self.gap + hint.drawn.size.height
        let list =
            files.isEmpty ? 0 : 1.5 * Self.gap + heading.drawn.size.height + Double(files.count) * RecentFileRow.height
        return OverlayRequest(
            Self.id, .page, at: .center, sizes: [Size(width: width, height: top + list + Self.gap)],
            minimum: Size(width: min(width, Self.leastWidth), height: min(title, layout.startScreenSize.height)))
    }

    /// Places the start screen in the middle of a frame; without one it is hidden.
    func place(in frame: Rect?) {
        guard frame != self.frame else { return }
        self.frame = frame
        arrange()
    }

    /// The least width of the panel.
    private static let leastWidth = 220.0

    /// Places everything from the top to the bottom, in a panel that is as high as that needs; what does not fit is left out.
    private func arrange() {
        layer.isHidden = frame == nil
        guard let frame else { return }
        let available = frame.size
        let width = min(Self.width, available.width)
        let innerWidth = max(width - 2 * Self.padding, 0)
        for text in [title, hint, heading] {
            text.textStyle.width = innerWidth
        }
        var top = Self.padding
        func place(_ text: TextLayer, centered: Bool) {
            text.place(Point(x: centered ? (width - text.drawn.size.width) / 2 : Self.padding, y: top))
            top += text.drawn.size.height + Self.gap
        }
        place(title, centered: true)
        hint.isHidden = top + hint.drawn.size.height + Self.padding > available.height
        if !hint.isHidden { place(hint, centered: true) }
        let rowSpace = available.height - top - Self.padding - heading.drawn.size.height - Self.gap
        let count = hint.isHidden ? 0 : min(files.count, max(0, Int(rowSpace / RecentFileRow.height)))
        visibleFiles = files.prefix(count)
        heading.isHidden = count == 0
        if count > 0 {
            top += Self.gap
            place(heading, centered: false)
            top -= Self.gap / 2
        }
        for (index, row) in rows.enumerated() {
            row.layer.isHidden = index >= count
            guard index < count else { continue }
            let margin = Self.padding - RecentFileRow.inset
            row.place(Rect(x: margin, y: top, width: max(width - 2 * margin, 0), height: RecentFileRow.height))
            top += RecentFileRow.height
        }
        top += Self.padding - (count > 0 ? 0 : Self.gap)
        let height = min(top, available.height)
        layer.place(
            Rect(
                x: frame.minX + (frame.size.width - width) / 2, y: frame.minY + (frame.size.height - height) / 2,
                width: width, height: height), in: environment)
        showHighlight()
    }
}
