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
    /// The frame of the buttons; nil while there is no room for them.
    private var frame: Rect?
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
    var hovered: ViewButton? {
        let shown = shown
        return buttons.highlightedItem.flatMap { shown.indices.contains($0) ? shown[$0] : nil }
    }

    /// Shows the buttons where there is room for them, because the pointer has moved.
    private func reveal() {
        guard context.features.contains(.buttons), context.showsOverlays else { return }
        context.arrangeOverlays()
        chooseAvailable()
        buttons.layOut(in: context.windowSize)
        buttons.reveal(content, at: context.now)
    }

    // MARK: Display

    func update() {
        buttons.update(at: context.now)
        if let hintEnd, context.now >= hintEnd { hideHint() }
    }

    func show(_ status: ViewerStatus, isNew: Bool, in layout: OverlayLayout) {
        if buttons.isVisible {
            buttons.layOut(in: layout.size)
            chooseAvailable()
            buttons.update(content)
        }
        if context.features.contains(.help) { hideHint() } else { showHint() }
        context.overlays.show(layer, if: isLayerNeeded)
    }

    /// Chooses the buttons that are of use now; none while the help or the menu is open.
    private func chooseAvailable() {
        let isHidden = !context.features.contains(.buttons) || context.isCovered
        available = isHidden ? [] : useful
    }

    /// The buttons that are of use now if nothing covers the view.
    private var useful: [ViewButton] {
        ViewButton.allCases.filter { context.document != nil || $0.worksWithoutImage }
    }

    /// The buttons that are of use now, in their frame.
    private var content: ButtonBar.Content {
        guard let frame else { return ButtonBar.Content([], .empty) }
        let shown = shown
        return ButtonBar.Content(shown.map(button), ButtonLayout(shown.count, inColumn: frame))
    }

    /// The buttons for which there is room: the help, which leads to everything else, is not left out.
    private var shown: [ViewButton] {
        let count = frame.map { ButtonLayout(available.count, inColumn: $0).count } ?? 0
        let surplus = ViewButton.leastNeeded.filter(available.contains).prefix(available.count - count)
        return Array(available.filter { !surplus.contains($0) }.prefix(count))
    }

    func addOverlays(to list: inout OverlayList) {
        if context.features.contains(.buttons) {
            // They have their place while they are not seen, too: nothing moves when the pointer does.
            let count = useful.count
            var request = OverlayRequest(
                Self.id, .buttons, at: .left,
                sizes: (min(Self.fewest, count)...count).reversed().map { ButtonLayout.columnSize($0) })
            request.staysAtEdge = true
            list.add(request)
        }
        if hint.contentSize != .zero {
            list.add(OverlayRequest(Self.hintID, .passing, at: .upperFifth, sizes: [hint.contentSize]))
        }
    }

    func placeOverlays(_ arrangement: OverlayArrangement) {
        frame = arrangement.frames[Self.id]
        if buttons.isVisible { buttons.update(content) }
        hint.place(in: arrangement.frames[Self.hintID])
    }

    nonisolated static let id = OverlayID("buttons")
    private nonisolated static let hintID = OverlayID("hint")
    /// The fewest buttons that are shown where there is no room for all.
    private static let fewest = 3

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

    /// Shows the hint if it is wanted, where there is room for it.
    private func showHint() {
        guard isHintWanted else { return }
        isHintWanted = false
        hintEnd = context.now + Self.hintDuration
        hint.show("F1: help · Right click: menu")
    }

    /// Hides the hint for good.
    private func hideHint() {
        isHintWanted = false
        hintEnd = nil
        hint.hide()
    }
}
