/// A message to the user: what has happened, and what can be done about it.
public struct Message: Hashable, Sendable {
    /// The importance of a message.
    public enum Severity: Hashable, Sendable, CaseIterable {
        /// Something was done, such as the saving of a view.
        case information
        /// Something is not as expected; everything else goes on.
        case warning
        /// Something could not be done.
        case error
    }

    /// The importance.
    public var severity: Severity
    /// The text, of one or two sentences.
    public var text: String
    /// The time for which the message stays, in seconds; nil for a message that stays until it is dismissed.
    public var duration: Double?

    /// Creates a message; without a duration, it stays until it is dismissed.
    public init(_ severity: Severity, _ text: String, duration: Double? = nil) {
        self.severity = severity
        self.text = text
        self.duration = duration
    }
}
