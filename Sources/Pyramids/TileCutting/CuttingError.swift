/// Why a cut was not made, for reasons that lie neither in the image nor in the store.
///
/// Failures of those are thrown as they are: `CodecError` and `StoreError`.
public struct CuttingError: Error, Hashable, Sendable {
    /// The kinds of failure.
    public enum Code: Hashable, Sendable {
        /// Options that make no sense, alone or together.
        case invalidOptions
        /// The task was cancelled; what is finished has been kept in the store.
        case interrupted
    }

    /// What kind of failure it is.
    public var code: Code
    /// What is wrong and what to do about it: one or two plain sentences.
    public var message: String

    /// A failure with its message.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension CuttingError: CustomStringConvertible {
    /// What is wrong and what to do about it.
    public var description: String { message }
}

extension CuttingError {
    /// The run was stopped from outside.
    package static let interrupted = CuttingError(
        .interrupted, "interrupted; finished tiles are kept. Run the same command with --resume to go on.")
}
