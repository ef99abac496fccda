/// Why a window could not be opened or drawn.
public struct PresenterError: Error, Hashable, Sendable {
    /// The kinds of failure, for callers that react differently to them.
    public enum Code: Hashable, Sendable {
        /// There is no screen, or SDL cannot use it.
        case noDisplay
        /// The window could not be opened.
        case noWindow
        /// There is no renderer, or none that draws in the way that was asked for.
        case noRenderer
        /// A texture could not be made or filled: most often, the graphics memory is full.
        case texture
        /// Something could not be drawn, or not be read back.
        case drawing
        /// The window has been closed.
        case closed
    }

    /// What kind of failure it is.
    public var code: Code
    /// What was tried and why it failed, in one or two plain sentences; with SDL's own words where it has some.
    public var message: String

    /// A failure.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension PresenterError: CustomStringConvertible {
    /// What was tried and why it failed.
    public var description: String { message }
}
