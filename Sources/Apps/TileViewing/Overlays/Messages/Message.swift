/// A message to the user: what has happened, and what can be done about it.
public struct Message: Hashable, Sendable {
    /// The importance of a message.
    public enum Severity: Hashable, Sendable, CaseIterable {
        /// Something was done, such as the saving of a view.
        case information
        /// Something is not as expected, and everything else goes on.
        case warning
        /// Something could not be done.
        case error
    }

    /// The importance.
    public var severity: Severity
    /// The text, of one or two sentences.
    public var text: String
    /// The seconds for which the message stays; nil until it is dismissed.
    public var duration: Double?

    /// Creates a message, which stays until it is dismissed unless it has a duration.
    public init(_ severity: Severity, _ text: String, duration: Double? = nil) {
        self.severity = severity
        self.text = text
        self.duration = duration
    }
}
