internal import Glibc

/// Times in whole milliseconds.
enum MonotonicClock {
    /// The present time; it never jumps, and is never 0.
    static var milliseconds: Int { time(of: CLOCK_MONOTONIC) + 1 }

    /// The milliseconds from 1970.
    static var wallMilliseconds: Int { time(of: CLOCK_REALTIME) }

    private static func time(of clock: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
