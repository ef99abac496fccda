/// Sends requests and receives their answers: the protocol for an app that uses a network library of its own.
///
/// A transport sends each request at once. It knows nothing of order, limits, retries and caches, which are the work of the
/// client that uses it.
///
/// It follows redirects to `http:` and `https:`, but not from `https:` to `http:`, and only to the host and the port of the
/// request's address and to its ``HTTPRequest/hosts``. It sends ``HTTPRequest/headers`` only to the host, port and scheme of
/// the request's address.
public protocol HTTPTransport: Sendable {
    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - completion: called once on any thread, not from within this call, with the answer, whatever its status, or with the
    ///     error. After a cancellation it is called with ``HTTPError/Code/cancelled``.
    /// - Returns: the exchange, which can be cancelled.
    func send(
        _ request: HTTPRequest, completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> any HTTPExchange
}

/// A request that has been sent and not answered yet.
public protocol HTTPExchange: Sendable {
    /// Ends the exchange at once; has no effect if it has ended. May be called from any thread.
    func cancel()
}
