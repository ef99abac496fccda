/// The image of a removed layer that fades out in its place.
@MainActor
final class FadingImage {
    /// The layer with its sublayers as they were in the last frame.
    let snapshot: SnapshotLayer
    /// The list in which the snapshot is.
    weak var list: FadingSublayers?
    /// The superlayer of the removed layer.
    private weak var superlayer: Layer?
    /// Whether a frame has shown it.
    private(set) var hasBeenShown = false
    /// The properties of the snapshot without the animation.
    private let properties: LayerProperties
    /// The timing of the layer, whose time goes on for the animation.
    private let timing: LayerTiming
    /// The animation, usually of the opacity.
    private(set) var animation: RunningAnimation

    /// Creates the image of a layer that is about to be removed from its superlayer.
    init(of layer: Layer, by animation: any LayerAnimation) {
        snapshot = SnapshotLayer(layer, as: layer.properties)
        superlayer = layer.superlayer
        properties = snapshot.properties
        timing = layer.timing
        self.animation = RunningAnimation(
            animation, forKey: ActionKey.onOrderOut.name, start: Transaction.isImplicit ? layer.timeOfChange : nil,
            former: nil)
        self.animation.groups = Transaction.openGroups
        for group in self.animation.groups { group.enter() }
        if self.animation.start == nil { Transaction.scheduleAnimationStart(of: self) }
    }

    /// Starts the animation at the end of the outermost transaction.
    func beginAnimation() {
        guard let superlayer, let scene = superlayer.scene else { return }
        animation.start = timing.localTime(at: superlayer.localTime(at: scene.now))
    }

    /// Shows the image at a time of the superlayer.
    ///
    /// - Returns: whether the animation has ended.
    func advance(to time: Double) -> Bool {
        hasBeenShown = true
        let local = timing.localTime(at: time)
        guard !animation.ends(at: local) else { return true }
        var shown = properties
        animation.apply(to: &shown, at: local)
        snapshot.properties = shown
        return false
    }

    /// Whether time passes for the image, given the speed of its superlayer.
    func isMoving(at speed: Double) -> Bool { speed * timing.speed != 0 }
}
