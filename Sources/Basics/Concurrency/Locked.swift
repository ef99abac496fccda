#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A value behind one lock, with a way to wait until it has changed.
///
/// Everything in the package that several threads change is one `State` struct in one of these; helpers that need the
/// lock are methods of that struct, so that the compiler proves they hold it.
///
/// It is a POSIX mutex with a condition variable and not `Synchronization.Mutex`, for two reasons: the latter cannot
/// be waited on, and Thread Sanitizer on Linux reports it as a race.
package final class Locked<State>: @unchecked Sendable {
    // The guard behind `@unchecked Sendable`: `state` is touched only between lock and unlock of `mutex`.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var state: State

    /// Puts a value behind a new lock.
    package init(_ state: sending State) {
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
        self.state = state
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Runs `body` with the value while no other thread can see it.
    ///
    /// Not re-entrant: calling it from within `body` blocks for ever.
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state)
    }

    /// Changes the value and wakes every thread that waits in ``wait(until:)``.
    package func withLockAndNotify<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return try body(&state)
    }

    /// Wakes every thread that waits in ``wait(until:)``, for who knows whether a change made in ``withLock(_:)`` is
    /// worth it.
    package func notify() {
        pthread_cond_broadcast(condition)
    }

    /// Blocks the calling thread until `body` returns a value, asking again after each notification.
    package func wait<Result>(until body: (inout State) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) {
                return result
            }
            pthread_cond_wait(condition, mutex)
        }
    }
}
