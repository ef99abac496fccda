/// An object whose memory is worth reusing.
package protocol Reusable: AnyObject, Sendable {
    init()
    /// Empties the object, but keeps its memory.
    func removeAll()
}

/// A pool of objects, which are made on demand and reused after they have been given back.
///
/// There are never more objects than have been in use at the same time. May be used from any thread.
package final class ObjectPool<Item: Reusable>: Sendable {
    private struct State {
        var idle: [Item] = []
        var inUse = 0
    }

    private let state = Locked(State())

    /// Creates an empty pool.
    package init() {}

    /// The number of objects that have been taken and not given back.
    package var inUse: Int { state.withLock { $0.inUse } }

    /// Returns an empty object.
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
