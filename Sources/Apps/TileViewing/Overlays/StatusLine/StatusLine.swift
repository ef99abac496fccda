internal import LayerTree
internal import TextLayers
internal import TilePyramid

/// A line at the lower left: zoom, name, position among several files, size, loading state, and the pixel under the pointer.
///
/// Each part is a text layer of its own, so that a moving pointer redraws one short number and nothing else.
@MainActor
final class StatusLine {
    /// The layer of the status line, to be added to the layer that fills the window.
    let layer: PanelLayer

    /// Whether the status line is on, `true` by default.
    var isOn = true {
        didSet { showOrHide() }
    }

    /// The values that are shown.
    private(set) var values = StatusValues()

    private let environment: OverlayEnvironment
    private let zoom, name, filePosition, imageSize, loading, hoveredPixel, color: TextLayer
    private let swatch = Layer()
    private var layout = OverlayLayout(size: .zero)
    /// The largest width of the pointer's coordinates since they appeared, so that what follows them does not jump.
    private var hoveredPixelWidth = 0.0
    private static let gap = 16.0
    private static let smallGap = 6.0
    private static let swatchSide = 12.0

    init(in environment: OverlayEnvironment) {
        self.environment = environment
        layer = PanelLayer(in: environment)
        let theme = environment.theme
        func text(_ style: TextStyle) -> TextLayer { TextLayer(style: style, in: environment) }
        zoom = text(theme.style(weight: .bold))
        var nameStyle = theme.style()
        nameStyle.truncation = .middle
        name = text(nameStyle)
        filePosition = text(theme.style(color: theme.secondaryColor))
        imageSize = text(theme.style(color: theme.secondaryColor))
        loading = text(theme.style(color: theme.secondaryColor))
        hoveredPixel = text(theme.style())
        color = text(theme.style())
        layer.name = "status"
        layer.isHidden = true
        swatch.actions = .none
        swatch.anchorPoint = .zero
        swatch.bounds.size = Size(width: Self.swatchSide, height: Self.swatchSide)
        layer.addSublayer(swatch)
        for text in texts {
            layer.addSublayer(text)
            text.onResize = { [weak self] in self?.arrange() }
        }
        environment.textDrawing.addScaleObserver(self) { $0.arrange() }
    }

    private var texts: [TextLayer] { [zoom, name, filePosition, imageSize, loading, hoveredPixel, color] }

    /// Shows other values.
    func update(_ values: StatusValues, in layout: OverlayLayout) {
        guard values != self.values || layout != self.layout else { return }
        let isResized = layout != self.layout
        self.values = values
        self.layout = layout
        zoom.text = values.zoom.map(StatusValues.zoomText) ?? ""
        name.textStyle.width = max(40, (layout.statusWidth * Self.nameShare).rounded(.down))
        name.text = values.name ?? ""
        filePosition.text = values.filePosition.flatMap { $0.count > 1 ? "\($0.number)/\($0.count)" : nil } ?? ""
        imageSize.text = values.imageSize?.description ?? ""
        loading.text = values.loading.map(StatusValues.loadingText) ?? ""
        loading.textStyle.color = loadingColor
        hoveredPixel.text = values.hoveredPixel.map { "\($0.column), \($0.row)" } ?? ""
        color.text = values.hoveredPixel?.color.map(StatusValues.colorText) ?? ""
        swatch.backgroundColor = values.hoveredPixel?.color
        if values.hoveredPixel == nil { hoveredPixelWidth = 0 }
        if isResized { arrange() }
        showOrHide()
    }

    /// The share of the line that a long name can take; the other parts need about 400 points.
    private static let nameShare = 0.4

    private var loadingColor: Color {
        switch values.loading {
        case .tiles, .cutting: environment.theme.accentColor
        case .failed: environment.theme.errorColor
        case .sharp, nil: environment.theme.secondaryColor
        }
    }

    private func showOrHide() {
        environment.setHidden(!isOn || values == StatusValues(), layer)
    }

    /// Places the parts one after the other; those that do not fit are left out, from the last one on.
    private func arrange() {
        let theme = environment.theme
        let height = (texts.map(\.drawn.size.height).max() ?? 0) + 2 * theme.verticalPadding
        let limit = layout.statusWidth - theme.horizontalPadding
        var end = theme.horizontalPadding
        /// Places a part, and returns whether it fits.
        @discardableResult
        func add(_ text: TextLayer, gap: Double, slot: Double = 0) -> Bool {
            let width = max(text.drawn.size.width, slot)
            let start = end > theme.horizontalPadding ? end + gap : end
            text.isHidden = width == 0 || start + width > limit
            guard !text.isHidden else { return false }
            text.place(Point(x: start, y: (height - text.drawn.size.height) / 2))
            end = start + width
            return true
        }
        add(zoom, gap: Self.gap)
        add(name, gap: Self.gap)
        add(filePosition, gap: Self.smallGap)
        add(imageSize, gap: Self.gap)
        add(loading, gap: Self.gap)
        hoveredPixelWidth = max(hoveredPixelWidth, hoveredPixel.drawn.size.width)
        add(hoveredPixel, gap: Self.gap, slot: hoveredPixel.text.isEmpty ? 0 : hoveredPixelWidth)
        let beforeSwatch = end
        let isColorShown = add(color, gap: Self.gap + Self.swatchSide + Self.smallGap)
        swatch.isHidden = !isColorShown
        swatch.position = environment.snappedToPixels(
            Point(x: beforeSwatch + Self.gap, y: (height - Self.swatchSide) / 2))
        layer.place(layout.statusFrame(Size(width: end + theme.horizontalPadding, height: height)), in: environment)
    }
}
