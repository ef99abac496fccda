internal import Dispatch
public import LayerTree
public import ScrollLayers
public import TilePyramid
public import TiledLayers

/// What a viewer is to be like.
public struct ViewerSettings: Sendable {
    /// The pixels of the picture; default 1280×800.
    public var size = PixelSize(width: 1280, height: 800)
    /// Pixels for each point; default 1.
    public var scale = 1.0
    /// The view that the first file is opened with, in screen pixels for each of the image's; nil, the default, for all
    /// of the image.
    public var view: ViewState?
    /// What is shown at first; default the map, the scale bar, the line of information and the grid between large pixels.
    public var features: Set<ViewerFeature> = [.map, .scaleBar, .statusLine, .pixelGrid]
    /// What lies around the image, and in its holes; default a neutral gray.
    public var background = Color(red: 0.5, green: 0.5, blue: 0.5)
    /// What a wheel does, default zoom.
    public var wheel = ScrollSettings.WheelUse.zoom
    /// Whether nothing moves by itself; default false.
    public var reducesMotion = false
    /// When texts are drawn; default in the background.
    public var textDrawing = DrawingQueue.Mode.background
    /// The keys; default ``ViewerKeyBindings/standard``.
    public var keys = ViewerKeyBindings.standard
    /// What loads tiles, with its cache.
    public var loader: TileLoader
    /// Where times come from; default the system's clock.
    public var clock: any LayerClock = SystemClock()
    /// Opens a file, away from the main thread; default ``Document/init(opening:options:)``.
    public var open: @Sendable (_ path: String) throws -> Document = { try Document(opening: $0) }
    /// Runs what may take long, away from the main thread; default Dispatch's queue for what the user waits for.
    public var inBackground: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void = { work in
        DispatchQueue.global(qos: .userInitiated).async(execute: work)
    }

    /// The defaults, with a loader for the tiles.
    public init(loader: TileLoader) {
        self.loader = loader
    }
}
