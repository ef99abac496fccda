public import ChannelImages
internal import Concurrency
public import LayerTree
internal import TilePyramid
public import VectorDrawing

/// A layer that shows an image of any size and loads, in the background, only the tiles in view.
///
/// Its bounds contain the whole image; initially they are in full-size pixels. The layer may be scrolled, zoomed and rotated,
/// by its own transform or its superlayers': it requests tiles of the matching level and meanwhile draws the best cached tiles:
/// finer, coarser or outdated ones. Nothing is read or decoded on the main thread, and the loader's cost limit bounds the
/// memory. In an accelerated window, a tile replaces others only after its upload, so an upload budget delays sharpness but
/// leaves no gap.
///
/// ```swift
/// let layer = TiledLayer(image: TiledImage(source, name: "map"))
/// layer.position = Point(x: 640, y: 400)
/// scene.root.addSublayer(layer)
/// scene.requests.onRequest = { waker.wake() }
/// ```
///
/// A tile fades in only where nothing was drawn before: ``fadeDuration``. Tiles of opaque images join without seams at any
/// scale and angle.
@MainActor
open class TiledLayer: Layer {
    /// The image.
    ///
    /// A new image is loaded from its base level on; the bounds do not change.
    public var image: TiledImage {
        didSet {
            guard image !== oldValue else { return }
            feed = Self.feed(of: image, from: loader, waking: requests)
            mixedTiles = MixedTiles(feed as? ChannelFeeds)
            mixedTiles?.show(shownChannels)
            adjustColors()
            forgetFrames()
        }
    }

    /// The loader of the tiles.
    ///
    /// Layers with the same loader share its workers, its memory and the tiles of common images.
    public let loader: TileLoader

    /// The planner that decides which tiles are requested: level of detail, resolution swapping, look-ahead.
    public var planner: TilePlanner {
        get { currentPlanner }
        set {
            currentPlanner = newValue
            setNeedsFrame()
        }
    }

    /// The duration, in seconds, in which a tile fades in where nothing was drawn before.
    ///
    /// A tile that is cached when its part of the image comes into view, as in the first frame of the layer, is shown at once.
    /// A tile that arrives later fades in. Frames take over arrivals at their beginning: a tile that arrives while a frame
    /// is being made, be it the first one, fades in from the next frame on.
    ///
    /// The default is 0.25; 0 turns fading off, and each frame shows what has arrived until its tiles are looked up.
    public var fadeDuration = 0.25

    /// The minimum scale at which tiles are magnified with ``ContentsFilter/sharp`` in place of their `magnificationFilter`, in
    /// screen pixels per full-size pixel; nil, the default, for no such scale.
    ///
    /// Each pixel of the image is a square then. At scales that are whole numbers the squares are exact. At others, one screen
    /// pixel is blended at each border between them, so that all look equally wide.
    public var pixelGridScale: Double? {
        didSet { if pixelGridScale != oldValue { setNeedsFrame() } }
    }

    /// Whether a moving view is sampled as well as one at rest, with the layer's filters.
    ///
    /// The default is `true`. Without it, tiles take one sample for each pixel while the view moves where the filter is
    /// ``ContentsFilter/supersampled`` or ``ContentsFilter/sharp``, and four where it is ``ContentsFilter/cubic``, which takes a
    /// quarter of the time. The frame in which the view comes to rest has all samples.
    public var supersamplesInMotion = true {
        didSet { if supersamplesInMotion != oldValue { setNeedsFrame() } }
    }

    /// Whether the outline of a rotated or tilted image is antialiased; the default is `false`.
    ///
    /// Only the outer edges of the image are. Tiles still meet exactly.
    public var smoothsOutline = false {
        didSet { if smoothsOutline != oldValue { setNeedsFrame() } }
    }

    /// The point around which tiles are loaded first, such as the pointer's position, in points of the scene.
    ///
    /// The default is nil: the center of the visible part.
    public var pointOfInterest: Point? {
        didSet { if pointOfInterest != oldValue { setNeedsFrame() } }
    }

    /// Whether a gesture tracks the view, even if the view stands still.
    ///
    /// The default is `false`. While it is `true`, the only tiles loaded outside the view are those in the direction of motion.
    /// The layer measures the motion itself.
    public var isTracking = false {
        didSet { if isTracking != oldValue { setNeedsFrame() } }
    }

    /// Whether the layer loads its visible tiles but draws nothing; the default is `false`.
    ///
    /// A hidden layer requests no tiles. A concealed layer keeps the tiles in view loaded, and uploaded in an accelerated
    /// window, so that the image is complete in the frame in which it appears.
    public var isConcealed = false {
        didSet { if isConcealed != oldValue { setNeedsFrame() } }
    }

    /// The adjustment of the image's colors for display.
    ///
    /// The default changes nothing. A change shows in the next frame: the colors of the tiles in view are mapped again, in
    /// about a millisecond for each megapixel and processor. The loader keeps the stored colors.
    public var colorAdjustment = ColorAdjustment() {
        didSet {
            guard colorAdjustment != oldValue else { return }
            adjustColors()
        }
    }

    /// The conversion of the image's colors to those of the display.
    ///
    /// The default is nil: the display has the colors of sRGB. A tile is converted when it comes into view, in about half a
    /// millisecond for 256×256 pixels; the loader keeps the stored colors.
    public var displayColors: DisplayColors? {
        didSet { if displayColors !== oldValue { adjustColors() } }
    }

    private func adjustColors() {
        adjustedTiles = AdjustedTiles(colorAdjustment.table, displayColors)
        mixedTiles?.steps = ColorSteps(table: colorAdjustment.table, display: displayColors)
        setNeedsFrame()
    }

