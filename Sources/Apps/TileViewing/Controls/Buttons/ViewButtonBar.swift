internal import LayerTree

/// Buttons at the left edge that appear while the pointer moves, and fade away once it rests elsewhere.
///
/// The caller provides the time: it calls ``advance(to:)`` before each frame, and makes a frame at ``nextChangeTime`` even if
/// nothing else happens. Buttons that are not seen are not drawn, and nothing is due.
@MainActor
final class ViewButtonBar {
    /// The content of the bar: the buttons and the state of the window.
    struct Content: Hashable, Sendable {
        /// The buttons and their frames.
        var layout: ViewButtonLayout
        /// Whether the window fills the screen.
        var isFullScreen = false
    }

    /// The outcome of a pointer event.
    enum Outcome: Hashable {
        /// The event was not on a button.
        case ignored
        /// The event was on the buttons.
        case handled
        /// The button was clicked.
        case clicked(ViewButton)
    }

    /// The layer of the buttons, to be added to the layer that fills the window.
    var layer: Layer { overlay.layer }
    /// The tooltip, whose layer is to be added to the layer that fills the window.
    let tooltip: TextPanel
    /// Whether the buttons are shown.
    private(set) var isVisible = false
    /// The button under the pointer.
    private(set) var hovered: ViewButton?

    /// The time without motion after which the buttons fade, in seconds.
    static let restDuration = 2.0
    /// The time over a button after which its tooltip appears, in seconds.
    static let tooltipDelay = 0.6
    private static let tooltipGap = 6.0

    private let overlay: DrawnOverlay
    private let environment: OverlayEnvironment
    private let highlight = Layer()
    /// The text of a tooltip.
    private let describe: @MainActor (ViewButton) -> String
    private var content = Content(layout: ViewButtonLayout([], in: OverlayLayout(size: .zero)))
    private var windowSize = Size.zero
    private var pressed: ViewButton?
    private var motionTime = -Double.infinity
    private var hoverTime = -Double.infinity

    /// Creates hidden buttons, whose tooltips a closure returns.
    init(in environment: OverlayEnvironment, describe: @escaping @MainActor (ViewButton) -> String) {
        self.environment = environment
        self.describe = describe
        overlay = DrawnOverlay("buttons", in: environment)
        tooltip = TextPanel("tooltip", in: environment)
        highlight.actions = .none
        highlight.anchorPoint = .zero
        highlight.cornerRadius = environment.theme.radius - ViewButtonLayout.padding / 2
        highlight.isHidden = true
        layer.addSublayer(highlight)
    }

    /// The time at which ``advance(to:)`` should be called even if nothing else happens; nil for never.
    var nextChangeTime: Double? {
        guard isVisible, pressed == nil else { return nil }
        guard hovered != nil else { return motionTime + Self.restDuration }
        return tooltip.shownText == nil ? hoverTime + Self.tooltipDelay : nil
    }

    /// Shows the buttons, because the pointer has moved or a finger has touched the screen.
    func reveal(_ content: Content, in layout: OverlayLayout, at time: Double) {
        motionTime = time
        guard !isVisible, !content.layout.buttons.isEmpty else { return }
        isVisible = true
        draw(content, in: layout)
    }

    /// Shows other buttons, or in another place, if they are visible.
    func update(_ content: Content, in layout: OverlayLayout) {
        guard isVisible, content != self.content else { return }
        guard !content.layout.buttons.isEmpty else { return hide() }
        cancelInput()
        draw(content, in: layout)
    }

    /// Hides the buttons.
    func hide() {
        guard isVisible else { return }
        cancelInput()
        isVisible = false
        overlay.hide()
    }

    /// Hides the buttons after a rest, and shows the tooltip of one that the pointer rests on.
    func advance(to time: Double) {
        guard let due = nextChangeTime, time >= due else { return }
        guard let hovered, let frame = frame(of: hovered) else { return hide() }
        let window = windowSize
        let gap = Self.tooltipGap
        tooltip.show(describe(hovered)) { size in
            Rect(
                x: max(0, min(frame.maxX + gap, window.width - size.width)),
                y: frame.minY + (frame.size.height - size.height) / 2, width: size.width, height: size.height)
        }
    }

    /// Handles a pointer event at a time on the clock of ``advance(to:)``.
    func handle(_ event: PointerEvent, at time: Double) -> Outcome {
        guard isVisible else { return .ignored }
        let point = event.phase == .exited ? nil : overlay.localPoint(event.position)
        let button = point.flatMap(content.layout.button)
        hover(button, at: time)
        switch event.phase {
        case .down(.primary, _) where point != nil:
            pressed = button
            tooltip.hide()
        case .up(.primary, _) where pressed != nil:
            motionTime = time
            let clicked = pressed == button ? button : nil
            pressed = nil
            showHighlight()
            return clicked.map(Outcome.clicked) ?? .handled
        default: break
        }
        showHighlight()
        return point != nil || pressed != nil ? .handled : .ignored
    }

    /// Ends a press without a click.
    func cancelInput() {
        pressed = nil
        hovered = nil
        tooltip.hide()
        showHighlight()
    }

    private func hover(_ button: ViewButton?, at time: Double) {
        guard button != hovered else { return }
        hovered = button
        hoverTime = time
        tooltip.hide()
    }

    private func showHighlight() {
        let isHighlighted = pressed == nil || pressed == hovered
        guard isHighlighted, let hovered, let index = content.layout.buttons.firstIndex(of: hovered) else {
            highlight.isHidden = true
            return
        }
        highlight.backgroundColor = Color(red: 1, green: 1, blue: 1, alpha: pressed == nil ? 0.14 : 0.3)
        highlight.frame = content.layout.buttonFrame(index)
        highlight.isHidden = false
    }

    /// The frame of a button in the window.
    private func frame(of button: ViewButton) -> Rect? {
        content.layout.buttons.firstIndex(of: button).map {
            var frame = content.layout.buttonFrame($0)
            frame.origin = frame.origin + layer.position
            frame.size.width = content.layout.frame.size.width - ViewButtonLayout.padding
            return frame
        }
    }

    private func draw(_ content: Content, in layout: OverlayLayout) {
        self.content = content
        windowSize = layout.size
        overlay.place { _ in content.layout.frame }
        overlay.draw { theme, scale in
            content.layout.draw(isFullScreen: content.isFullScreen, theme: theme, scale: scale)
        }
    }
}
