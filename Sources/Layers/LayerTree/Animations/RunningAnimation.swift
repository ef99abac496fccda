/// An animation as it was added to a layer: a copy, and when it began.
struct RunningAnimation {
    let key: String
    let animation: any LayerAnimation
    /// When it was begun, in its layer's time; nil until the outermost transaction has ended.
    var start: Double?
    /// Seconds that a duration of 0 stands for.
    let defaultDuration: Double
    /// What it takes the place of, if it mixes pictures.
    var former: FormerSnapshot?
    var isRemovedOnCompletion = true
    var completion: (@MainActor (_ finished: Bool) -> Void)?
    /// The transactions that wait for its end.
    var groups: [TransactionGroup] = []
    /// Whether it has run to its end and has said so.
    var isFinished = false
    /// Counts up, so that what was added first is told first that it has ended.
    let order: Int

    /// How many have been added to any layer.
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

    /// Sets what it animates to its value at a moment of the layer's time.
    func apply(to properties: inout LayerProperties, at time: Double) {
        guard let elapsed = elapsed(at: time) else { return }
        animation.apply(to: &properties, at: elapsed, defaultDuration: defaultDuration)
    }

    /// Where it is at a moment of the layer's time; nil until it has begun, if it shows nothing then.
    func phase(at time: Double) -> LayerTiming.Phase? {
        elapsed(at: time).map { animation.timing.phase(at: $0, defaultDuration: defaultDuration) }
    }

    /// Whether it has run to its end and has not said so yet.
    func ends(at time: Double) -> Bool {
        guard !isFinished, let start else { return false }
        return animation.hasEnded(at: time - start, defaultDuration: defaultDuration)
    }

    private func elapsed(at time: Double) -> Double? {
        if let start { return time - start }
        return animation.timing.fillMode.fillsBackwards ? 0 : nil
    }

    /// Tells those who wait for it that it is over.
    @MainActor
    func notifyCompletion(finished: Bool) {
        guard !isFinished else { return }
        completion?(finished)
        for group in groups {
            group.leave()
        }
    }
}
