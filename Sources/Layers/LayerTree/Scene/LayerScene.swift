public import TilePyramid

/// A tree of layers with a clock, shown in a picture of a certain size: what turns layers into frames.
///
/// Nothing is done until a frame is asked for; then what has changed is laid out and drawn, animations move to the
/// clock's time, and the result is a ``RenderTree``. While nothing changes and nothing moves, ``frame()`` costs nothing
/// and gives the last one again.
@MainActor
public final class LayerScene {
    /// The layer that all others lie in; its superlayer's coordinates are the points of the picture.
    public let root: Layer

    /// Where the time of layers and animations comes from.
    public let clock: any LayerClock

    /// The pixels of the picture.
    public var size: PixelSize {
        didSet { if size != oldValue { setNeedsFrame() } }
    }

    /// Pixels for each point, both ways: 2 on screens with small pixels; default 1.
    public var scale: Double {
        didSet { if scale != oldValue { setNeedsFrame() } }
    }

    /// What lies below all layers; default clear.
    public var background: Color {
        didSet { if background != oldValue { setNeedsFrame() } }
    }

    /// Whether each frame is measured; default false, and then it costs nothing.
    public var collectsStatistics = false

    /// What the last frame has cost, while that is measured.
    public var statistics = FrameStatistics()

    /// How other threads ask for a frame.
    public nonisolated let requests = FrameRequests()

    /// Whether something has changed since the last frame.
    private var hasLocalChanges = true
    /// Whether there is a reason for a new frame, from whatever thread.
    private var hasChanges: Bool {
        get { hasLocalChanges || requests.isPending }
        set { hasLocalChanges = newValue }
    }
    /// The layers that animations are running on.
    private var animatedLayers = OrderedLayerSet()
    /// How many layers have asked to be laid out.
    private var layoutRequests = 0
    /// The layers that have asked to be drawn.
    private var displayQueue = DisplayQueue()
    private var lastFrame: RenderTree?

    /// How many frames have been made.
    private(set) var framesMade = 0
    /// The time of the last frame, or of the one that is being made; nil before the first.
    private(set) var frameTime: Double?
    private var isMakingFrame = false

    /// A scene of a layer, which must be in no other one, and all that is or will be in it.
    public init(
        root: Layer, size: PixelSize, scale: Double = 1, background: Color = .clear,
        clock: any LayerClock = SystemClock()
    ) {
        precondition(root.superlayer == nil && root.scene == nil, "the root of a scene lies in nothing else")
        self.root = root
        self.size = size
        self.scale = scale
        self.background = background
        self.clock = clock
        root.enter(self)
    }

    /// Asks for a new frame although no layer has changed.
    public func setNeedsFrame() {
        hasChanges = true
    }

    /// All pixels of the picture.
    var pixelBounds: PixelRect { PixelRect(x: 0, y: 0, width: size.width, height: size.height) }

    /// The time at which something that begins now begins: while a frame is made it is the frame's, however long that
    /// takes.
    var now: Double { isMakingFrame ? frameTime ?? clock.now : clock.now }

    /// Takes note that a layer's animations have changed.
    func animationsDidChange(of layer: Layer) {
        if layer.animations.isEmpty {
            animatedLayers.remove(layer)
        } else {
            animatedLayers.insert(layer)
        }
        hasChanges = true
    }

    /// Takes note that a layer has asked to be laid out, or has been.
    func needsLayoutDidChange(of layer: Layer) {
        layoutRequests += layer.needsLayout ? 1 : -1
        hasChanges = true
    }

    /// Takes note that a layer has asked to be drawn.
    func displayRequested(by layer: Layer) {
        displayQueue.insert(layer)
        hasChanges = true
    }

    /// Takes note that a layer has asked to be drawn while it was being drawn.
    func recordRefusedDisplay() {
        statistics.refusedDisplays += collectsStatistics ? 1 : 0
    }

    /// Takes note that a layer has drawn some of its pixels.
    func recordDisplay(pixels: Int) {
        guard collectsStatistics else { return }
        statistics.drawnLayers += 1
        statistics.drawnPixels += pixels
    }

    /// Takes note that a layer is not part of the scene any more.
    func forget(_ layer: Layer) {
        animatedLayers.remove(layer)
        displayQueue.remove(layer)
        layoutRequests -= layer.needsLayout ? 1 : 0
        hasChanges = true
    }
}

