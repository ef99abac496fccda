internal import Concurrency

/// Holds results of background work until the main thread takes them at the start of a frame.
final class Mailbox<Item: Sendable>: Sendable {
    private let items = Locked<[Item]>([])
    private let onPost: @Sendable () -> Void

    /// Creates an empty mailbox.
    ///
    /// - Parameter onPost: called after each item, on the thread that posts it; should only wake the main thread.
    init(onPost: @escaping @Sendable () -> Void) {
        self.onPost = onPost
    }

    /// Adds an item; can be called on any thread.
    func post(_ item: Item) {
        items.withLock { $0.append(item) }
        onPost()
    }

    /// Whether there is nothing to take.
    var isEmpty: Bool { items.withLock { $0.isEmpty } }

    /// Removes and returns all items, in the order of their arrival.
    func take() -> [Item] {
        items.withLock { items in
            defer { items = [] }
            return items
        }
    }
}
