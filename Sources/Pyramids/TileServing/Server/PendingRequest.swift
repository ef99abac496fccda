internal import CMicroHTTPD
internal import Concurrency

/// A request from its first line to the end of its answer.
///
/// The guard of `@unchecked Sendable`: only the thread of its connection uses it; what workers do is in ``suspended``.
final class PendingRequest: @unchecked Sendable {
    /// The part of a request that has arrived.
    enum Phase {
        /// Its first line.
        case target
        /// Its header.
        case header
        /// All of it.
        case whole
    }

    /// The target as it was sent.
    let target: String
    /// The address of the byte after the target, in the buffer of the connection while the request is read.
    let targetEnd: UInt
    /// The time of arrival, in milliseconds from 1970.
    let time = MonotonicClock.wallMilliseconds
    /// The time of arrival on the continuous clock.
    let start = ContinuousClock.now
    /// The part that has arrived.
    var phase = Phase.target
    /// The method; empty before the header is there.
    var method = ""
    /// The kind of its path.
    var route = RouteClass.other
    /// The `User-Agent` field; nil if the client sends none.
    var agent: String?
    /// The client, if a proxy says it.
    var client: String?
    /// The wait for an answer that is made by a worker; nil for others.
    var suspended: SuspendedRequest?
    /// The lane of that work.
    var lane: AnswerWork.Lane?
    /// The status; 0 as long as there is no answer.
    var status = 0
    /// The bytes of the answer's body.
    var bytes = 0
    /// The error that the answer does not explain.
    var error: String?

    /// Creates a request whose first line has arrived.
    init(target: String, targetEnd: UInt) {
        self.target = target
        self.targetEnd = targetEnd
    }
}

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
