internal import Dispatch
public import LayerTree
public import ScrollLayers
public import TextLayers
public import TilePyramid
public import TiledLayers

/// The settings of a viewer.
public struct ViewerSettings: Sendable {
    /// The size of the view in pixels, 1280×800 by default.
    public var size = PixelSize(width: 1280, height: 800)
    /// Pixels per point, 1 by default.
    public var scale = 1.0
    /// The view of the first file, in screen pixels per image pixel; nil, the default, for the whole image.
    public var view: ViewState?
    /// The features that are on at first: by default the map, the scale bar, the status line, the pixel grid, annotations
    /// and the buttons.
    public var features: Set<ViewerFeature> = [
        .overviewMap, .scaleBar, .statusLine, .pixelGrid, .annotations, .buttons,
    ]
    /// The color around the image and in its holes, a neutral gray by default.
    public var background = Color(red: 0.5, green: 0.5, blue: 0.5)
    /// Whether a checkerboard is below transparent parts of an image, and not the background; the default is true.
    public var showsCheckerboard = true
    /// Whether the image has a thin frame, which shows where it ends if it has the color of the background; the default is true.
    public var framesImage = true
    /// The use of the wheel, to zoom by default.
    public var wheel = ScrollSettings.WheelUse.zoom
    /// Whether inertia and animations are off, `false` by default.
    public var reducesMotion = false
    /// When the texts of overlays are drawn, in the background by default.
    public var textDrawing = DrawingQueue.Mode.background
    /// The GeoJSON file of the first image's annotations; nil, the default, for the one beside the image.
    public var annotations: String?
    /// How the first file is compared with the others that are opened with it; nil, the default, if it is not.
    public var comparison: Comparison?
    /// The key bindings, ``ViewerKeyBindings/standard`` by default.
    public var keys = ViewerKeyBindings.standard
    /// Loads and caches the tiles.
    public var loader: TileLoader
    /// The source of all times, the system's clock by default.
    public var clock: any LayerClock = SystemClock()
    /// Opens a file, away from the main thread; by default with ``Document/init(opening:options:)``.
    public var open: @Sendable (_ path: String) throws -> Document = { try Document(opening: $0) }
    /// The files that a folder stands for, away from the main thread; nil for what is opened itself.
    ///
    /// By default ``FolderImages/images(in:)``.
    public var filesInFolder: @Sendable (_ path: String) -> [String]? = { FolderImages.images(in: $0) }
    /// The files in the folder of a file that was opened alone, itself included, away from the main thread; by default
    /// ``FolderImages/besides(_:)``.
    public var filesBeside: @Sendable (_ path: String) -> [String] = { FolderImages.besides($0) }
    /// Keeps the files that were opened last; nil, the default, if nothing does.
    public var recentFiles: RecentFiles?
    /// Knows whether this is the first start, at which a hint names the key of the help; nil, the default, for no hint.
    public var firstStart: FirstStart?
    /// Keeps the bookmarks of images; nil, the default, if nothing does.
    public var bookmarks: BookmarkStore?
    /// Keeps the last view of each image, in which it is opened again; nil, the default, if nothing does.
    public var lastViews: LastViews?
    /// Whether the window is asked where exports are written; the default is false: they are written beside the image.
    public var asksWhereToExport = false
    /// Runs work that may take long away from the main thread; by default on a global Dispatch queue.
    public var inBackground: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void = { work in
        DispatchQueue.global(qos: .userInitiated).async(execute: work)
    }

    /// Whether the loader's cost limit is raised for a large window, to 25 bytes for each of its pixels: the default is false.
    ///
    /// A view takes up to 16 bytes for each pixel at the finest level that it needs, and the next coarser level a quarter of that;
    /// with less, tiles would leave the cache while they are seen.
    public var raisesCostLimit = false

    /// Creates the default settings, with a loader for the tiles.
    public init(loader: TileLoader) {
        self.loader = loader
    }
}
