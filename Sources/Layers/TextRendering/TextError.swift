/// A failure to render text, because a font or library is missing on the system.
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
    /// The fault and the remedy, in one or two sentences; the text starts in lower case.
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
