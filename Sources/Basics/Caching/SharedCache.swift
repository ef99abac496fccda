internal import Concurrency

/// A ``CostLimitedCache`` that may be used from any thread.
package final class SharedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The greatest total cost.
    package let limit: Int
    private let state: Locked<CostLimitedCache<Key, Value>>

    /// Creates an empty cache with a limit of the total cost, such as bytes.
    package init(limit: Int) {
        self.limit = limit
        state = Locked(CostLimitedCache(costLimit: limit))
    }

    /// The statistics of the cache so far.
    package var statistics: CacheStatistics { state.withLock { $0.statistics } }

    /// Begins a round, such as a frame: values that are used from now on are not removed for others until the next round.
    package func beginRound() { state.withLock { $0.beginRound() } }

    /// Returns a value, which is now the most recently used.
    package func value(for key: Key) -> Value? { state.withLock { $0.value(for: key) } }

    /// Keeps a value in place of an earlier one, and removes others while the limit is exceeded.
    ///
    /// A value that costs more than the limit is not kept, nor one for which there is no room beside the values of the present
    /// round, if one was begun.
    package func insert(_ value: Value, for key: Key, cost: Int) {
        let removed = state.withLock { $0.insert(value, for: key, cost: cost) }
        // What was removed is freed here, without the lock.
        withExtendedLifetime(removed) {}
    }

    /// Removes a value, if there is one.
    package func remove(_ key: Key) {
        let removed = state.withLock { $0.remove(key) }
        withExtendedLifetime(removed) {}
    }
}