    /// The channels of the image that are shown, and their ranges and colors, the section and the time.
    ///
    /// It is for images of many channels, ``TiledImage/init(channels:name:rendering:)``. With nil, the default, it is the image's
    /// ``TiledImage/initialRendering``, and nothing is shown without one.
    /// A change shows in the next frame: the tiles in view are mixed again, in about a millisecond for four channels of a
    /// megapixel on two processors, and nothing is read. A channel that is switched on, another section or another time is
    /// loaded, and the tiles stay as they were until it arrives; the neighboring sections and times are loaded ahead.
    ///
    /// Pixels are transparent where all samples are invalid, and as the file's alpha or mask says. Channels that the image
    /// lacks are left out. Shades of a relief continue over the borders of tiles whose neighbors are loaded; until then, slopes at
    /// a border are those within the tile. A terrain encoding shows the colors whose bytes are the elevations.
    public var channels: ChannelRendering? {
        didSet {
            guard channels != oldValue else { return }
            mixedTiles?.show(shownChannels)
            setNeedsFrame()
        }
    }

    private var shownChannels: ChannelRendering? { channels ?? image.initialRendering }

    /// The drawings over the tiles that show their loading state.
    ///
    /// The default is nothing.
    public var debugOptions = TileDebugOptions() {
        didSet { setNeedsFrame() }
    }

    /// The record of the last frame: the tiles drawn and requested; nil before the first frame.
    public internal(set) var lastFrame: TiledLayerFrame?

    var feed: any LayerFeed
    var currentPlanner = TilePlanner()
    /// The number of rounds of tiles that the planner may request; when one round has arrived, the next begins.
    var rounds = 1
    var velocityTracker = ViewportVelocityTracker()
    var fades = TileFades()
    var seamStrips = SeamStrips()
    /// The tiles that the last frame has drawn; empty if tiles need no upload.
    var formerTiles: [TileIndex: FormerTile] = [:]
    /// The tiles with adjusted colors; nil for the stored colors.
    var adjustedTiles: AdjustedTiles?
    /// The tiles of an image of many channels; nil for images of pixels.
    var mixedTiles: MixedTiles?
    private let requests: Locked<FrameRequests?>

    /// Creates a layer that shows an image at full size, by default with a new loader with the default limits.
    public init(image: TiledImage, loader: TileLoader = TileLoader()) {
        self.image = image
        self.loader = loader
        requests = Locked(nil)
        feed = Self.feed(of: image, from: loader, waking: requests)
        mixedTiles = MixedTiles(feed as? ChannelFeeds)
        super.init()
        mixedTiles?.show(shownChannels)
        self.bounds = Rect(image.pyramid.size)
    }

    private static func feed(
        of image: TiledImage, from loader: TileLoader, waking requests: Locked<FrameRequests?>
    ) -> any LayerFeed {
        let wake: @Sendable () -> Void = { requests.withLock { $0 }?.request() }
        return ChannelFeeds(of: image, from: loader, onArrival: wake)
            ?? TileFeed(of: image, from: loader, onArrival: wake)
    }

    /// Returns `.none`: changes are not animated implicitly, so that the layer follows the gesture that moves it.
    override open class func defaultAction(for key: ActionKey) -> LayerActionResult { .none }

    /// Cancels the layer's requests when the layer leaves its scene.
    override open func didChangeScene() {
        let current = scene?.requests
        requests.withLock { $0 = current }
        if current == nil {
            feed.setDemand(TilePlan(level: 0, sharpLevel: 0, requests: []))
            forgetFrames()
        }
    }

    private func forgetFrames() {
        velocityTracker = ViewportVelocityTracker(window: velocityTracker.window)
        fades = TileFades()
        seamStrips = SeamStrips()
        formerTiles = [:]
        rounds = 1
        lastFrame = nil
        setNeedsFrame()
    }

    /// Returns the tiles in view, and the borders and labels that ``debugOptions`` ask for.
    override open func contentsQuads(in view: LayerRenderContext) -> [ContentsQuad] {
        let pieces = tilePieces(in: view)
        return isConcealed ? [] : pieces
    }
}

extension TiledLayer {
    /// Reloads every tile that intersects a rectangle, in all layers that show the image.
    ///
    /// The old pixels are drawn until the new ones arrive. The result of loading that began earlier is discarded.
    ///
    /// - Parameter rect: a rectangle in the layer's coordinates. The default is nil: the whole image.
    public func invalidate(_ rect: Rect? = nil) {
        feed.invalidate(rect.map { ImageMapping(image.pyramid.size, to: self.bounds).rect(of: $0) })
        setNeedsFrame()
    }

    /// Reloads the cached tiles whose files have changed, in all layers that show the image.
    ///
    /// Call it when the files may have changed, for example when the window becomes active. Unchanged tiles are neither read
    /// nor decoded; see ``TileFeed/revalidate()``.
    public func revalidate() {
        feed.revalidate()
    }

    /// Ends the measured motion, so that the next frame already requests the tiles of a view at rest.
    ///
    /// Call it when you know that the motion has ended, for example when a scroll controller reports the end of a drag
    /// or deceleration. Otherwise the layer detects rest after 0.05 s without motion.
    public func endMotion() {
        velocityTracker = ViewportVelocityTracker(window: velocityTracker.window)
        setNeedsFrame()
    }

    /// Ends all fades: the next frame shows the tiles that it draws completely.
    package func endFades() {
        fades = TileFades()
        setNeedsFrame()
    }
}
