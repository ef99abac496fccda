/// An animation from a snapshot of the layer to its current appearance; it changes no property.
protocol SnapshotAnimation: LayerAnimation {
    /// The key under which it is added. A layer has one animation of each kind at a time.
    static var key: String { get }
    /// The timing function; nil for linear or, in an action, for the transaction's timing function.
    var timingFunction: TimingFunction? { get set }

    /// Takes the snapshot of a layer as it would look with another model.
    @MainActor func formerSnapshot(of layer: Layer, as model: LayerProperties) -> FormerSnapshot
}

/// An immutable snapshot of a layer's former appearance.
enum FormerSnapshot {
    /// The layer with its sublayers.
    case layer(SnapshotLayer)
    /// The contents only.
    case contents([FormerContents])
}

extension SnapshotAnimation {
    var key: String { Self.key }

    /// The progress to the new state, from 0 to 1; nil if the animation shows nothing in this phase.
    func progress(at phase: LayerTiming.Phase?) -> Double? {
        phase?.progress.map { min(max((timingFunction ?? .linear)($0), 0), 1) }
    }
}

extension Layer {
    /// Returns the snapshot from which a newly added animation starts.
    ///
    /// While an animation of this kind waits for the end of the outermost transaction, no new frame has been made, so its
    /// snapshot is still on the screen.
    func formerSnapshot(for animation: some SnapshotAnimation, as model: LayerProperties) -> FormerSnapshot {
        let waiting = animations.first { $0.key == animation.key && $0.start == nil }
        return waiting?.former ?? animation.formerSnapshot(of: self, as: model)
    }

    /// Adds an animation from the state before a change, with the transaction's values.
    ///
    /// - Parameters:
    ///   - animation: the animation.
    ///   - previous: the model before the change.
    ///   - start: the layer's time of the start; nil, the default, for the end of the outermost transaction.
    func startTransition(
        by animation: some SnapshotAnimation, from previous: LayerProperties, at start: Double? = nil
    ) {
        let transaction = Transaction.current
        guard animation.timing.duration > 0 || transaction.duration > 0 else {
            removeAnimation(forKey: animation.key)
            return
        }
        var animation = animation
        animation.timing.beginTime += transaction.delay
        animation.timingFunction = animation.timingFunction ?? transaction.timingFunction
        add(
            RunningAnimation(
                animation, forKey: animation.key, start: start,
                former: formerSnapshot(for: animation, as: previous)))
    }
}
