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
    private var layout = OverlayLayout(size: .zero)

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
    func update(pointsPerPixel: Double, millimetersPerPixel: Double?, in layout: OverlayLayout) {
        let length = ScaleBarLength(pointsPerPixel: pointsPerPixel, millimetersPerPixel: millimetersPerPixel)
        guard length != self.length || layout != self.layout else { return }
        self.length = length
        self.layout = layout
        label.text = length?.label ?? ""
        place()
        showOrHide()
    }

    private func showOrHide() {
        environment.setHidden(!isOn || length == nil, layer)
    }

    private func place() {
        guard let length else { return }
        let theme = environment.theme
        let thickness = 2.0
        let tick = 7.0
        let width = max(environment.snappedToPixels(length.points), label.drawn.size.width)
        let contentSize = Size(
            width: width + 2 * theme.horizontalPadding,
            height: label.drawn.size.height + tick + 2 * theme.verticalPadding + 1)
        layer.place(layout.scaleBarFrame(contentSize), in: environment)
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
