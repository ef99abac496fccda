public import LayerTree
internal import Concurrency
internal import TilePyramid

/// A layer as large as any image, which loads only the tiles that are in view, in the background.
///
/// Its bounds are the image from edge to edge, full-size pixels at first. However it is scrolled, zoomed and turned, by
/// its own transform or by those of the layers it lies in, it asks for tiles of the right size, and shows the best there
/// is for each place meanwhile: finer tiles, coarser ones, or the ones that have been invalidated. Nothing is read or
/// decoded on the main thread, and no more memory is taken than the loader's limit says.
///
/// ```swift
/// let layer = TiledLayer(image: TiledImage(source, name: "map"))
/// layer.position = Point(x: 640, y: 400)
/// scene.root.addSublayer(layer)
/// scene.requests.onRequest = { waker.wake() }
/// ```
///
/// A tile fades in only where nothing was drawn before. Tiles of opaque images are joined without a seam at any scale
/// and angle.
@MainActor
open class TiledLayer: Layer {
    /// The image.
    ///
    /// A new one is loaded from its coarsest tiles on; the bounds stay.
    public var image: TiledImage {
        didSet {
            guard image !== oldValue else { return }
            feed = Self.feed(of: image, from: loader, waking: requests)
            forgetFrames()
        }
    }

    /// What loads the tiles; layers that share it share its workers, its memory and the tiles of their common images.
    public let loader: TileLoader

    /// Which tiles are asked for: levels of detail, resolution swapping, look-ahead.
    public var planner: TilePlanner {
        get { currentPlanner }
        set {
            currentPlanner = newValue
            setNeedsFrame()
        }
    }

    /// Seconds in which a tile appears where nothing was drawn before; default 0.25, 0 for at once.
    public var fadeDuration = 0.25

    /// Pixels of the screen for each full-size pixel from which on the image's pixels are shown as squares; default nil,
    /// never.
    public var pixelGridScale: Double? {
        didSet { setNeedsFrame() }
    }

    /// The place that is looked at, such as the pointer's, in points of the scene's picture; default nil, the middle of
    /// what is seen.
    ///
    /// Tiles there come first.
    public var pointOfInterest: Point? {
        didSet { if pointOfInterest != oldValue { setNeedsFrame() } }
    }

    /// Whether a gesture holds the view, though it may stand still at the moment; default false.
    ///
    /// Nothing beside the view is loaded meanwhile. Motion itself is measured.
    public var isTracking = false {
        didSet { if isTracking != oldValue { setNeedsFrame() } }
    }

    /// What is drawn over the tiles to see how they are loaded; default nothing.
    public var debugOptions = TileDebugOptions() {
        didSet { setNeedsFrame() }
    }

    /// What the last frame showed and asked for; nil before the first one.
    public internal(set) var lastFrame: TiledLayerFrame?

    var feed: TileFeed
    var currentPlanner = TilePlanner()
    var velocityTracker = ViewportVelocityTracker()
    var fades = TileFades()
    var seamStrips = SeamStrips()
    private let requests: Locked<FrameRequests?>

    /// A layer that shows an image in its full size.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - loader: what loads its tiles; default one of its own, with the default limits.
    public init(image: TiledImage, loader: TileLoader = TileLoader()) {
        self.image = image
        self.loader = loader
        requests = Locked(nil)
        feed = Self.feed(of: image, from: loader, waking: requests)
        super.init()
        let size = image.pyramid.size
        self.bounds = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    }

    private static func feed(
        of image: TiledImage, from loader: TileLoader, waking requests: Locked<FrameRequests?>
    ) -> TileFeed {
        TileFeed(of: image, from: loader) { requests.withLock { $0 }?.request() }
    }

    /// Moves and sizes do not glide by themselves: the picture follows the hand.
    override open class func defaultAction(for key: ActionKey) -> LayerActionResult { .none }

