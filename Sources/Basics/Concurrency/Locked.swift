#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A value protected by one lock, with a way to wait until it has changed.
///
/// All mutable state that threads of this package share is one `State` struct in a `Locked`. Helpers that need the
/// lock are methods of that struct, so that the compiler proves that the caller holds it.
///
/// It wraps a POSIX mutex and condition variable instead of `Synchronization.Mutex`, for two reasons:
/// `Synchronization.Mutex` has no condition to wait for, and Thread Sanitizer on Linux reports it as a race.
package final class Locked<State>: @unchecked Sendable {
    // The guard of `@unchecked Sendable`: `state` is accessed only while `mutex` is locked.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var state: State

    /// Protects a value with a new lock.
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

    /// Calls `body` with exclusive access to the value.
    ///
    /// Not reentrant: calling it from within `body` deadlocks.
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state)
    }

    /// Calls `body` with exclusive access to the value and wakes every thread in ``wait(until:)``.
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

    /// Wakes every thread in ``wait(until:)``, for callers that decide after ``withLock(_:)`` whether waiters need it.
    package func notify() {
        pthread_cond_broadcast(condition)
    }

    /// Blocks the calling thread until `body` returns a value; calls it again after each notification.
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

    /// Blocks the calling thread until `body` returns a value, or for `limit`; calls it again after each notification.
    ///
    /// - Returns: the value; nil if there was none within the limit.
    package func wait<Result>(atMost limit: Duration, until body: (inout State) -> Result?) -> Result? {
        var end = timespec()
        clock_gettime(CLOCK_REALTIME, &end)
        let (seconds, attoseconds) = limit.components
        let nanoseconds = end.tv_nsec + Int(attoseconds / 1_000_000_000)
        end.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
        end.tv_nsec = nanoseconds % 1_000_000_000
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) {
                return result
            }
            if pthread_cond_timedwait(condition, mutex, &end) == ETIMEDOUT { return body(&state) }
        }
    }
}
