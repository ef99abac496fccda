/// An animation that changes no property but goes from a snapshot of the layer to what the layer shows now.
protocol SnapshotAnimation: LayerAnimation {
    /// The key under which it is added. A layer has one animation of each kind at a time.
    static var key: String { get }
    /// The timing function; nil for linear or, if it runs as an action, for the transaction's.
    var timingFunction: TimingFunction? { get set }

    /// Takes the snapshot of a layer as it would look with another model.
    @MainActor func formerSnapshot(of layer: Layer, as model: LayerProperties) -> FormerSnapshot
}

/// An immutable snapshot of what a layer showed before.
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
    /// The snapshot that a newly added animation starts from.
    ///
    /// While an animation of this kind waits for the end of the outermost transaction, no frame has been made since, so
    /// its snapshot is still what is on the screen.
    func formerSnapshot(for animation: some SnapshotAnimation, as model: LayerProperties) -> FormerSnapshot {
        let waiting = animations.first { $0.key == animation.key && $0.start == nil }
        return waiting?.former ?? animation.formerSnapshot(of: self, as: model)
    }

    /// Adds an animation from the state before a change, with the transaction's values.
    func startTransition(by animation: some SnapshotAnimation, from previous: LayerProperties) {
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
                animation, forKey: animation.key, start: nil,
                former: formerSnapshot(for: animation, as: previous)))
    }
}
