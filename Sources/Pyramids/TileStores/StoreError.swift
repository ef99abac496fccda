/// Why a pyramid could not be stored or read.
public struct StoreError: Error, Hashable, Sendable {
    /// The kinds of failure, for callers that react differently to them.
    public enum Code: Hashable, Sendable {
        /// Something with that name is there already.
        case exists
        /// An interrupted run has left a partial pyramid there.
        case interrupted
        /// The partial pyramid there is of another image or was made with other options.
        case fingerprintMismatch
        /// Another run is writing it at this moment.
        case busy
        /// The output cannot be created.
        case cannotCreate
        /// There is no room left.
        case diskFull
        /// Reading or writing failed.
        case inputOutput
        /// There is no such pyramid, a part that it cannot be without is missing, or it may not be read.
        case unreadable
        /// The description of a pyramid is damaged, or of something that is not read here.
        case malformed
    }

    /// What kind of failure it is.
    public var code: Code
    /// The file or folder it is about.
    public var path: String
    /// What is wrong and what to do about it: one or two plain sentences, without the path.
    public var message: String

    /// A failure at `path`.
    public init(_ code: Code, path: String, _ message: String) {
        self.code = code
        self.path = path
        self.message = message
    }
}

extension StoreError: CustomStringConvertible {
    /// The path and what is wrong with it.
    public var description: String { "\(path): \(message)" }
}
