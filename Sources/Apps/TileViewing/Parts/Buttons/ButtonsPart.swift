internal import LayerTree
internal import ScrollLayers

/// The controls for people who do not know the keys: the buttons at the edge, and a hint at the first start.
@MainActor
final class ButtonsPart: ViewerPart {
    /// The layer of the buttons and the hint, which is in the window while it is needed.
    let layer = Layer()
    let buttons: ViewButtonBar
    private let context: ViewerContext
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

    init(_ context: ViewerContext) {
        self.context = context
        let keys = context.settings.keys
        buttons = ViewButtonBar(in: context.environment) { button in
            let key = keys.label(for: button.command)
            return key.isEmpty ? button.command.title : "\(button.command.title) (\(key))"
        }
        hint = TextPanel("hint", in: context.environment)
        layer.name = "controls"
        layer.actions = .none
        layer.anchorPoint = .zero
        for part in [buttons.layer, buttons.tooltip.layer, hint.layer] { layer.addSublayer(part) }
        checkFirstStart()
    }

    // MARK: Input

    var liesOverImage: Bool { true }

    func handle(_ event: InputEvent) -> Bool {
        guard case .pointer(let event) = event else { return false }
        if event.phase == .moved { reveal() }
        switch buttons.handle(event, at: context.now) {
        case .ignored: return false
        case .handled: return true
        case .clicked(let button):
            for _ in 0..<button.repetitions { context.perform(button.command) }
            return true
        }
    }

    func cancelInput() {
        buttons.cancelInput()
    }

    func cursor(at point: Point) -> Cursor? { buttons.hovered == nil ? nil : .pointingHand }

    /// Shows the buttons, because the pointer has moved.
    private func reveal() {
        guard context.features.contains(.buttons), context.showsOverlays else { return }
        buttons.reveal(content(in: context.overlayLayout), in: context.overlayLayout, at: context.now)
    }

    // MARK: Display

    func update() {
        buttons.advance(to: context.now)
        if let hintEnd, context.now >= hintEnd { hideHint() }
    }

    func show(_ status: ViewerStatus, isNew: Bool, in layout: OverlayLayout) {
        if buttons.isVisible { buttons.update(content(in: layout), in: layout) }
        if context.features.contains(.help) { hideHint() } else { showHint(in: layout.size) }
        context.overlays.show(layer, if: isLayerNeeded)
    }

    /// The buttons that are of use now, where they cover nothing; none while the help or the menu is open.
    private func content(in layout: OverlayLayout) -> ViewButtonBar.Content {
        let isHidden = !context.features.contains(.buttons) || context.isCovered
        let buttons = isHidden ? [] : ViewButton.allCases.filter { context.document != nil || $0.worksWithoutImage }
        let panels = context.parts.all.compactMap(\.panelFrame)
        return ViewButtonBar.Content(
            layout: ViewButtonLayout(buttons, in: layout, besides: panels), isFullScreen: context.isFullScreen)
    }

    /// Whether the layer shows something, at least a part that fades; to be asked before each frame.
    private var isLayerNeeded: Bool {
        guard !buttons.isVisible, hint.shownText == nil else {
            hidingTime = nil
            return true
        }
        let start = hidingTime ?? context.now
        hidingTime = start
        return context.now < start + Self.fadeLimit
    }

    var nextUpdateTime: Double? { [buttons.nextChangeTime, hintEnd].compactMap(\.self).min() }

    // MARK: Hint

    /// The text of the hint; nil while it is not shown.
    var shownHint: String? { hint.shownText }

    /// Shows the hint if this is the first start ever.
    private func checkFirstStart() {
        guard let firstStart = context.settings.firstStart else { return }
        let mailbox = context.mailbox
        context.settings.inBackground {
            guard firstStart.claim() else { return }
            mailbox.post(
                .work { [weak self] in
                    self?.isHintWanted = true
                    self?.context.scene.setNeedsFrame()
                })
        }
    }

    /// Shows the hint if it is wanted, at the top of a window.
    private func showHint(in windowSize: Size) {
        guard isHintWanted else { return }
        isHintWanted = false
        hintEnd = context.now + Self.hintDuration
        hint.show("F1: help · Right click: menu") { size in
            Rect(origin: Point(x: (windowSize.width - size.width) / 2, y: windowSize.height / 5), size: size)
        }
    }

    /// Hides the hint for good.
    private func hideHint() {
        isHintWanted = false
        hintEnd = nil
        hint.hide()
    }
}
