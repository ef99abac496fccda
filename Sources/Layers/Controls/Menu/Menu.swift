public import LayerTree
internal import TextLayers
internal import TextRendering
public import VectorDrawing

/// A menu of what can be done at a place, with the keys that do the same; it scrolls in a window that is too low for it.
///
/// ```swift
/// let menu = Menu(in: controls.environment)
/// controls.add(menu)
/// menu.open([[MenuItem("Open…", key: "o") { open() }], [MenuItem("Help") { showHelp() }]], at: event.position)
/// ```
///
/// It is drawn when it is opened, and freed when it is closed. A press outside closes it. A submenu is shown in its place, with a
/// first item that leads back.
@MainActor
public final class Menu: Control {
    /// The items of all sections, or those of the submenu that is shown; empty while the menu is closed.
    public private(set) var items: [MenuItem] = []
    /// The places of the items.
    package private(set) var rows = MenuLayout([])
    /// The distance in points by which the items are scrolled down, from 0 to ``scrollLimit``.
    package private(set) var scrollOffset = 0.0

    /// The distance from the edges of the menu to its items, in points.
    package static let padding = 5.0
    private static let barWidth = 4.0

    private let panel: PanelLayer
    private let overlay: DrawnOverlay
    /// Clips the items while they are scrolled.
    private let clip = Layer.plain()
    private let highlightLayer = Layer.plain()
    private let bar = Layer.plain()
    private var point = Point.zero
    /// The sections that are shown.
    private var sections: [[MenuItem]] = []
    /// The menus around the submenu that is shown, each with the index of the item that led on.
    private var enclosing: [(sections: [[MenuItem]], item: Int)] = []
    /// Whether a button went down on the menu.
    private var isPressed = false
    /// The press on the menu while it scrolls; nil if there is none.
    private var drag: ScrollDrag?

    /// Creates a closed menu.
    public init(in environment: ControlEnvironment) {
        panel = PanelLayer(opacity: 0.95, in: environment)
        overlay = DrawnOverlay("items", in: environment)
        super.init(panel, in: environment)
        panel.borderColor = Color(red: 1, green: 1, blue: 1, alpha: 0.16)
        layer.name = "context menu"
        layer.isHidden = true
        clip.masksToBounds = true
        highlightLayer.backgroundColor = environment.theme.highlightColor
        highlightLayer.cornerRadius = 4
        highlightLayer.isHidden = true
        bar.backgroundColor = environment.theme.secondaryColor
        bar.opacity = 0.5
        bar.cornerRadius = Self.barWidth / 2
        layer.addSublayer(clip)
        layer.addSublayer(bar)
        clip.addSublayer(highlightLayer)
        clip.addSublayer(overlay.layer)
        overlay.onResize = { [weak self] in self?.arrange() }
    }

    /// Whether the menu is open.
    public override var isOpen: Bool { !items.isEmpty }

    /// Whether the menu is open.
    public override var isModal: Bool { isOpen }

    /// Whether the menu is open: a press outside closes it.
    public override var capturesPointer: Bool { isOpen }

    /// The largest ``scrollOffset``; 0 if all items are seen.
    package var scrollLimit: Double { max(0, rows.height - clip.bounds.size.height) }

    /// Opens the menu at a point of the window.
    ///
    /// - Parameters:
    ///   - sections: the items, with a line between sections; without any, the menu stays closed.
    ///   - point: the upper left corner, if the menu fits there.
    ///   - highlightsFirst: whether the first item is highlighted at once, as for a menu that a key opens; the default is false.
    public func open(_ sections: [[MenuItem]], at point: Point, highlightsFirst: Bool = false) {
        close()
        self.point = point
        show(sections, highlighting: highlightsFirst ? 0 : nil)
    }

    /// Shows sections, in place of those that are shown.
    private func show(_ sections: [[MenuItem]], highlighting item: Int?) {
        hideItems()
        self.sections = sections
        items = sections.flatMap(\.self)
        guard isOpen else { return }
        rows = MenuLayout(sections.map(\.count))
        highlight(item, at: 0)
        let width = containerSize.width - 2 * (MenuLayout.margin + Self.padding)
        overlay.draw { [items, rows] theme, scale throws(TextError) in
            try DrawnMenu(items, rows, maximumWidth: width, theme: theme, scale: scale).buffer
        }
        arrange()
    }

    /// Closes the menu.
    public override func close() {
        guard isOpen else { return }
        hideItems()
        enclosing = []
        layer.removeFromSuperlayer()
    }

    private func hideItems() {
        sections = []
        items = []
        highlight(nil, at: 0)
        scrollOffset = 0
        isPressed = false
        drag = nil
        overlay.hide()
        overlay.layer.bounds.size = .zero
        layer.isHidden = true
    }

    /// Shows the submenu of an item.
    private func enter(_ item: Int, highlightsFirst: Bool) {
        let title = items[item].title
        let inner = items[item].submenu
        enclosing.append((sections, item))
        show([[MenuItem("‹ \(title)") {}]] + inner, highlighting: highlightsFirst ? 1 : nil)
    }

    /// Shows the menu around the submenu that is shown.
    private func goBack() {
        guard let last = enclosing.popLast() else { return }
        show(last.sections, highlighting: last.item)
        if let highlightedItem { scrollIntoView(highlightedItem) }
    }

    /// Whether an item leads to a submenu.
    private func isSubmenu(_ item: Int) -> Bool { !items[item].submenu.isEmpty }

