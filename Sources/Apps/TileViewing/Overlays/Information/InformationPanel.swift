internal import LayerTree
internal import TextLayers
internal import TilePyramid

/// A panel at the upper left with what is known about the image: format, size, color, resolution, camera and place.
///
/// It is drawn when it is opened and when what is known changes, and freed when it is closed.
@MainActor
final class InformationPanel {
    /// The layer of the panel, to be added to the layer that fills the window.
    let layer = Layer()

    /// Whether the panel is open, `false` by default.
    var isOn = false {
        didSet { if isOn != oldValue { draw() } }
    }

    /// The rows that are shown; empty if the panel is closed.
    var shownRows: [TextTable.Row] { isOn ? rows : [] }

    private let environment: OverlayEnvironment
    private let drawing: CoalescedDrawing<Result<PixelBuffer, TextError>>
    private var rows: [TextTable.Row] = []
    private var layout = OverlayLayout(size: .zero)
    private var top = 0.0

    init(in environment: OverlayEnvironment) {
        self.environment = environment
        drawing = CoalescedDrawing(queue: environment.textDrawing.queue)
        layer.name = "information"
        layer.actions = .none
        layer.anchorPoint = .zero
        layer.isHidden = true
        environment.textDrawing.addScaleObserver(self) { $0.draw() }
    }

    /// Shows what is known about an image, below what takes the upper `top` points of the window.
    func update(_ metadata: DocumentMetadata?, top: Double, in layout: OverlayLayout) {
        let rows = metadata.map { InformationRows($0).all } ?? []
        let isChanged = rows != self.rows || layout.informationWidth != self.layout.informationWidth
        (self.rows, self.layout, self.top) = (rows, layout, top)
        if isChanged { draw() }
        place()
    }

    private func draw() {
        guard isOn, !rows.isEmpty, layout.informationWidth > 0 else {
            drawing.cancelPending()
            layer.contents = nil
            environment.setHidden(true, layer)
            return
        }
        let (rows, width) = (rows, layout.informationWidth)
        let (theme, scale) = (environment.theme, environment.scale)
        drawing.draw {
            Result { () throws(TextError) in
                let table = try TextTable(rows, valueWidth: width, theme: theme, scale: scale)
                return table.panel(theme: theme, scale: scale)
            }
        } receive: { [weak self] result in
            self?.show(result, scale: scale)
        }
    }

    private func show(_ result: Result<PixelBuffer, TextError>, scale: Double) {
        switch result {
        case .success(let buffer):
            guard isOn else { return }
            layer.contents = buffer
            layer.bounds.size = Size(
                width: Double(buffer.size.width) / scale, height: Double(buffer.size.height) / scale)
            place()
            environment.setHidden(false, layer)
        case .failure(let error):
            environment.textDrawing.failure = error
        }
    }

    private func place() {
        layer.position = environment.snappedToPixels(layout.informationFrame(layer.bounds.size, below: top).origin)
    }
}

extension TextTable {
    /// Draws the rows on a panel of their size.
    func panel(theme: OverlayTheme, scale: Double) -> PixelBuffer {
        let padding = Int((theme.horizontalPadding * scale).rounded())
        let size = PixelSize(width: size.width + 2 * padding, height: size.height + 2 * padding)
        return PixelBuffer.drawn(size: size) { context in
            context.fillColor = theme.panelColor
            let all = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
            context.fill(Path(roundedRect: all, radius: theme.radius * scale))
            draw(in: &context, column: padding, row: padding)
        }
    }
}
