internal import Controls
internal import LayerTree
internal import ScrollLayers

/// The scale bar at the lower edge.
@MainActor
final class ScaleBarPart: ViewerPart {
    let bar: ScaleBar

    init(_ context: ViewerContext) {
        bar = ScaleBar(in: context.environment)
        context.overlays.add(bar.layer, at: .edge)
    }

    func show(_ status: ViewerStatus, isNew: Bool, in layout: OverlayLayout) {
        guard isNew else { return }
        bar.isOn = status.features.contains(.scaleBar)
        bar.update(
            pointsPerPixel: status.imageSize == nil ? 0 : status.view.scale / status.scale,
            millimetersPerPixel: status.metadata?.millimetersPerPixel(at: status.view.center))
    }

    func addOverlays(to list: inout OverlayList) {
        list.add(bar.request(in: list.layout))
    }

    func placeOverlays(_ arrangement: OverlayArrangement) {
        bar.place(in: arrangement.frames[ScaleBar.id])
    }
}
