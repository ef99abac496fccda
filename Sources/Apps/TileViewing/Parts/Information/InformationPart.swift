internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import VectorDrawing

/// The panel with what is known about the image.
@MainActor
final class InformationPart: ViewerPart {
    private let panel: InformationPanel
    private let context: ViewerContext

    init(_ context: ViewerContext) {
        self.context = context
        panel = InformationPanel(in: context.environment)
    }

    /// The rows of the open panel; empty if it is closed.
    var shownRows: [TextTable.Row] { panel.shownRows }

    // MARK: Input

    var liesOverImage: Bool { true }
    var isTracking: Bool { panel.overlay.isDragging }

    /// Scrolls the panel where the window is too low for it.
    func handle(_ event: InputEvent) -> Bool {
        guard panel.overlay.scroll(by: event) else { return false }
        context.scene.setNeedsFrame()
        return true
    }

    func cancelInput() {
        panel.overlay.cancelDrag()
    }

    func cursor(at point: Point) -> Cursor? { panel.overlay.cursor(at: point) }

    // MARK: Display

    func show(_ status: ViewerStatus, isNew: Bool, in layout: OverlayLayout) {
        guard isNew else { return }
        panel.isOn = status.features.contains(.information)
        context.overlays.show(panel.layer, if: panel.isOn)
        panel.update(status.metadata, display: status.displayProfile, in: layout)
    }

    func addOverlays(to list: inout OverlayList) {
        list.add(panel.request(in: list.layout))
    }

    func placeOverlays(_ arrangement: OverlayArrangement) {
        panel.place(in: arrangement.frames[InformationPanel.id])
    }

    func closeOverlay(_ id: OverlayID) {
        guard id == InformationPanel.id else { return }
        panel.isOn = false
        context.overlays.show(panel.layer, if: false)
        context.close(.information)
    }

}
