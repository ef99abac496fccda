internal import Concurrency
public import LayerTree
public import ScrollLayers
internal import TilePyramid
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
    /// The layers and their clock.
    public let scene: LayerScene
    /// The controller that scrolls and zooms the image; its points are the points of the window.
    public let controller: ScrollController
    /// The settings that the viewer was created with.
    public let settings: ViewerSettings
    /// Called with each request that only a window can fulfill; nil by default.
    public var onRequest: (@MainActor (ViewerRequest) -> Void)?
    /// Called with every message to the user, for logs; nil by default.
    public var onMessage: (@MainActor (Message) -> Void)?
    /// Adapts the advice in a message to the program, such as the names of options; by default messages are unchanged.
    public var advise: @MainActor (String) -> String = { $0 }

    /// The features that are on.
    public var features: Set<ViewerFeature> {
        didSet { if features != oldValue { applyFeatures() } }
    }
    /// The color adjustment of the image; another file starts without one.
    public var colorAdjustment = ColorAdjustment() {
        didSet { if colorAdjustment != oldValue { applyColorAdjustment() } }
    }
    /// The debug overlays over everything; none by default.
    public var debugOverlays: DebugOverlays {
        get { debugRecorder.overlays }
        set {
            debugRecorder.overlays = newValue
            scene.setNeedsFrame()
        }
    }
    /// The document that is shown; nil until the first one is open.
    public internal(set) var document: Document?
    /// The error of the last opening; nil if the file could be opened.
    public internal(set) var openingError: (any Error)?
    /// The status as of the last update.
    public internal(set) var status = ViewerStatus()
    /// Whether the window was last asked to fill the screen.
    public internal(set) var isFullScreen = false

    /// The commands of the keys that scrolling does not handle.
    let keyCommands: [KeyMap.Stroke: ViewerCommand]
    /// The layer of the whole view, through which the image is seen.
    let view = ScrollLayer()
    /// The layer of the image, in full-size pixels; it contains everything that moves with the image.
    let content = Layer()
    /// The checkerboard below the image; without a superlayer while the image is opaque.
    let checkerboard = CheckerboardLayer()
    /// The pixel grid and the selection.
    let gridSelectionLayer = GridSelectionLayer()
    /// The overlays over the image.
    let overlays: ViewerOverlays
    /// The buttons, the context menu and the hint at the first start.
    let controls: ViewerControls
    /// The layers of the annotations, between the image and the overlays.
    let annotationView: AnnotationView
    /// The layers of the images that are compared with the first one.
    let comparisonView: ComparisonView
    /// The labels of tiles whose borders are shown.
    let tileLabels: TileLabels
    /// Whether overlays are shown: their texts are drawn once the image has been seen.
    var showsOverlays = false
    /// Adds the debug overlays to frames.
    var debugRecorder = DebugOverlayRecorder()
    /// The durations of the last frames.
    var frameTimes = FrameTimes()
    /// The number of frames in the last second.
    var frameRate = FrameRate()
    /// The window's textures, if it has reported them.
    var textures: MemoryUsage?
    /// The tiles of the document.
    var tiles: TiledLayer?

    var files = FileList()
    /// The last view of each file, by path.
    var savedViews: [String: ViewState] = [:]
    /// Counts openings, so that one that was superseded is recognized.
    var openingNumber = 0
    /// Ends the opening that is running.
    var openingCancellation: Cancellation?
    /// The number of the last opening that has ended.
    var openedNumber = 0
    /// The paths of files that could not be opened.
    var failedPaths: Set<String> = []
    /// The path that counts as opened last once something of it is shown; nil if that is known already.
    var pathToRemember: String?
    /// The files that were opened last; nil unless the start screen was asked for.
    var recentFiles: [String]?
    /// The path whose folder is being listed, and the steps that the user has made meanwhile.
    var listedPath: String?
    var waitingSteps = 0
    /// The view for the next document, if one was asked for.
    var initialView: ViewState?
    var selection = Selection()
    /// The handles of the selection and its size.
    let selectionMarks: SelectionMarks
    /// The line for typing places, regions and names.
    let entry: TextEntry
    /// The list of bookmarks, and the bookmarks of the document.
    let bookmarkList: BookmarkList
    var bookmarks = ShownBookmarks()
    /// The files in ``savedViews`` whose views are those of an earlier run, perhaps in another window.
    var restoredPaths: Set<String> = []
    /// Writes bookmarks and last views.
    let stateWork = OrderedWork()
    /// Writes the views that are saved as files.
    let savedViewFiles = OrderedWork()
    /// The text of the key that has opened the entry, which is not typed into it.
    var openingText: String?
    var annotations = ShownAnnotations()
    var compared = ShownComparison()
    /// The annotations of the files that were shown, by path.
    var annotationStores: [String: AnnotationStore] = [:]
    var pointer: Point?
    /// The modifiers that are held down.
    var modifiers: KeyModifiers = []
    /// Finds the stored values of the pixel under the pointer.
    var probe = PixelProbe()
    /// The page that is being opened: its index, and the number of the opening.
    var requestedPage: (position: Int, number: Int)?
    /// The steps to make as soon as the pages of the document are known.
    var waitingPageSteps = 0
    /// The export for which a file is being chosen; nil if there is none.
    var waitingExport: ExportOrder?
    /// The export that is running, as all threads see it.
    nonisolated let runningExport = Locked<RunningExport?>(nil)
    /// The message about the export that is running.
    var exportMessageID: Int?
    /// The messages that were posted about the document, so that each is posted once.
    var announcedMessages: Set<String> = []
    /// The tiles whose failures have been posted since the last retry; as many are posted as
    /// ``failureAnnouncementLimit``.
    var announcedFailures: Set<TileIndex> = []
    /// The histogram in the adjustment panel.
    var adjustmentHistogram = ColorHistogram()
    /// The number of missing tiles when it was last checked that the file exists.
    var knownMissingTileCount = 0
    /// Whether the document's file no longer exists.
    var isFileMissing = false
    let mailbox: Mailbox<BackgroundEvent>

    /// Creates a viewer with nothing open.
    public init(_ settings: ViewerSettings) {
        self.settings = settings
        keyCommands = settings.keys.viewing
        features = settings.features
        initialView = settings.view
        let root = Layer()
        root.anchorPoint = .zero
        scene = LayerScene(
            root: root, size: settings.size, scale: settings.scale, background: settings.background,
            clock: settings.clock)
        let requests = scene.requests
        mailbox = Mailbox { requests.request() }
        overlays = ViewerOverlays(keys: settings.keys, textDrawing: settings.textDrawing, requests: requests)
        overlays.environment.reducesMotion = settings.reducesMotion
        controls = ViewerControls(keys: settings.keys, in: overlays.environment)
        annotationView = AnnotationView(in: overlays.environment)
        tileLabels = TileLabels(in: overlays.environment)
        selectionMarks = SelectionMarks(in: overlays.environment)
        entry = TextEntry(in: overlays.environment)
        bookmarkList = BookmarkList(in: overlays.environment)
        view.anchorPoint = .zero
        view.bounds.size = Self.points(settings.size, settings.scale)
        root.addSublayer(view)
        root.addSublayer(overlays.layer)
        controller = ScrollController(
            scrollLayer: view, contentLayer: content, contentSize: Size(width: 1, height: 1),
            settings: Self.scrollSettings(settings), clock: settings.clock)
        comparisonView = ComparisonView(controller, background: settings.background, in: overlays.environment)
        compared.awaited = settings.comparison
        gridSelectionLayer.anchorPoint = .zero
        content.addSublayer(gridSelectionLayer)
        overlays.adjustment.onChange = { [weak self] in self?.colorAdjustment = $0 }
        controller.onEvent = { [weak self] in self?.handleScrollEvent($0) }
        resize(to: settings.size, scale: settings.scale)
        applyFeatures()
        checkFirstStart()
    }

    private static func scrollSettings(_ settings: ViewerSettings) -> ScrollSettings {
        var result = ScrollSettings()
        result.wheel = settings.wheel
        result.reducesMotion = settings.reducesMotion
        result.keys = settings.keys.scrolling
        return result
    }

    static func points(_ size: PixelSize, _ scale: Double) -> Size {
        Size(width: Double(size.width) / scale, height: Double(size.height) / scale)
    }
}

/// A request from a viewer to its window.
public enum ViewerRequest: Hashable, Sendable {
    /// Enters or leaves full screen.
    case setFullScreen(Bool)
    /// Shows the system's dialog for opening files, which begins with a folder; nil for its usual folder.
    ///
    /// Pass the chosen files to ``Viewer/open(_:)``.
    case chooseFiles(folder: String?)
    /// Shows the system's dialog for saving a file, which begins with a folder and a name.
    ///
    /// Pass the chosen file to ``Viewer/export(to:)``. If there is no dialog, call ``Viewer/exportBesideImage()``.
    case chooseExportFile(folder: String, name: String)
    /// Copies text to the clipboard.
    case copy(String)
    /// Passes the text of the clipboard to ``Viewer/paste(_:)``.
    case paste
    /// Closes the window.
    case close
}
