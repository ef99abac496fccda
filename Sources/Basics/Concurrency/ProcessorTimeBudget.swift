/// The processor time that a piece of work may take: on the thread that does it, and in processes that work for it.
///
/// One thread does the work; it asks ``check(leaving:)`` between its steps.
package final class ProcessorTimeBudget: Sendable {
    /// The budget of the work that the calling thread does; nil for work that may take any time.
    @TaskLocal package static var current: ProcessorTimeBudget?

    /// The work took more processor time than it may.
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

    /// The time that is left, in seconds; negative once it is exhausted.
    ///
    /// To be called by the thread that does the work.
    package var rest: Double { end - ThreadClock.now - spentElsewhere.withLock { $0 } }

    /// Goes on if there is time left.
    ///
    /// - Parameter seconds: the time that the next step may take, 0 by default.
    /// - Throws: ``Exhausted``.
    package func check(leaving seconds: Double = 0) throws {
        if rest < seconds { throw Exhausted() }
    }

    /// Counts processor time that another process has spent for the work, in seconds.
    package func charge(_ seconds: Double) { spentElsewhere.withLock { $0 += seconds } }
}
