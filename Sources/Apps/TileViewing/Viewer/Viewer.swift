public import Controls
public import LayerTree
internal import Numbers
public import ScrollLayers
internal import TextLayers
public import TilePyramid
public import TiledLayers

/// A viewer of tiled images, without a window.
///
/// The owner of a window passes the window's events to the viewer, and shows the viewer's frames. It also handles the
/// requests of ``onRequest``, which only a window can fulfill, and gives the pointer the shape of ``cursor``. Files are
/// opened, read and written in the background, never on the main thread.
///
/// ```swift
/// let viewer = Viewer(ViewerSettings(loader: TileLoader()))
/// viewer.scene.requests.onRequest = { wakeTheLoop() }
/// viewer.open(["big.dzi"])
/// while let event = nextEvent(until: viewer.nextFrameTime) {
///     viewer.handle(event)
///     show(viewer.frame())
/// }
/// ```
@MainActor
public final class Viewer {
    /// The things that the parts share.
    let context: ViewerContext
    // The parts that have more to offer to the owner of the viewer than events and commands.
    private let files: FilesPart
    private let entry: TextEntryPart
    private let start: StartScreenPart
    private let comparing: ComparisonPart
    private let exporting: ExportPart
    private let statistics: StatisticsPart
    private let debugging: DebugOverlaysPart
    private let annotations: AnnotationsPart
    private let display: DisplayProfilePart
    private let clipboard: ClipboardPart

    /// Creates a viewer with nothing open.
    public convenience init(_ settings: ViewerSettings) {
        self.init(settings, parts: { _ in [] })
    }

    /// Creates a viewer with nothing open, and with parts that come before its own.
    init(_ settings: ViewerSettings, parts additional: @MainActor (ViewerContext) -> [any ViewerPart]) {
        context = ViewerContext(settings)
        files = FilesPart(context)
        entry = TextEntryPart(context)
        start = StartScreenPart(context)
        comparing = ComparisonPart(context)
        exporting = ExportPart(context)
        statistics = StatisticsPart(context)
        debugging = DebugOverlaysPart(context)
        annotations = AnnotationsPart(context)
        display = DisplayProfilePart(context)
        clipboard = ClipboardPart(context)
        context.parts.set(additional(context) + parts)
        context.controller.onEvent = { [weak self] in self?.handle($0) }
        resize(to: settings.size, scale: settings.scale)
    }

    /// The parts, of which the first that can use an event or a command gets it.
    private var parts: [any ViewerPart] {
        [
            // What lies over the image, from the front.
            ConfirmationPart(context), MenuPart(context), entry, FileGridPart(context), BookmarksPart(context),
            HelpPart(context), FailuresPart(context), ButtonsPart(context),
            AdjustmentPart(context), MessagesPart(context), start, OverviewPart(context), ScaleBarPart(context),
            StatusLinePart(context), statistics, InformationPart(context), RegionStatisticsPart(context),
            ProfilePart(context), FilmstripPart(context),
            // What is done with the image and its file; stepping through compared files comes before stepping through all.
            exporting, SlideshowPart(context), BackgroundPart(context), ImagePart(context), comparing, files,
            PagesPart(context), SavingPart(context), clipboard, PlacesPart(context), AddressesPart(context),
            LastViewsPart(context), SelectionPart(context), annotations, RotationPart(context),
            LoadingPart(context), ValuesPart(context), WindowPart(context), display, debugging,
            // The keys of commands, and scrolling, which gets what nobody else uses.
            CommandKeysPart(context), ScrollingPart(context),
        ]
    }
}

// MARK: State

extension Viewer {
    /// The layers and their clock.
    public var scene: LayerScene { context.scene }
    /// The controller that scrolls and zooms the image; its points are the points of the window.
    public var controller: ScrollController { context.controller }
    /// The settings that the viewer was created with.
    public var settings: ViewerSettings { context.settings }
    /// The document that is shown; nil until the first one is open.
    public var document: Document? { context.document }
    /// The error of the last opening; nil if the file could be opened.
    public var openingError: (any Error)? { files.openingError }
    /// Whether a file is being opened.
    public var isOpening: Bool { context.openings.isBusy }
    /// The status as of the last update.
    public var status: ViewerStatus { context.status }
    /// Whether the window was last asked to fill the screen.
    public var isFullScreen: Bool { context.isFullScreen }
    /// The comparison of the open file with others; nil if there is none.
    public var comparison: Comparison? { comparing.current }
    /// Whether the HUD needs the cost of frames, which takes a little time to measure.
    public var collectsStatistics: Bool { scene.collectsStatistics }

