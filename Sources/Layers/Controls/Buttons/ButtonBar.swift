public import LayerTree
internal import TextLayers
internal import TextRendering
public import VectorDrawing

/// Buttons in a row or a column at an edge of the window.
///
/// ```swift
/// let buttons = ButtonBar(
///     [Button("Next") { showNext() }, Button("Help", icon: questionMark) { showHelp() }], at: .bottom,
///     in: controls.environment)
/// controls.add(buttons)
/// ```
///
/// Tab reaches the buttons one after the other. A button with an icon has a tooltip. Buttons that are not seen are not drawn.
@MainActor
public final class ButtonBar: Control {
    /// An edge of the window.
    public enum Edge: Hashable, Sendable, CaseIterable {
        /// The left or the right edge, with the buttons in a column.
        case left, right
        /// The upper or the lower edge, with the buttons in a row.
        case top, bottom
    }

    /// The buttons and their frames.
    package struct Content {
        /// The buttons for which there is room.
        package var buttons: [Button]
        /// The frames of the buttons.
        package var layout: ButtonLayout

        /// Creates a content of the first buttons, for which there is room.
        package init(_ buttons: [Button], _ layout: ButtonLayout) {
            self.buttons = Array(buttons.prefix(layout.count))
            self.layout = layout
        }

        /// Whether another content looks the same.
        func looksLike(_ other: Content) -> Bool {
            layout == other.layout && buttons.map(\.face) == other.buttons.map(\.face)
        }
    }

    /// The buttons; where there is no room for all, the last ones are left out.
    public var buttons: [Button] {
        didSet { arrange() }
    }
    /// The edge of the window at which the buttons are.
    public let edge: Edge
    /// Whether the buttons appear while the pointer moves and fade away two seconds after it; the default is `false`.
    package var hidesAtRest = false {
        didSet { arrange() }
    }

    /// The tooltip, whose layer is to be added to the layer that fills the window.
    package let tooltip: TextPanel
    /// Whether the buttons are shown.
    package private(set) var isVisible = false

    /// The time without motion after which the buttons fade, in seconds.
    package static let restDuration = 2.0
    /// The time over a button after which its tooltip appears, in seconds.
    package static let tooltipDelay = 0.6
    private static let tooltipGap = 6.0

    private let overlay: DrawnOverlay
    private let highlightLayer = Layer.plain()
    private var content = Content([], .empty)
    private var motionTime = -Double.infinity

    /// Creates a bar.
    ///
    /// - Parameters:
    ///   - buttons: the buttons, the most important ones first.
    ///   - edge: the edge of the window, in the middle of which the buttons are; by default the lower one.
    ///   - environment: the environment of the window.
    public init(_ buttons: [Button], at edge: Edge = .bottom, in environment: ControlEnvironment) {
        self.buttons = buttons
        self.edge = edge
        overlay = DrawnOverlay("buttons", in: environment)
        tooltip = TextPanel("tooltip", in: environment)
        super.init(overlay.layer, in: environment)
        highlightLayer.cornerRadius = environment.theme.radius - ButtonLayout.padding / 2
        highlightLayer.isHidden = true
        layer.addSublayer(highlightLayer)
    }

    // MARK: Layout

    /// Places the buttons at their edge.
    public override func arrange() {
        // The owner of a bar that is revealed places the buttons, and this one shows them.
        guard !isPlacedByOwner, containerSize.width > 0 else { return }
        let content = edgeContent
        if isVisible {
            update(content)
        } else if !hidesAtRest {
            reveal(content, at: motionTime)
        }
    }

    /// The buttons at their edge.
    private var edgeContent: Content {
        let theme = environment.theme
        let size = ButtonLayout.buttonSize(for: buttons.map(\.face), theme: theme, scale: environment.scale)
        return Content(
            buttons,
            ButtonLayout(
                buttons.count, of: size, at: edge, in: containerSize, margin: theme.margin(in: containerSize)))
    }

    /// Whether the owner calls ``reveal(_:at:)`` and ``update(_:)`` with a layout of its own; the default is `false`.
    package var isPlacedByOwner = false

    /// Shows the buttons, because the pointer has moved or a finger has touched the screen.
    package func reveal(_ content: Content, at time: Double) {
        motionTime = time
        guard !isVisible, !content.buttons.isEmpty else { return }
        isVisible = true
        draw(content)
    }

