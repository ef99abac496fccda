internal import CLinux
internal import Glibc

/// A piece of work of one thread that has begun.
struct TraceSpan {
    let name: StaticString
    let category: TraceCategory
    let arguments: KeyValuePairs<StaticString, Int>
    /// The start in nanoseconds of the monotonic clock.
    let start: UInt64
    let thread: Int32

    /// Begins a span on the calling thread.
    init(_ name: StaticString, _ category: TraceCategory, _ arguments: KeyValuePairs<StaticString, Int>) {
        self.name = name
        self.category = category
        self.arguments = arguments
        thread = tk_thread_id()
        start = Self.now
    }

    /// Nanoseconds of the monotonic clock.
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
