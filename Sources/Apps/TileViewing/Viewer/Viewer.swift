public import LayerTree
public import ScrollLayers
internal import TilePyramid
internal import TiledLayers

/// Shows images in tiles and does what the user asks for: everything of a viewer but the window.
///
/// Whoever has a window hands over its events and shows the frames; what only a window can do is asked of it with
/// ``onRequest``. Files are opened, read and written in the background, never on the main thread.
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
    /// The layers, with what lies below them, and their clock.
    public let scene: LayerScene
    /// What scrolls and zooms the image; its points are those of the window.
    public let controller: ScrollController
    /// What the viewer was made with.
    public let settings: ViewerSettings
    /// Is asked for what only a window can do; default nobody.
    public var onRequest: (@MainActor (ViewerRequest) -> Void)?
    /// Is told all that is said to the user, for logs; default nobody.
    public var onMessage: (@MainActor (Message) -> Void)?

    /// What is shown beside the image.
    public var features: Set<ViewerFeature> {
        didSet { if features != oldValue { applyFeatures() } }
    }
    /// The file that is shown; nil until the first one is open.
    public internal(set) var document: Document?
    /// Why the last file could not be opened; nil when it could.
    public internal(set) var openingError: (any Error)?
    /// What is shown.
    public internal(set) var status = ViewerStatus()
    /// Whether the window fills the screen, as far as it was asked to.
    public internal(set) var isFullScreen = false

    /// All of the picture, which the image is seen through.
    let view = ScrollLayer()
    /// The image's rectangle, in full-size pixels; what is of the image lies in it.
    let content = Layer()
    /// Lines and frames on the image.
    let gridSelectionLayer = GridSelectionLayer()
    /// Everything that lies over the picture.
    let overlays: ViewerOverlays
    /// The texts on tiles whose borders are shown.
    let tileLabels: TileLabels
    /// Whether overlays are shown yet: their texts are drawn when the image has been seen.
    var showsOverlays = false
    /// How long the last frames took.
    var frameTimes = FrameTimes()
    /// The textures of the window, as far as it has said.
    var textures: HUDValues.MemoryUsage?
    /// The tiles of the open file.
    var tiles: TiledLayer?

    var files = FileList()
    /// The views that files were left with, by path.
    var savedViews: [String: ViewState] = [:]
    /// Counts openings, so that one that was overtaken by another is known.
    var openingNumber = 0
    /// The last one that has come to its end.
    var openedNumber = 0
    /// Files that could not be opened when it was tried last.
    var failedPaths: Set<String> = []
    /// The view that the next file is opened with.
    var initialView: ViewState?
    var selection = Selection()
    var pointer: Point?
    /// The export that goes on, and what is said about it meanwhile.
    var export: RunningExport?
    var exportMessageID: Int?
    /// What has been said about the file that is shown.
    var announcedMessages: Set<String> = []
    /// How many tiles were known to be missing when it was last looked whether the file is still there.
    var knownMissingTileCount = 0
    /// Whether it is not.
    var isFileMissing = false
    let mailbox: Mailbox<BackgroundEvent>

    /// A viewer with nothing open.
    public init(_ settings: ViewerSettings) {
        self.settings = settings
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
        tileLabels = TileLabels(in: overlays.environment)
        view.anchorPoint = .zero
        view.bounds.size = Self.points(settings.size, settings.scale)
        root.addSublayer(view)
        root.addSublayer(overlays.layer)
        controller = ScrollController(
            scrollLayer: view, contentLayer: content, contentSize: Size(width: 1, height: 1),
            settings: Self.scrollSettings(settings), clock: settings.clock)
        gridSelectionLayer.anchorPoint = .zero
        content.addSublayer(gridSelectionLayer)
        controller.onEvent = { [weak self] in self?.handleScrollEvent($0) }
        resize(to: settings.size, scale: settings.scale)
        applyFeatures()
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

/// What the background has done.
enum BackgroundEvent: Sendable {
    /// A file was opened, or why it was not; with the number of the opening.
    case opened(Result<Document, any Error>, path: String, number: Int)
    /// More of a file can be seen, or something is to be said about it.
    case documentChanged(Document)
    /// A file is not there any more.
    case fileMissing(Document)
    /// More of an export is done.
    case progress
    /// An export has ended, with what is to be said; nil when it was cancelled.
    case exported(Message?, RunningExport)
    /// Something is to be said.
    case message(Message)
}
