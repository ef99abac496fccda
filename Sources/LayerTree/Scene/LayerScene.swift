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

    /// Whether something has changed since the last frame.
    private(set) var hasChanges = true
    /// The layers that animations are running on.
    private var animatedLayers: [ObjectIdentifier: Layer] = [:]
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

    /// Takes note that a layer is not part of the scene any more.
    func forget(_ layer: Layer) {
        animatedLayers[ObjectIdentifier(layer)] = nil
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
    /// - Complexity: O(layers that may be seen), or O(running animations) when nothing has changed and nothing moves.
    public func frame() -> RenderTree {
        let now = clock.now
        if let lastFrame, !needsFrame { return lastFrame }
        root.layoutIfNeeded()
        for layer in animatedLayers.values {
            layer.finishOwnAnimations(at: layer.localTime(at: now))
        }
        hasChanges = false
        var builder = RenderTreeBuilder(scene: self, time: now)
        let tree = builder.build()
        lastFrame = tree
        return tree
    }
}
