internal import LayerTree
internal import TextLayers

/// Shows messages above the status line: up to three at a time, the newest at the bottom, while others wait.
///
/// The caller provides the time: it calls ``advance(to:)`` before each frame, and makes a frame at ``nextChangeTime``
/// even if nothing else happens.
@MainActor
final class MessageBar {
    /// The layer of the messages, to be added to the layer that fills the window.
    let layer = Layer()

    private let environment: OverlayEnvironment
    private var queue = MessageQueue()
    private var rows: [Row] = []
    private var layout = OverlayLayout(size: .zero)

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

    init(in environment: OverlayEnvironment) {
        self.environment = environment
        layer.name = "messages"
        layer.actions = .none
        layer.anchorPoint = .zero
        environment.textDrawing.addScaleObserver(self) { $0.place() }
    }

    /// The number of messages, visible or waiting.
    var count: Int { queue.visible.count + queue.waitingCount }

    /// The time at which the next message expires, on the clock of the times passed in; nil for never.
    var nextChangeTime: Double? { queue.nextEnd }

    /// Shows a message, now or as soon as there is space; if an equal one is there already, it is not added again.
    ///
    /// - Returns: the message's identifier.
    @discardableResult
    func post(_ message: Message, at time: Double) -> Int {
        let id = queue.post(message, at: time)
        showVisible()
        return id
    }

    /// Removes a message.
    func dismiss(_ id: Int, at time: Double) {
        queue.dismiss(id, at: time)
        showVisible()
    }

    /// The message at a point of the window, for a click that dismisses it; nil for none.
    func message(at point: Point) -> Int? {
        rows.first { $0.panel.frame.contains(point) }?.id
    }

    /// Removes the messages that have expired.
    func advance(to time: Double) {
        queue.advance(to: time)
        showVisible()
    }

    /// Places the messages in a window.
    func update(in layout: OverlayLayout) {
        guard layout != self.layout else { return }
        self.layout = layout
        queue.visibleLimit = layout.messageLimit
        showVisible()
        for row in rows {
            row.text.textStyle.width = textWidth
        }
        place()
    }

    private var textWidth: Double {
        max(40, layout.messageWidth - 2 * environment.theme.horizontalPadding - Self.stripeWidth)
    }

    /// Makes the rows match the visible messages.
    private func showVisible() {
        let visible = queue.visible
        guard visible.map(\.id) != rows.map(\.id) else { return }
        for row in rows where !visible.contains(where: { $0.id == row.id }) {
            row.panel.removeFromSuperlayer()
        }
        rows = visible.map { entry in rows.first { $0.id == entry.id } ?? makeRow(entry) }
        place()
    }

    private func makeRow(_ entry: MessageQueue.Entry) -> Row {
        let panel = PanelLayer(in: environment)
        var style = environment.theme.style()
        style.lineLimit = Self.lineLimit
        style.width = textWidth
        let row = Row(id: entry.id, panel: panel, text: TextLayer(style: style, in: environment), stripe: Layer())
        row.stripe.actions = .none
        row.stripe.anchorPoint = .zero
        row.stripe.backgroundColor = color(entry.message.severity)
        row.text.text = entry.message.text
        row.text.onResize = { [weak self] in self?.place() }
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
    private func place() {
        let theme = environment.theme
        var lift = 0.0
        for row in rows.reversed() {
            let text = row.text.drawn.size
            let inset = theme.horizontalPadding + Self.stripeWidth
            let contentSize = Size(
                width: text.width + inset + theme.horizontalPadding, height: text.height + 2 * theme.verticalPadding + 4
            )
            var frame = layout.messageFrame(contentSize)
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
