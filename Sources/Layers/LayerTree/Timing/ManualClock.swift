internal import Concurrency

/// A clock that is advanced by hand, for tests and reproducible frames.
public final class ManualClock: LayerClock {
    private let time: Locked<Double>

    /// Creates a clock that shows `now`; the default is 0.
    public init(now: Double = 0) {
        time = Locked(now)
    }

    /// The clock's time in seconds.
    public var now: Double { time.withLock { $0 } }

    /// Advances the clock by a number of seconds.
    public func advance(by seconds: Double) {
        precondition(seconds >= 0, "a clock must not run backward")
        time.withLock { $0 += seconds }
    }
}
