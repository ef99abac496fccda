internal import Dispatch
public import TilePyramid
public import VectorDrawing

/// A layer tree with a clock and a size in pixels; it makes frames.
///
/// A scene works only when a frame is requested: changed layers are laid out and drawn, animations advance to the clock's time,
/// and the result is a ``RenderTree``. While nothing changes or moves, ``frame()`` returns the last frame at no cost.
@MainActor
public final class LayerScene {
    /// The root layer; its superlayer's coordinates are the points of the frame.
    public let root: Layer

    /// The source of the time of layers and animations.
    public let clock: any LayerClock

    /// The size of the frame in pixels.
    public var size: PixelSize {
        didSet { if size != oldValue { setNeedsFrame() } }
    }

    /// Pixels for each point: 2 on high-density screens; the default is 1.
    public var scale: Double {
        didSet {
            guard scale != oldValue else { return }
            setNeedsFrame()
            root.sceneScaleDidChange()
        }
    }

    /// The color below all layers; the default is clear.
    public var background: Color {
        didSet { if background != oldValue { setNeedsFrame() } }
    }

    /// Whether the cost of each frame is measured; the default is false, which costs nothing.
    public var collectsStatistics = false

    /// The cost of the last frame, if ``collectsStatistics`` is set.
    public var statistics = FrameStatistics()

    /// Runs the drawings of layers with ``Layer/drawsAsynchronously``, in order; by default on a serial queue of the
    /// scene.
    public var runInBackground: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void = LayerScene.serialQueue()

    private static func serialQueue() -> @Sendable (@escaping @Sendable () -> Void) -> Void {
        let queue = DispatchQueue(label: "LayerTree.draw", qos: .userInitiated)
        return { queue.async(execute: $0) }
    }

    /// Requests for frames from other threads.
    public nonisolated let requests = FrameRequests()

    /// The connection to the presenter of the frames.
    package let presenterLink = PresenterLink()

    /// Whether something has changed on the main thread since the last frame.
    private var hasLocalChanges = true
    /// Whether something has changed or another thread has requested a frame.
    var hasChanges: Bool {
        get { hasLocalChanges || requests.isPending }
        set { hasLocalChanges = newValue }
    }
    /// The layers with animations.
    var animatedLayers = OrderedLayerSet()
    /// The number of layers that need layout.
    var layoutRequests = 0
    /// The layers that need display, in the order of their requests.
    var displayQueue = OrderedLayerSet()
    /// The layers that keep their size on the screen.
    var screenSizeLayers = OrderedLayerSet()
    /// The last frame; nil before the first.
    var lastFrame: RenderTree?
    /// The statistics of drawing since the last frame.
    var statisticsOfNextFrame = FrameStatistics()
    /// The images of the last frame; nil if its cost was not measured.
    var shownImages: ShownImages?

    /// The time at which layers with moving contents need a frame; nil if there is none.
    var requestedTime: Double?

    /// The number of frames that have been made.
    var framesMade = 0
    /// The time of the last or current frame; nil before the first.
    var frameTime: Double?
    /// Whether ``frame()`` is being run.
    var isMakingFrame = false
    /// The time of the first one of the latest changes; nil after a frame.
    var firstChangeTime: Double?
    /// The layers from which sublayers were removed that fade out.
    var layersWithFadingSublayers = OrderedLayerSet()

    /// Creates a scene of a layer tree; the root must not have a superlayer or be in another scene.
    public init(
        root: Layer, size: PixelSize, scale: Double = 1, background: Color = .clear,
        clock: any LayerClock = SystemClock()
    ) {
        precondition(
            root.superlayer == nil && root.scene == nil,
            "the root of a scene must have no superlayer and be in no other scene")
        self.root = root
        self.size = size
        self.scale = scale
        self.background = background
        self.clock = clock
        root.enter(self)
    }

    /// Requests a new frame although no layer has changed.
    public func setNeedsFrame() {
        hasChanges = true
    }

    /// The rectangle of the frame in pixels.
    var pixelBounds: PixelRect { PixelRect(size) }

    /// The start time of new animations: the clock's time or, while a frame is being made, the frame's time.
    package var now: Double { isMakingFrame ? frameTime ?? clock.now : clock.now }

    /// Returns the time of a change that is made now.
    ///
    /// Changes of the implicit transaction within a sixtieth of a second, between two frames, have the time of the first one:
    /// layers that are changed one after the other move together, however long the loop takes.
    func timeOfChange() -> Double {
        guard !isMakingFrame, Transaction.isImplicit else { return now }
        let time = clock.now
        if let firstChangeTime, time - firstChangeTime < 1.0 / 60 { return firstChangeTime }
        firstChangeTime = time
        return time
    }

    /// Updates the set of animated layers.
    func animationsDidChange(of layer: Layer) {
        if layer.animations.isEmpty {
            animatedLayers.remove(layer)
        } else {
            animatedLayers.insert(layer)
        }
        hasChanges = true
    }

    /// Updates the number of layers that need layout.
    func needsLayoutDidChange(of layer: Layer) {
        layoutRequests += layer.needsLayout ? 1 : -1
        hasChanges = true
    }

    /// Queues a layer for display.
    func displayRequested(by layer: Layer) {
        displayQueue.insert(layer)
        hasChanges = true
    }

    /// Counts a refused display request.
    func recordRefusedDisplay() {
        statistics.refusedDisplays += collectsStatistics ? 1 : 0
    }

    /// Counts a display and its pixels.
    func recordDisplay(pixels: Int, because cause: ImplicitDrawCause?) {
        guard collectsStatistics else { return }
        let statistics = isMakingFrame ? \LayerScene.statistics : \.statisticsOfNextFrame
        if let cause { self[keyPath: statistics].implicitDraws[keyPath: cause] += 1 }
        self[keyPath: statistics].drawnLayers += 1
        self[keyPath: statistics].drawnPixels += pixels
    }

    /// Removes a layer that has left the scene from all queues.
    func forget(_ layer: Layer) {
        animatedLayers.remove(layer)
        displayQueue.remove(layer)
        screenSizeLayers.remove(layer)
        layersWithFadingSublayers.remove(layer)
        layoutRequests -= layer.needsLayout ? 1 : 0
        hasChanges = true
    }
}
