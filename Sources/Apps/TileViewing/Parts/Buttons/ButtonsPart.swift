internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import VectorDrawing

/// The controls for people who do not know the keys: the buttons at the edge, and a hint at the first start.
@MainActor
final class ButtonsPart: ViewerPart {
    /// The layer of the buttons and the hint, which is in the window while it is needed.
    let layer = Layer()
    let buttons: ButtonBar
    private let context: ViewerContext
    /// The buttons that are of use now, from top to bottom, whether or not there is room for all.
    private var available: [ViewButton] = []
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
        buttons = ButtonBar([], at: .left, in: context.environment)
        buttons.isPlacedByOwner = true
        buttons.hidesAtRest = true
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
        if case .pointer(let event) = event, event.phase == .moved { reveal() }
        return buttons.handle(event)
    }

    func cancelInput() {
        buttons.cancelInput()
    }

    func cursor(at point: Point) -> Cursor? { hovered == nil ? nil : .pointingHand }

    /// The button under the pointer; nil for none.
    var hovered: ViewButton? { buttons.highlightedItem.map { available[$0] } }

    /// Shows the buttons, because the pointer has moved.
    private func reveal() {
        guard context.features.contains(.buttons), context.showsOverlays else { return }
        let layout = context.overlayLayout
        buttons.layOut(in: layout.size)
        buttons.reveal(content(in: layout), at: context.now)
    }

    // MARK: Display

    func update() {
        buttons.update(at: context.now)
        if let hintEnd, context.now >= hintEnd { hideHint() }
    }

    func show(_ status: ViewerStatus, isNew: Bool, in layout: OverlayLayout) {
        if buttons.isVisible {
            buttons.layOut(in: layout.size)
            buttons.update(content(in: layout))
        }
        if context.features.contains(.help) { hideHint() } else { showHint(in: layout.size) }
        context.overlays.show(layer, if: isLayerNeeded)
    }

    /// The buttons that are of use now, where they cover nothing; none while the help or the menu is open.
    private func content(in layout: OverlayLayout) -> ButtonBar.Content {
        let isHidden = !context.features.contains(.buttons) || context.isCovered
        available = isHidden ? [] : ViewButton.allCases.filter { context.document != nil || $0.worksWithoutImage }
        let panels = context.parts.all.compactMap(\.panelFrame)
        return ButtonBar.Content(available.map(button), layout.buttonLayout(available.count, besides: panels))
    }

    /// A button that performs its command, with the key that does the same in its tooltip.
    private func button(_ button: ViewButton) -> Button {
        let key = context.settings.keys.label(for: button.command)
        let title = key.isEmpty ? button.command.title : "\(button.command.title) (\(key))"
        return Button(title, icon: button.icon(isFullScreen: context.isFullScreen)) { [weak context] in
            for _ in 0..<button.repetitions { context?.perform(button.command) }
        }
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

    var nextUpdateTime: Double? { [buttons.nextUpdateTime, hintEnd].compactMap(\.self).min() }

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
