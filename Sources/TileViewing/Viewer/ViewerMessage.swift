/// Something that a viewer tells the user in words.
public struct ViewerMessage: Hashable, Sendable {
    /// How it is meant.
    public enum Kind: Hashable, Sendable {
        /// Something was done.
        case note
        /// Something could not be done.
        case failure
        /// Something is being done; the part of it that is done, from 0 to 1.
        case progress(Double)
    }

    /// A sentence, or less.
    public var text: String
    /// How it is meant.
    public var kind: Kind

    /// A message.
    public init(_ text: String, _ kind: Kind = .note) {
        self.text = text
        self.kind = kind
    }
}

/// The messages that are seen: each for some seconds, and one for as long as something is being done.
struct MessageBoard: Sendable {
    private struct Entry {
        var message: ViewerMessage
        var end: Double
    }

    /// Seconds that a message is seen for.
    static let duration = 4.0
    /// How many are seen at most; the oldest one gives way.
    static let limit = 4

    private var entries: [Entry] = []
    /// What is being done.
    var progress: ViewerMessage?

    mutating func post(_ message: ViewerMessage, at time: Double) {
        entries.removeAll { $0.message == message }
        entries.append(Entry(message: message, end: time + Self.duration))
        entries.removeFirst(max(0, entries.count - Self.limit))
    }

    /// Forgets those that have been seen for long enough.
    mutating func update(at time: Double) {
        entries.removeAll { $0.end <= time }
    }

    /// The messages, the oldest first.
    var messages: [ViewerMessage] { entries.map(\.message) + (progress.map { [$0] } ?? []) }

    /// When the next one goes; nil when none does by itself.
    var nextEnd: Double? { entries.map(\.end).min() }
}
