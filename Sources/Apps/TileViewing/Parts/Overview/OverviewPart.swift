internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// The overview map, in which a drag moves the view.
@MainActor
final class OverviewPart: ViewerPart {
    private let map: OverviewMap
    private let context: ViewerContext
    private var drag: OverviewMap.Drag?

    init(_ context: ViewerContext) {
        self.context = context
        map = OverviewMap(in: context.environment)
        context.overlays.add(map.layer, at: .edge)
    }

    // MARK: Input

    var liesOverImage: Bool { true }
    var isTracking: Bool { drag != nil }

    func handle(_ event: InputEvent) -> Bool {
        guard case .pointer(let event) = event else { return false }
        switch event.phase {
        case .down(.primary, _): drag = map.beginDrag(at: event.position)
        case .moved: break
        case .up(.primary, _):
            guard drag != nil else { return false }
            drag = nil
            context.scene.setNeedsFrame()
            return true
        default: return false
        }
        guard let drag else { return false }
        center(on: map.center(of: drag, at: event.position))
        return true
    }

    /// Centers the view on a point of the image, without an animation.
    private func center(on imagePoint: Point) {
        context.controller.change { model, time in
            var view = model.view
            view.center = imagePoint
            return model.setView(view, animated: false, at: time)
        }
        context.scene.setNeedsFrame()
    }

    func cancelInput() {
        drag = nil
    }

    func cursor(at point: Point) -> Cursor? {
        if drag != nil { return .closedHand }
        return map.imagePoint(at: point) == nil ? nil : .pointingHand
    }

    // MARK: Display

    func documentDidOpen(_ document: Document) {
        if map.thumbnail != nil { map.thumbnail = nil }
    }

    func show(_ status: ViewerStatus, isNew: Bool, in layout: OverlayLayout) {
        if isNew {
            map.isOn = status.features.contains(.overviewMap)
            if let size = status.imageSize {
                var view = status.view
                view.scale /= status.scale
                map.update(
                    imageSize: Size(width: Double(size.width), height: Double(size.height)), view: view,
                    viewport: status.viewportSize, in: layout)
            }
        }
        updateThumbnail()
    }

    /// Gives the map its thumbnail once the tile that shows the whole image is loaded.
    private func updateThumbnail() {
        guard map.thumbnail == nil, let image = context.document?.image,
            let level = image.pyramid.presentLevels.last(where: { image.pyramid.levels[$0].grid.count == 1 })
        else { return }
        let key = TileKey(image: image.id, index: TileIndex(level: level, column: 0, row: 0))
        if let thumbnail = context.settings.loader.cache.tile(key)?.buffer { map.thumbnail = thumbnail }
    }
}
