public import Controls
public import LayerTree
internal import Numbers
public import ScrollLayers
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
    let filesPart: FilesPart
    let entryPart: TextEntryPart
    let startPart: StartScreenPart
    let comparisonPart: ComparisonPart
    let exportPart: ExportPart
    let statisticsPart: StatisticsPart
    let debugPart: DebugOverlaysPart
    let annotationsPart: AnnotationsPart
    let displayPart: DisplayProfilePart
    let clipboardPart: ClipboardPart

    /// Creates a viewer with nothing open.
    public convenience init(_ settings: ViewerSettings) {
        self.init(settings, parts: { _ in [] })
    }

    /// Creates a viewer with nothing open, and with parts that come before its own.
    init(_ settings: ViewerSettings, parts additional: @MainActor (ViewerContext) -> [any ViewerPart]) {
        context = ViewerContext(settings)
        filesPart = FilesPart(context)
        entryPart = TextEntryPart(context)
        startPart = StartScreenPart(context)
        comparisonPart = ComparisonPart(context)
        exportPart = ExportPart(context)
        statisticsPart = StatisticsPart(context)
        debugPart = DebugOverlaysPart(context)
        annotationsPart = AnnotationsPart(context)
        displayPart = DisplayProfilePart(context)
        clipboardPart = ClipboardPart(context)
        context.parts.set(additional(context) + parts)
        context.controller.onEvent = { [weak self] in self?.handle($0) }
        resize(to: settings.size, scale: settings.scale)
    }

    /// The parts, of which the first that can use an event or a command gets it.
    private var parts: [any ViewerPart] {
        [
            // What lies over the image, from the front.
            ConfirmationPart(context), MenuPart(context), entryPart, FileGridPart(context), BookmarksPart(context),
            HelpPart(context), FailuresPart(context), ButtonsPart(context),
            AdjustmentPart(context), ChannelsPart(context), MessagesPart(context), startPart, OverviewPart(context),
            ScaleBarPart(context),
            StatusLinePart(context), statisticsPart, InformationPart(context), RegionStatisticsPart(context),
            ProfilePart(context), FilmstripPart(context),
            // What is done with the image and its file; stepping through compared files comes before stepping through all.
            exportPart, SlideshowPart(context), BackgroundPart(context), ImagePart(context), comparisonPart, filesPart,
            PagesPart(context), SavingPart(context), clipboardPart, PlacesPart(context), AddressesPart(context),
            LastViewsPart(context), SelectionPart(context), annotationsPart, RotationPart(context),
            LoadingPart(context), ValuesPart(context), ThumbnailsPart(context), WindowPart(context), displayPart,
            debugPart,
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
    public var openingError: (any Error)? { filesPart.openingError }
    /// Whether a file is being opened.
    public var isOpening: Bool { context.openings.isBusy }
    /// The status as of the last update.
    public var status: ViewerStatus { context.status }
    /// Whether the window was last asked to fill the screen.
    public var isFullScreen: Bool { context.isFullScreen }
    /// The comparison of the open file with others; nil if there is none.
    public var comparison: Comparison? { comparisonPart.current }
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
    ///
    /// It is given the words of errors and warnings without the name of the file, which no words of it may change.
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
        get { debugPart.overlays }
        set { debugPart.overlays = newValue }
    }

    /// The maximum zoom of the open image in the present window, in screen pixels per image pixel.
    public var maximumScale: Double { context.maximumScale }

    /// The window's title: the file's name first, its position among several files, and the program's name at the end.
    public var title: String {
        guard let document else { return "tileview" }
        let count = context.files.paths.count
        let position = filesPart.shownPosition.map { count > 1 ? " (\($0 + 1) of \(count))" : "" } ?? ""
        let progress = exportPart.running.map { " - exporting \(Int($0.fractionCompleted * 100)) %" } ?? ""
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
        entryPart.paste(text)
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
