internal import Controls
internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import TiledLayers
internal import VectorDrawing

/// A panel with a histogram and controls for brightness, contrast and false colors, at the right.
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
    /// Called when the user clicks the value of a slider, to type another one.
    var onType: (@MainActor (AdjustmentControl) -> Void)?
    /// Whether a slider is being dragged, or the panel is scrolled.
    var isDragging: Bool { drag != nil || overlay.isDragging }

    private let overlay: DrawnOverlay
    private var values = DrawnAdjustmentPanel.Values()
    private var drag: AdjustmentControl?

    init(in environment: ControlEnvironment) {
        overlay = DrawnOverlay("adjustment", in: environment)
    }

    /// Shows an adjustment and the histogram of what is seen.
    func update(_ adjustment: ColorAdjustment, _ histogram: ColorHistogram) {
        let values = DrawnAdjustmentPanel.Values(adjustment: adjustment, histogram: histogram)
        let isChanged = values != self.values
        self.values = values
        if isChanged { draw() }
    }

    static let id = OverlayID("adjustment")

    /// The space that the panel needs; nil while it is closed.
    func request(in layout: OverlayLayout) -> OverlayRequest? {
        guard isOn else { return nil }
        return OverlayRequest(panel: Self.id, size: DrawnAdjustmentPanel.size, at: .topRight, in: layout)
    }

    /// Places the panel in a frame; without one it stays where it is.
    func place(in frame: Rect?) {
        if let frame { overlay.place(in: frame) }
    }

    /// Scrolls the panel by a wheel that is over it; returns whether it scrolls.
    func scroll(by event: WheelEvent) -> Bool { overlay.scroll(by: event) }

    /// Whether there is a control at a point of the window; nil outside of the panel.
    func isControl(at point: Point) -> Bool? {
        overlay.localPoint(point).map { DrawnAdjustmentPanel.target(at: $0) != nil }
    }

    /// Handles a pointer event; returns whether it was on the panel.
    func handle(_ event: PointerEvent) -> Bool {
        guard isOn, layer.contents != nil else { return false }
        switch event.phase {
        case .down(.primary, _):
            guard let point = overlay.localPoint(event.position) else { return false }
            switch DrawnAdjustmentPanel.target(at: point) {
            case .slider(let control):
                drag = control
                move(to: point)
            case .field(let control): onType?(control)
            case .button(let control):
                var adjustment = values.adjustment
                control.click(in: &adjustment, histogram: values.histogram)
                onChange?(adjustment)
            case nil: _ = overlay.scroll(by: .pointer(event))
            }
            return true
        case .moved:
            guard drag != nil else { return overlay.scroll(by: .pointer(event)) }
            move(to: overlay.bitmapPoint(event.position))
            return true
        case .up(.primary, _):
            if drag.take() != nil { return true }
            return overlay.scroll(by: .pointer(event))
        default:
            return false
        }
    }

    /// Ends a drag without a release.
    func cancelInput() {
        drag = nil
        overlay.cancelDrag()
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
