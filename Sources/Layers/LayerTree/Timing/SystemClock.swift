internal import Glibc

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
