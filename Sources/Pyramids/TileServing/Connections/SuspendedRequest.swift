internal import CMicroHTTPD
internal import Concurrency

/// A request whose connection is suspended until its answer is made.
///
/// The guard of `@unchecked Sendable`: the connection is only resumed, once, by the call that sets the outcome.
final class SuspendedRequest: @unchecked Sendable {
    /// The outcome of the wait.
    enum Outcome: Sendable {
        /// With an answer, and the error that it does not explain.
        case answer(PreparedAnswer, error: String?)
        /// The client has left.
        case abandoned
    }

    private struct State {
        var outcome: Outcome?
        var ticket: Admission.Ticket?
    }

    private let connection: OpaquePointer
    private let state = Locked(State())

    /// Takes a connection that has just been suspended.
    init(_ connection: OpaquePointer) {
        self.connection = connection
    }

    /// The outcome of the wait; nil while it lasts.
    var outcome: Outcome? { state.withLock(\.outcome) }

    /// Sets what the request waits for; returns `false` if it waits no longer.
    func setTicket(_ ticket: Admission.Ticket?) -> Bool {
        state.withLock { state in
            state.ticket = ticket
            return state.outcome == nil
        }
    }

    /// Ends the wait and resumes the connection, unless that has happened.
    ///
    /// - Parameters:
    ///   - outcome: how the wait ends.
    ///   - token: that of the watcher; nil if it does not watch the request.
    ///   - watcher: the watcher.
    /// - Returns: what the request waited for; nil if it was not the first to end the wait.
    @discardableResult
    func end(
        _ outcome: Outcome, _ token: ConnectionWatcher.Token?, in watcher: ConnectionWatcher
    ) -> Admission.Ticket? {
        let (isFirst, ticket) = state.withLock { state in
            guard state.outcome == nil else { return (false, Admission.Ticket?.none) }
            state.outcome = outcome
            return (true, state.ticket)
        }
        guard isFirst else { return nil }
        if let token {
            watcher.resume(token) { MHD_resume_connection(connection) }
        } else {
            MHD_resume_connection(connection)
        }
        return ticket
    }
}
