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

    /// Whether something has changed since the last frame.
    private(set) var hasChanges = true
    /// The layers that animations are running on.
    private var animatedLayers: [ObjectIdentifier: Layer] = [:]
    /// How many layers have asked to be laid out.
    private var layoutRequests = 0
    /// The layers that have asked to be drawn.
    private var displayQueue = DisplayQueue()
    private var lastFrame: RenderTree?

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

    /// Takes note that a layer's animations have changed.
    func animationsChanged(of layer: Layer) {
        animatedLayers[ObjectIdentifier(layer)] = layer.animations.isEmpty ? nil : layer
        hasChanges = true
    }

    /// Takes note that a layer has asked to be laid out, or has been.
    func layoutChanged(of layer: Layer) {
        layoutRequests += layer.needsLayout ? 1 : -1
        hasChanges = true
    }

    /// Takes note that a layer has asked to be drawn.
    func displayRequested(by layer: Layer) {
        displayQueue.insert(layer)
        hasChanges = true
    }

    /// Takes note that a layer has asked to be drawn while it was being drawn.
    func displayRefused() {
        statistics.refusedDisplays += collectsStatistics ? 1 : 0
    }

    /// Takes note that a layer has drawn some of its pixels.
    func displayed(pixels: Int) {
        guard collectsStatistics else { return }
        statistics.drawnLayers += 1
        statistics.drawnPixels += pixels
    }

    /// Takes note that a layer is not part of the scene any more.
    func forget(_ layer: Layer) {
        animatedLayers[ObjectIdentifier(layer)] = nil
        displayQueue.remove(layer)
        layoutRequests -= layer.needsLayout ? 1 : 0
        hasChanges = true
    }
}

extension LayerScene {
    /// Whether the next frame differs from the last one as far as can be known: something has changed or is moving.
    public var needsFrame: Bool { hasChanges || nextFrameTime.map { $0 <= clock.now } ?? false }

    /// When the next frame is due on the ``clock``: now while something has changed or is moving, later while all
    /// animations wait for their beginning, and nil for never unless a layer is changed.
    ///
    /// - Complexity: O(running animations).
    public var nextFrameTime: Double? {
        let now = clock.now
        if hasChanges { return now }
        return animatedLayers.values.lazy.compactMap { $0.nextAnimationTime(at: now) }.min()
    }

    /// The frame at the clock's time.
    ///
    /// Layers that asked for it are laid out and then drawn, each at most once.
    ///
    /// - Complexity: O(layers that may be seen), or O(running animations) when nothing has changed and nothing moves.
    public func frame() -> RenderTree {
        let now = clock.now
        if let lastFrame, !needsFrame { return lastFrame }
        if collectsStatistics {
            statistics = FrameStatistics()
        }
        measure(\.animationTime) {
            for layer in animatedLayers.values {
                layer.finishOwnAnimations(at: layer.localTime(at: now))
            }
        }
        measure(\.layoutTime) { if layoutRequests > 0 { root.layoutIfNeeded() } }
        let isRepeated = measure(\.displayTime) { displayLayers() }
        hasChanges = layoutRequests > 0 || isRepeated
        let tree = measure(\.buildTime) {
            var builder = RenderTreeBuilder(scene: self, time: now)
            let tree = builder.build()
            if collectsStatistics {
                builder.report(tree, to: &statistics)
            }
            return tree
        }
        lastFrame = tree
        return tree
    }

    /// Draws the layers that have asked for it, also those that others ask to be drawn while they draw themselves.
    ///
    /// - Returns: whether a layer that was drawn has been asked to be drawn again, which the next frame does.
    private func displayLayers() -> Bool {
        var drawn: Set<ObjectIdentifier> = []
        while !displayQueue.isEmpty {
            let due = displayQueue.take { $0.isShown && !drawn.contains(ObjectIdentifier($0)) }
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
