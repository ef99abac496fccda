public import LayerTree
internal import TextLayers
internal import TextRendering
public import VectorDrawing

/// A question over the dimmed window, with a button for each answer.
///
/// Enter gives the answer that is framed, at first the first one; arrows and Tab frame another. Esc closes the sheet without an
/// answer. While it is open, all other keys and all text mean nothing.
@MainActor
public final class ConfirmationSheet: Control {
    /// An answer to a question.
    public struct Choice {
        /// The text on the button.
        public var title: String
        /// Called when the answer is given and the sheet is closed.
        public var action: @MainActor () -> Void

        /// Creates an answer.
        public init(_ title: String, action: @escaping @MainActor () -> Void) {
            self.title = title
            self.action = action
        }
    }

    /// A question to the user.
    public struct Question {
        /// The question, in a few words.
        public var title: String
        /// The consequences, in a few sentences.
        public var text: String
        /// The answers; Enter gives the first one.
        public var choices: [Choice]

        /// Creates a question.
        public init(title: String, text: String, choices: [Choice]) {
            self.title = title
            self.text = text
            self.choices = choices
        }
    }

    /// A button with its text.
    private struct Row {
        let panel: PanelLayer
        let text: TextLayer
    }

    /// The question that is asked; nil while the sheet is closed.
    public private(set) var question: Question?
    /// The index of the answer that Enter gives.
    package private(set) var chosen = 0

    private let panel: PanelLayer
    private let title, text: TextLayer
    private var buttons: [Row] = []

    private static let width = 460.0
    private static let padding = 16.0
    private static let gap = 8.0
    private static let buttonColor = Color(red: 1, green: 1, blue: 1, alpha: 0.12)
    /// The most lines of the text; longer texts are truncated.
    private static let lineLimit = 8

    /// Creates a closed sheet.
    public init(in environment: ControlEnvironment) {
        let theme = environment.theme
        panel = PanelLayer(opacity: 0.94, in: environment)
        title = TextLayer(style: theme.style(size: theme.textSize + 2, weight: .bold), in: environment)
        var style = theme.style()
        style.lineLimit = Self.lineLimit
        text = TextLayer(style: style, in: environment)
        super.init(.plain("confirmation"), in: environment)
        layer.isHidden = true
        layer.backgroundColor = theme.dimColor
        panel.addSublayer(title)
        panel.addSublayer(text)
        layer.addSublayer(panel)
        for part in [title, text] { part.onResize = { [weak self] in self?.arrange() } }
    }

    /// Whether a question is asked.
    public override var isOpen: Bool { question != nil }

    /// Whether a question is asked.
    public override var isModal: Bool { isOpen }

    /// Whether a question is asked.
    public override var capturesPointer: Bool { isOpen }

    /// Asks a question, instead of the one that was asked before.
    public func open(_ question: Question) {
        self.question = question
        chosen = 0
        title.text = question.title
        text.text = question.text
        buttons.forEach { $0.panel.removeFromSuperlayer() }
        buttons = question.choices.map(makeButton)
        arrange()
        environment.setHidden(false, layer)
    }

    /// Closes the sheet without an answer.
    public override func close() {
        guard isOpen else { return }
        question = nil
        cancelInput()
        environment.setHidden(true, layer)
    }

    private func makeButton(_ choice: Choice) -> Row {
        let button = PanelLayer(color: Self.buttonColor, radius: environment.theme.radius)
        let label = TextLayer(choice.title, style: environment.theme.style(), in: environment)
        label.onResize = { [weak self] in self?.arrange() }
        button.addSublayer(label)
        panel.addSublayer(button)
        return Row(panel: button, text: label)
    }

    // MARK: Items

    /// Whether a question is asked, over all of the window.
    public override func contains(_ point: Point) -> Bool { isOpen }

