internal import Controls
internal import LayerTree
internal import Numbers
internal import TextLayers
internal import TextRendering
internal import TilePyramid
internal import VectorDrawing

/// A line at the lower left: zoom, angle, name, position among several files, page, loading state, and the pixel under the pointer:
/// its position, its color, its stored values and its place on the Earth.
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

    private let environment: ControlEnvironment
    private let zoom, rotation, name, correction, comparison, filePosition, page, selection, loading: TextLayer
    private let hoveredPixel, color, pixelValues, place, connection, attribution: TextLayer
    private let swatch = Layer()
    private var shortener = NameShortener()
    private var layout = OverlayLayout(size: .zero)
    /// The size of what is shown.
    private var contentSize = Size.zero
    /// The frame in the window; nil while there is no room.
    private var frame: Rect?
    /// The largest width of the pointer's coordinates since they appeared, so that what follows them does not jump.
    private var hoveredPixelWidth = 0.0
    /// The largest width of the stored values since the pointer's coordinates appeared.
    private var pixelValuesWidth = 0.0
    private static let gap = 16.0
    private static let smallGap = 6.0
    private static let swatchSide = 12.0

    init(in environment: ControlEnvironment) {
        self.environment = environment
        layer = PanelLayer(in: environment)
        let theme = environment.theme
        func text(_ style: TextStyle) -> TextLayer { TextLayer(style: style, in: environment) }
        zoom = text(theme.style(weight: .bold))
        rotation = text(theme.style())
        name = text(theme.style())
        correction = text(theme.style(color: theme.accentColor))
        comparison = text(theme.style(color: theme.accentColor))
        filePosition = text(theme.style(color: theme.secondaryColor))
        var pageStyle = theme.style(color: theme.secondaryColor)
        pageStyle.truncation = .end
        page = text(pageStyle)
        selection = text(theme.style())
        loading = text(theme.style(color: theme.secondaryColor))
        hoveredPixel = text(theme.style())
        color = text(theme.style())
        pixelValues = text(theme.style())
        place = text(theme.style(color: theme.secondaryColor))
        connection = text(theme.style(color: theme.errorColor))
        var attributionStyle = theme.style(color: theme.secondaryColor)
        attributionStyle.truncation = .end
        attribution = text(attributionStyle)
        layer.name = "status"
        layer.isHidden = true
        swatch.actions = .none
        swatch.anchorPoint = .zero
        swatch.bounds.size = Size(width: Self.swatchSide, height: Self.swatchSide)
        swatch.borderColor = theme.textColor
        swatch.borderWidth = 1
        layer.addSublayer(swatch)
        for text in texts {
            layer.addSublayer(text)
            text.onResize = { [weak self] in self?.arrange() }
        }
        environment.textDrawing.addScaleObserver(self) { $0.arrange() }
    }

    private var texts: [TextLayer] {
        [
            zoom, rotation, name, correction, comparison, filePosition, page, selection, loading, hoveredPixel,
            pixelValues, place, connection, attribution, color,
        ]
    }

    /// Shows other values.
    func update(_ values: StatusValues, in layout: OverlayLayout) {
        guard values != self.values || layout != self.layout else { return }
        let isResized = layout != self.layout
        self.values = values
        self.layout = layout
        zoom.text = values.zoom.map(StatusValues.zoomText) ?? ""
        rotation.text = values.rotation ?? ""
        let share = layout.isNarrow && values.comparison != nil ? Self.narrowNameShare : Self.nameShare
        let nameWidth = max(40, (layout.statusWidth * share).rounded(.down))
        // Each name is shortened on its own: the layer, which has no width, would make one name of the ends of two.
        name.text = shortener.text(
            (values.name.map { [$0] } ?? []) + values.otherNames, style: name.textStyle, width: nameWidth,
            scale: environment.scale)
        correction.text = values.correction ?? ""
        comparison.text = values.comparison ?? ""
        filePosition.text = values.filePosition.flatMap { $0.count > 1 ? "\($0.number)/\($0.count)" : nil } ?? ""
        page.textStyle.width = nameWidth
        attribution.textStyle.width = nameWidth
        attribution.text = values.attribution.map(VisibleText.escaped) ?? ""
        connection.text = values.isOffline ? "offline" : ""
        page.text = values.page.map(VisibleText.escaped) ?? ""
        selection.text = values.selection ?? ""
        loading.text = values.loading.map(StatusValues.loadingText) ?? ""
        loading.textStyle.color = loadingColor
        hoveredPixel.text = values.hoveredPixel.map(StatusValues.positionText) ?? ""
        color.text = values.hoveredPixel?.color.map(StatusValues.colorText) ?? ""
        pixelValues.text = values.hoveredPixel?.values ?? ""
        place.text = values.hoveredPixel?.place ?? ""
        swatch.backgroundColor = values.hoveredPixel?.color
        if values.hoveredPixel == nil {
            hoveredPixelWidth = 0
            pixelValuesWidth = 0
        }
        if isResized { arrange() }
        showOrHide()
    }

    /// The share of the line that a long name can take; the other parts need about 400 points.
    private static let nameShare = 0.4
    /// The share of a short line that leaves room for how images are compared.
    private static let narrowNameShare = 0.25

    private var loadingColor: Color {
        switch values.loading {
        case .tiles, .cutting: environment.theme.accentColor
        case .failed, .missing: environment.theme.errorColor
        case nil: environment.theme.secondaryColor
        }
    }

    private func showOrHide() {
        environment.setHidden(!isOn || values == StatusValues() || frame == nil, layer)
    }

    /// The parts in the order in which they are kept in a narrow window.
    ///
    /// Position and values under the pointer come before the name, which the window's title has too.
    private var partsByImportance: [TextLayer] {
        [
            zoom, connection, loading, rotation, attribution, hoveredPixel, pixelValues, place, correction, comparison,
            selection, page, name, color, filePosition,
        ]
    }

    /// The distance from the part before, which includes the swatch of a color.
    private func gap(before text: TextLayer) -> Double {
        if text === filePosition { return Self.smallGap }
        return text === color ? Self.gap + Self.swatchSide + Self.smallGap : Self.gap
    }

    /// The width of a part, which shrinks only when the pointer has left; 0 for none.
    private func width(of text: TextLayer) -> Double {
        guard !text.text.isEmpty else { return 0 }
        if text === hoveredPixel { return hoveredPixelWidth }
        return text === pixelValues ? pixelValuesWidth : text.drawn.size.width
    }

    /// Places the parts one after the other; those that do not fit are left out, from the least important one on.
    private func arrange() {
        let theme = environment.theme
        let height = (texts.map(\.drawn.size.height).max() ?? 0) + 2 * theme.verticalPadding
        hoveredPixelWidth = max(hoveredPixelWidth, hoveredPixel.drawn.size.width)
        pixelValuesWidth = max(pixelValuesWidth, pixelValues.drawn.size.width)
        var room = layout.statusWidth - 2 * theme.horizontalPadding
        var shown: Set<ObjectIdentifier> = []
        for text in partsByImportance where width(of: text) > 0 {
            let needed = width(of: text) + (shown.isEmpty ? 0 : gap(before: text))
            guard needed <= room else { break }
            room -= needed
            shown.insert(ObjectIdentifier(text))
        }
        var end = theme.horizontalPadding
        swatch.isHidden = true
        for text in [
            zoom, rotation, connection, name, correction, comparison, filePosition, page, selection, loading,
            hoveredPixel, color, pixelValues, place, attribution,
        ] {
            text.isHidden = !shown.contains(ObjectIdentifier(text))
            guard !text.isHidden else { continue }
            let start = end > theme.horizontalPadding ? end + gap(before: text) : end
            text.place(Point(x: start, y: (height - text.drawn.size.height) / 2))
            if text === color {
                swatch.isHidden = false
                swatch.position = environment.snappedToPixels(
                    Point(x: end + Self.gap, y: (height - Self.swatchSide) / 2))
            }
            end = start + width(of: text)
        }
        contentSize = Size(width: end + theme.horizontalPadding, height: height)
        placeLayer()
    }

    static let id = OverlayID("status")

    /// The space that is reserved for the line, whatever its text; nil while there is none.
    func request(in layout: OverlayLayout) -> OverlayRequest? {
        guard isOn, values != StatusValues() else { return nil }
        let height = max(OverlayLayout.statusHeight, contentSize.height)
        return OverlayRequest(
            Self.id, .line, at: .bottomLeft, sizes: [Size(width: layout.statusWidth, height: height)])
    }

    /// Places the line at the lower left of a frame; without one it is hidden.
    func place(in frame: Rect?) {
        if frame != self.frame {
            self.frame = frame
            placeLayer()
        }
        showOrHide()
    }

    private func placeLayer() {
        guard let frame else { return }
        let size = Size(
            width: min(contentSize.width, frame.size.width), height: min(contentSize.height, frame.size.height))
        layer.place(Rect(origin: Point(x: frame.minX, y: frame.maxY - size.height), size: size), in: environment)
    }
}
