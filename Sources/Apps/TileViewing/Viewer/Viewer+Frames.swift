internal import Controls
public import LayerTree
public import ScrollLayers
internal import TextLayers
public import TilePyramid
package import TiledLayers

extension Viewer {
    /// Makes the frame for the clock's present time, with all events until then.
    public func frame() -> RenderTree {
        update()
        let tree = scene.frame()
        // What arrived after the update, while a frame was requested already, has woken nobody.
        if !context.mailbox.isEmpty || context.environment.textDrawing.queue.hasResults {
            scene.setNeedsFrame()
        }
        // Tiles arrive while the frame is made; the status of this frame appears in the next one.
        context.updateStatus()
        return debugPart.tinted(tree)
    }

    /// Updates everything to the clock's present time, without making a frame.
    public func update() {
        context.receiveDeliveries()
        controller.update()
        context.environment.textDrawing.queue.deliver()
        context.parts.all.forEach { $0.update() }
        context.updateStatus()
    }

    /// Whether the last frame shows what was opened: pixels everywhere in the image, or else the start screen or a message.
    ///
    /// A new window may stay hidden until then.
    public var hasPicture: Bool {
        guard document != nil, let tiles = context.tiles else { return !isOpening }
        guard !displayPart.isReading else { return false }
        guard let frame = tiles.lastFrame else { return false }
        return tiles.isSettled || (!frame.drawnTiles.isEmpty && frame.blanks.isEmpty)
    }

    /// Ends the fades of tiles, so that the frame with which a window appears shows them completely.
    public func endFades() {
        tiledLayers.forEach { $0.endFades() }
    }

    /// The time on the clock at which the next frame is due; nil if none is due until something happens.
    ///
    /// Background work, such as the loading of tiles, requests frames through the scene's `requests`.
    public var nextFrameTime: Double? {
        ([scene.nextFrameTime] + context.parts.all.map(\.nextUpdateTime)).compactMap(\.self).min()
    }

    /// Records the duration of a frame, for the HUD, and for the sampling of moving views, which late frames simplify.
    ///
    /// - Parameters:
    ///   - milliseconds: the time from the frame's start until it was handed to the screen.
    ///   - textures: the textures that the window holds; nil if it holds none.
    ///   - presented: the presenter's part of the frame's cost, if ``collectsStatistics`` is set; nil if it has not been
    ///     measured.
    public func recordFrame(
        milliseconds: Double, textures: MemoryUsage? = nil, presented: FrameStatistics? = nil
    ) {
        statisticsPart.recordFrame(milliseconds: milliseconds, textures: textures, presented: presented)
        let isMoving = context.tiles?.isInMotion ?? false
        context.supersampling.recordFrame(
            duration: milliseconds / 1000, isMoving: isMoving, waitsForScreen: textures != nil, at: context.now)
    }

    /// Changes the size of the view.
    ///
    /// - Parameters:
    ///   - size: the new size in pixels; a size without pixels is ignored.
    ///   - scale: pixels per point.
    public func resize(to size: PixelSize, scale: Double) {
        guard size.width > 0, size.height > 0, scale > 0 else { return }
        context.resize(to: size, scale: scale)
    }

    /// The current view, in screen pixels per image pixel.
    public var currentView: ViewState { context.currentView }

    /// Changes the view.
    ///
    /// - Parameters:
    ///   - target: the new view, in screen pixels per image pixel.
    ///   - isExact: whether the view may go beyond the edges of the image and the limits of zoom; `false` by default.
    ///   - animated: whether the change is animated; `true` by default.
    public func show(_ target: ViewState, isExact: Bool = false, animated: Bool = true) {
        context.show(target, isExact: isExact, animated: animated)
    }

    /// All layers of tiles.
    var tiledLayers: [TiledLayer] { context.parts.all.flatMap(\.tiledLayers) }

    /// The tiles of the image and of those that are compared with it.
    var comparedTiles: [TiledLayer] { (context.tiles.map { [$0] } ?? []) + comparisonPart.view.panes.map(\.tiles) }

    /// Whether a thumbnail of an overview map is being composed of several tiles.
    var isComposingOverview: Bool { context.parts.all.contains { ($0 as? OverviewPart)?.isComposing ?? false } }

    /// Whether the file of the annotations is being read.
    var isReadingAnnotations: Bool { annotationsPart.isReading }

    /// The reasons that requested annotations are not in a screenshot; empty if they are, or if none were requested.
    var annotationFailures: [String] { annotationsPart.failures }

    /// Ends a motion of the view, so that the tiles of the final level load at once.
    package func endMotion() {
        tiledLayers.forEach { $0.endMotion() }
    }

    /// The tiles in the last frame; nil while no file is open.
    package var shownTiles: TiledLayerFrame? { context.tiles?.lastFrame }

    /// The last frame's pieces of the image, as a frame for a time; nil while no file is open.
    package func viewedFrame(at time: Double) -> ViewedFrame? { context.viewedFrame(at: time) }

    /// A frame for each image that is compared with the first one: its pieces in the last frame, shown at a time.
    package func comparedFrames(at time: Double) -> [ViewedFrame] {
        comparisonPart.view.viewedFrames(
            of: comparison, at: time, screen: context.panes.panes.first?.size ?? scene.size, below: currentView)
    }
}
