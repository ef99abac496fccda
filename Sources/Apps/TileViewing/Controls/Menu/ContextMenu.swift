internal import LayerTree
internal import TextLayers

/// A menu of what can be done at a place, with the keys that do the same; it scrolls in a window that is too low for it.
///
/// It is drawn when it is opened, and freed when it is closed.
@MainActor
final class ContextMenu {
    /// The outcome of an event.
    enum Outcome: Hashable {
        /// The event is not for the menu, which may be closed now.
        case ignored
        /// The event was for the menu, which may be closed now.
        case handled
        /// The item was chosen, and the menu is closed.
        case chosen(ContextMenuItem)
    }

    /// The layer of the menu, to be added to the layer that fills the window while the menu is open.
    let layer: PanelLayer
    /// The items of all sections; empty while the menu is closed.
    private(set) var items: [ContextMenuItem] = []
    /// The index of the item that Enter chooses.
    private(set) var highlighted: Int?
    /// The distance in points by which the items are scrolled down, from 0 to ``scrollLimit``.
    private(set) var scrollOffset = 0.0

    /// The distance from the edges of the menu to its items, in points.
    static let padding = 5.0
    private static let barWidth = 4.0

    private let environment: OverlayEnvironment
    private let overlay: DrawnOverlay
    /// Clips the items while they are scrolled.
    private let clip = Layer()
    private let highlight = Layer()
    private let bar = Layer()
    private var rows = ContextMenuLayout([])
    private var point = Point.zero
    private var windowSize = Size.zero
    private var isPressed = false

    init(in environment: OverlayEnvironment) {
        self.environment = environment
        var color = environment.theme.panelColor
        color.alpha = 0.95
        layer = PanelLayer(color: color, radius: environment.theme.radius)
        layer.borderColor = Color(red: 1, green: 1, blue: 1, alpha: 0.16)
        layer.name = "context menu"
        layer.isHidden = true
        overlay = DrawnOverlay("items", in: environment)
        for part in [clip, highlight, bar] {
            part.actions = .none
            part.anchorPoint = .zero
        }
        clip.masksToBounds = true
        highlight.backgroundColor = Color(red: 1, green: 1, blue: 1, alpha: 0.14)
        highlight.cornerRadius = 4
        highlight.isHidden = true
        bar.backgroundColor = environment.theme.secondaryColor
        bar.opacity = 0.5
        bar.cornerRadius = Self.barWidth / 2
        layer.addSublayer(clip)
        layer.addSublayer(bar)
        clip.addSublayer(highlight)
        clip.addSublayer(overlay.layer)
        overlay.onResize = { [weak self] in self?.place() }
    }

    /// Whether the menu is open.
    var isOpen: Bool { !items.isEmpty }

    /// The largest ``scrollOffset``; 0 if all items are seen.
    var scrollLimit: Double { max(0, rows.height - clip.bounds.size.height) }

    /// Opens the menu at a point of a window.
    ///
    /// - Parameters:
    ///   - sections: the items, with a line between sections.
    ///   - point: the upper left corner, if the menu fits there.
    ///   - windowSize: the size of the window in points.
    ///   - isByKey: whether the first item is highlighted at once.
    func open(_ sections: [[ContextMenuItem]], at point: Point, in windowSize: Size, isByKey: Bool) {
        close()
        items = sections.flatMap(\.self)
        guard isOpen else { return }
        rows = ContextMenuLayout(sections.map(\.count))
        self.point = point
        self.windowSize = windowSize
        highlighted = isByKey ? 0 : nil
        let width = windowSize.width - 2 * (ContextMenuLayout.margin + Self.padding)
        overlay.draw { [items, rows] theme, scale throws(TextError) in
            try DrawnContextMenu(items, rows, maximumWidth: width, theme: theme, scale: scale).buffer
        }
        place()
    }

    /// Closes the menu.
    func close() {
        guard isOpen else { return }
        items = []
        highlighted = nil
        scrollOffset = 0
        isPressed = false
        overlay.hide()
        overlay.layer.bounds.size = .zero
        layer.isHidden = true
        layer.removeFromSuperlayer()
    }

    /// Scrolls the items by a distance in points; down is positive.
    func scroll(by distance: Double) {
        guard isOpen, distance.isFinite else { return }
        scrollOffset += distance
        place()
    }

