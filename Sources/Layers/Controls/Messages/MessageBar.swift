public import LayerTree
internal import TextLayers
public import VectorDrawing

/// Shows messages at the lower edge of the window: up to three at a time, the newest at the bottom, while others wait.
///
/// ```swift
/// let messages = MessageBar(in: controls.environment)
/// controls.add(messages)
/// messages.post(Message(.information, "The picture was saved.", duration: 4))
/// ```
///
/// A click dismisses a message.
@MainActor
public final class MessageBar: Control {
    /// The distance in points from the lower edge of the window to the lowest message; nil, the default, for the theme's margin.
    public var bottomInset: Double? {
        didSet { if bottomInset != oldValue { arrange() } }
    }

    private var queue = MessageQueue()
    private var rows: [Row] = []

    /// One message on the screen.
    private struct Row {
        let id: Int
        let panel: PanelLayer
        let text: TextLayer
        let stripe: Layer
    }

    private static let stripeWidth = 3.0
    private static let gap = 6.0
    /// The most lines of a message; longer ones are truncated.
    private static let lineLimit = 6

    /// Creates a bar without messages.
    public init(in environment: ControlEnvironment) {
        super.init(.plain("messages"), in: environment)
    }

    /// The number of messages, visible or waiting.
    public var count: Int { queue.visible.count + queue.waitingCount }

    /// Shows a message, as soon as there is space; if an equal one is there already, that one's duration starts again instead.
    ///
    /// - Returns: the message's identifier, for ``dismiss(_:)``.
    @discardableResult
    public func post(_ message: Message) -> Int { post(message, at: nil) }

    /// Removes a message.
    public func dismiss(_ id: Int) {
        dismiss(id, at: nil)
    }

    /// Shows a message, whose duration counts from a time; nil for that of the next ``update(at:)``.
    @discardableResult
    package func post(_ message: Message, at time: Double?) -> Int {
        let id = queue.post(message, at: time)
        showVisible()
        return id
    }

    /// Removes a message; the duration of the next one counts from a time, nil for that of the next ``update(at:)``.
    package func dismiss(_ id: Int, at time: Double?) {
        queue.dismiss(id, at: time)
        showVisible()
    }

    /// The identifier of the message at a point of the window; nil for none.
    package func message(at point: Point) -> Int? {
        item(at: point).map { rows[$0].id }
    }

    // MARK: Items

    /// Whether a message is at a point of the window.
    public override func contains(_ point: Point) -> Bool { item(at: point) != nil }

    /// The index of the message at a point of the window, from top to bottom; nil for none.
    public override func item(at point: Point) -> Int? {
        rows.firstIndex { $0.panel.frame.contains(point) }
    }

    /// Dismisses a message.
    public override func activate(_ item: Int, at time: Double) {
        dismiss(rows[item].id, at: time)
    }

    /// Dismisses the message on which the primary button goes down.
    public override func handle(_ event: PointerEvent) -> Bool {
        guard case .down(.primary, _) = event.phase, let item = item(at: event.position) else { return false }
        activate(item, at: event.time)
        return true
    }

    // MARK: Time

    /// The time at which the next message expires; nil for never.
    public override var nextUpdateTime: Double? { queue.nextEnd }

    /// Removes the messages that have expired.
    public override func update(at time: Double) {
        queue.advance(to: time)
        showVisible()
    }

    // MARK: Layout

    /// The places of messages in the window.
    private var layout: MessageLayout {
        MessageLayout(in: containerSize, bottomInset: bottomInset, theme: environment.theme)
    }

    private var textWidth: Double {
        max(40, layout.width - 2 * environment.theme.horizontalPadding - Self.stripeWidth)
    }

    /// Places the messages.
    public override func arrange() {
        guard containerSize.height > 0 else { return }
        queue.visibleLimit = layout.limit
        showVisible()
        for row in rows {
            row.text.textStyle.width = textWidth
        }
        placeRows()
    }

    /// Makes the rows match the visible messages.
    private func showVisible() {
        let visible = queue.visible
        guard visible.map(\.id) != rows.map(\.id) else { return }
        for row in rows where !visible.contains(where: { $0.id == row.id }) {
            row.panel.removeFromSuperlayer()
        }
        rows = visible.map { entry in rows.first { $0.id == entry.id } ?? makeRow(entry) }
        placeRows()
    }

    private func makeRow(_ entry: MessageQueue.Entry) -> Row {
        let panel = PanelLayer(in: environment)
        var style = environment.theme.style()
        style.lineLimit = Self.lineLimit
        style.width = textWidth
        let row = Row(id: entry.id, panel: panel, text: TextLayer(style: style, in: environment), stripe: .plain())
        row.stripe.backgroundColor = color(entry.message.severity)
        row.text.text = entry.message.text
        row.text.onResize = { [weak self] in self?.placeRows() }
        panel.addSublayer(row.stripe)
        panel.addSublayer(row.text)
        layer.addSublayer(panel)
        return row
    }

    private func color(_ severity: Message.Severity) -> Color {
        switch severity {
        case .information: environment.theme.secondaryColor
        case .warning: environment.theme.accentColor
        case .error: environment.theme.errorColor
        }
    }

    /// Places the rows, from the bottom up.
    private func placeRows() {
        let theme = environment.theme
        let layout = layout
        var lift = 0.0
        for row in rows.reversed() {
            let text = row.text.drawn.size
            let inset = theme.horizontalPadding + Self.stripeWidth
            let contentSize = Size(
                width: text.width + inset + theme.horizontalPadding, height: text.height + 2 * theme.verticalPadding + 4
            )
            var frame = layout.frame(contentSize)
            frame.origin.y -= lift
            row.panel.isHidden = text.width == 0
            row.panel.place(frame, in: environment)
            row.text.place(Point(x: inset, y: theme.verticalPadding + 2))
            row.stripe.frame = Rect(
                x: environment.snappedToPixels(theme.horizontalPadding / 2), y: theme.verticalPadding + 2,
                width: Self.stripeWidth, height: text.height)
            lift += contentSize.height + Self.gap
        }
    }
}
