/// Something the user is told: what has happened, and what can be done about it.
public struct Message: Hashable, Sendable {
    /// How much it matters.
    public enum Severity: Hashable, Sendable, CaseIterable {
        /// Something was done, such as a picture saved.
        case information
        /// Something is not as expected, and all else goes on.
        case warning
        /// Something could not be done.
        case error
    }

    /// How much it matters.
    public var severity: Severity
    /// What is said, in one or two sentences.
    public var text: String
    /// Seconds that it stays; nil for until it is dismissed.
    public var duration: Double?

    /// A message that stays, unless a time is given.
    public init(_ severity: Severity, _ text: String, duration: Double? = nil) {
        self.severity = severity
        self.text = text
        self.duration = duration
    }
}
