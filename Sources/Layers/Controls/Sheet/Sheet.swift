public import LayerTree
internal import TextLayers
internal import TextRendering
public import VectorDrawing

/// A sheet with a table of keys or terms and their meanings over the dimmed window.
///
/// ```swift
/// let help = Sheet(
///     [Sheet.Group("Move", rows: [Sheet.Row(["←", "→"], "previous and next picture")])], in: controls.environment)
/// controls.add(help)
/// help.isOpen = true
/// ```
///
/// Its columns and text size adapt to the window, and it scrolls in a window that is too small for it. A click closes it, and
/// chooses the row or the key under the pointer, if that can be chosen. It is
/// drawn when it is opened, or when the window changes while it is open, and freed when it is closed.
@MainActor
public final class Sheet: Control {
    /// A row of the table.
    public struct Row: Hashable, Sendable {
        /// The labels of the keys.
        public var keys: [String]
        /// The meaning of the keys.
        public var meaning: String
        /// The parts of the row that a click chooses.
        public var clickable: Clickable

        /// Creates a row, of which a click chooses nothing by default.
        public init(_ keys: [String], _ meaning: String, clickable: Clickable = .nothing) {
            self.keys = keys
            self.meaning = meaning
            self.clickable = clickable
        }
    }

    /// The parts of a row that a click chooses.
    public enum Clickable: Hashable, Sendable {
        /// Nothing: a click closes the sheet.
        case nothing
        /// The row as a whole.
        case row
        /// Each of its keys.
        case keys
    }

    /// A part of the sheet that a click has chosen.
    public struct Choice: Hashable, Sendable {
        /// The index of the group.
        public var group: Int
        /// The index of the row in the group.
        public var row: Int
        /// The index of the key; nil for the row as a whole.
        public var key: Int?
    }

    /// Rows that belong together.
    public struct Group: Hashable, Sendable {
        /// The heading.
        public var title: String
        /// The rows.
        public var rows: [Row]

        /// Creates a group.
        public init(_ title: String, rows: [Row]) {
            self.title = title
            self.rows = rows
        }
    }

    /// Whether the sheet is open, `false` by default.
    public override var isOpen: Bool {
        get { isShown }
        set { isShown = newValue }
    }

    /// Whether the sheet is open.
    public override var isModal: Bool { isOpen }

    /// Whether the sheet is open.
    public override var capturesPointer: Bool { isOpen }

    /// The rows of the sheet, in groups.
    public var groups: [Group] {
        didSet { if groups != oldValue { draw() } }
    }

    /// Called when a click or a key closes the sheet; nil by default.
    public var onClose: (@MainActor () -> Void)?

    /// Called with the row or the key that a click has chosen, after the sheet was closed; nil by default.
    public var onChoose: (@MainActor (Choice) -> Void)?

    /// The frames in points of what can be chosen, in the sheet that is shown.
    package private(set) var targets: [(choice: Choice, frame: Rect)] = []

    /// The number of columns and the text size in points of the sheet that is shown; nil while none is.
    package private(set) var shownLayout: (columnCount: Int, textSize: Double)?

    /// The distance in points by which the sheet is scrolled down, from 0 to ``scrollLimit``.
    package private(set) var scrollOffset = 0.0
    /// The largest ``scrollOffset``; 0 if all of the sheet fits into the window.
    package var scrollLimit: Double { max(0, sheet.bounds.size.height + 2 * Self.margin - containerSize.height) }

    /// The distance in points between a scrolled sheet's ends and the window's edges.
    private static let margin = 8.0
    /// The width in points of the bar that shows which part of the sheet is in the window.
    private static let barWidth = 4.0
    /// The distance that the pointer may move during a click, in points.
    private static let slop = 6.0

    private let bar = Layer.plain()
    /// The light over what the pointer is on.
    private let light = Layer.plain("highlight")
    /// The part of the window in which the sheet is seen: all of the sheet, or what fits between the margins.
    private let clip = Layer.plain("visible part")
    private let sheet = Layer.plain()
    private let drawing: CoalescedDrawing<Result<DrawnSheet, TextError>>
    private var isShown = false {
        didSet { if isShown != oldValue { openOrClose() } }
    }
    /// The press on the sheet: the points of its start and of its last event.
    private var press: (start: Point, last: Point)?

    /// Creates a closed sheet.
    public init(_ groups: [Group], in environment: ControlEnvironment) {
        self.groups = groups
        drawing = CoalescedDrawing(queue: environment.textDrawing.queue)
        super.init(.plain("sheet"), in: environment)
        layer.isHidden = true
        layer.backgroundColor = environment.theme.dimColor
        clip.properties.masksToBounds = true
        clip.addSublayer(sheet)
        layer.addSublayer(clip)
        light.backgroundColor = environment.theme.highlightColor
        light.cornerRadius = 4
        light.isHidden = true
        sheet.addSublayer(light)
        bar.backgroundColor = environment.theme.textColor
        bar.opacity = 0.5
        bar.isHidden = true
        clip.addSublayer(bar)
    }

    /// Fits the sheet into the window.
    public override func arrange() {
        layer.bounds.size = containerSize
        place()
        draw()
    }

    /// Closes the sheet, and calls ``onClose``.
    public override func close() {
        isOpen = false
        onClose?()
    }

