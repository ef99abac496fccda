/// Which messages are shown and which wait; it knows no layers.
///
/// The oldest are shown first. The time of a message counts from when it is shown.
struct MessageQueue {
    /// A message that was posted.
    struct Entry: Hashable, Sendable {
        let id: Int
        let message: Message
        /// When it was shown.
        var start: Double?
        /// When it goes by itself; nil for not, or while it waits.
        var end: Double? { start.flatMap { start in message.duration.map { start + max(0, $0) } } }
    }

    /// The most messages that are seen at a time, at least 1; default 3.
    ///
    /// Those that do not fit any more wait again.
    var visibleLimit = 3
    /// The most messages that are kept; of more, the oldest go that wait.
    static let limit = 50

    private var entries: [Entry] = []
    private var lastID = 0

    /// The messages that are to be seen, the oldest first.
    var visible: ArraySlice<Entry> { entries.prefix(visibleLimit) }

    /// How many messages wait to be seen.
    var waitingCount: Int { max(0, entries.count - visibleLimit) }

    /// When the next message goes by itself; nil for never.
    var nextEnd: Double? { visible.compactMap(\.end).min() }

    /// Adds a message; one that is there already, to be seen or waiting, is not told twice, and its time begins again.
    ///
    /// - Returns: what it is known by.
    mutating func post(_ message: Message, at time: Double) -> Int {
        if let index = entries.firstIndex(where: { $0.message == message }) {
            entries[index].start = entries[index].start.map { _ in time }
            return entries[index].id
        }
        lastID += 1
        entries.append(Entry(id: lastID, message: message))
        if entries.count > Self.limit {
            entries.remove(at: visibleLimit)
        }
        start(at: time)
        return lastID
    }

    /// Takes a message away; the next one that waits is shown.
    mutating func dismiss(_ id: Int, at time: Double) {
        entries.removeAll { $0.id == id }
        start(at: time)
    }

    /// Takes those away whose time is over; the next ones that wait are shown.
    mutating func advance(to time: Double) {
        entries.removeAll { $0.end.map { $0 <= time } ?? false }
        start(at: time)
    }

    private mutating func start(at time: Double) {
        for index in entries.indices.prefix(visibleLimit) where entries[index].start == nil {
            entries[index].start = time
        }
    }
}