    /// Called with each request that only a window can fulfill; nil by default.
    public var onRequest: (@MainActor (ViewerRequest) -> Void)? {
        get { context.onRequest }
        set { context.onRequest = newValue }
    }
    /// Called with every message to the user, for logs; nil by default.
    public var onMessage: (@MainActor (Message) -> Void)? {
        get { context.onMessage }
        set { context.onMessage = newValue }
    }
    /// Adapts the advice in a message to the program, such as the names of options; by default messages are unchanged.
    public var advise: @MainActor (String) -> String {
        get { context.advise }
        set { context.advise = newValue }
    }
    /// The features that are on.
    public var features: Set<ViewerFeature> {
        get { context.features }
        set { context.features = newValue }
    }
    /// The color adjustment of the image; another file starts without one.
    public var colorAdjustment: ColorAdjustment {
        get { context.colorAdjustment }
        set { context.colorAdjustment = newValue }
    }
    /// The debug overlays over everything; none by default.
    public var debugOverlays: DebugOverlays {
        get { debugging.overlays }
        set { debugging.overlays = newValue }
    }

    /// The maximum zoom of the open image in the present window, in screen pixels per image pixel.
    public var maximumScale: Double { context.maximumScale }

    /// The window's title: the file's name first, its position among several files, and the program's name at the end.
    public var title: String {
        guard let document else { return "tileview" }
        let count = context.files.paths.count
        let position = files.shownPosition.map { count > 1 ? " (\($0 + 1) of \(count))" : "" } ?? ""
        let progress = exporting.running.map { " - exporting \(Int($0.fractionCompleted * 100)) %" } ?? ""
        return "\(VisibleText.escaped(document.name))\(position)\(progress) - tileview"
    }
}

// MARK: Input

extension Viewer {
    /// Handles an input event.
    ///
    /// - Parameter event: the event; positions are in points from the upper left corner of the view.
    /// - Returns: whether the viewer uses the event.
    @discardableResult
    public func handle(_ event: InputEvent) -> Bool {
        context.locate(event)
        return context.parts.handle(event)
    }

    /// Handles text that was typed.
    ///
    /// - Returns: whether the viewer uses the text.
    @discardableResult
    public func handle(text: String) -> Bool { context.parts.handle(text: text) }

    /// Performs a command.
    public func perform(_ command: ViewerCommand) {
        context.perform(command)
    }

    /// Pastes text from the clipboard into the open text entry, in answer to ``ViewerRequest/paste``.
    public func paste(_ text: String) {
        entry.paste(text)
    }

    /// Cancels drags and held keys, because the window no longer receives their events.
    public func focusLost() {
        context.parts.cancelInput()
        context.pointer = nil
        context.modifiers = []
    }

    /// Reloads tiles that have failed, and tiles and thumbnails whose files have changed.
    ///
    /// While the window had no focus, the user may have reconnected a disk or a network, or changed an image. Unchanged tiles
    /// are not read, and the main thread reads no file.
    public func focusGained() {
        context.retryFailures()
        context.thumbnails.check()
        scene.setNeedsFrame()
        tiledLayers.forEach { $0.revalidate() }
    }

    /// The shape of the pointer over the view, which announces the effect of a press.
    ///
    /// Set it as the window's cursor after each event and each update. It is an open hand over an image that can be panned, and
    /// a closed hand during a drag. It is a crosshair where a region or an annotation is drawn, arrows over the handles of
    /// annotations, a pointing hand over anything that can be clicked, and the arrow elsewhere.
    public var cursor: Cursor { context.pointer.map(context.parts.cursor) ?? .arrow }

    /// Ends the tiles' motion when a scroll animation or a drag ends.
    private func handle(_ event: ScrollEvent) {
        switch event {
        case .didEndDecelerating, .didEndAnimating, .didEndDragging(willDecelerate: false): endMotion()
        default: break
        }
    }
}

