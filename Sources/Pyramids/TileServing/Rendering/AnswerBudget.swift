internal import Glibc

/// The processor time that the thread which makes an answer may take for it.
struct AnswerBudget: Sendable {
    private let end: Double

    /// Begins an answer on the calling thread.
    ///
    /// - Parameter seconds: the most processor time, in seconds.
    init(seconds: Double) { end = Self.threadSeconds + seconds }

    /// Goes on if there is time left; to be called by the thread that has begun, for each tile and before it encodes.
    ///
    /// - Throws: ``Exhausted``.
    func check() throws {
        if Self.threadSeconds > end { throw Exhausted() }
    }

    /// The answer took more processor time than it may.
    struct Exhausted: Error {}

    /// The processor time of the calling thread, in seconds.
    private static var threadSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
