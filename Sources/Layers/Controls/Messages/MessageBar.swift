public import LayerTree
internal import TextLayers
internal import TextRendering
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

    /// The part of the window in which the messages are, at its lower edge; nil, the default, for all of the window.
    ///
    /// Messages for which there is no room wait.
    package var area: Rect? {
        didSet { if area != oldValue { arrange() } }
    }

    private var queue = MessageQueue()
    private var rows: [Row] = []
    /// The buttons of messages, by message.
    private var actions: [Int: Action] = [:]
    /// The size of the messages, so that their texts are measured once.
    private var measured: (key: MeasureKey, size: Size)?

    /// A button of a message.
    private struct Action {
        let title: String
        let perform: @MainActor () -> Void
    }

    /// One message on the screen.
    private struct Row {
        let id: Int
        let panel: PanelLayer
        let text: TextLayer
        let stripe: Layer
        /// The button and its title; nil for none.
        let button: (panel: PanelLayer, title: TextLayer)?
    }

    /// The values that the size of messages depends on.
    private struct MeasureKey: Hashable {
        var messages: [Message]
        var width: Double
        var scale: Double
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

    /// Shows a message with a button, which also removes the message.
    ///
    /// - Returns: the message's identifier, for ``dismiss(_:)``.
    @discardableResult
    public func post(_ message: Message, button title: String, action: @escaping @MainActor () -> Void) -> Int {
        post(message, button: title, at: nil, action: action)
    }

    /// Removes a message.
    public func dismiss(_ id: Int) {
        dismiss(id, at: nil)
    }

    /// Shows a message with a button, whose duration counts from a time; nil for that of the next ``update(at:)``.
    package func post(
        _ message: Message, button title: String, at time: Double?, action: @escaping @MainActor () -> Void
    ) -> Int {
        let id = queue.post(message, at: time)
        actions[id] = Action(title: title, perform: action)
        showVisible()
        return id
    }

    /// Replaces a message by another one, in the same place and with the same button.
    ///
    /// - Returns: whether the message was still there.
    package func replace(_ id: Int, with message: Message) -> Bool {
        guard queue.replace(id, with: message) else { return false }
        rows.first { $0.id == id }?.text.text = message.text
        return true
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
        rows.firstIndex { !$0.panel.isHidden && $0.panel.frame.contains(point) }
    }

    /// Dismisses a message.
    public override func activate(_ item: Int, at time: Double) {
        dismiss(rows[item].id, at: time)
    }

    /// Dismisses the message on which the primary button goes down, after its own button has done what it says.
    public override func handle(_ event: PointerEvent) -> Bool {
        guard case .down(.primary, _) = event.phase, let item = item(at: event.position) else { return false }
        let row = rows[item]
        let isOnButton = row.button?.panel.frame.contains(event.position - row.panel.frame.origin) ?? false
        let action = isOnButton ? actions[row.id] : nil
        activate(item, at: event.time)
        action?.perform()
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
        MessageLayout(in: containerSize, bottomInset: bottomInset, area: area, theme: environment.theme)
    }

    /// The room that a message takes beside its text.
    private var border: Size {
        let theme = environment.theme
        return Size(width: 2 * theme.horizontalPadding + Self.stripeWidth, height: 2 * theme.verticalPadding + 4)
    }

    /// The width of the text beside a button.
    private func textWidth(beside button: Size, in width: Double) -> Double {
        max(40, width - border.width - (button.width > 0 ? button.width + Self.gap : 0))
    }

    /// The style of the text of a message.
    private var style: TextStyle {
        var style = environment.theme.style()
        style.lineLimit = Self.lineLimit
        return style
    }

    /// The size of a button with a title of a size.
    private func buttonSize(_ title: Size) -> Size {
        guard title.width > 0 else { return .zero }
        let theme = environment.theme
        return Size(width: title.width + 2 * theme.horizontalPadding, height: title.height + 2)
    }

    /// Returns the size of the first messages, as many as are shown at a time, if they are at most as wide as a width; zero
    /// without messages.
    package func fittingSize(width: Double) -> Size {
        let entries = queue.first(layout.limit)
        let key = MeasureKey(messages: entries.map(\.message), width: width, scale: environment.scale)
        if let measured, measured.key == key { return measured.size }
        func measure(_ text: String, _ style: TextStyle) -> Size {
            (try? DrawnText.size(of: AttributedText(text), style: style, scale: environment.scale)) ?? .zero
        }
        var size = Size.zero
        for entry in entries {
            let button = buttonSize(actions[entry.id].map { measure($0.title, buttonStyle) } ?? .zero)
            var style = style
            style.width = textWidth(beside: button, in: width)
            let text = measure(entry.message.text, style)
            let beside = button.width > 0 ? button.width + Self.gap : 0
            size.width = max(size.width, min(width, text.width + border.width + beside))
            size.height += max(text.height, button.height) + border.height + (size.height > 0 ? Self.gap : 0)
        }
        measured = (key, size)
        return size
    }

    /// The largest width of messages.
    package var widthLimit: Double {
        MessageLayout(in: containerSize, bottomInset: bottomInset, theme: environment.theme).width
    }

    /// The height of a message of one line.
    package var leastHeight: Double { (environment.theme.textSize * 1.5).rounded(.up) + border.height }

    private var buttonStyle: TextStyle { environment.theme.style(weight: .bold, color: environment.theme.accentColor) }

    /// Places the messages.
    public override func arrange() {
        guard containerSize.height > 0 else { return }
        queue.visibleLimit = layout.limit
        showVisible()
        fitTexts()
        placeRows()
        guard let area else { return }
        /// The height of all rows.
        func height() -> Double {
            rows.reduce(0) { $0 + rowHeight($1) } + Double(max(0, rows.count - 1)) * Self.gap
        }
        guard height() > area.size.height + 0.5 else { return }
        // What does not fit waits; one message stays, with fewer lines if need be.
        while rows.count > 1, height() > area.size.height + 0.5 {
            queue.visibleLimit = rows.count - 1
            showVisible()
        }
        if let row = rows.first, height() > area.size.height + 0.5 {
            let lines = (area.size.height - border.height) / (environment.theme.textSize * 1.5)
            row.text.textStyle.lineLimit = max(1, Int(min(max(lines, 1), Double(Self.lineLimit))))
        }
        placeRows()
    }

    /// Wraps the texts at the present width.
    private func fitTexts() {
        for row in rows {
            var style = style
            style.width = textWidth(beside: buttonSize(row.button?.title.drawn.size ?? .zero), in: layout.width)
            row.text.textStyle = style
        }
    }

    private func rowHeight(_ row: Row) -> Double {
        max(row.text.drawn.size.height, buttonSize(row.button?.title.drawn.size ?? .zero).height) + border.height
    }

    /// Makes the rows match the visible messages.
    private func showVisible() {
        let visible = queue.visible
        guard visible.map(\.id) != rows.map(\.id) else { return }
        for row in rows where !visible.contains(where: { $0.id == row.id }) {
            row.panel.removeFromSuperlayer()
        }
        rows = visible.map { entry in rows.first { $0.id == entry.id } ?? makeRow(entry) }
        let all = Set(queue.first(MessageQueue.limit).map(\.id))
        actions = actions.filter { all.contains($0.key) }
        placeRows()
    }

    private func makeRow(_ entry: MessageQueue.Entry) -> Row {
        let panel = PanelLayer(in: environment)
        var button: (panel: PanelLayer, title: TextLayer)?
        if let action = actions[entry.id] {
            let title = TextLayer(action.title, style: buttonStyle, in: environment)
            title.onResize = { [weak self] in
                self?.fitTexts()
                self?.placeRows()
            }
            let face = PanelLayer(color: Self.buttonColor, radius: 4)
            face.addSublayer(title)
            button = (face, title)
        }
        var style = style
        style.width = textWidth(beside: buttonSize(button?.title.drawn.size ?? .zero), in: layout.width)
        let row = Row(
            id: entry.id, panel: panel, text: TextLayer(style: style, in: environment), stripe: .plain(), button: button
        )
        row.stripe.backgroundColor = color(entry.message.severity)
        row.text.text = entry.message.text
        row.text.onResize = { [weak self] in self?.placeRows() }
        panel.addSublayer(row.stripe)
        panel.addSublayer(row.text)
        if let button { panel.addSublayer(button.panel) }
        layer.addSublayer(panel)
        return row
    }

    /// The color of buttons on messages.
    private static let buttonColor = Color(red: 1, green: 1, blue: 1, alpha: 0.16)

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
            let button = buttonSize(row.button?.title.drawn.size ?? .zero)
            let beside = button.width > 0 ? button.width + Self.gap : 0
            let contentSize = Size(
                width: min(text.width + border.width + beside, layout.width), height: rowHeight(row))
            var frame = layout.frame(contentSize)
            frame.origin.y -= lift
            row.panel.isHidden = text.width == 0
            row.panel.place(frame, in: environment)
            row.text.place(Point(x: inset, y: (contentSize.height - text.height) / 2))
            row.stripe.frame = Rect(
                x: environment.snappedToPixels(theme.horizontalPadding / 2), y: theme.verticalPadding + 2,
                width: Self.stripeWidth, height: contentSize.height - border.height)
            if let face = row.button {
                face.panel.place(
                    Rect(
                        x: contentSize.width - theme.horizontalPadding - button.width,
                        y: (contentSize.height - button.height) / 2, width: button.width, height: button.height),
                    in: environment)
                face.title.place(
                    Point(x: theme.horizontalPadding, y: (button.height - face.title.drawn.size.height) / 2))
            }
            lift += contentSize.height + Self.gap
        }
    }
}
