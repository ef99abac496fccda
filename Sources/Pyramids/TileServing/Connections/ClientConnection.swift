internal import Synchronization

/// A connection of a client.
final class ClientConnection: Sendable {
    /// Its socket, open for as long as it is registered.
    let socket: CInt
    /// When the server began to wait for a whole request, in milliseconds of the monotonic clock; 0 while it answers one.
    private let waitingSince: Atomic<Int>

    /// Creates one that waits for its first request.
    init(socket: CInt) {
        self.socket = socket
        waitingSince = Atomic(MonotonicClock.milliseconds)
    }

    /// A whole request has arrived.
    func beginAnswer() {
        waitingSince.store(0, ordering: .relaxed)
    }

    /// A request is over, and the next one may come.
    func endAnswer() {
        waitingSince.store(MonotonicClock.milliseconds, ordering: .relaxed)
    }

    /// Whether it has been waited for a request since before a time.
    func hasWaited(since time: Int) -> Bool {
        let since = waitingSince.load(ordering: .relaxed)
        return since != 0 && since <= time
    }
}
