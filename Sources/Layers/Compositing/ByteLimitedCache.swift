internal import Concurrency

/// A cache of values between frames with a limit in bytes; the least recently used values are evicted first.
package final class ByteLimitedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        let value: Value
        let byteCount: Int
        var lastFrame: Int
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var byteCount = 0
        var frame = 0
        /// The last frame in which nothing was left to evict.
        var exhaustedFrame = -1

        /// Evicts values that the current frame has not used, oldest first, until a quarter of the limit is free.
        ///
        /// So an always full cache is sorted once for many insertions.
        mutating func evict(limit: Int) {
            guard exhaustedFrame != frame else { return }
            let unused = entries.filter { $0.value.lastFrame < frame }.sorted {
                $0.value.lastFrame < $1.value.lastFrame
            }
            for (key, entry) in unused where byteCount > limit - limit / 4 {
                entries[key] = nil
                byteCount -= entry.byteCount
            }
            if byteCount > limit - limit / 4 { exhaustedFrame = frame }
        }
    }

    /// The limit in bytes.
    package let limit: Int
    private let state = Locked(State())

    /// Creates a cache with a limit in bytes.
    package init(limit: Int) {
        self.limit = limit
    }

    /// The bytes of the cached values; never above the limit.
    package var byteCount: Int { state.withLock { $0.byteCount } }
    /// The number of cached values.
    package var count: Int { state.withLock { $0.entries.count } }

    /// Begins a frame: values that are not used from now on are evicted first.
    package func beginFrame() { state.withLock { $0.frame += 1 } }

    /// Returns a value, and marks it as used in the current frame.
    package func value(for key: Key) -> Value? {
        state.withLock { state in
            guard let index = state.entries.index(forKey: key) else { return nil }
            state.entries.values[index].lastFrame = state.frame
            return state.entries.values[index].value
        }
    }

    /// Keeps a value if it fits beside the other values of the current frame.
    package func insert(_ value: Value, for key: Key, byteCount: Int) {
        state.withLock { state in
            let former = state.entries[key]?.byteCount ?? 0
            if state.byteCount - former + byteCount > limit, byteCount <= limit { state.evict(limit: limit) }
            if let removed = state.entries.removeValue(forKey: key) { state.byteCount -= removed.byteCount }
            guard state.byteCount + byteCount <= limit else { return }
            state.entries[key] = Entry(value: value, byteCount: byteCount, lastFrame: state.frame)
            state.byteCount += byteCount
        }
    }
}
