internal import Concurrency

/// Results of work in the background, until the main thread takes them at the start of a frame.
final class Mailbox<Item: Sendable>: Sendable {
    private let items = Locked<[Item]>([])
    private let onPost: @Sendable () -> Void

    /// An empty mailbox.
    ///
    /// - Parameter onPost: called after each item, on the thread that posts it; should only wake the main thread.
    init(onPost: @escaping @Sendable () -> Void) {
        self.onPost = onPost
    }

    /// Puts an item in; from any thread.
    func post(_ item: Item) {
        items.withLock { $0.append(item) }
        onPost()
    }

    /// Takes all items out, in the order in which they came.
    func take() -> [Item] {
        items.withLock { items in
            defer { items = [] }
            return items
        }
    }
}
