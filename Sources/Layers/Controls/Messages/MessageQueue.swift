/// Decides which messages are shown and which wait; independent of layers.
///
/// The oldest are shown first. Those that stay until they are dismissed give way to those that pass, which would wait for ever. The
/// duration of a message counts from when it is first shown.
package struct MessageQueue {
    /// A message that was posted.
    package struct Entry: Hashable, Sendable {
        package let id: Int
        package let message: Message
        /// The time at which the message was first shown; nil before that.
        var start: Double?
        /// The time at which the message expires; nil for never, or before it is shown.
        package var end: Double? { start.flatMap { start in message.duration.map { start + max(0, $0) } } }
    }

    /// The most messages that are visible at a time, at least 1; 3 by default.
    ///
    /// When it shrinks, messages that do not fit any more wait again.
    package var visibleLimit = 3
    /// The most messages that are kept; when there are more, the oldest waiting one is dropped.
    package static let limit = 50

    private var entries: [Entry] = []
    private var lastID = 0

    /// Creates an empty queue.
    package init() {}

    /// The visible messages, the oldest first.
    package var visible: [Entry] { first(visibleLimit) }

    /// The messages that come first, whether they are visible or not, the oldest first.
    package func first(_ count: Int) -> [Entry] {
        guard entries.count > count else { return entries }
        let passing = entries.indices.filter { entries[$0].message.duration != nil }
        let staying = entries.indices.filter { entries[$0].message.duration == nil }
        return (passing + staying).prefix(count).sorted().map { entries[$0] }
    }

    /// Replaces the text of a message, whose duration goes on; returns whether the message is still there.
    package mutating func replace(_ id: Int, with message: Message) -> Bool {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return false }
        let start = entries[index].start
        entries[index] = Entry(id: id, message: message)
        entries[index].start = start
        return true
    }

    /// The number of messages that wait.
    package var waitingCount: Int { max(0, entries.count - visibleLimit) }

    /// The time at which the next visible message expires; nil for never.
    package var nextEnd: Double? { visible.compactMap(\.end).min() }

    /// Adds a message; if an equal one is visible or waiting, that one's duration starts again instead.
    ///
    /// Without a time, its duration counts from the next ``advance(to:)``.
    ///
    /// - Returns: the message's identifier.
    package mutating func post(_ message: Message, at time: Double?) -> Int {
        if let index = entries.firstIndex(where: { $0.message == message }) {
            entries[index].start = entries[index].start.flatMap { _ in time }
            return entries[index].id
        }
        lastID += 1
        entries.append(Entry(id: lastID, message: message))
        if entries.count > Self.limit {
            let shown = Set(visible.map(\.id))
            if let index = entries.firstIndex(where: { !shown.contains($0.id) }) { entries.remove(at: index) }
        }
        start(at: time)
        return lastID
    }

    /// Removes a message; the next one that waits is shown.
    package mutating func dismiss(_ id: Int, at time: Double?) {
        entries.removeAll { $0.id == id }
        start(at: time)
    }

    /// Removes the messages that have expired; the next ones that wait are shown.
    package mutating func advance(to time: Double) {
        entries.removeAll { $0.end.map { $0 <= time } ?? false }
        start(at: time)
    }

    private mutating func start(at time: Double?) {
        let shown = Set(visible.map(\.id))
        for index in entries.indices where entries[index].start == nil && shown.contains(entries[index].id) {
            entries[index].start = time
        }
    }
}
