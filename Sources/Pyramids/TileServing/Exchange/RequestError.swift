/// Why a request is not answered as it was meant.
public struct RequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The status: 400 for what cannot be understood, 404 for what is not there, 413 for what is too large, 501 for what is not
    /// supported, 503 for what is too much at the moment.
    public var status: Int
    /// What is wrong, and what to do, as a sentence.
    public var description: String
    /// Whether the same request is refused again later, so that the answer does not ask to retry it; the default is false.
    public var isLasting = false

    /// Creates an error.
    public init(_ status: Int, _ description: String) {
        self.status = status
        self.description = description
    }
}
