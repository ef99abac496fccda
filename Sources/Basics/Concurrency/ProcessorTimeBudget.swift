/// A limit on the processor time of a piece of work: on its own thread, and in processes that work for it.
///
/// One thread does the work; it asks ``check(leaving:)`` between its steps.
package final class ProcessorTimeBudget: Sendable {
    /// The budget of the calling thread's work; nil for work without a limit.
    @TaskLocal package static var current: ProcessorTimeBudget?

    /// The error of work that has exceeded its processor time.
    package struct Exhausted: Error {
        package init() {}
    }

    /// The time of the thread at which the budget ends, apart from what others have spent.
    private let end: Double
    private let spentElsewhere = Locked(0.0)

    /// Begins work on the calling thread.
    ///
    /// - Parameter seconds: the most processor time, in seconds.
    package init(seconds: Double) { end = ThreadClock.now + seconds }

    /// The remaining time in seconds; negative once it is exhausted.
    ///
    /// Call it on the thread that does the work.
    package var rest: Double { end - ThreadClock.now - spentElsewhere.withLock { $0 } }

    /// Throws if the remaining time is not enough.
    ///
    /// - Parameter seconds: the time that the next step may take, 0 by default.
    /// - Throws: ``Exhausted``.
    package func check(leaving seconds: Double = 0) throws {
        if rest < seconds { throw Exhausted() }
    }

    /// Counts processor time that another process has spent for the work, in seconds.
    package func charge(_ seconds: Double) { spentElsewhere.withLock { $0 += seconds } }
}
