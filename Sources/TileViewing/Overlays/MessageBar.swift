internal import ImageCodecs
public import LayerTree

/// Messages to the user above the status line: up to three at a time, the newest lowest, others wait.
///
/// Time is the caller's: ``advance(to:)`` is called before each frame, and ``nextChangeTime`` tells when a frame is due
/// although nothing else happens.
@MainActor
public final class MessageBar {
    /// What is shown, to be put into the layer that fills the window.
    public let layer = Layer()

    private let environment: OverlayEnvironment
    private var queue = MessageQueue()
    private var rows: [Row] = []
    private var layout = OverlayLayout(size: .zero)

    /// One message on the screen.
    private struct Row {
        let id: Int
        let plate: PlateLayer
        let text: TextLayer
        let mark: Layer
    }

    private static let markWidth = 3.0
    private static let gap = 6.0
    /// Longer messages are cut.
    private static let lineLimit = 6

    /// No messages.
    public init(in environment: OverlayEnvironment) {
        self.environment = environment
        layer.name = "messages"
        layer.actions = .none
        layer.anchorPoint = .zero
        environment.addScaleObserver(self) { $0.place() }
    }

    /// How many messages there are, seen or waiting.
    public var count: Int { queue.visible.count + queue.waitingCount }

    /// When a message goes by itself, on the clock of the times given; nil for never.
    public var nextChangeTime: Double? { queue.nextEnd }

    /// Tells something, now or as soon as there is room.
    ///
    /// - Parameters:
    ///   - message: what is told; the same one again is not told twice.
    ///   - time: now.
    /// - Returns: what it is known by.
    @discardableResult
    public func post(_ message: Message, at time: Double) -> Int {
        let id = queue.post(message, at: time)
        showVisible()
        return id
    }

    /// Takes a message away.
    public func dismiss(_ id: Int, at time: Double) {
        queue.dismiss(id, at: time)
        showVisible()
    }

    /// Takes the newest message away that is seen, as a key does.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    public func dismissNewest(at time: Double) -> Bool {
        guard let newest = queue.visible.last else { return false }
        dismiss(newest.id, at: time)
        return true
    }

    /// The message at a point of the window, to be dismissed by a click; nil for none.
    public func message(at point: Point) -> Int? {
        rows.first { $0.plate.frame.contains(point) }?.id
    }

    /// Takes those messages away whose time is over.
    public func advance(to time: Double) {
        queue.advance(to: time)
        showVisible()
    }

    /// Places the messages in a window.
    public func update(in layout: OverlayLayout) {
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
        max(40, layout.messageWidth - 2 * environment.theme.horizontalPadding - Self.markWidth)
    }

    /// Makes the rows those that are to be seen.
    private func showVisible() {
        let visible = queue.visible
        guard visible.map(\.id) != rows.map(\.id) else { return }
        for row in rows where !visible.contains(where: { $0.id == row.id }) {
            row.plate.removeFromSuperlayer()
        }
        rows = visible.map { entry in rows.first { $0.id == entry.id } ?? makeRow(entry) }
        place()
    }

    private func makeRow(_ entry: MessageQueue.Entry) -> Row {
        let plate = PlateLayer(in: environment)
        var style = environment.theme.style()
        style.lineLimit = Self.lineLimit
        style.width = textWidth
        let row = Row(id: entry.id, plate: plate, text: TextLayer(style: style, in: environment), mark: Layer())
        row.mark.actions = .none
        row.mark.anchorPoint = .zero
        row.mark.backgroundColor = color(entry.message.severity)
        row.text.text = entry.message.text
        row.text.onResize = { [weak self] in self?.place() }
        plate.addSublayer(row.mark)
        plate.addSublayer(row.text)
        layer.addSublayer(plate)
        return row
    }

    private func color(_ severity: Message.Severity) -> Color {
        switch severity {
        case .information: environment.theme.secondaryColor
        case .warning: environment.theme.accentColor
        case .error: environment.theme.errorColor
        }
    }

    /// Places the rows, from the lowest upwards.
    private func place() {
        let theme = environment.theme
        var lift = 0.0
        for row in rows.reversed() {
            let text = row.text.drawn.size
            let inset = theme.horizontalPadding + Self.markWidth
            let room = Size(
                width: text.width + inset + theme.horizontalPadding, height: text.height + 2 * theme.verticalPadding + 4
            )
            var frame = layout.messageFrame(room)
            frame.origin.y -= lift
            row.plate.isHidden = text.width == 0
            row.plate.place(frame)
            row.text.place(Point(x: inset, y: theme.verticalPadding + 2))
            row.mark.frame = Rect(
                x: environment.onPixels(theme.horizontalPadding / 2), y: theme.verticalPadding + 2,
                width: Self.markWidth, height: text.height)
            lift += room.height + Self.gap
        }
    }
}
