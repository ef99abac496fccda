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

    func show(_ status: ViewerStatus, isNew: Bool, in layout: OverlayLayout) {
        guard isNew else { return }
        panel.isOn = status.features.contains(.information)
        context.overlays.show(panel.layer, if: panel.isOn)
        panel.update(status.metadata, display: status.displayProfile, top: context.panelHeight(above: self), in: layout)
    }

    var panelFrame: Rect? { panel.layer.panelFrame }
}
