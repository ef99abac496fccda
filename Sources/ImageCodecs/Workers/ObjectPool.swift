internal import LockedState

/// An object whose memory is worth reusing.
protocol Reusable: AnyObject, Sendable {
    init()
    /// Removes the contents but keeps the memory.
    func removeAll()
}

/// Creates objects on demand and reuses those that are recycled.
///
/// There are never more objects than were in use at the same time. Any thread may call it.
final class ObjectPool<Item: Reusable>: Sendable {
    private struct State {
        var idle: [Item] = []
        var inUse = 0
    }

    private let state = Locked(State())

    /// The number of objects taken and not recycled.
    var inUse: Int { state.withLock { $0.inUse } }

    /// Takes an empty object.
    func take() -> Item {
        let idle = state.withLock { state in
            state.inUse += 1
            return state.idle.popLast()
        }
        idle?.removeAll()
        return idle ?? Item()
    }

    func recycle(_ items: [Item]) {
        state.withLock { state in
            state.inUse -= items.count
            state.idle += items
        }
    }
}
