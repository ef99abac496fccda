internal import Concurrency
internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import TextLayers
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// The things that the parts of a viewer share: the document and its view, the window's layers, and the ways to act on them.
///
/// A part changes nothing of another part. Anything that two parts need is here, as a value or as a method.
@MainActor
final class ViewerContext {
    let settings: ViewerSettings
    let scene: LayerScene
    let controller: ScrollController
    /// The layer of the whole view, through which the image is seen.
    let view = ScrollLayer()
    /// The layer of the image, in full-size pixels; it contains everything that moves with the image.
    let content = Layer()
    /// The layers over the image.
    let overlays = OverlayStack()
    /// The places of the overlays.
    let arranger = OverlayArranger()
    /// The look of overlays, and the queue that draws them.
    let environment: ControlEnvironment
    /// The messages to the user.
    let messages: MessageBar
    /// The parts; empty until the viewer has made them.
    let parts = PartList()
    /// Results of background work.
    let mailbox: Mailbox<Delivery>
    /// The openings of files and pages.
    let openings = OpeningCounter()
    /// The thumbnails of the files.
    let thumbnails: Thumbnails
    /// Writes bookmarks and last views.
    let stateWork = OrderedWork()

    /// Called with each request that only a window can fulfill.
    var onRequest: (@MainActor (ViewerRequest) -> Void)?
    /// Called with every message to the user.
    var onMessage: (@MainActor (Message) -> Void)?
    /// The message about what was copied last; nil if none was shown.
    var copyMessage: Int?
    /// Adapts the advice in a message without the name of a file to the program.
    var advise: @MainActor (String) -> String = { $0 }
    /// Asks the user for a line of text about the open document or about anything, by the part that can.
    var onQuestion: (@MainActor (TextEntry.Question, _ isAboutDocument: Bool) -> Void)?
    /// Asks the user a question with answers to choose from, by the part that can.
    var onConfirmation: (@MainActor (ConfirmationSheet.Question) -> Void)?
    /// Opens files, by the part that can.
    var onOpen: (@MainActor (_ paths: [String]) -> Void)?
    /// Opens a file of the list of files, by the part that can.
    var onGoToFile: (@MainActor (_ index: Int) -> Void)?
    /// Finds the image that is seen at a point of its pane, by the part that compares; nil where there is none.
    var onSeenImage: (@MainActor (_ point: Point) -> SeenImage?)?
    /// Exports the selection or the view with annotations over it, by the part that can.
    var onExport: (@MainActor (_ annotations: [Annotation]) -> Void)?

    /// The document that is shown; nil until the first one is open.
    private(set) var document: Document?
    /// The physical size of a pixel by a known length that was drawn on the document, in millimeters; nil for none.
    var calibration: Double? {
        didSet { if calibration != oldValue { scene.setNeedsFrame() } }
    }
    /// The view that an earlier run has kept of the document that is about to be shown.
    private(set) var restoredView: KeptView?
    /// The tiles of the document.
    var tiles: TiledLayer?
    /// The files to step through.
    var files = FileList()
    /// The features that are on.
    var features: Set<ViewerFeature> {
        didSet { if features != oldValue { parts.all.forEach { $0.featuresDidChange() } } }
    }
    /// The color adjustment of the image.
    var colorAdjustment = ColorAdjustment() {
        didSet {
            guard colorAdjustment != oldValue else { return }
            tiles?.colorAdjustment = colorAdjustment
            scene.setNeedsFrame()
        }
    }
    /// The colors of the display; nil for those of sRGB.
    var displayColors: DisplayColors? {
        didSet { if displayColors !== oldValue { showDisplayColors() } }
    }
    /// The color around the image, which the user may change.
    var background: Color {
        didSet { if background != oldValue { scene.background = background } }
    }
    /// The selected region, and the drag that changes it.
    var selection = Selection() {
        didSet { if selection.rect != oldValue.rect { scene.setNeedsFrame() } }
    }
    /// Whether clicks on the image edit something there.
    var isEditing = false
    /// The pointer, in points of the pane that it is in; nil while it is outside of the window.
    var pointer: Point?
    /// The modifiers that are held down.
    var modifiers: KeyModifiers = []
    /// The panes of the window, of which the first one is that of the image.
    private(set) var panes: ComparisonGeometry
    /// The images of the panes beside the first one; empty unless images are side by side.
    var paneImages: [PaneImage] = []
    /// The paths of the files that are compared with the document; empty unless images are compared.
    var comparedPaths: Set<String> = [] {
        didSet { if comparedPaths != oldValue { scene.setNeedsFrame() } }
    }
    /// The index of the pane in which the pointer is, or in which a drag began.
    private(set) var pane = 0
    /// The status as of the last update.
    var status = ViewerStatus()
    /// Whether overlays are shown: their texts are drawn once the image has been seen.
    var showsOverlays = false
    /// Whether the window was last asked to fill the screen.
    var isFullScreen = false
    /// The number of images that lie over each other, for which the loader needs memory.
    var imagesAtPoint = 1 {
        didSet { if imagesAtPoint != oldValue { raiseCostLimit() } }
    }
    /// Whether moving views are supersampled.
    var supersampling = SupersamplingPolicy()
    /// The tiles that could not be loaded since the last retry.
    var tileFailures = TileFailures()
    /// The messages that were posted about documents, so that each is posted once.
    var announcedMessages: Set<String> = []
    /// The messages that are removed with the document.
    var documentMessages = DocumentMessages()

