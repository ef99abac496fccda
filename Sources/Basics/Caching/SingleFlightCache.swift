internal import Concurrency

/// Values up to a total cost that are made when they are needed, each by one thread while others wait for it.
package final class SingleFlightCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State: Sendable {
        var values: CostLimitedCache<Key, Value>
        /// The values that are being made.
        var pending: Set<Key> = []
    }

    /// The next step of a thread that needs a value.
    private enum Step: Sendable {
        case use(Value)
        case make
    }

    private let state: Locked<State>

    /// Creates an empty cache with a limit of the total cost, such as bytes.
    package init(costLimit: Int) {
        state = Locked(State(values: CostLimitedCache(costLimit: costLimit)))
    }

    /// Returns a value that is kept; nil if there is none.
    package func value(for key: Key) -> Value? { state.withLock { $0.values.value(for: key) } }

    /// Keeps a value that was made elsewhere.
    package func insert(_ value: Value, for key: Key, cost: Int) {
        let removed = state.withLock { $0.values.insert(value, for: key, cost: cost) }
        // What was removed is freed here, without the lock.
        withExtendedLifetime(removed) {}
    }

    /// Returns a value, and makes it if there is none.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - cost: the cost of a value.
    ///   - make: makes the value; called on this thread, and without the lock.
    /// - Returns: the value.
    /// - Throws: what `make` throws; threads that have waited make the value themselves then.
    package func value(for key: Key, cost: (Value) -> Int, make: () throws -> Value) throws -> Value {
        let step: Step = state.wait { state in
            if let value = state.values.value(for: key) { return .use(value) }
            return state.pending.insert(key).inserted ? .make : nil
        }
        if case .use(let value) = step { return value }
        do {
            let value = try make()
            let cost = cost(value)
            let removed = state.withLockAndNotify { state in
                state.pending.remove(key)
                return state.values.insert(value, for: key, cost: cost)
            }
            // What was removed is freed here, without the lock.
            withExtendedLifetime(removed) {}
            return value
        } catch {
            state.withLockAndNotify { _ = $0.pending.remove(key) }
            throw error
        }
    }
}
