internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// The HUD with statistics on frames, tiles and memory.
@MainActor
final class StatisticsPart: ViewerPart {
    let hud: HUD
    private let context: ViewerContext
    /// The durations of the last frames.
    private var frameTimes = FrameTimes()
    /// The number of frames in the last second.
    private var frameRate = FrameRate()
    /// The window's textures, if it has reported them.
    private var textures: MemoryUsage?

    init(_ context: ViewerContext) {
        self.context = context
        hud = HUD(in: context.environment)
        context.overlays.add(hud.layer, at: .edge)
        featuresDidChange()
    }

    /// Records the duration of a frame in milliseconds, and the textures that the window holds.
    func recordFrame(milliseconds: Double, textures: MemoryUsage?, presented: FrameStatistics?) {
        frameTimes.add(milliseconds: milliseconds)
        frameRate.add(at: context.now)
        self.textures = textures
        if let presented, context.scene.collectsStatistics { context.scene.statistics += presented }
    }

    func featuresDidChange() {
        context.scene.collectsStatistics = context.features.contains(.hud)
    }

    func show(_ status: ViewerStatus, isNew: Bool, in layout: OverlayLayout) {
        if isNew { hud.isOn = status.features.contains(.hud) }
        if context.features.contains(.hud) { hud.update(values, at: context.now) }
    }

    func addOverlays(to list: inout OverlayList) {
        list.add(hud.request(in: list.layout))
    }

    func placeOverlays(_ arrangement: OverlayArrangement) {
        hud.place(in: arrangement.frames[HUD.id])
    }

    func closeOverlay(_ id: OverlayID) {
        guard id == HUD.id else { return }
        hud.isOn = false
        context.close(.hud)
    }

    var liesOverImage: Bool { true }
    var isTracking: Bool { hud.overlay.isDragging }

    /// Scrolls the HUD where the window is too low for it.
    func handle(_ event: InputEvent) -> Bool {
        guard hud.overlay.scroll(by: event) else { return false }
        context.scene.setNeedsFrame()
        return true
    }

    func cancelInput() {
        hud.overlay.cancelDrag()
    }

    func cursor(at point: Point) -> Cursor? { hud.overlay.cursor(at: point) }

    var nextUpdateTime: Double? { hud.nextUpdateTime }

    /// The values that the HUD shows.
    var values: HUDValues {
        var values = HUDValues()
        values.frameTimes = frameTimes
        values.framesPerSecond = frameRate.framesPerSecond(at: context.now)
        values.textures = textures
        let cache = context.settings.loader.cache.statistics
        values.cache = MemoryUsage(cache.bytes, of: cache.costLimit)
        values.frame = context.scene.collectsStatistics ? context.scene.statistics : nil
        guard let tiles = context.tiles else { return values }
        var counts: [TileSummary: Int] = [:]
        for tile in tiles.visibleTiles {
            counts[TileSummary(tile.state), default: 0] += 1
        }
        values.tiles = TileSummary.allCases.compactMap { summary in
            counts[summary].map { HUDValues.TileCount(state: summary.rawValue, count: $0) }
        }
        if let frame = context.viewedFrame(at: context.now) {
            let quality = ViewedQuality(of: frame)
            let pixels = Double(context.scene.size.area)
            values.blankPixels = Int((quality.blank * pixels).rounded())
            values.blurredPixels = Int((quality.coarse * pixels).rounded())
        }
        return values
    }
}

/// The state of a tile, in a word.
private enum TileSummary: String, CaseIterable {
    case loaded, reading, decoding, queued, failed, absent

    init(_ state: TileState) {
        self =
            switch state {
            case .loaded: .loaded
            case .reading, .read: .reading
            case .decoding: .decoding
            case .idle, .queued: .queued
            case .failed: .failed
            case .absent: .absent
            }
    }
}