    /// Creates the layers of a viewer with nothing open.
    init(_ settings: ViewerSettings) {
        self.settings = settings
        features = settings.features
        background = settings.background
        let root = Layer()
        root.anchorPoint = .zero
        scene = LayerScene(
            root: root, size: settings.size, scale: settings.scale, background: settings.background,
            clock: settings.clock)
        let requests = scene.requests
        mailbox = Mailbox { requests.request() }
        let queue =
            settings.runTextDrawing.map { DrawingQueue(mode: settings.textDrawing, runInBackground: $0) }
            ?? DrawingQueue(mode: settings.textDrawing)
        queue.onDelivery = { requests.request() }
        environment = ControlEnvironment(queue: queue)
        environment.reducesMotion = settings.reducesMotion
        messages = MessageBar(in: environment)
        thumbnails = Thumbnails(
            decoder: settings.thumbnailDecoder ?? Thumbnails.decoder(settings.thumbnailOptions),
            executor: settings.thumbnailExecutor, attributes: settings.fileAttributes)
        panes = ComparisonGeometry(settings.size, scale: settings.scale, paneCount: 1)
        view.anchorPoint = .zero
        view.bounds.size = settings.size.points(at: settings.scale)
        root.addSublayer(view)
        root.addSublayer(overlays.layer)
        controller = ScrollController(
            scrollLayer: view, contentLayer: content, contentSize: Size(width: 1, height: 1),
            settings: ScrollSettings(of: settings), clock: settings.clock)
    }

    /// The time on the viewer's clock.
    var now: Double { settings.clock.now }

    /// The size of the window in points; ``view`` takes a part of it while images are side by side.
    var windowSize: Size { overlays.layer.bounds.size }

    /// The metadata of the document, with the size of a pixel by a known length; nil until the first one is open.
    var metadata: DocumentMetadata? {
        var metadata = document?.state.metadata
        metadata?.calibration = calibration
        return metadata
    }

    /// The window in which overlays are arranged.
    var overlayLayout: OverlayLayout {
        OverlayLayout(size: windowSize, scale: scene.scale, theme: environment.theme)
    }
}

// MARK: Document and view

extension ViewerContext {
    /// Shows an open document from now on.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - view: the view that an earlier run has kept, which counts if this viewer has kept none; nil for none.
    func show(_ document: Document, restoring view: KeptView? = nil) {
        parts.all.forEach { $0.documentWillChange(to: document) }
        restoredView = view
        defer { restoredView = nil }
        if document !== self.document {
            self.document?.close()
            dismissDocumentMessages()
        }
        self.document = document
        announcedMessages = []
        selection.clear()
        colorAdjustment = ColorAdjustment()
        Transaction.run(disablesActions: true) {
            let size = Size(width: Double(document.size.width), height: Double(document.size.height))
            controller.change { model, time in
                var geometry = model.geometry
                geometry.contentSize = size
                geometry.fitRect = document.state.metadata.place?.dataRect
                geometry.maximumScale = maximumScale / scene.scale
                return model.setGeometry(geometry, at: time)
                    + model.setView(
                        document.firstRect(in: geometry.viewportSize).map { geometry.view(showing: $0) }
                            ?? geometry.fittedView,
                        animated: false, at: time)
            }
            parts.all.forEach { $0.documentDidOpen(document) }
        }
        observe(document) { [weak self] in self?.document === document }
        announceWarnings(of: document)
    }

    /// Closes the document that is shown, so that none is.
    func closeDocument() {
        guard let document else { return }
        parts.all.forEach { $0.documentWillClose() }
        // What is being opened is not wanted any more.
        _ = openings.end(openings.begin())
        document.close()
        self.document = nil
        announcedMessages = []
        dismissDocumentMessages()
        selection.clear()
        colorAdjustment = ColorAdjustment()
        parts.all.forEach { $0.documentDidClose() }
        scene.setNeedsFrame()
    }

    /// Announces the changes of a document that is shown or compared, and tells the parts of them.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - isUsed: whether it is still shown or compared, so that its warnings are news.
    func observe(_ document: Document, while isUsed: @escaping @MainActor @Sendable () -> Bool) {
        let mailbox = mailbox
        document.observe { [weak self, weak document] in
            mailbox.post(
                .work {
                    guard let self, let document else { return }
                    if isUsed() { self.announceWarnings(of: document) }
                    self.parts.all.forEach { $0.documentDidChange(document) }
                })
        }
    }
}

// MARK: Panes and events

extension ViewerContext {
    /// Divides the window into panes, of which the image has the first.
    func setPanes(_ count: Int) {
        panes = ComparisonGeometry(scene.size, scale: scene.scale, paneCount: count)
        guard let first = panes.frames.first else { return }
        Transaction.run(disablesActions: true) {
            if view.bounds.size != first.size { view.bounds.size = first.size }
        }
        controller.change { _, _ in [] }
    }

    /// Sets where the pointer is for an event, and in which pane.
    func locate(_ event: InputEvent) {
        if panes.panes.count > 1, let position = event.position, !parts.isTracking { pane = panes.pane(at: position) }
        if panes.panes.count == 1 { pane = 0 }
        modifiers = event.modifiers ?? modifiers
        guard case .pointer(let moved) = localized(event) else { return }
        pointer = moved.phase == .exited ? nil : moved.position
    }
}

extension ScrollSettings {
    /// The settings of a viewer's controller.
    fileprivate init(of settings: ViewerSettings) {
        self.init()
        wheel = settings.wheel
        reducesMotion = settings.reducesMotion
        doubleClick = settings.doubleClick ?? .zoom
        keys = settings.keys.scrolling
    }
}
