/// Values up to a total cost, such as bytes; those that were used least recently are removed first.
///
/// Every operation takes constant time, but for the values that it removes. Not synchronized: ``SharedCache`` is, and is used
/// from any thread.
package struct CostLimitedCache<Key: Hashable, Value> {
    /// A value between its neighbors in the order of use.
    fileprivate struct Node {
        var key: Key
        var value: Value
        var cost: Int
        /// The round in which the value was used last.
        var round: Int
        var newer: Int?
        var older: Int?
    }

    /// The greatest total cost; a lower limit removes values at once.
    package var costLimit: Int {
        didSet { _ = removeOldest(leaving: costLimit) }
    }
    /// The number of values, their cost, and what has happened to them since the cache was created.
    package private(set) var statistics = CacheStatistics()

    private var slots: [Key: Int] = [:]
    private var nodes: [Node?] = []
    private var freeSlots: [Int] = []
    private var newest: Int?
    private var oldest: Int?
    /// The present round.
    private var round = 0
    /// The first round whose values may not be removed for others.
    private var protectedRound = Int.max

    /// Creates an empty cache with a limit of the total cost.
    package init(costLimit: Int) {
        self.costLimit = costLimit
    }

    /// Begins a round, such as a frame: values that are used from now on are not removed for others until the next round.
    package mutating func beginRound() {
        round += 1
        protectedRound = round
    }

    /// Whether there is a value; the call does not count as a use.
    package func contains(_ key: Key) -> Bool { slots[key] != nil }

    /// Returns a value, which is now the most recently used.
    package mutating func value(for key: Key) -> Value? {
        guard let slot = slots[key] else {
            statistics.misses += 1
            return nil
        }
        statistics.hits += 1
        if newest != slot {
            unlink(slot)
            linkAsNewest(slot)
        }
        nodes[slot]?.round = round
        return nodes[slot]?.value
    }

    /// Keeps a value in place of an earlier one, and removes others while the limit is exceeded.
    ///
    /// A value that costs more than the limit is not kept, nor one for which there is no room beside the values of the present
    /// round, if one was begun.
    ///
    /// - Returns: the values that were removed, so that they can be freed without a lock.
    @discardableResult
    package mutating func insert(_ value: Value, for key: Key, cost: Int) -> [Value] {
        var removed = slots[key].flatMap { remove(at: $0) }.map { [$0] } ?? []
        guard cost >= 0, cost <= costLimit else { return removed }
        removed += removeOldest(leaving: costLimit - cost)
        guard statistics.cost <= costLimit - cost else { return removed }
        let node = Node(key: key, value: value, cost: cost, round: round)
        let slot: Int
        if let free = freeSlots.popLast() {
            slot = free
            nodes[slot] = node
        } else {
            slot = nodes.count
            nodes.append(node)
        }
        slots[key] = slot
        linkAsNewest(slot)
        statistics.values += 1
        statistics.cost += cost
        return removed
    }

    /// Removes a value, and returns it; nil if there was none.
    @discardableResult
    package mutating func remove(_ key: Key) -> Value? { slots[key].flatMap { remove(at: $0) } }

    /// Removes the values for which a condition holds; takes time in proportion to the number of values.
    package mutating func removeAll(where condition: (Value) -> Bool) {
        for slot in nodes.indices {
            if let node = nodes[slot], condition(node.value) { _ = remove(at: slot) }
        }
    }

    /// Removes all values.
    package mutating func removeAll() {
        slots = [:]
        nodes = []
        freeSlots = []
        newest = nil
        oldest = nil
        statistics.values = 0
        statistics.cost = 0
    }

    /// Removes the values that were used least recently, until no more than a cost is left or all others are protected.
    private mutating func removeOldest(leaving cost: Int) -> [Value] {
        var removed: [Value] = []
        while statistics.cost > cost, let slot = oldest, let node = nodes[slot], node.round < protectedRound {
            if let value = remove(at: slot) { removed.append(value) }
            statistics.evictions += 1
        }
        return removed
    }

    private mutating func remove(at slot: Int) -> Value? {
        guard let node = nodes[slot] else { return nil }
        unlink(slot)
        nodes[slot] = nil
        slots[node.key] = nil
        freeSlots.append(slot)
        statistics.values -= 1
        statistics.cost -= node.cost
        return node.value
    }

    /// Takes a node out of the order.
    private mutating func unlink(_ slot: Int) {
        guard let node = nodes[slot] else { return }
        if let newer = node.newer { nodes[newer]?.older = node.older } else { newest = node.older }
        if let older = node.older { nodes[older]?.newer = node.newer } else { oldest = node.newer }
    }

    /// Puts a node before all others.
    private mutating func linkAsNewest(_ slot: Int) {
        nodes[slot]?.newer = nil
        nodes[slot]?.older = newest
        if let newest { nodes[newest]?.newer = slot }
        newest = slot
        oldest = oldest ?? slot
    }
}

/// Statistics of a cache: its hits, misses and evictions since its creation, and its contents now.
package struct CacheStatistics: Hashable, Sendable {
    /// The look-ups that found a value.
    package var hits = 0
    /// The look-ups that found none.
    package var misses = 0
    /// The values that were removed to make room.
    package var evictions = 0
    /// The values that are kept.
    package var values = 0
    /// The cost of all of them.
    package var cost = 0

    /// The statistics of an empty cache.
    package init() {}
}

extension CostLimitedCache: Sendable where Key: Sendable, Value: Sendable {}
extension CostLimitedCache.Node: Sendable where Key: Sendable, Value: Sendable {}
