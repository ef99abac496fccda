internal import Glibc

/// The processor time of the calling thread, which does not depend on other threads and processes.
package enum ThreadClock {
    /// The time so far, in seconds.
    package static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