    /// The item at a point of the window; nil for none.
    func item(at point: Point) -> Int? {
        guard isOpen, !layer.isHidden, layer.frame.contains(point) else { return nil }
        let local = point - layer.position - clip.position
        guard local.y >= 0, local.y < clip.bounds.size.height else { return nil }
        return rows.item(at: local.y + scrollOffset)
    }

    private func place() {
        let drawn = overlay.layer.bounds.size
        guard isOpen, drawn.width > 0 else { return }
        let size = Size(width: drawn.width + 2 * Self.padding, height: rows.height + 2 * Self.padding)
        layer.place(ContextMenuLayout.frame(size, at: point, in: windowSize), in: environment)
        let inner = layer.bounds.size
        clip.frame = Rect(
            x: Self.padding, y: Self.padding, width: max(0, inner.width - 2 * Self.padding),
            height: max(0, inner.height - 2 * Self.padding))
        scrollOffset = min(max(0, scrollOffset), scrollLimit)
        overlay.place { [scrollOffset] in Rect(origin: Point(x: 0, y: -scrollOffset), size: $0) }
        placeHighlight()
        placeBar()
        layer.isHidden = false
    }

    private func placeHighlight() {
        highlight.isHidden = highlighted == nil
        guard let highlighted else { return }
        highlight.frame = Rect(
            x: 0, y: rows.tops[highlighted] - scrollOffset, width: clip.bounds.size.width,
            height: ContextMenuLayout.rowHeight)
    }

    /// Places the bar that shows which part of the items is seen.
    private func placeBar() {
        bar.isHidden = scrollLimit == 0
        guard !bar.isHidden else { return }
        let height = clip.bounds.size.height
        let length = height * height / rows.height
        bar.frame = Rect(
            x: layer.bounds.size.width - Self.barWidth - 2,
            y: Self.padding + (height - length) * scrollOffset / scrollLimit, width: Self.barWidth, height: length)
    }
}

// MARK: Input

extension ContextMenu {
    /// Handles a pointer event: a release on an item chooses it, a press outside closes the menu.
    func handle(_ event: PointerEvent) -> Outcome {
        guard isOpen else { return .ignored }
        let isInside = !layer.isHidden && layer.frame.contains(event.position)
        let item = event.phase == .exited ? nil : item(at: event.position)
        switch event.phase {
        case .moved, .exited:
            highlight(item)
        case .down(let button, _):
            isPressed = isInside
            highlight(item)
            guard !isInside else { break }
            close()
            // Another menu opens where the secondary button is released.
            return button == .secondary ? .ignored : .handled
        case .up:
            guard isPressed, let item else { break }
            return choose(item)
        }
        return .handled
    }

    /// Handles a key: the arrows, Home and End go through the items, Enter and Space choose one, and Esc closes the menu, as does
    /// any other key, which then does what it always does.
    func handle(_ event: KeyEvent) -> Outcome {
        guard isOpen, event.isDown else { return .ignored }
        switch event.key {
        case .down: step(by: 1, from: -1)
        case .up: step(by: -1, from: 0)
        case .home, .pageUp: step(by: 1, from: -1, isFromEnd: true)
        case .end, .pageDown: step(by: -1, from: 0, isFromEnd: true)
        case .enter, .character(" "):
            guard let highlighted else { break }
            return choose(highlighted)
        case .escape, .menu: close()
        case .function(10) where event.modifiers == .shift: close()
        // Modifiers are such keys.
        case .other: break
        default:
            close()
            return .ignored
        }
        return .handled
    }

    /// Highlights the item that follows the highlighted one, or an index if there is none; the last one is followed by the first.
    private func step(by distance: Int, from start: Int, isFromEnd: Bool = false) {
        let count = items.count
        let next = ((isFromEnd ? start : highlighted ?? start) + distance + count) % count
        highlight(next)
        let top = rows.tops[next]
        let height = clip.bounds.size.height
        scrollOffset = min(max(scrollOffset, top + ContextMenuLayout.rowHeight - height), top)
        place()
    }

    private func highlight(_ item: Int?) {
        guard item != highlighted else { return }
        highlighted = item
        placeHighlight()
    }

    private func choose(_ index: Int) -> Outcome {
        let item = items[index]
        close()
        return .chosen(item)
    }
}
