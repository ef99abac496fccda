/// An animation that was added to a layer: a copy, with its start time.
struct RunningAnimation {
    let key: String
    let animation: any LayerAnimation
    /// The start in the layer's time; nil until the outermost transaction ends.
    var start: Double?
    /// The duration that replaces a duration of 0, in seconds.
    let defaultDuration: Double
    /// The snapshot that the animation replaces, if it is a ``SnapshotAnimation``.
    var former: FormerSnapshot?
    var isRemovedOnCompletion = true
    var completion: (@MainActor (_ finished: Bool) -> Void)?
    /// The transactions whose completion waits for this animation.
    var groups: [TransactionGroup] = []
    /// Whether it has ended and its completion was called.
    var isFinished = false
    /// The number in the order of adding; completions are called in this order.
    let order: Int

    /// The number of animations that have been added to any layer.
    @MainActor private static var count = 0

    @MainActor
    init(_ animation: any LayerAnimation, forKey key: String, start: Double?, former: FormerSnapshot?) {
        self.animation = animation
        self.key = key
        self.start = start
        self.former = former
        defaultDuration = Transaction.duration > 0 ? Transaction.duration : LayerTiming.defaultDuration
        Self.count += 1
        order = Self.count
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
        elapsed(at: time).map { animation.timing.phase(at: $0, defaultDuration: defaultDuration) }
    }

    /// Whether it has ended and its completion was not called yet.
    func ends(at time: Double) -> Bool {
        guard !isFinished, let start else { return false }
        return animation.hasEnded(at: time - start, defaultDuration: defaultDuration)
    }

    private func elapsed(at time: Double) -> Double? {
        if let start { return time - start }
        return animation.timing.fillMode.fillsBackwards ? 0 : nil
    }

    /// Calls the completion and leaves the transactions' groups, once.
    @MainActor
    func notifyCompletion(finished: Bool) {
        guard !isFinished else { return }
        completion?(finished)
        for group in groups {
            group.leave()
        }
    }
}
