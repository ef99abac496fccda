internal import Controls
internal import LayerTree
internal import TextLayers
internal import VectorDrawing

/// A scale bar at the lower right.
///
/// Its length follows each change of the zoom, which only moves layers; its label is drawn when the round number
/// changes.
@MainActor
final class ScaleBar {
    /// The layer of the scale bar, to be added to the layer that fills the window.
    let layer: PanelLayer

    /// Whether the scale bar is on, `true` by default.
    var isOn = true {
        didSet { showOrHide() }
    }

    /// The length that is shown; nil if there is nothing to measure.
    private(set) var length: ScaleBarLength?

    private let environment: ControlEnvironment
    private let label: TextLayer
    /// The bar, and the ticks at its ends.
    private let lines = (0..<3).map { _ in Layer() }
    /// The frame in the window; nil while there is no room.
    private var frame: Rect?

    init(in environment: ControlEnvironment) {
        self.environment = environment
        layer = PanelLayer(in: environment)
        label = TextLayer(style: environment.theme.style(size: environment.theme.textSize - 1), in: environment)
        layer.name = "scale bar"
        layer.isHidden = true
        layer.addSublayer(label)
        for line in lines {
            line.actions = .none
            line.anchorPoint = .zero
            line.backgroundColor = environment.theme.textColor
            layer.addSublayer(line)
        }
        label.onResize = { [weak self] in self?.place() }
        environment.textDrawing.addScaleObserver(self) { $0.place() }
    }

    /// Shows the scale of a view, as ``ScaleBarLength`` takes it.
    func update(pointsPerPixel: Double, millimetersPerPixel: Double?) {
        let length = ScaleBarLength(pointsPerPixel: pointsPerPixel, millimetersPerPixel: millimetersPerPixel)
        guard length != self.length else { return }
        self.length = length
        label.text = length?.label ?? ""
        place()
        showOrHide()
    }

    private func showOrHide() {
        environment.setHidden(!isOn || length == nil || frame == nil, layer)
    }

    static let id = OverlayID("scale bar")

    /// The space that is reserved for the bar, whatever its length; nil while there is none.
    func request(in layout: OverlayLayout) -> OverlayRequest? {
        guard isOn, length != nil else { return nil }
        var request = OverlayRequest(Self.id, .ornament, at: .bottomRight, sizes: [OverlayLayout.scaleBarSize])
        request.staysAtEdge = true
        // In a narrow window, where it is above the status line, messages would float above it.
        request.yieldsToMessages = layout.isNarrow
        return request
    }

    /// Places the bar at the lower right of a frame; without one it is hidden.
    func place(in frame: Rect?) {
        if frame != self.frame {
            self.frame = frame
            place()
        }
        showOrHide()
    }

    private func place() {
        guard let length, let frame else { return }
        let theme = environment.theme
        let thickness = 2.0
        let tick = 7.0
        let width = max(environment.snappedToPixels(length.points), label.drawn.size.width)
        let contentSize = Size(
            width: width + 2 * theme.horizontalPadding,
            height: label.drawn.size.height + tick + 2 * theme.verticalPadding + 1)
        let size = Size(
            width: min(contentSize.width, frame.size.width), height: min(contentSize.height, frame.size.height))
        layer.place(
            Rect(origin: Point(x: frame.maxX - size.width, y: frame.maxY - size.height), size: size), in: environment)
        let middle = layer.bounds.size.width / 2
        label.place(Point(x: middle - label.drawn.size.width / 2, y: theme.verticalPadding - 1))
        let bar = Rect(
            x: environment.snappedToPixels(middle - length.points / 2),
            y: environment.snappedToPixels(layer.bounds.size.height - theme.verticalPadding - 1 - thickness),
            width: environment.snappedToPixels(length.points), height: thickness)
        let frames = [
            bar, Rect(x: bar.minX, y: bar.maxY - tick, width: thickness, height: tick),
            Rect(x: bar.maxX - thickness, y: bar.maxY - tick, width: thickness, height: tick),
        ]
        for (line, frame) in zip(lines, frames) {
            line.frame = frame
        }
    }
}
