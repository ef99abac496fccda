/// An animation that was added to a layer: a copy, with its start time.
@MainActor
final class RunningAnimation {
    let key: String
    let animation: any LayerAnimation
    /// The timing of the animation.
    let timing: LayerTiming
    /// The start in the layer's time; nil until the outermost transaction ends.
    var start: Double?
    /// The duration that replaces a duration of 0, in seconds.
    let defaultDuration: Double
    /// The snapshot that the animation replaces, if it is a ``SnapshotAnimation``.
    let former: FormerSnapshot?
    var isRemovedOnCompletion = true
    var completion: (@MainActor (_ finished: Bool) -> Void)?
    /// The transactions whose completion waits for this animation.
    var groups: [TransactionGroup] = []
    /// Whether it has ended; its completion has been called, or is about to be.
    var isFinished = false
    /// The number in the order of adding; completions are called in this order.
    let order: Int

    /// The number of animations that have been added to any layer.
    private static var count = 0

    init(_ animation: any LayerAnimation, forKey key: String, start: Double?, former: FormerSnapshot?) {
        self.animation = animation
        self.key = key
        timing = animation.timing
        self.start = start
        self.former = former
        defaultDuration = Transaction.duration > 0 ? Transaction.duration : LayerTiming.defaultDuration
        Self.count += 1
        order = Self.count
    }

    /// Creates a copy for a snapshot of the layer, for whose end nothing waits.
    init(_ running: RunningAnimation) {
        animation = running.animation
        key = running.key
        timing = running.timing
        start = running.start
        former = running.former
        defaultDuration = running.defaultDuration
        isRemovedOnCompletion = running.isRemovedOnCompletion
        isFinished = running.isFinished
        order = running.order
    }

    /// Whether a completion waits for its end.
    var isAwaited: Bool { completion != nil || !groups.isEmpty }

    /// Sets the animated properties to their values at a time of the layer.
    func apply(to properties: inout LayerProperties, at time: Double) {
        guard let elapsed = elapsed(at: time) else { return }
        animation.apply(to: &properties, at: elapsed, defaultDuration: defaultDuration)
    }

    /// The phase at a time of the layer; nil if it has not started and does not fill backwards.
    func phase(at time: Double) -> LayerTiming.Phase? {
        guard let elapsed = elapsed(at: time) else { return nil }
        return timing.phase(at: elapsed, defaultDuration: defaultDuration)
    }

    /// Whether it has ended since the last frame.
    func ends(at time: Double) -> Bool {
        guard !isFinished, let start,
            case .after = timing.phase(at: time - start, defaultDuration: defaultDuration)
        else { return false }
        return true
    }

    private func elapsed(at time: Double) -> Double? {
        if let start { return time - start }
        return timing.fillMode.fillsBackwards ? 0 : nil
    }

    /// Reports that the animation has ended.
    func notifyEnd() {
        notify(finished: true)
    }

    /// Reports that the animation was removed, unless it has ended before.
    func notifyRemoval() {
        guard !isFinished else { return }
        notify(finished: false)
    }

    private func notify(finished: Bool) {
        completion?(finished)
        for group in groups {
            group.leave()
        }
    }
}
