/// A request that is refused or has failed: the status and the reason.
public struct RequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The HTTP status.
    ///
    /// It is 400 if the request cannot be understood, 404 if nothing is found, 413 if the request or the answer is too
    /// large, 501 if a feature is not supported, and 503 if the server has too much to do at the moment.
    public var status: Int
    /// A sentence that says the fault and the remedy.
    public var description: String
    /// Whether a retry would be refused, too, so that the answer does not ask for one; the default is false.
    public var isLasting = false

    /// Creates an error.
    public init(_ status: Int, _ description: String) {
        self.status = status
        self.description = description
    }
}
