internal import Glibc

/// The system's own clock: seconds since it was started, without the time it slept (CLOCK_MONOTONIC).
public struct SystemClock: LayerClock {
    /// The system's clock; all of them agree.
    public init() {}

    /// Seconds since the system was started.
    public var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
