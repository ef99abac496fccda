internal import Concurrency
internal import Glibc

/// A source of time for layers and animations.
///
/// All types that depend on time take a clock, so a ``ManualClock`` can reproduce every frame.
public protocol LayerClock: Sendable {
    /// Seconds since an arbitrary time in the past; never decreases.
    var now: Double { get }
}

/// The system's monotonic clock (CLOCK_MONOTONIC): seconds since the system started, excluding time asleep.
public struct SystemClock: LayerClock {
    /// Creates a clock; all instances agree.
    public init() {}

    /// Seconds since the system was started.
    public var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

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
