internal import Dispatch
internal import Glibc

/// The threads for work that blocks or computes: those of Dispatch, or threads that belong to the work alone.
///
/// While work is queued, Dispatch reads the states of its threads in `/proc` once a second, and ends the process if it cannot. A
/// process in a sandbox, which has no `/proc`, therefore leaves the threads of Dispatch alone as long as the system grants it
/// others: ``start(_:usesDispatch:_:)`` queues work with Dispatch where a thread is refused, so that the work is done at all.
///
/// Source: swift-corelibs-libdispatch, `src/event/workqueue.c`.
package enum WorkThreads {
    private static let usesDispatch = Locked(true)

    /// Starts threads of the process's own from now on; called before the first work.
    package static func leaveDispatch() { usesDispatch.withLock { $0 = false } }

    /// Runs work on a thread of its own, in the background.
    ///
    /// - Parameters:
    ///   - label: the name of the queue, for debuggers.
    ///   - usesDispatch: whether the thread is one of Dispatch, as it is also where the system refuses another one; nil, the
    ///     default, for what the process uses.
    ///   - work: the work.
    package static func start(
        _ label: String, usesDispatch: Bool? = nil, _ work: @escaping @Sendable () -> Void
    ) {
        if !(usesDispatch ?? Self.usesDispatch.withLock { $0 }), let thread = create(work) {
            pthread_detach(thread)
        } else {
            DispatchQueue(label: label).async(execute: work)
        }
    }

    /// Runs work several times at once, once of these on the calling thread, and returns when all calls have returned.
    ///
    /// - Parameters:
    ///   - count: the number of calls; fewer are made where the system refuses threads.
    ///   - usesDispatch: whether other threads are those of Dispatch; nil, the default, for what the process uses.
    ///   - work: the work.
    static func perform(_ count: Int, usesDispatch: Bool? = nil, _ work: @Sendable () -> Void) {
        guard !(usesDispatch ?? Self.usesDispatch.withLock { $0 }) else {
            DispatchQueue.concurrentPerform(iterations: count) { _ in work() }
            return
        }
        withoutActuallyEscaping(work) { work in
            let threads = (1..<max(1, count)).compactMap { _ in create(work) }
            work()
            for thread in threads { pthread_join(thread, nil) }
        }
    }

    private final class Work: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Creates a thread; nil if the system refuses one.
    private static func create(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
        let work = Unmanaged.passRetained(Work(work))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { work in
                if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
                return nil
            }, work.toOpaque())
        guard status == 0 else {
            work.release()
            return nil
        }
        return thread
    }
}
