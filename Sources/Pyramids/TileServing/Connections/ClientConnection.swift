internal import Synchronization

/// A connection of a client.
final class ClientConnection: Sendable {
    /// Its socket, open for as long as it is registered.
    let socket: CInt
    private let limits: ConnectionLimits
    private let now: @Sendable () -> Int
    /// The deadline of the client, in milliseconds of the clock; 0 while the answer is made.
    ///
    /// Until then, the client has to have sent its request or received its answer.
    private let deadline: Atomic<Int>

    /// Creates one that waits for its first request.
    ///
    /// - Parameters:
    ///   - socket: the client's socket.
    ///   - limits: the time that the client has.
    ///   - now: the clock, in milliseconds.
    init(socket: CInt, limits: ConnectionLimits, now: @escaping @Sendable () -> Int) {
        self.socket = socket
        self.limits = limits
        self.now = now
        deadline = Atomic(now() + limits.requestMilliseconds)
    }

    /// A whole request has arrived.
    func beginAnswer() {
        deadline.store(0, ordering: .relaxed)
    }

    /// An answer with a body of so many bytes begins to be sent.
    func beginSending(_ bytes: Int) {
        deadline.store(now() + limits.answerMilliseconds(bytes), ordering: .relaxed)
    }

    /// A request is over, and the next one may come.
    func endAnswer() {
        deadline.store(now() + limits.requestMilliseconds, ordering: .relaxed)
    }

    /// Whether the client is to send its request or to receive its answer.
    var isAwaited: Bool { deadline.load(ordering: .relaxed) != 0 }

    /// Whether the client has taken too long.
    func isOverdue(at time: Int) -> Bool {
        let deadline = deadline.load(ordering: .relaxed)
        return deadline != 0 && deadline <= time
    }
}

/// The time limits for a client on a connection.
struct ConnectionLimits: Hashable, Sendable {
    /// The milliseconds for a whole request, from 1 to a day.
    let requestMilliseconds: Int
    /// The milliseconds for an answer, besides those that its bytes take at ``slowestRate``.
    private let answerMilliseconds: Int
    /// The fewest bytes in a second at which an answer has to be received, at least 1.
    private let slowestRate: Int

    /// The longest time that is counted on, in milliseconds: a year.
    private static let longest = 365 * 86_400_000

    /// Creates limits; times that are too short or too long become those that are possible.
    init(requestTimeout: Duration, answerTimeout: Duration, slowestRate: Int) {
        func milliseconds(_ time: Duration) -> Int { max(1, Int(min(time, .seconds(86_400)) / .milliseconds(1))) }
        requestMilliseconds = milliseconds(requestTimeout)
        answerMilliseconds = milliseconds(answerTimeout)
        self.slowestRate = max(1, slowestRate)
    }

    /// The milliseconds for an answer with a body of so many bytes.
    func answerMilliseconds(_ bytes: Int) -> Int {
        let (product, overflows) = (bytes / slowestRate).multipliedReportingOverflow(by: 1000)
        return answerMilliseconds + (overflows ? Self.longest : min(product, Self.longest))
    }

    /// The milliseconds between two looks at all connections: a quarter of the shorter time, and at most a second.
    var period: Int { min(1000, max(1, min(requestMilliseconds, answerMilliseconds) / 4)) }
}
