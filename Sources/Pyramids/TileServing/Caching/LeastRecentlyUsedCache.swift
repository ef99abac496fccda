internal import Concurrency

/// Keeps values up to a total cost, and removes those first that were used least recently.
///
/// From any thread. Every operation takes constant time, but for the values that it removes.
final class LeastRecentlyUsedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// A value between its neighbors in the order of use.
    private struct Node {
        let key: Key
        let value: Value
        let cost: Int
        var newer: Int?
        var older: Int?
    }

    private struct State {
        var slots: [Key: Int] = [:]
        var nodes: [Node?] = []
        var freeSlots: [Int] = []
        var newest: Int?
        var oldest: Int?
        var counts = CacheCounts()

        /// Takes a node out of the order.
        mutating func unlink(_ slot: Int) {
            guard let node = nodes[slot] else { return }
            if let newer = node.newer { nodes[newer]?.older = node.older } else { newest = node.older }
            if let older = node.older { nodes[older]?.newer = node.newer } else { oldest = node.newer }
        }

        /// Puts a node before all others.
        mutating func linkAsNewest(_ slot: Int) {
            nodes[slot]?.newer = nil
            nodes[slot]?.older = newest
            if let newest { nodes[newest]?.newer = slot }
            newest = slot
            oldest = oldest ?? slot
        }

        /// Removes a node; returns its value, to be released outside the lock.
        mutating func remove(_ slot: Int) -> Value? {
            guard let node = nodes[slot] else { return nil }
            unlink(slot)
            nodes[slot] = nil
            slots[node.key] = nil
            freeSlots.append(slot)
            counts.values -= 1
            counts.cost -= node.cost
            return node.value
        }
    }

    /// The greatest total cost.
    let limit: Int
    private let state = Locked(State())

    /// Creates an empty cache with a limit of the total cost, such as bytes.
    init(limit: Int) {
        self.limit = limit
    }

    /// The counts of the cache so far.
    var counts: CacheCounts { state.withLock { $0.counts } }

    /// Returns a value, which is now the most recently used.
    func value(for key: Key) -> Value? {
        state.withLock { state in
            guard let slot = state.slots[key] else {
                state.counts.misses += 1
                return nil
            }
            state.counts.hits += 1
            state.unlink(slot)
            state.linkAsNewest(slot)
            return state.nodes[slot]?.value
        }
    }

    /// Keeps a value in place of an earlier one, and removes others while the limit is exceeded.
    ///
    /// A value that costs more than the limit is not kept.
    func insert(_ value: Value, for key: Key, cost: Int) {
        let removed = state.withLock { state -> [Value?] in
            var removed: [Value?] = []
            if let slot = state.slots[key] { removed.append(state.remove(slot)) }
            guard cost <= limit else { return removed }
            while state.counts.cost > limit - cost, let oldest = state.oldest {
                removed.append(state.remove(oldest))
                state.counts.evictions += 1
            }
            let node = Node(key: key, value: value, cost: cost)
            let slot: Int
            if let free = state.freeSlots.popLast() {
                slot = free
                state.nodes[slot] = node
            } else {
                slot = state.nodes.count
                state.nodes.append(node)
            }
            state.slots[key] = slot
            state.linkAsNewest(slot)
            state.counts.values += 1
            state.counts.cost += cost
            return removed
        }
        // What was removed is freed here, without the lock.
        withExtendedLifetime(removed) {}
    }

    /// Removes a value, if there is one.
    func remove(_ key: Key) {
        let removed = state.withLock { state in state.slots[key].flatMap { state.remove($0) } }
        withExtendedLifetime(removed) {}
    }
}