extension LayerScene {
    /// Whether the next frame differs from the last one as far as can be known: something has changed or is moving.
    public var needsFrame: Bool {
        guard !hasChanges else { return true }
        let now = clock.now
        return animatedLayers.all.contains { layer in layer.nextAnimationTime(at: now).map { $0 <= now } ?? false }
    }

    /// When the next frame is due on the ``clock``: now while something has changed or is moving, later while all
    /// animations wait for their beginning, and nil for never unless a layer is changed.
    ///
    /// - Complexity: O(running animations).
    public var nextFrameTime: Double? {
        let now = clock.now
        if hasChanges { return now }
        return animatedLayers.all.lazy.compactMap { $0.nextAnimationTime(at: now) }.min()
    }

    /// The frame at the clock's time.
    ///
    /// The changes made so far begin to glide with it, unless a transaction of the app's own is open. Layers that asked
    /// for it are laid out and then drawn, each at most once.
    ///
    /// - Complexity: O(layers that may be seen), or O(running animations) when nothing has changed and nothing moves.
    public func frame() -> RenderTree {
        precondition(!isMakingFrame, "a frame is not asked for while one is being made")
        if let lastFrame, !needsFrame { return lastFrame }
        let now = clock.now
        frameTime = now
        isMakingFrame = true
        requests.accept()
        if collectsStatistics {
            statistics = FrameStatistics()
        }
        measure(\.animationTime) { endAnimations(at: now) }
        let isUpToDate = layoutAndFlush()
        measure(\.animationTime) { setNeedsDisplayForAnimatedProperties() }
        let hasPendingDisplays = measure(\.displayTime) { displayLayers() }
        let hasCalledCompletions = measure(\.animationTime) { Transaction.flush() }
        hasChanges = !isUpToDate || hasCalledCompletions || hasPendingDisplays || layoutRequests > 0
        let tree = measure(\.buildTime) {
            var builder = RenderTreeBuilder(scene: self, time: now)
            let tree = builder.build()
            if collectsStatistics {
                builder.report(tree, to: &statistics)
            }
            return tree
        }
        isMakingFrame = false
        framesMade += 1
        lastFrame = tree
        return tree
    }

    /// Removes the animations that have ended and tells those who wait for them, in the order they were added.
    private func endAnimations(at now: Double) {
        let ended = animatedLayers.all.flatMap { $0.endAnimations(at: $0.localTime(at: now)) }
        for animation in ended.sorted(by: { $0.order < $1.order }) {
            animation.notifyCompletion(finished: true)
        }
    }

    /// Lays out and begins what has changed, and what completions change upon that.
    ///
    /// - Returns: whether all is done; if completions go on changing things the rest is left to the next frame.
    private func layoutAndFlush() -> Bool {
        for _ in 0..<Self.completionLimit {
            measure(\.layoutTime) { if layoutRequests > 0 { root.layoutIfNeeded() } }
            if measure(\.animationTime, { !Transaction.flush() }) { return true }
        }
        return false
    }

    /// How often completions may be followed by others within one frame.
    private static let completionLimit = 8

    /// Asks for the layers to be drawn of which animations have changed what they draw themselves by.
    private func setNeedsDisplayForAnimatedProperties() {
        for layer in animatedLayers.all {
            layer.setNeedsDisplayIfCustomPropertiesChanged()
        }
    }

    /// Draws the layers that have asked for it, also those that others ask to be drawn while they draw themselves.
    ///
    /// - Returns: whether a layer that was drawn has been asked to be drawn again, which the next frame does.
    private func displayLayers() -> Bool {
        var drawn: Set<ObjectIdentifier> = []
        while !displayQueue.isEmpty {
            let due = displayQueue.dequeue { $0.isShown && !drawn.contains(ObjectIdentifier($0)) }
            guard !due.isEmpty else { break }
            for layer in due where layer.scene === self {
                drawn.insert(ObjectIdentifier(layer))
                layer.displayIfNeeded()
            }
        }
        return displayQueue.contains { drawn.contains(ObjectIdentifier($0)) }
    }

    /// Runs `work` and adds its milliseconds to a figure if they are asked for.
    private func measure<Result>(_ time: WritableKeyPath<FrameStatistics, Double>, _ work: () -> Result) -> Result {
        guard collectsStatistics else { return work() }
        let start = ContinuousClock.now
        let result = work()
        statistics[keyPath: time] += (ContinuousClock.now - start) / .milliseconds(1)
        return result
    }
}