    /// Scrolls the items by a distance in points; down is positive.
    package func scroll(by distance: Double) {
        guard isOpen, distance.isFinite else { return }
        scrollOffset += distance
        arrange()
    }

    /// The index of the item at a point of the window; nil for none.
    public override func item(at point: Point) -> Int? {
        guard contains(point) else { return nil }
        let local = point - layer.position - clip.position
        guard local.y >= 0, local.y < clip.bounds.size.height else { return nil }
        return rows.item(at: local.y + scrollOffset)
    }

    /// Places the menu and its items.
    public override func arrange() {
        let drawn = overlay.layer.bounds.size
        guard isOpen, drawn.width > 0 else { return }
        let size = Size(width: drawn.width + 2 * Self.padding, height: rows.height + 2 * Self.padding)
        panel.place(MenuLayout.frame(size, at: point, in: containerSize), in: environment)
        let inner = layer.bounds.size
        clip.frame = Rect(
            x: Self.padding, y: Self.padding, width: max(0, inner.width - 2 * Self.padding),
            height: max(0, inner.height - 2 * Self.padding))
        scrollOffset = min(max(0, scrollOffset), scrollLimit)
        overlay.place { [scrollOffset] in Rect(origin: Point(x: 0, y: -scrollOffset), size: $0) }
        showHighlight()
        placeBar()
        layer.isHidden = false
    }

    /// Shows which item is highlighted.
    public override func showHighlight() {
        highlightLayer.isHidden = highlightedItem == nil
        guard let highlightedItem, isOpen else { return }
        highlightLayer.frame = Rect(
            x: 0, y: rows.tops[highlightedItem] - scrollOffset, width: clip.bounds.size.width,
            height: MenuLayout.rowHeight)
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

    // MARK: Input

    /// Handles an event of the pointer: a release on an item chooses it, a press outside closes the menu, and a drag scrolls a
    /// menu that does not fit.
    public override func handle(_ event: PointerEvent) -> Bool {
        let isInside = contains(event.position)
        let item = event.phase == .exited ? nil : item(at: event.position)
        switch event.phase {
        case .moved, .exited:
            guard let offset = event.phase == .moved ? drag?.move(to: event.position) : nil else {
                highlight(item, at: event.time)
                break
            }
            highlight(nil, at: event.time)
            scrollOffset = offset
            arrange()
        case .down(let button, _):
            isPressed = isInside
            drag = isInside && scrollLimit > 0 ? ScrollDrag(at: event.position, offset: scrollOffset) : nil
            highlight(item, at: event.time)
            guard !isInside else { break }
            close()
            // Another menu opens where the secondary button is released.
            return button != .secondary
        case .up:
            let isDrag = drag.take()?.isDrag ?? false
            guard isPressed, !isDrag, let item else { break }
            activate(item, at: event.time)
        }
        return true
    }

    /// Scrolls the items.
    public override func handle(_ event: WheelEvent) -> Bool {
        scroll(by: event.scrolledPoints)
        return true
    }

    /// Handles a key: the arrows, Home and End go through the items, Enter and Space choose one, and Esc closes the menu.
    ///
    /// Right opens a submenu; Left and Esc lead back. Any other key closes the menu, and then does what it always does.
    public override func handle(_ event: KeyEvent) -> Bool {
        switch event.key {
        case .down: step(by: 1, from: -1)
        case .up: step(by: -1, from: 0)
        case .home, .pageUp: step(by: 1, from: -1, isFromEnd: true)
        case .end, .pageDown: step(by: -1, from: 0, isFromEnd: true)
        case .enter, .character(" "):
            guard let highlightedItem else { break }
            if isSubmenu(highlightedItem) {
                enter(highlightedItem, highlightsFirst: true)
            } else {
                activate(highlightedItem, at: event.time)
            }
        case .right where highlightedItem.map(isSubmenu) == true:
            if let highlightedItem { enter(highlightedItem, highlightsFirst: true) }
        case .left where !enclosing.isEmpty, .escape where !enclosing.isEmpty: goBack()
        case .escape, .menu: close()
        case .function(10) where event.modifiers == .shift: close()
        // Modifiers are such keys.
        case .other: break
        default:
            close()
            return false
        }
        return true
    }

    /// Closes the menu.
    public override func cancelInput() {
        close()
    }

    /// The pointer's shape over the open menu, and beside it.
    public override func cursor(at point: Point) -> Cursor? {
        guard isOpen else { return nil }
        return item(at: point) == nil ? .arrow : .pointingHand
    }

    /// Closes the menu, and calls the action of an item; shows a submenu, or leads back from it.
    public override func activate(_ item: Int, at time: Double) {
        if item == 0, !enclosing.isEmpty { return goBack() }
        if isSubmenu(item) { return enter(item, highlightsFirst: false) }
        let action = items[item].action
        close()
        action()
    }

    /// Highlights the item that follows the highlighted one, or an index if there is none; the last one is followed by the first.
    private func step(by distance: Int, from start: Int, isFromEnd: Bool = false) {
        let count = items.count
        let next = ((isFromEnd ? start : highlightedItem ?? start) + distance + count) % count
        highlight(next, at: 0)
        scrollIntoView(next)
    }

    private func scrollIntoView(_ item: Int) {
        let top = rows.tops[item]
        let height = clip.bounds.size.height
        scrollOffset = min(max(scrollOffset, top + MenuLayout.rowHeight - height), top)
        arrange()
    }
}