    /// Scrolls the sheet, if it is open and does not fit into the window.
    ///
    /// - Parameter distance: the distance in points; down is positive.
    /// - Returns: whether the sheet is open and does not fit.
    @discardableResult
    package func scroll(by distance: Double) -> Bool {
        guard isOpen, scrollLimit > 0 else { return false }
        if distance.isFinite {
            scrollOffset += distance
            place()
        }
        return true
    }

    // MARK: Input

    /// Returns the row or the key at a point of the window that can be chosen; nil for none.
    private func target(at point: Point) -> (choice: Choice, frame: Rect)? {
        guard clip.frame.contains(point) else { return nil }
        let point = point - clip.position - sheet.position
        return targets.first { $0.frame.contains(point) }
    }

    /// Lights up the row or the key that a click would choose.
    private func highlight(at point: Point?) {
        let target = point.flatMap { self.target(at: $0) }
        if light.isHidden != (target == nil) { light.isHidden = target == nil }
        if let target, light.frame != target.frame { light.frame = target.frame }
    }

    /// Handles an event of the pointer: a drag scrolls the sheet, and a click chooses a row, or closes the sheet.
    public override func handle(_ event: PointerEvent) -> Bool {
        highlight(at: event.phase == .exited ? nil : event.position)
        switch event.phase {
        case .down(.primary, _):
            press = (event.position, event.position)
        case .moved:
            guard let press else { break }
            scroll(by: press.last.y - event.position.y)
            self.press?.last = event.position
        case .up(.primary, _):
            guard let press else { break }
            self.press = nil
            guard press.start.isClose(to: event.position, within: Self.slop) else { break }
            let chosen = target(at: event.position)
            close()
            if let chosen { onChoose?(chosen.choice) }
        default: break
        }
        return true
    }

    /// Scrolls the sheet by the arrows, by pages, or to an end.
    public override func handle(_ event: KeyEvent) -> Bool {
        let page = 0.9 * containerSize.height
        switch event.key {
        case .up: return scroll(by: -40)
        case .down: return scroll(by: 40)
        case .pageUp: return scroll(by: -page)
        case .pageDown: return scroll(by: page)
        case .home: return scroll(by: -.greatestFiniteMagnitude)
        case .end: return scroll(by: .greatestFiniteMagnitude)
        default: return false
        }
    }

    /// Scrolls the sheet.
    public override func handle(_ event: WheelEvent) -> Bool {
        !event.isPinch && scroll(by: event.scrolledPoints)
    }

    /// Ends a drag.
    public override func cancelInput() {
        press = nil
    }

    /// The arrow over all of the window, and a hand over what can be chosen.
    public override func cursor(at point: Point) -> Cursor? {
        guard isOpen else { return nil }
        return target(at: point) == nil ? .arrow : .pointingHand
    }

    // MARK: Display

    private func openOrClose() {
        scrollOffset = 0
        if isOpen {
            draw()
            environment.setHidden(false, layer)
        } else {
            drawing.cancelPending()
            environment.setHidden(true, layer)
            sheet.contents = nil
            shownLayout = nil
            targets = []
            light.isHidden = true
        }
    }

    private func draw() {
        guard isOpen, containerSize.width > 0, containerSize.height > 0 else { return }
        let groups = groups
        let window = containerSize
        let theme = environment.theme
        let scale = environment.scale
        drawing.draw {
            Result { () throws(TextError) in
                try DrawnSheet(groups, window: window, theme: theme, scale: scale)
            }
        } receive: { [weak self] result in
            self?.show(result)
        }
    }

    private func show(_ result: Result<DrawnSheet, TextError>) {
        switch result {
        case .success(let drawn):
            guard isOpen else { return }
            shownLayout = (drawn.columnCount, drawn.textSize)
            targets = drawn.targets
            sheet.contents = drawn.buffer
            sheet.bounds.size = drawn.size
            place()
        case .failure(let error):
            environment.textDrawing.failure = error
        }
    }

    private func place() {
        let size = sheet.bounds.size
        let limit = scrollLimit
        scrollOffset = min(max(0, scrollOffset), limit)
        let height = limit > 0 ? containerSize.height - 2 * Self.margin : size.height
        clip.bounds.size = Size(width: size.width, height: max(0, height))
        clip.position = environment.snappedToPixels(
            Point(
                x: (containerSize.width - size.width) / 2,
                y: limit > 0 ? Self.margin : (containerSize.height - size.height) / 2))
        sheet.position = environment.snappedToPixels(Point(x: 0, y: -scrollOffset))
        bar.isHidden = limit == 0
        let length = height * height / max(height + limit, 1)
        bar.bounds.size = Size(width: Self.barWidth, height: length)
        bar.cornerRadius = Self.barWidth / 2
        bar.position = Point(
            x: min(size.width, containerSize.width - clip.position.x) - 2 * Self.barWidth,
            y: (height - length) * scrollOffset / max(limit, 1))
    }

    /// The frame in the window of the part of the sheet that is seen.
    package var visibleFrame: Rect { clip.frame }
    /// The frame of the whole sheet in the window, of which ``visibleFrame`` is a part.
    package var sheetFrame: Rect {
        Rect(origin: clip.position + sheet.position, size: sheet.bounds.size)
    }
    /// The frame in the window of the bar that shows which part of the sheet is seen; nil if all of it is.
    package var barFrame: Rect? {
        bar.isHidden ? nil : Rect(origin: clip.position + bar.position, size: bar.bounds.size)
    }
    /// Whether the sheet holds pixels.
    package var isDrawn: Bool { sheet.contents != nil }
}
