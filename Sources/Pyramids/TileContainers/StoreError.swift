/// An error of writing or reading a pyramid.
public struct StoreError: Error, Hashable, Sendable {
    /// The kinds of failure that a caller may want to tell apart.
    public enum Code: Hashable, Sendable {
        /// The output exists already.
        case exists
        /// An interrupted run left a partial pyramid.
        case interrupted
        /// The partial pyramid was made from another image or with other options.
        case fingerprintMismatch
        /// Another run is writing the same pyramid.
        case busy
        /// The output cannot be created.
        case cannotCreate
        /// The disk or the quota is full.
        case diskFull
        /// A read or write failed.
        case inputOutput
        /// The pyramid, or a file that it needs, does not exist or may not be read.
        case unreadable
        /// The pyramid's files are damaged, or use a feature that is not supported.
        case malformed
    }

    /// The kind of failure.
    public var code: Code
    /// The file or folder that the error is about.
    public var path: String
    /// The fault and the remedy, in one or two plain sentences without the path.
    public var message: String

    /// Creates an error about `path`.
    public init(_ code: Code, path: String, _ message: String) {
        self.code = code
        self.path = path
        self.message = message
    }
}

extension StoreError: CustomStringConvertible {
    /// The path and the message.
    public var description: String { "\(path): \(message)" }
}
