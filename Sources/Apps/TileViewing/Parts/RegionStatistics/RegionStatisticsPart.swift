internal import ChannelImages
internal import Concurrency
internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import TextLayers
internal import TextRendering
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// The panel with the histogram and the statistics of the selection, or of what is in view.
///
/// The pixels are counted in the background, once the view and the selection rest; another region cancels that.
@MainActor
final class RegionStatisticsPart: ViewerPart {
    /// The pixels that are counted.
    private struct Request: Hashable {
        var document: ObjectIdentifier
        var region: PixelRect
        /// Whether all tiles exist; once they do, the pixels are counted again.
        var isComplete: Bool
        /// The channels that are shown; nil for pictures.
        var rendering: ChannelRendering?
    }

    private let context: ViewerContext
    private let overlay: DrawnOverlay
    private var request: Request?
    private var cancellation: Cancellation?
    /// The state of the counting for ``request``.
    private(set) var state = RegionStatisticsRows.State.counting
    /// The rows that are shown; empty while the panel is closed.
    private(set) var shownRows: [TextTable.Row] = []

    init(_ context: ViewerContext) {
        self.context = context
        overlay = DrawnOverlay("region statistics", in: context.environment)
    }

    private var isOn: Bool { context.features.contains(.regionStatistics) && context.document != nil }

    // MARK: Input

    var liesOverImage: Bool { true }
    var isTracking: Bool { overlay.isDragging }

    /// Scrolls the panel where the window is too low for it.
    func handle(_ event: InputEvent) -> Bool {
        guard isOn, overlay.scroll(by: event) else { return false }
        context.scene.setNeedsFrame()
        return true
    }

    func cancelInput() {
        overlay.cancelDrag()
    }

    func cursor(at point: Point) -> Cursor? { overlay.cursor(at: point) }

    // MARK: Counting

    func update() {
        guard isOn, let document = context.document, let region else { return cancel() }
        let wanted = Request(
            document: ObjectIdentifier(document), region: region, isComplete: !document.state.stage.isBusy,
            rendering: document.channelRendering)
        guard wanted != request else { return }
        cancel()
        guard !context.selection.isDrawing, context.selection.rect != nil || !isMoving else { return }
        request = wanted
        count(region, of: document)
    }

    private var isMoving: Bool { context.controller.model.isTracking || context.controller.nextFrameTime != nil }

    /// The selected pixels, or those in view; nil if there are none.
    private var region: PixelRect? {
        guard let document = context.document else { return nil }
        return context.selection.rect
            ?? PixelRect(touchedBy: context.controller.model.visibleRect, in: document.size)
    }

    private func count(_ region: PixelRect, of document: Document) {
        let limit = context.selection.rect == nil ? SampledLevel.viewPixelLimit : SampledLevel.pixelLimit
        guard let source = SampledLevel(for: region, of: document.image.pyramid, limit: limit) else {
            state = .tooMany
            return
        }
        let cancellation = Cancellation()
        self.cancellation = cancellation
        let cache = context.settings.loader.cache
        context.inBackground {
            RegionStatistics(of: source, in: document, cache: cache, cancellation: cancellation)
        } then: { [weak self] statistics in
            guard let self, self.cancellation === cancellation, let statistics else { return }
            self.cancellation = nil
            state = .counted(statistics)
            context.scene.setNeedsFrame()
        }
    }

    /// Stops the counting, and forgets what was counted.
    private func cancel() {
        cancellation?.cancel()
        cancellation = nil
        request = nil
        state = .counting
    }

    func documentWillChange(to new: Document) {
        cancel()
    }

    func documentDidClose() {
        cancel()
    }

    func close() {
        cancel()
    }

    // MARK: Display

    func show(_ status: ViewerStatus, isNew: Bool, in layout: OverlayLayout) {
        context.overlays.show(overlay.layer, if: isOn)
        guard isOn else {
            shownRows = []
            return overlay.hide()
        }
        // Nobody can read numbers that move.
        if state == .counting, isMoving, !shownRows.isEmpty { return }
        let rows = RegionStatisticsRows(region, isSelected: context.selection.rect != nil, state).all
        if rows != shownRows {
            shownRows = rows
            let statistics = state.statistics
            overlay.draw { theme, scale throws(TextError) in
                try DrawnRegionStatistics(rows, statistics, theme: theme, scale: scale).buffer
            }
        }
    }

    private static let id = OverlayID("region statistics")

    func addOverlays(to list: inout OverlayList) {
        guard isOn else { return }
        list.add(OverlayRequest(panel: Self.id, size: overlay.contentSize, at: .bottomRight, in: list.layout))
    }

    func placeOverlays(_ arrangement: OverlayArrangement) {
        if let frame = arrangement.frames[Self.id] { overlay.place(in: frame) }
    }

    func closeOverlay(_ id: OverlayID) {
        guard id == Self.id else { return }
        overlay.hide()
        context.overlays.show(overlay.layer, if: false)
        context.close(.regionStatistics)
    }
}
