/// Text that cannot be rendered, because the system lacks what that takes.
public struct TextError: Error, Hashable, Sendable {
    /// The kinds of failure.
    public enum Code: Hashable, Sendable {
        /// No font is installed.
        case noFont
        /// The text library could not be started.
        case unavailable
    }

    /// The kind of failure.
    public var code: Code
    /// What is wrong and what to do about it, in one or two sentences; it starts in lower case.
    public var message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension TextError: CustomStringConvertible {
    /// The word "text", a colon and the message.
    public var description: String { "text: \(message)" }
}
