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

    /// Whether the client has taken too long.
    func isOverdue(at time: Int) -> Bool {
        let deadline = deadline.load(ordering: .relaxed)
        return deadline != 0 && deadline <= time
    }
}