    /// Ends what is being loaded for it when it is not part of a scene any more.
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
        lastFrame = nil
        setNeedsFrame()
    }

    /// The tiles that are in view; and under ``debugOptions``, what there is to know about them.
    override open func contentsQuads(in view: LayerRenderContext) -> [ContentsQuad] { tilePieces(in: view) }
}

extension TiledLayer {
    /// Makes everything be loaded anew that shows a part of a rectangle, in all layers that show the image.
    ///
    /// The old pixels stay until the new ones are there; what was begun before is never shown.
    ///
    /// - Parameter rect: in the layer's coordinates; default nil, the whole image.
    public func invalidate(_ rect: Rect? = nil) {
        feed.invalidate(rect.map { ImageMapping(image.pyramid.size, to: self.bounds).rect(of: $0) })
        setNeedsFrame()
    }

    /// Takes note that the view has come to rest, so that the next frame already asks for what a view at rest wants.
    ///
    /// Whoever moves the view knows it, such as a scroll controller at the end of a drag or glide; without that it is
    /// noticed after 0.05 s of standing still.
    public func endMotion() {
        velocityTracker = ViewportVelocityTracker(window: velocityTracker.window)
        setNeedsFrame()
    }

    /// What the last frame showed; places do not overlap.
    public var drawnTiles: [DrawnTile] { lastFrame?.drawnTiles ?? [] }

    /// The tiles of the right level that were in view in the last frame, and how far each has been loaded by now.
    public var visibleTiles: [VisibleTile] {
        (lastFrame?.tiles ?? []).map {
            VisibleTile(index: $0.index, state: feed.state(of: $0.index), isFresh: $0.isFresh)
        }
    }

    /// Those of ``visibleTiles`` that the last frame did not show with their newest pixels.
    public var missingTiles: [VisibleTile] {
        (lastFrame?.tiles ?? []).filter { !$0.isFresh }.map {
            VisibleTile(index: $0.index, state: feed.state(of: $0.index), isFresh: false)
        }
    }

    /// The bytes of memory that the tiles take which the last frame would have shown, had they all been there.
    public var visibleCost: Int {
        (lastFrame?.tiles ?? []).reduce(0) { $0 + image.pyramid.cost(of: $1.index) }
    }

    /// Whether the last frame showed the newest pixels of the right level in full, wherever the image has any.
    public var isFullySharp: Bool {
        guard let lastFrame, !fades.isRunning else { return false }
        return lastFrame.tiles.allSatisfy { $0.isFresh || isPermanentlyMissing($0.index, afterFailures: false) }
    }

    /// Whether nothing will change by itself: the layer is fully sharp but for tiles that could not be loaded, or that the
    /// loader has no room for.
    public var isSettled: Bool {
        guard let lastFrame, !fades.isRunning, !lastFrame.viewport.isMoving else { return false }
        return lastFrame.tiles.allSatisfy { $0.isFresh || isPermanentlyMissing($0.index, afterFailures: true) }
    }

    /// Whether a tile will not come, and what stands in for it is there; with `afterFailures`, tiles that have failed for
    /// good are taken like absent ones, and those without room as if they were there.
    ///
    /// A tile that has come since the last frame is for the next one to show.
    private func isPermanentlyMissing(_ index: TileIndex, afterFailures: Bool) -> Bool {
        switch feed.state(of: index) {
        case .absent: break
        case .failed(_, _, retryTime: nil): guard afterFailures else { return false }
        // All tiles in view are wanted: what is not asked for has no room.
        case .idle: return afterFailures
        default: return false
        }
        guard index.level > image.pyramid.presentLevels.lowerBound else { return true }
        return image.pyramid.tiles(of: index.level - 1, in: image.pyramid.imageRect(of: index)).indices.allSatisfy {
            feed.tile($0)?.isOutdated == false || isPermanentlyMissing($0, afterFailures: afterFailures)
        }
    }
}
