/// Something whose memory is worth using again.
package protocol Reusable: AnyObject, Sendable {
    init()
    /// Empties it, but keeps its memory.
    func removeAll()
}

/// Things that are made when they are needed and used again once they have been given back.
///
/// There are never more than have been in use at the same time. From any thread.
package final class ObjectPool<Item: Reusable>: Sendable {
    private struct State {
        var idle: [Item] = []
        var inUse = 0
    }

    private let state = Locked(State())

    /// An empty pool.
    package init() {}

    /// Things that have been taken and not given back.
    package var inUse: Int { state.withLock { $0.inUse } }

    /// An empty one.
    package func take() -> Item {
        let idle = state.withLock { state in
            state.inUse += 1
            return state.idle.popLast()
        }
        idle?.removeAll()
        return idle ?? Item()
    }

    package func recycle(_ items: [Item]) {
        state.withLock { state in
            state.inUse -= items.count
            state.idle += items
        }
    }
}
