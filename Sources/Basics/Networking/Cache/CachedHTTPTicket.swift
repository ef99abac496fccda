internal import Concurrency

/// A handle to a request of a ``CachedHTTPClient``.
public final class CachedHTTPTicket: Sendable {
    private struct State {
        var priority: HTTPPriority
        var ticket: HTTPTicket?
        var isCancelled = false
    }

    private let state: Locked<State>

    init(_ priority: HTTPPriority) {
        state = Locked(State(priority: priority))
    }

    var isCancelled: Bool { state.withLock(\.isCancelled) }

    /// Sends a request unless it was cancelled meanwhile.
    func send(
        with client: HTTPClient, _ request: HTTPRequest,
        _ completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) {
        let (isCancelled, priority) = state.withLock { ($0.isCancelled, $0.priority) }
        guard !isCancelled else { return }
        let ticket = client.get(request, priority: priority, completion: completion)
        let (isLate, changed) = state.withLock { state in
            state.ticket = ticket
            return (state.isCancelled, state.priority)
        }
        if isLate { ticket.cancel() }
        if changed != priority { ticket.setPriority(changed) }
    }

    /// Withdraws the request; a completion that is not running yet is not called any more.
    public func cancel() {
        state.withLock { state in
            state.isCancelled = true
            return state.ticket
        }?.cancel()
    }

    /// Changes the urgency of the request.
    public func setPriority(_ priority: HTTPPriority) {
        state.withLock { state in
            state.priority = priority
            return state.ticket
        }?.setPriority(priority)
    }
}