// MARK: Files

extension Viewer {
    /// Opens files in the background, and shows the first one when it is open; keys step through the others.
    ///
    /// The present document stays until then. A folder that is no pyramid stands for its images. If a single file is opened,
    /// keys step through the images in its folder. Open files that are dropped on the window in the same way.
    public func open(_ paths: [String]) {
        context.open(paths)
    }

    /// Shows the start screen, with instructions and the recent files, until a file is open.
    public func showStartScreen() {
        start.open()
    }

    /// Opens the files and addresses that the text of the clipboard names, in answer to ``ViewerRequest/openClipboard``.
    ///
    /// These are absolute paths, `file://` URLs and addresses, one a line. A message says so if a line is none of them.
    public func openPasted(_ text: String) {
        clipboard.open(text)
    }

    /// Shows an open document in its last view.
    public func show(_ document: Document) {
        context.show(document)
    }

    /// Compares the open file with the next files, or changes the mode of the comparison; nil ends it.
    ///
    /// The other files are opened in the background, and closed when the comparison ends.
    public func compare(_ comparison: Comparison?) {
        comparing.compare(comparison)
    }

    /// Compares with documents that are open already.
    func compare(with documents: [Document], _ comparison: Comparison) {
        comparing.compare(with: documents, comparison)
    }

    /// Exports to a file that the user has chosen, in answer to ``ViewerRequest/chooseExportFile(folder:name:)``.
    ///
    /// The file extension selects PNG, TIFF or JPEG; a name without one of these extensions gets one. An existing file is
    /// replaced, except for the open image itself.
    public func export(to path: String) {
        exporting.export(to: path)
    }

    /// Asks the user whether to export to a new file beside the open one.
    ///
    /// Call it in answer to ``ViewerRequest/chooseExportFile(folder:name:)`` if no dialog can be shown.
    public func exportBesideImage() {
        exporting.exportBesideImage()
    }

    /// Cancels the running export and removes its output, without waiting; can be called on any thread.
    ///
    /// Call it in a process that ends before ``close()`` has returned.
    public nonisolated func abandonExport() {
        exporting.abandon()
    }

    /// Shows a message and passes it to ``onMessage``, with its control characters visible.
    public func post(_ message: Message) {
        context.post(message)
    }

    /// Shows images in the color space of the display from now on; at first it counts as sRGB.
    ///
    /// Call it again when the profile may have changed, such as when the window gets the focus: the same one is not read again.
    public func setDisplay(_ space: DisplayColorSpace) {
        display.show(in: space)
    }

    /// Stops background work and waits until nothing is left half done; views that are being saved are completed.
    ///
    /// Call it before the process ends. Messages of background work are passed to ``onMessage``.
    public func close() {
        document?.close()
        context.parts.all.forEach { $0.close() }
        for case .message(let message) in context.mailbox.take() { onMessage?(message.escaped) }
    }
}

// MARK: Frames

extension Viewer {
    /// Makes the frame for the clock's present time, with all events until then.
    public func frame() -> RenderTree {
        update()
        let tree = scene.frame()
        // What arrived after the update, while a frame was requested already, has woken nobody.
        if !context.mailbox.isEmpty {
            scene.setNeedsFrame()
        }
        // Tiles arrive while the frame is made; the status of this frame appears in the next one.
        context.updateStatus()
        return debugging.tinted(tree)
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
        guard !display.isReading else { return false }
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
        statistics.recordFrame(milliseconds: milliseconds, textures: textures, presented: presented)
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
    var comparedTiles: [TiledLayer] { (context.tiles.map { [$0] } ?? []) + comparing.view.panes.map(\.tiles) }

    /// Whether a thumbnail of an overview map is being composed of several tiles.
    var isComposingOverview: Bool { context.parts.all.contains { ($0 as? OverviewPart)?.isComposing ?? false } }

    /// Whether the file of the annotations is being read.
    var isReadingAnnotations: Bool { annotations.isReading }

    /// The reasons that requested annotations are not in a screenshot; empty if they are, or if none were requested.
    var annotationFailures: [String] { annotations.failures }

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
        comparing.view.viewedFrames(
            of: comparison, at: time, screen: context.panes.panes.first?.size ?? scene.size, below: currentView)
    }
}
