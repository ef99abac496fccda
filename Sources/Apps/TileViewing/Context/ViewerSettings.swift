internal import Dispatch
public import LayerTree
public import RemotePyramids
public import ScrollLayers
public import TextLayers
public import TilePyramid
public import TiledLayers
public import VectorDrawing

/// The settings of a viewer.
public struct ViewerSettings: Sendable {
    /// The size of the view in pixels, 1280×800 by default.
    public var size = PixelSize(width: 1280, height: 800)
    /// Pixels per point, 1 by default.
    public var scale = 1.0
    /// The view of the first file, in screen pixels per image pixel; nil, the default, for the whole image.
    public var view: ViewState?
    /// The rendering of the first file's channels, as a copied link has it, such as `composite=1,2&range=0..4000`; nil, the default,
    /// for the automatic one, or the last one.
    public var rendering: String?
    /// The features that are on at first: by default the map, the scale bar, the status line, annotations and the buttons.
    public var features: Set<ViewerFeature> = [
        .overviewMap, .scaleBar, .statusLine, .annotations, .buttons,
    ]
    /// The color around the image and in its holes, a neutral gray by default.
    public var background = Color(red: 0.5, green: 0.5, blue: 0.5)
    /// Whether transparent parts of an image show a checkerboard, and not the background; the default is true.
    public var showsCheckerboard = true
    /// Whether the image has a thin frame, which shows its edges on a background of the same color; the default is true.
    public var framesImage = true
    /// The use of the wheel, to zoom by default.
    public var wheel = ScrollSettings.WheelUse.zoom
    /// The use of a double click; nil, the default, to zoom in pyramids, and to change between the whole image and its actual
    /// size in all other images.
    public var doubleClick: ScrollSettings.DoubleClickUse?
    /// Whether inertia and animations are off, `false` by default.
    public var reducesMotion = false
    /// The mode in which the texts of overlays are drawn, in the background by default.
    public var textDrawing = DrawingQueue.Mode.background
    /// Runs the drawing of texts off the main thread, in order; nil, the default, for a queue of the viewer.
    var runTextDrawing: (@Sendable (_ work: @escaping @Sendable () -> Void) -> Void)?
    /// The GeoJSON file of the first image's annotations; nil, the default, for the file beside the image.
    public var annotations: String?
    /// A GeoJSON file of another map's annotations, or one in degrees, that is shown over the first image by coordinates and
    /// never written; nil, the default, for none.
    public var overlaidAnnotations: String?
    /// The comparison of the first file with the files that are opened with it; nil, the default, for none.
    public var comparison: Comparison?
    /// The key bindings, ``ViewerKeyBindings/standard`` by default.
    public var keys = ViewerKeyBindings.standard
    /// The path of the user's key file, which the help names; nil, the default, for none.
    public var keyFile: String?
    /// The store of the background that the user has chosen; nil, the default, to begin with ``background``.
    public var backgrounds: BackgroundStore?
    /// The loader, which also caches the tiles.
    public var loader: TileLoader
    /// The source of all times, the system's clock by default.
    public var clock: any LayerClock = SystemClock()
    /// Opens a file, off the main thread; by default with ``Document/init(opening:options:)``.
    public var open: @Sendable (_ path: String) throws -> Document = { try Document(opening: $0) }
    /// Returns the images of a folder, or nil for a path that is opened itself; called off the main thread.
    ///
    /// The default is ``FolderImages/images(in:)``.
    public var filesInFolder: @Sendable (_ path: String) -> [String]? = { FolderImages.images(in: $0) }
    /// Returns the images in the folder of a file that was opened alone, including the file; called off the main thread.
    ///
    /// The default is ``FolderImages/besides(_:)``.
    public var filesBeside: @Sendable (_ path: String) -> [String] = { FolderImages.besides($0) }
    /// Returns what a server lists at an address, or nil for an address that is opened itself; called off the main thread.
    ///
    /// By default, lists are read with the cache that the tools share.
    public var filesAtAddress: @Sendable (_ address: String) throws -> AddressList? = { address in
        try AddressList.readBlocking(address, network: NetworkAccess())
    }
    /// The order of the files of a folder, by name by default; files that were named keep their order until they are sorted.
    public var fileOrder = FileOrder.name
    /// The limits, and the network, with which the files of the filmstrip and the grid are decoded.
    public var thumbnailOptions = DocumentOptions()
    /// The time for which the slideshow shows each file, in seconds; 5 by default.
    public var slideshowInterval = 5.0
    /// Decodes thumbnails; nil, the default, for files and pyramids with ``thumbnailOptions``.
    var thumbnailDecoder: (any ImageDecoding)?
    /// Runs the decoding of thumbnails.
    var thumbnailExecutor: any TileExecutor = DispatchTileExecutor()
    /// Returns the date and the size of a file; called off the main thread.
    var fileAttributes: @Sendable (_ path: String) -> FileAttributes? = { FileAttributes(of: $0) }
    /// The list of files that were opened last; nil, the default, for none.
    public var recentFiles: RecentFiles?
    /// The record of the first start, at which a hint names the key of the help; nil, the default, for no hint.
    public var firstStart: FirstStart?
    /// The store of the bookmarks; nil, the default, for none.
    public var bookmarks: BookmarkStore?
    /// The store of each image's last view, in which the image is opened again; nil, the default, for none.
    public var lastViews: LastViews?
    /// Whether the window can let the user choose the file of an export; false, the default, to suggest one beside the image.
    public var asksWhereToExport = false
    /// Runs long work off the main thread; by default on a global Dispatch queue.
    public var inBackground: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void = { work in
        DispatchQueue.global(qos: .userInitiated).async(execute: work)
    }
    /// Runs work off the main thread for which everything else comes first; by default on a global Dispatch queue.
    var atLowPriority: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void = { work in
        DispatchQueue.global(qos: .background).async(execute: work)
    }

    /// Whether a large window raises the loader's cost limit, to 25 bytes per pixel of the window; the default is false.
    ///
    /// A view takes up to 16 bytes per pixel at the finest level that it needs, and a quarter of that at the next coarser
    /// level. With a lower limit, tiles would be evicted while they are visible.
    public var raisesCostLimit = false

    /// Creates the default settings, with a loader for the tiles.
    public init(loader: TileLoader) {
        self.loader = loader
    }
}
