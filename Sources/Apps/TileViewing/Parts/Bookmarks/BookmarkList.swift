internal import Controls
internal import LayerTree
internal import Numbers
internal import ScrollLayers
internal import TextLayers
internal import TextRendering
internal import VectorDrawing

/// The list of bookmarks, at the left of the window: keys and the pointer choose one to go to.
@MainActor
final class BookmarkList {
    /// A request of a key or a click; the number is the index of a bookmark.
    enum Request: Hashable {
        case open(Int)
        case rename(Int)
        case delete(Int)
        /// Bring back what was deleted last.
        case restore
        case close
    }

    /// The layer of the list, to be added to the layer that fills the window while it is open.
    let layer: PanelLayer
    /// Whether the list is open, `false` by default.
    var isOpen = false {
        didSet {
            guard isOpen != oldValue else { return }
            press = nil
            guard isOpen else { return }
            chosen = 0
            first = 0
        }
    }
    /// The bookmarks that are listed.
    private(set) var bookmarks: [Bookmark] = []
    /// The index of the highlighted bookmark; 0 if there is none.
    private(set) var chosen = 0
    /// The indices of the rows that are shown.
    private(set) var visibleRows = 0..<0

    private let environment: ControlEnvironment
    private let title, hint: TextLayer
    /// The bar that shows which of the rows are seen.
    private let bar: ScrollBar
    private var rows: [BookmarkRow] = []
    private var layout = OverlayLayout(size: .zero)
    /// The frame in the window; nil while there is none.
    private var frame: Rect?
    /// The index of the first row that is shown.
    private var first = 0
    /// The press on the list, with the row that it is on; nil if there is none.
    private var press: (drag: ScrollDrag, row: Int?)?

    private static let width = 300.0
    private static let padding = 12.0
    private static let gap = 6.0

    init(in environment: ControlEnvironment) {
        self.environment = environment
        let theme = environment.theme
        layer = PanelLayer(in: environment)
        layer.name = "bookmarks"
        // Names have to be read over any image.
        layer.color.alpha = 0.9
        title = TextLayer("Bookmarks", style: theme.style(weight: .bold), in: environment)
        var style = theme.style(size: theme.textSize - 2, color: theme.secondaryColor)
        style.lineLimit = 2
        hint = TextLayer(style: style, in: environment)
        bar = ScrollBar(in: layer, environment: environment)
        for text in [title, hint] {
            layer.addSublayer(text)
            text.onResize = { [weak self] in self?.arrange() }
        }
        environment.textDrawing.addScaleObserver(self) { $0.arrange() }
    }

    /// Lists bookmarks, in a window.
    func update(_ new: [Bookmark], in layout: OverlayLayout) {
        guard new != bookmarks || layout != self.layout || hint.text.isEmpty else { return }
        if new != bookmarks {
            bookmarks = new
            for row in rows { row.layer.removeFromSuperlayer() }
            rows = new.map { bookmark in
                let row = BookmarkRow(bookmark, in: environment)
                row.onResize = { [weak self] in self?.arrange() }
                layer.addSublayer(row.layer)
                return row
            }
        }
        chosen = min(max(chosen, 0), max(new.count - 1, 0))
        hint.text =
            new.isEmpty
            ? "There are none yet. Ctrl+d keeps this view." : "Enter goes there, F2 renames, Delete deletes."
        self.layout = layout
        arrange()
    }

    /// Handles a key event.
    ///
    /// - Returns: the requests; empty if only the highlighted row has changed, and nil if the key has no meaning here.
    func handle(_ event: KeyEvent) -> [Request]? {
        guard isOpen, event.isDown else { return nil }
        switch (event.key, event.modifiers) {
        case (.up, []): choose(chosen - 1)
        case (.down, []): choose(chosen + 1)
        case (.pageUp, []): choose(chosen - max(visibleRows.count, 1))
        case (.pageDown, []): choose(chosen + max(visibleRows.count, 1))
        case (.home, []): choose(0)
        case (.end, []): choose(bookmarks.count - 1)
        case (.escape, _): return event.isRepeat ? [] : [.close]
        case (.enter, []): return request { .open($0) }
        case (.delete, []), (.backspace, []): return event.isRepeat ? [] : request { .delete($0) }
        case (.function(2), []): return request { .rename($0) }
        case (.character("z"), .control): return [.restore]
        default: return nil
        }
        return []
    }

