/// Sends requests and receives their answers: what an app implements to use a network library of its own.
///
/// A transport sends each request at once and knows nothing of order, limits, retries and caches, which are the work of
/// the client in front of it.
///
/// It follows redirects to `http:` and `https:`, though not from `https:` to `http:`, and only to the host and the port of
/// the request's address and to its ``HTTPRequest/hosts``. It sends ``HTTPRequest/headers`` to no other host, port and scheme
/// than those of the request's address.
public protocol HTTPTransport: Sendable {
    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - completion: called once on any thread, not from within this call: with the answer, whatever its status, or
    ///     with why there is none. After a cancellation it is called with ``HTTPError/Code/cancelled``.
    /// - Returns: the exchange, which may be cancelled.
    func send(
        _ request: HTTPRequest, completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> any HTTPExchange
}

/// A request that has been sent and is not answered yet.
public protocol HTTPExchange: Sendable {
    /// Ends the exchange at once; does nothing if it has ended. May be called from any thread.
    func cancel()
}
