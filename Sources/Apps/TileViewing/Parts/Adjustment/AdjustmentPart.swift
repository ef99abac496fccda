internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import TiledLayers
internal import VectorDrawing

/// The adjustment of brightness, contrast and colors: the panel, and the commands that invert and stretch.
@MainActor
final class AdjustmentPart: ViewerPart {
    let panel: AdjustmentPanel
    private let context: ViewerContext
    /// The histogram in the panel.
    private var histogram = ColorHistogram()

    init(_ context: ViewerContext) {
        self.context = context
        panel = AdjustmentPanel(in: context.environment)
        panel.onChange = { [weak context] in context?.colorAdjustment = $0 }
        panel.onType = { [weak self] in self?.ask(for: $0) }
    }

    /// Lets the user type the value of a slider.
    private func ask(for control: AdjustmentControl) {
        let question = TextEntry.Question(
            title: control.label, text: control.value(in: context.colorAdjustment), hint: control.typedRange
        ) { [weak self] text in
            guard let self else { return nil }
            var adjustment = context.colorAdjustment
            let fault = control.setText(text, in: &adjustment)
            context.colorAdjustment = adjustment
            return fault
        }
        context.ask(question)
    }

    // MARK: Input

    var liesOverImage: Bool { true }
    var isTracking: Bool { panel.isDragging }

    func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .pointer(let event): guard panel.handle(event) else { return false }
        case .wheel(let event): guard panel.scroll(by: event) else { return false }
        case .key, .touch: return false
        }
        context.scene.setNeedsFrame()
        return true
    }

    func cancelInput() {
        panel.cancelInput()
    }

    func cursor(at point: Point) -> Cursor? {
        if panel.isDragging { return .closedHand }
        return panel.isControl(at: point).map { $0 ? .pointingHand : .arrow }
    }

    // MARK: Commands

    func perform(_ command: ViewerCommand) -> Bool {
        switch command {
        case .invertColors: context.colorAdjustment.isInverted.toggle()
        case .stretchContrast: stretch()
        case .cancel where panel.isOn: context.close(.adjustment)
        default: return false
        }
        return true
    }

    /// Stretches the values in view to all that the screen can show; a second time shows them as they are stored.
    private func stretch() {
        let neutral = ColorAdjustment()
        var new = context.colorAdjustment
        if (new.blackPoint, new.whitePoint) == (neutral.blackPoint, neutral.whitePoint), let tiles = context.tiles {
            new.stretch(to: tiles.visibleHistogram())
        } else {
            new.blackPoint = neutral.blackPoint
            new.whitePoint = neutral.whitePoint
        }
        context.colorAdjustment = new
    }

    // MARK: Display

    func documentDidClose() {
        panel.cancelInput()
        histogram = ColorHistogram()
        panel.update(ColorAdjustment(), histogram)
    }

    func show(_ status: ViewerStatus, isNew: Bool, in layout: OverlayLayout) {
        panel.isOn = context.features.contains(.adjustment) && context.document != nil
        context.overlays.show(panel.layer, if: panel.isOn)
        guard panel.isOn, let tiles = context.tiles else { return }
        // Counting takes a fraction of a frame, and nobody can read a histogram that moves.
        if !context.controller.model.isTracking || histogram.pixelCount == 0 { histogram = tiles.visibleHistogram() }
        panel.update(context.colorAdjustment, histogram)
    }

    func addOverlays(to list: inout OverlayList) {
        list.add(panel.request(in: list.layout))
    }

    func placeOverlays(_ arrangement: OverlayArrangement) {
        panel.place(in: arrangement.frames[AdjustmentPanel.id])
    }

    func closeOverlay(_ id: OverlayID) {
        guard id == AdjustmentPanel.id else { return }
        panel.isOn = false
        context.overlays.show(panel.layer, if: false)
        context.close(.adjustment)
    }
}
