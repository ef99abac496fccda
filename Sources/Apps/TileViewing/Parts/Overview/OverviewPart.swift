internal import Concurrency
internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// The overview maps, one in each pane, in which a drag moves the view.
@MainActor
final class OverviewPart: ViewerPart {
    /// The map of a pane.
    @MainActor
    private final class Pane {
        let map: OverviewMap
        /// The index of the pane of the window.
        var number = 0
        weak var document: Document?
        /// Whether the thumbnail is being drawn, or could not be.
        var isThumbnailRequested = false
        /// Ends the drawing of the thumbnail of several tiles; nil while none is drawn.
        var composing: Cancellation?
        /// Whether the thumbnail shows another rendering of the channels than the one that is set now.
        var isOutdated = false

        init(in environment: ControlEnvironment) {
            map = OverviewMap(in: environment)
        }

        /// Reads no more tiles for the thumbnail.
        func endComposing() {
            composing?.cancel()
            composing = nil
        }

        /// Drops the thumbnail.
        func reset() {
            endComposing()
            isThumbnailRequested = false
            isOutdated = false
            if map.thumbnail != nil { map.thumbnail = nil }
        }
    }

    private var panes: [Pane] = []
    private let context: ViewerContext
    private var drag: (map: OverviewMap, drag: OverviewMap.Drag)?

    init(_ context: ViewerContext) {
        self.context = context
        setPaneCount(1)
    }

    /// The maps, in the order of the panes.
    var maps: [OverviewMap] { panes.map(\.map) }

    /// Whether a thumbnail is being composed of several tiles.
    var isComposing: Bool { panes.contains { $0.composing != nil } }

    // MARK: Input

    var liesOverImage: Bool { true }
    var isTracking: Bool { drag != nil }

    func handle(_ event: InputEvent) -> Bool {
        guard case .pointer(let event) = event else { return false }
        switch event.phase {
        case .down(.primary, _):
            drag = maps.lazy.compactMap { map in map.beginDrag(at: event.position).map { (map, $0) } }.first
        case .moved: break
        case .up(.primary, _):
            guard drag != nil else { return false }
            drag = nil
            context.scene.setNeedsFrame()
            return true
        default: return false
        }
        guard let drag else { return false }
        center(on: drag.map.center(of: drag.drag, at: event.position))
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
        return maps.contains { $0.imagePoint(at: point) != nil } ? .pointingHand : nil
    }

    // MARK: Display

    func documentDidOpen(_ document: Document) {
        panes.forEach { $0.reset() }
    }

    func documentDidChange(_ document: Document) {
        // Tiles that did not exist may exist now.
        for pane in panes where pane.document === document {
            if document.isClosed { pane.endComposing() }
            if pane.composing == nil { pane.isThumbnailRequested = false }
        }
    }

    func documentDidClose() {
        drag = nil
        for pane in panes {
            pane.reset()
            pane.map.isOn = false
            pane.document = nil
        }
    }

    func close() {
        panes.forEach { $0.reset() }
    }

    func show(_ status: ViewerStatus, isNew: Bool, in layout: OverlayLayout) {
        let images = shownImages
        if isNew {
            setPaneCount(max(1, images.count))
            var view = status.view
            view.scale /= status.scale
            for (pane, image) in zip(panes, images) {
                if pane.document !== image.document {
                    pane.document = image.document
                    pane.reset()
                }
                pane.number = image.pane
                pane.map.isOn = status.features.contains(.overviewMap)
                let size = image.document.size
                pane.map.update(
                    imageSize: Size(width: Double(size.width), height: Double(size.height)), view: view,
                    viewport: status.viewportSize, placement: image.transform, in: layout)
            }
        }
        for (pane, image) in zip(panes, images) { updateThumbnail(of: pane, image.document) }
    }

    var displayedImages: [any DisplayedImage] { maps }

    /// Draws the thumbnail of the document again; the former one is shown meanwhile.
    func channelRenderingDidChange() {
        for pane in panes where pane.document === context.document { pane.isOutdated = true }
    }

    /// The images that have a pane, each with its transform to the first one.
    private var shownImages: [PaneImage] {
        guard let document = context.document else { return [] }
        return [PaneImage(document: document, transform: .identity)] + context.paneImages
    }

    private func setPaneCount(_ count: Int) {
        while panes.count > count {
            let last = panes.removeLast()
            last.reset()
            if drag?.map === last.map { drag = nil }
            context.overlays.remove(last.map.layer)
        }
        while panes.count < count {
            let pane = Pane(in: context.environment)
            pane.map.displayColors = context.displayColors
            panes.append(pane)
            context.overlays.add(pane.map.layer, at: .edge)
        }
    }

    func addOverlays(to list: inout OverlayList) {
        // Side by side, each map lies in the pane of its image.
        let frames = context.panes.frames
        for (index, pane) in panes.enumerated() {
            let region = frames.count > 1 && frames.indices.contains(pane.number) ? frames[pane.number] : nil
            list.add(pane.map.request(Self.id(of: index), in: region))
        }
    }

    func placeOverlays(_ arrangement: OverlayArrangement) {
        for (index, pane) in panes.enumerated() {
            pane.map.place(in: arrangement.frames[Self.id(of: index)])
        }
    }

    private static func id(of pane: Int) -> OverlayID { OverlayID("overview", number: pane) }

    /// Gives a map its thumbnail: the tile that shows the whole image, once it is loaded, or several tiles.
    private func updateThumbnail(of pane: Pane, _ document: Document) {
        guard pane.map.thumbnail == nil || pane.isOutdated else { return }
        let image = document.image
        let cache = context.settings.loader.cache
        if document.channels == nil,
            let level = image.pyramid.presentLevels.last(where: { image.pyramid.levels[$0].grid.count == 1 })
        {
            let key = TileKey(image: image.id, index: TileIndex(level: level, column: 0, row: 0))
            if let thumbnail = cache.tile(key)?.buffer { pane.map.thumbnail = thumbnail }
            return
        }
        guard pane.map.isOn, !pane.isThumbnailRequested || pane.isOutdated, pane.composing == nil, !document.isClosed
        else { return }
        pane.isThumbnailRequested = true
        pane.isOutdated = false
        guard let thumbnail = OverviewThumbnail(of: document, cache: cache) else { return }
        let cancellation = Cancellation()
        pane.composing = cancellation
        context.inBackground(isUrgent: false) {
            thumbnail.draw(cancellation)
        } then: { [weak self, weak pane] buffer in
            guard let self, let pane, pane.composing === cancellation else { return }
            pane.composing = nil
            guard let buffer else { return }
            pane.map.thumbnail = buffer
            context.scene.setNeedsFrame()
        }
    }
}