    private func request(_ make: (Int) -> Request) -> [Request] { bookmarks.isEmpty ? [] : [make(chosen)] }

    /// Handles a pointer event.
    ///
    /// - Returns: the requests; nil if the event is not on the list.
    func handle(_ event: PointerEvent) -> [Request]? {
        guard isOpen, layer.superlayer != nil else { return nil }
        if press != nil { return handlePressed(event) }
        guard layer.frame.contains(event.position), event.phase != .exited else { return nil }
        let row = row(at: event.position)
        switch event.phase {
        case .moved:
            if let row { choose(row) }
        case .down(.primary, clicks: 1):
            if let row { choose(row) }
            press = (ScrollDrag(at: event.position, offset: Double(first) * BookmarkRow.height), row)
        default: break
        }
        return []
    }

    /// Scrolls the list by a drag; a click opens or deletes the bookmark of its row.
    private func handlePressed(_ event: PointerEvent) -> [Request] {
        switch event.phase {
        case .moved:
            guard bookmarks.count > visibleRows.count, let offset = press?.drag.move(to: event.position) else { break }
            first = Int((offset / BookmarkRow.height).rounded())
            arrange()
        case .up(.primary, _):
            guard let press = press.take(), !press.drag.isDrag, let row = press.row,
                row == self.row(at: event.position)
            else { break }
            let x = event.position.x - layer.frame.minX
            return [x >= rows[row].layer.frame.maxX - BookmarkRow.deleteWidth ? .delete(row) : .open(row)]
        default: break
        }
        return []
    }

    /// The row at a point of the window; nil for none.
    private func row(at point: Point) -> Int? {
        visibleRows.first { rows[$0].layer.frame.contains(point - layer.frame.origin) }
    }

    /// Whether the bar says that there are more bookmarks than are seen.
    var showsScrollBar: Bool { bar.isShown }

    /// Whether a button or a finger is down on the list.
    var isPressed: Bool { press != nil }

    /// Ends a press without a result.
    func cancelInput() {
        press = nil
    }

    /// Scrolls the list; returns whether a point is on it.
    func scroll(by distance: Double, at point: Point) -> Bool {
        guard isOpen, layer.superlayer != nil, layer.frame.contains(point) else { return false }
        let step = distance > 0 ? 1 : distance < 0 ? -1 : 0
        first = min(max(first + step, 0), max(bookmarks.count - visibleRows.count, 0))
        arrange()
        return true
    }

    /// Highlights a bookmark, and scrolls such that it is seen.
    func choose(_ index: Int) {
        chosen = min(max(index, 0), max(bookmarks.count - 1, 0))
        if chosen < first { first = chosen }
        if chosen >= first + visibleRows.count { first = chosen - max(visibleRows.count, 1) + 1 }
        arrange()
    }

    // MARK: Place

    static let id = OverlayID("bookmarks")

    /// The space that the list needs: with all rows, or with one; nil while it is closed.
    func request(in layout: OverlayLayout) -> OverlayRequest? {
        guard isOpen else { return nil }
        let width = min(Self.width, layout.area.size.width)
        func height(_ rows: Int) -> Double { borderHeight + Double(rows) * BookmarkRow.height }
        return OverlayRequest(
            Self.id, .panel, at: .topLeft, sizes: [Size(width: width, height: height(bookmarks.count))],
            minimum: Size(width: width, height: min(height(min(bookmarks.count, 1)), layout.area.size.height)))
    }

    /// Places the list in a frame; without one it stays where it is.
    func place(in frame: Rect?) {
        guard frame != self.frame else { return }
        self.frame = frame
        arrange()
    }

    /// The height of the title, the hint and the padding.
    private var borderHeight: Double {
        2 * Self.padding + title.drawn.size.height + 2 * Self.gap + hint.drawn.size.height
    }

