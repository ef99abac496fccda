internal import Controls
internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import TiledLayers
internal import VectorDrawing

/// A panel with a histogram and controls for brightness, contrast and false colors, at the right below the overview map.
///
/// It is drawn when it is opened and when a value changes, and freed when it is closed.
@MainActor
final class AdjustmentPanel {
    /// The layer of the panel, to be added to the layer that fills the window.
    var layer: Layer { overlay.layer }

    /// Whether the panel is open, `false` by default.
    var isOn = false {
        didSet {
            guard isOn != oldValue else { return }
            if !isOn { drag = nil }
            draw()
        }
    }

    /// Called when the user changes the adjustment.
    var onChange: (@MainActor (ColorAdjustment) -> Void)?
    /// Whether a slider is being dragged.
    var isDragging: Bool { drag != nil }

    private let overlay: DrawnOverlay
    private var values = DrawnAdjustmentPanel.Values()
    private var drag: AdjustmentControl?

    init(in environment: ControlEnvironment) {
        overlay = DrawnOverlay("adjustment", in: environment)
    }

    /// Shows an adjustment and the histogram of what is seen.
    func update(_ adjustment: ColorAdjustment, _ histogram: ColorHistogram, in layout: OverlayLayout) {
        let values = DrawnAdjustmentPanel.Values(adjustment: adjustment, histogram: histogram)
        let isChanged = values != self.values
        self.values = values
        if isChanged { draw() }
        overlay.place(layout.adjustmentFrame)
    }

    /// Whether there is a control at a point of the window; nil outside of the panel.
    func isControl(at point: Point) -> Bool? {
        overlay.localPoint(point).map { DrawnAdjustmentPanel.control(at: $0) != nil }
    }

    /// Handles a pointer event; returns whether it was on the panel.
    func handle(_ event: PointerEvent) -> Bool {
        guard isOn, layer.contents != nil else { return false }
        switch event.phase {
        case .down(.primary, _):
            guard let point = overlay.localPoint(event.position) else { return false }
            guard let control = DrawnAdjustmentPanel.control(at: point) else { return true }
            if control.isSlider {
                drag = control
                move(to: point)
            } else {
                var adjustment = values.adjustment
                control.click(in: &adjustment, histogram: values.histogram)
                onChange?(adjustment)
            }
            return true
        case .moved:
            guard drag != nil else { return false }
            move(to: event.position - layer.position)
            return true
        case .up(.primary, _):
            defer { drag = nil }
            return drag != nil
        default:
            return false
        }
    }

    /// Ends a drag without a release.
    func cancelInput() {
        drag = nil
    }

    private func move(to point: Point) {
        guard let drag else { return }
        var adjustment = values.adjustment
        drag.setPosition(DrawnAdjustmentPanel.position(at: point), in: &adjustment)
        if adjustment != values.adjustment { onChange?(adjustment) }
    }

    private func draw() {
        guard isOn else { return overlay.hide() }
        overlay.draw { [values] theme, scale throws(TextError) in
            try DrawnAdjustmentPanel(values, theme: theme, scale: scale).buffer
        }
    }
}
