/// The failure of a cut for a reason that lies neither in the image nor in the store.
///
/// Errors of the image and of the store are thrown unchanged: `CodecError` and `StoreError`.
public struct CuttingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: Hashable, Sendable {
        /// Options that are out of range or contradict each other.
        case invalidOptions
        /// The task was cancelled; finished tiles are kept in the store.
        case interrupted
        /// All tiles are blank and would be left out.
        case blank
    }

    /// The kind of failure.
    public var code: Code
    /// The fault and the remedy, in one or two plain sentences.
    public var message: String
    /// The message.
    public var description: String { message }

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The run was stopped from outside.
    package static let interrupted = CuttingError(
        .interrupted, "interrupted; finished tiles are kept. Resume it to go on.")
}