    /// Shows other buttons, or in another place, if they are visible.
    package func update(_ content: Content) {
        guard isVisible else { return }
        guard !content.looksLike(self.content) else {
            self.content = content
            return
        }
        guard !content.buttons.isEmpty else { return hide() }
        cancelInput()
        draw(content)
    }

    /// Hides the buttons, until they are revealed again.
    package func hide() {
        guard isVisible else { return }
        cancelInput()
        isVisible = false
        overlay.hide()
    }

    private func draw(_ content: Content) {
        self.content = content
        overlay.place { _ in content.layout.frame }
        let faces = content.buttons.map(\.face)
        overlay.draw { theme, scale throws(TextError) in
            try content.layout.draw(faces, theme: theme, scale: scale)
        }
    }

    override var companionLayers: [Layer] { [tooltip.layer] }

    // MARK: Items

    /// Whether a point is on the buttons.
    public override func contains(_ point: Point) -> Bool { isVisible && overlay.localPoint(point) != nil }

    /// The number of buttons that are shown.
    public override var focusableItemCount: Int { isVisible ? content.buttons.count : 0 }

    /// The index of the button at a point of the window; nil for none.
    public override func item(at point: Point) -> Int? {
        isVisible ? overlay.localPoint(point).flatMap(content.layout.button) : nil
    }

    /// Calls the action of a button.
    public override func activate(_ item: Int, at time: Double) {
        guard content.buttons.indices.contains(item) else { return }
        motionTime = time
        content.buttons[item].action()
    }

    /// Shows which button is highlighted or pressed.
    public override func showHighlight() {
        let isHighlighted = pressedItem == nil || pressedItem == highlightedItem
        guard isHighlighted, let highlightedItem, highlightedItem < content.buttons.count else {
            highlightLayer.isHidden = true
            return
        }
        let theme = environment.theme
        highlightLayer.backgroundColor = pressedItem == nil ? theme.highlightColor : theme.pressedColor
        highlightLayer.frame = content.layout.buttonFrame(highlightedItem)
        highlightLayer.isHidden = false
    }

    /// Handles an event of the pointer.
    public override func handle(_ event: PointerEvent) -> Bool {
        if event.phase == .moved, hidesAtRest, !isPlacedByOwner, containerSize.width > 0 {
            reveal(edgeContent, at: event.time)
        }
        guard isVisible else { return false }
        let former = highlightedItem
        defer { if highlightedItem != former || pressedItem != nil { tooltip.hide() } }
        if case .up(.primary, _) = event.phase, pressedItem != nil { motionTime = event.time }
        return super.handle(event)
    }

    /// Ends a press without a click.
    public override func cancelInput() {
        super.cancelInput()
        tooltip.hide()
    }

    // MARK: Time

    /// The time at which the buttons fade, or a tooltip appears.
    public override var nextUpdateTime: Double? {
        guard isVisible, pressedItem == nil else { return nil }
        guard let highlightedItem else { return hidesAtRest ? motionTime + Self.restDuration : nil }
        guard content.buttons[highlightedItem].icon != nil, tooltip.shownText == nil else { return nil }
        return highlightTime + Self.tooltipDelay
    }

    /// Hides the buttons after a rest, and shows the tooltip of one that the pointer rests on.
    public override func update(at time: Double) {
        guard let due = nextUpdateTime, time >= due else { return }
        guard let highlightedItem else { return hide() }
        tooltip.show(content.buttons[highlightedItem].title) { [weak self] in
            self?.tooltipFrame($0, of: highlightedItem) ?? .zero
        }
    }

    /// The frame of a tooltip of a size in points, beside a column or above or below a row.
    private func tooltipFrame(_ size: Size, of item: Int) -> Rect {
        var button = content.layout.buttonFrame(item)
        button.origin = button.origin + layer.position
        let bar = content.layout.frame
        let gap = Self.tooltipGap + ButtonLayout.padding
        var corner = Point(
            x: button.minX + (button.size.width - size.width) / 2,
            y: button.minY + (button.size.height - size.height) / 2)
        switch isPlacedByOwner ? .left : edge {
        case .left: corner.x = button.minX + bar.size.width - ButtonLayout.padding + Self.tooltipGap
        case .right: corner.x = button.minX - gap - size.width
        case .top: corner.y = button.maxY + gap
        case .bottom: corner.y = button.minY - gap - size.height
        }
        corner.x = max(0, min(corner.x, containerSize.width - size.width))
        return Rect(origin: corner, size: size)
    }
}
