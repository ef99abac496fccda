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
    var picture: PixelRect { PixelRect(x: 0, y: 0, width: size.width, height: size.height) }

    /// The time at which something that begins now begins: while a frame is made it is the frame's, however long that
    /// takes.
    var now: Double { isMakingFrame ? frameTime ?? clock.now : clock.now }

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
    public var needsFrame: Bool {
        guard !hasChanges else { return true }
        let now = clock.now
        return animatedLayers.values.contains { layer in layer.nextAnimationTime(at: now).map { $0 <= now } ?? false }
    }

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
    /// The changes made so far begin to glide with it, unless a transaction of the app's own is open.
    ///
    /// - Complexity: O(layers that may be seen), or O(running animations) when nothing has changed and nothing moves.
    public func frame() -> RenderTree {
        precondition(!isMakingFrame, "a frame is not asked for while one is being made")
        if let lastFrame, !needsFrame { return lastFrame }
        let now = clock.now
        frameTime = now
        isMakingFrame = true
        endAnimations(at: now)
        hasChanges = !settle()
        var builder = RenderTreeBuilder(scene: self, time: now)
        let tree = builder.build()
        isMakingFrame = false
        framesMade += 1
        lastFrame = tree
        return tree
    }

    /// Removes the animations that have ended and tells those who wait for them, in the order they were added.
    private func endAnimations(at now: Double) {
        let ended = animatedLayers.values.flatMap { $0.endAnimations(at: $0.localTime(at: now)) }
        for animation in ended.sorted(by: { $0.order < $1.order }) {
            animation.tellEnd(finished: true)
        }
    }

    /// Lays out and begins what has changed, and what completions change upon that.
    ///
    /// - Returns: whether all is done; if completions go on changing things the rest is left to the next frame.
    private func settle() -> Bool {
        for _ in 0..<Self.completionLimit {
            root.layoutIfNeeded()
            if !Transaction.flush() { return true }
        }
        return false
    }

    /// How often completions may be followed by others within one frame.
    private static let completionLimit = 8
}
