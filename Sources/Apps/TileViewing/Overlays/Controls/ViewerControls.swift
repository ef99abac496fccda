internal import LayerTree

/// The controls for people who do not know the keys: the buttons at the edge, the context menu, and a hint at the first start.
@MainActor
final class ViewerControls {
    /// The layer of the buttons and the hint, to be added to the layer that fills the window while it is needed.
    let layer = Layer()
    let buttons: ViewButtonBar
    let menu: ContextMenu
    /// The point where the button for the menu was pressed; nil once the pointer has moved away from it.
    var menuPress: Point?
    /// The press on the open help: the points of its start and of its last event.
    var helpPress: (start: Point, last: Point)?
    /// The state of touches that do not scroll.
    var touch = TouchRouting()

    private let hint: TextPanel
    /// Whether the hint is to be shown.
    private var isHintWanted = false
    private var hintEnd: Double?

    /// The time at which the last part of the layer was hidden; nil while a part is visible.
    private var hidingTime: Double? = -Double.infinity

    /// The time after which nothing fades any more, in seconds.
    private static let fadeLimit = 0.5
    /// The time for which the hint is shown, in seconds.
    static let hintDuration = 8.0
    /// The distance that the pointer or a finger may move during a press, in points.
    static let pressSlop = 6.0

    init(keys: ViewerKeyBindings, in environment: OverlayEnvironment) {
        buttons = ViewButtonBar(in: environment) { button in
            let key = keys.label(for: button.command)
            return key.isEmpty ? button.command.title : "\(button.command.title) (\(key))"
        }
        menu = ContextMenu(in: environment)
        hint = TextPanel("hint", in: environment)
        layer.name = "controls"
        layer.actions = .none
        layer.anchorPoint = .zero
        for part in [buttons.layer, buttons.tooltip.layer, hint.layer] { layer.addSublayer(part) }
    }

    /// Whether the layer shows something at a time, at least a part that fades; to be asked before each frame.
    func isLayerNeeded(at time: Double) -> Bool {
        guard !buttons.isVisible, hint.shownText == nil else {
            hidingTime = nil
            return true
        }
        let start = hidingTime ?? time
        hidingTime = start
        return time < start + Self.fadeLimit
    }

    /// The time at which ``advance(to:)`` should be called even if nothing else happens; nil for never.
    var nextChangeTime: Double? {
        [buttons.nextChangeTime, hintEnd, touch.menuTime].compactMap(\.self).min()
    }

    /// Hides what has been seen long enough.
    func advance(to time: Double) {
        buttons.advance(to: time)
        if let hintEnd, time >= hintEnd { hideHint() }
    }

    /// Shows the hint as soon as overlays are shown.
    func wantHint() {
        isHintWanted = true
    }

    /// Shows the hint if it is wanted, at the top of a window.
    func showHint(_ text: String, in windowSize: Size, at time: Double) {
        guard isHintWanted else { return }
        isHintWanted = false
        hintEnd = time + Self.hintDuration
        hint.show(text) { size in
            Rect(origin: Point(x: (windowSize.width - size.width) / 2, y: windowSize.height / 5), size: size)
        }
    }

    /// Hides the hint for good.
    func hideHint() {
        isHintWanted = false
        hintEnd = nil
        hint.hide()
    }

    /// The text of the hint; nil while it is not shown.
    var shownHint: String? { hint.shownText }

    /// Ends presses, and closes the menu.
    func cancelInput() {
        menu.close()
        buttons.cancelInput()
        menuPress = nil
        helpPress = nil
        touch = TouchRouting()
    }
}

/// The fingers that use overlays or wait for the context menu.
struct TouchRouting: Sendable {
    /// The finger that acts as a pointer on an overlay, or that has opened the menu.
    var finger: Int?
    /// Whether the events of the finger are ignored, because it has opened the menu.
    var isSpent = false
    /// The finger that opens the menu if it stays, and where it is.
    var waiting: (finger: Int, point: Point)?
    /// The time at which the waiting finger opens the menu.
    var menuTime: Double?

    /// The time after which a finger that stays opens the menu, in seconds.
    static let longPressDuration = 0.5
}
