internal import Controls
internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import TilePyramid
internal import VectorDrawing

/// A panel at the upper left with what is known about the image: format, size, color, resolution, camera and place.
///
/// It is drawn when it is opened and when what is known changes, and freed when it is closed.
@MainActor
final class InformationPanel {
    /// The layer of the panel, to be added to the layer that fills the window.
    var layer: Layer { overlay.layer }

    /// Whether the panel is open, `false` by default.
    var isOn = false {
        didSet { if isOn != oldValue { draw() } }
    }

    /// The rows that are shown; empty if the panel is closed.
    var shownRows: [TextTable.Row] { isOn ? rows : [] }

    /// The panel, which scrolls in a window that is too low for it.
    let overlay: DrawnOverlay
    private var rows: [TextTable.Row] = []
    private var width = 0.0

    init(in environment: ControlEnvironment) {
        overlay = DrawnOverlay("information", in: environment)
    }

    /// Shows what is known about an image and the display.
    func update(_ metadata: DocumentMetadata?, display: String? = nil, in layout: OverlayLayout) {
        let rows = metadata.map { InformationRows($0, display: display).all } ?? []
        let isChanged = rows != self.rows || layout.informationWidth != width
        self.rows = rows
        width = layout.informationWidth
        if isChanged { draw() }
    }

    static let id = OverlayID("information")

    /// The space that the panel needs; nil while it is not shown.
    func request(in layout: OverlayLayout) -> OverlayRequest? {
        guard isOn else { return nil }
        return OverlayRequest(panel: Self.id, size: overlay.contentSize, at: .topLeft, in: layout)
    }

    /// Places the panel in a frame; without one it stays where it is.
    func place(in frame: Rect?) {
        if let frame { overlay.place(in: frame) }
    }

    private func draw() {
        guard isOn, !rows.isEmpty, width > 0 else { return overlay.hide() }
        overlay.draw { [rows, width] theme, scale throws(TextError) in
            try TextTable(rows, valueWidth: width, theme: theme, scale: scale).panel(theme: theme, scale: scale)
        }
    }
}