    /// Places everything from the top to the bottom, with as many rows as there is room for.
    private func arrange() {
        let width = min(Self.width, frame?.size.width ?? layout.area.size.width)
        let inner = max(width - 2 * Self.padding, 0)
        title.textStyle.width = max(inner, 40)
        hint.textStyle.width = max(inner, 40)
        guard let frame else { return }
        var top = Self.padding
        title.place(Point(x: Self.padding, y: top))
        top += title.drawn.size.height + Self.gap
        let rest = frame.size.height - borderHeight + 0.5
        let count = min(bookmarks.count, max(1, Int(rest / BookmarkRow.height)))
        first = min(max(first, 0), bookmarks.count - count)
        visibleRows = first..<first + count
        bar.show(
            Double(count), of: Double(bookmarks.count), from: Double(first),
            in: Rect(x: 0, y: top, width: width, height: Double(count) * BookmarkRow.height))
        for (index, row) in rows.enumerated() {
            row.layer.isHidden = !visibleRows.contains(index)
            row.isHighlighted = index == chosen
            guard !row.layer.isHidden else { continue }
            row.place(
                Rect(
                    x: Self.padding - BookmarkRow.inset, y: top, width: inner + 2 * BookmarkRow.inset,
                    height: BookmarkRow.height))
            top += BookmarkRow.height
        }
        top += Self.gap
        hint.place(Point(x: Self.padding, y: top))
        top += hint.drawn.size.height + Self.padding
        layer.place(
            Rect(origin: frame.origin, size: Size(width: width, height: min(top, frame.size.height))), in: environment)
    }
}

/// A row of the list: the name and the zoom, or a cross that deletes it while it is highlighted.
@MainActor
final class BookmarkRow {
    /// The layer of the row, a panel that lights up while it is highlighted.
    let layer: PanelLayer
    /// Called when the size of a text has changed.
    var onResize: (() -> Void)?
    /// Whether the row is highlighted, `false` by default.
    var isHighlighted = false {
        didSet {
            guard isHighlighted != oldValue else { return }
            layer.color = Self.color(isHighlighted)
            end.text = isHighlighted ? "✕" : zoom
        }
    }

    /// The height of a row in points.
    static let height = 26.0
    /// The distance from the edges of the row to its texts.
    static let inset = 6.0
    /// The width at the right end in which a click deletes.
    static let deleteWidth = 28.0
    private static let gap = 10.0

    private let environment: ControlEnvironment
    private let name, end: TextLayer
    private let zoom: String
    /// The name of the bookmark, of which a part is shown where there is too little space.
    private let wholeName: String
    private var shortener = NameShortener()

    init(_ bookmark: Bookmark, in environment: ControlEnvironment) {
        self.environment = environment
        layer = PanelLayer(color: Self.color(false), radius: 4)
        var style = environment.theme.style()
        style.truncation = .middle
        wholeName = bookmark.name.isEmpty ? "–" : VisibleText.escaped(bookmark.name)
        name = TextLayer(wholeName, style: style, in: environment)
        zoom = StatusValues.zoomText(bookmark.view.scale)
        end = TextLayer(zoom, style: environment.theme.style(color: environment.theme.secondaryColor), in: environment)
        for text in [name, end] {
            layer.addSublayer(text)
            text.onResize = { [weak self] in self?.onResize?() }
        }
    }

    /// Places the row in the list.
    func place(_ frame: Rect) {
        layer.place(frame, in: environment)
        let endWidth = max(end.drawn.size.width, Self.deleteWidth)
        let nameWidth = max(frame.size.width - 2 * Self.inset - Self.gap - endWidth, 40).rounded(.down)
        name.textStyle.width = nameWidth
        name.text = shortener.text([wholeName], style: name.textStyle, width: nameWidth, scale: environment.scale)
        name.place(Point(x: Self.inset, y: (Self.height - name.drawn.size.height) / 2))
        end.place(
            Point(
                x: frame.size.width - Self.inset - end.drawn.size.width,
                y: (Self.height - end.drawn.size.height) / 2))
    }

    private static func color(_ isHighlighted: Bool) -> Color {
        Color(red: 1, green: 1, blue: 1, alpha: isHighlighted ? 0.14 : 0)
    }
}
