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
