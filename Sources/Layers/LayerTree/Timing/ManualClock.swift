internal import Concurrency

/// A clock that stands still until it is told to go on: for tests, and for pictures that can be made again.
public final class ManualClock: LayerClock {
    private let time: Locked<Double>

    /// A clock that shows `now`; default 0.
    public init(now: Double = 0) {
        time = Locked(now)
    }

    /// What the clock shows, in seconds.
    public var now: Double { time.withLock { $0 } }

    /// Lets so many seconds pass.
    public func advance(by seconds: Double) {
        precondition(seconds >= 0, "time does not run back")
        time.withLock { $0 += seconds }
    }
}
