/// An error in opening or drawing a window.
public struct PresenterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors, for callers that distinguish them.
    public enum Code: Hashable, Sendable {
        /// There is no screen, or SDL cannot use it.
        case noDisplay
        /// The window could not be opened or changed.
        case noWindow
        /// There is no renderer, or none of the requested kind.
        case noRenderer
        /// A texture could not be created or updated, usually because the graphics memory is full.
        case texture
        /// Something could not be drawn or read back.
        case drawing
        /// The window has been closed.
        case closed
    }

    /// The kind of error.
    public var code: Code
    /// The fault and its reason in one or two sentences, with SDL's message if there is one.
    public var message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
