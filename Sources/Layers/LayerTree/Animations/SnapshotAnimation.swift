/// An animation that changes no property but mixes what a layer shows with what it has shown before.
protocol SnapshotAnimation: LayerAnimation {
    /// The key under which it is added: one of a kind at a time.
    static var key: String { get }
    /// Its pace; nil for linear, or the transaction's when it follows a change.
    var timingFunction: TimingFunction? { get set }

    /// What a layer shows now, with a model that may not be its model any more.
    @MainActor func formerSnapshot(of layer: Layer, as model: LayerProperties) -> FormerSnapshot
}

/// What a layer has shown before; it does not change any more.
enum FormerSnapshot {
    /// The layer with all in it.
    case layer(SnapshotLayer)
    /// Its contents only.
    case contents([FormerContents])
}

extension SnapshotAnimation {
    var key: String { Self.key }

    /// The part of the way to the new picture, from 0 to 1, at a phase; nil when nothing is mixed.
    func progress(at phase: LayerTiming.Phase?) -> Double? {
        phase?.progress.map { min(max((timingFunction ?? .linear)($0), 0), 1) }
    }
}

extension Layer {
    /// What an animation that is added now takes the place of.
    ///
    /// While one of its kind waits for the end of the outermost transaction, nothing has been shown since, and what that
    /// one takes the place of is still what is on the screen.
    func formerSnapshot(for animation: some SnapshotAnimation, as model: LayerProperties) -> FormerSnapshot {
        let waiting = animations.first { $0.key == animation.key && $0.start == nil }
        return waiting?.former ?? animation.formerSnapshot(of: self, as: model)
    }

    /// Mixes the new picture with the former one, after a change.
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
