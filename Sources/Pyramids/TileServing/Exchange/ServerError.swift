internal import Glibc

/// A failure to start a server.
public struct ServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: Hashable, Sendable {
        /// Another program listens on the port.
        case portInUse
        /// The address or port cannot be listened on.
        case cannotListen
        /// The key of signatures cannot be used.
        case unusableKey
        /// An option has a value that makes no sense.
        case invalidOption
        /// The system lacks something, such as threads.
        case unavailable
    }

    /// The kind.
    public var code: Code
    /// The fault and the remedy.
    public var description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// The system's message for a value of `errno`.
    static func text(of code: CInt) -> String { String(cString: strerror(code)) }
}