    /// The index of the button at a point of the window; nil for none.
    public override func item(at point: Point) -> Int? {
        let local = point - panel.frame.origin
        return isOpen ? buttons.firstIndex { $0.panel.frame.contains(local) } : nil
    }

    /// Closes the sheet, and calls the action of an answer.
    public override func activate(_ item: Int, at time: Double) {
        guard let question, question.choices.indices.contains(item) else { return }
        close()
        question.choices[item].action()
    }

    /// Frames the answer that Enter gives, and lights the one under the pointer.
    public override func showHighlight() {
        for (index, button) in buttons.enumerated() {
            button.panel.borderColor = index == chosen ? environment.theme.accentColor : nil
            button.panel.color =
                index == highlightedItem || index == pressedItem
                ? environment.theme.pressedColor : Self.buttonColor
        }
    }

    // MARK: Input

    /// Handles an event of the pointer: a click on a button gives its answer, and nothing else is clicked.
    public override func handle(_ event: PointerEvent) -> Bool {
        _ = super.handle(event)
        return true
    }

    /// Handles a key: Enter gives the framed answer, arrows and Tab frame another one, and Esc closes the sheet.
    public override func handle(_ event: KeyEvent) -> Bool {
        switch event.key {
        case .escape: if !event.isRepeat { close() }
        case .enter: if !event.isRepeat { activate(chosen, at: event.time) }
        case .tab: choose(by: event.modifiers.contains(.shift) ? -1 : 1)
        case .right, .down: choose(by: 1)
        case .left, .up: choose(by: -1)
        default: break
        }
        return true
    }

    /// Uses the wheel for nothing.
    public override func handle(_ event: WheelEvent) -> Bool { isOpen }

    /// Uses text that is typed for nothing.
    public override func handle(text: String) -> Bool { isOpen }

    /// The pointer's shape: a hand over the buttons.
    public override func cursor(at point: Point) -> Cursor? {
        guard isOpen else { return nil }
        return item(at: point) == nil ? .arrow : .pointingHand
    }

    private func choose(by step: Int) {
        guard !buttons.isEmpty else { return }
        chosen = (chosen + step + buttons.count) % buttons.count
        showHighlight()
    }

    // MARK: Layout

    /// Places the question in the middle of the window, its buttons in rows below the text.
    public override func arrange() {
        layer.bounds.size = containerSize
        guard isOpen, containerSize.width > 0 else { return }
        let available = environment.theme.availableSize(in: containerSize)
        let width = min(Self.width, available.width)
        let inner = max(width - 2 * Self.padding, 40)
        title.textStyle.width = inner
        text.textStyle.width = inner
        var top = Self.padding
        title.place(Point(x: Self.padding, y: top))
        top += title.drawn.size.height + Self.gap
        text.place(Point(x: Self.padding, y: top))
        top += text.drawn.size.height + 2 * Self.gap
        top = placeButtons(below: top, in: inner) + Self.padding
        panel.place(
            Rect(
                x: (containerSize.width - width) / 2, y: max(0, (containerSize.height - top) / 2), width: width,
                height: top), in: environment)
        showHighlight()
    }

    /// Places the buttons from left to right, in as many rows as they need; returns the lower edge of the last row.
    private func placeButtons(below top: Double, in width: Double) -> Double {
        let theme = environment.theme
        var x = 0.0
        var y = top
        var bottom = top
        for button in buttons {
            let label = button.text.drawn.size
            let size = Size(
                width: min(label.width + 2 * theme.horizontalPadding, width),
                height: label.height + 2 * theme.verticalPadding + 2)
            if x > 0, x + size.width > width {
                x = 0
                y = bottom + Self.gap
            }
            button.panel.place(Rect(origin: Point(x: Self.padding + x, y: y), size: size), in: environment)
            button.text.place(Point(x: theme.horizontalPadding, y: theme.verticalPadding + 1))
            x += size.width + Self.gap
            bottom = y + size.height
        }
        return bottom
    }
}
