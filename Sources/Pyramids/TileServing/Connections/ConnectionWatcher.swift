internal import CLinux
internal import Concurrency
internal import Dispatch
internal import Glibc

/// Notices what libmicrohttpd does not: clients that leave while their answer is made, and clients that take too long to send a
/// request or to receive an answer.
///
/// A thread of its own waits for the end of suspended connections, and looks at all connections from time to time. Until
/// something is sent to it, a client that has closed its side only (`shutdown` with `SHUT_WR`) looks like one that has left,
/// and counts as one.
final class ConnectionWatcher: Sendable {
    /// A request that is watched.
    struct Token: Hashable, Sendable {
        fileprivate var number: UInt64
    }

    /// The reason to stop waiting for a request.
    enum Reason: Sendable {
        /// The client has left.
        case clientLeft
        /// The server is stopping.
        case stopping
    }

    private struct Suspended: Sendable {
        var socket: CInt
        var end: @Sendable (Reason, Token) -> Void
    }

    private struct State {
        var suspended: [UInt64: Suspended] = [:]
        /// The requests that were added and whose connections are not resumed.
        var unresumed = 0
        var connections: [ObjectIdentifier: ClientConnection] = [:]
        var nextNumber: UInt64 = 1
        var isClosed = false
        var phase = Phase.watching
    }

    private enum Phase {
        case watching
        /// The server is being stopped, and its connections are closed.
        case stopping
        /// The thread is to end.
        case ending
        case ended
    }

    /// The milliseconds between two looks while the server is being stopped.
    private static let stoppingPeriod = 20

    /// The token of the pipe that wakes the thread.
    private static let wakeUp: UInt64 = 0

    private let events: CInt
    private let pipeEnds: (read: CInt, write: CInt)
    /// The time limits for clients.
    let limits: ConnectionLimits
    /// The clock of these limits, in milliseconds.
    let now: @Sendable () -> Int
    private let atEachLook: @Sendable () -> Void
    private let state = Locked(State())

    /// Starts to watch.
    ///
    /// - Parameters:
    ///   - limits: the time that clients have.
    ///   - now: the clock of these limits, in milliseconds; the looks follow the ``MonotonicClock``.
    ///   - atEachLook: called on the thread of the watcher at least once in a second; it does not block.
    /// - Throws: ``ServerError`` if the system has no descriptors left.
    init(
        limits: ConnectionLimits, now: @escaping @Sendable () -> Int, atEachLook: @escaping @Sendable () -> Void
    ) throws(ServerError) {
        self.limits = limits
        self.now = now
        self.atEachLook = atEachLook
        events = tk_epoll_create()
        var ends: [CInt] = [-1, -1]
        let hasPipe = pipe(&ends) == 0
        pipeEnds = (ends[0], ends[1])
        for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        guard events >= 0, hasPipe, tk_epoll_add_readable(events, ends[0], Self.wakeUp) == 0 else {
            for descriptor in [events] + ends where descriptor >= 0 { Glibc.close(descriptor) }
            throw ServerError(.unavailable, "the system has no file descriptors left; raise the limit: ulimit -n")
        }
        DispatchQueue(label: "TileServing.watcher").async { [self] in run() }
    }

    /// The number of open connections.
    var connectionCount: Int { state.withLock(\.connections.count) }

    // MARK: Connections

    /// Watches a connection that has begun.
    func add(_ connection: ClientConnection) {
        state.withLock { $0.connections[ObjectIdentifier(connection)] = connection }
    }

    /// Watches a connection no longer, whose socket is about to be closed.
    func remove(_ connection: ClientConnection) {
        state.withLock { $0.connections[ObjectIdentifier(connection)] = nil }
    }

    // MARK: Suspended requests

    /// Watches the socket of a suspended request; `end` is called if the client leaves or the server stops.
    ///
    /// - Returns: what ``resume(_:_:)`` takes; nil if the server stops already.
    func add(socket: CInt, end: @escaping @Sendable (Reason, Token) -> Void) -> Token? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            let token = Token(number: state.nextNumber)
            state.nextNumber += 1
            state.suspended[token.number] = Suspended(socket: socket, end: end)
            state.unresumed += 1
            // The event may come at once, and waits for the lock. A client that cannot be watched is answered all the same.
            _ = tk_epoll_add_hangup(events, socket, token.number)
            return token
        }
    }

    /// Watches a request no longer, whose connection `body` resumes; called once for each token.
    func resume(_ token: Token, _ body: () -> Void) {
        // Before the connection goes on: it may be closed at any time then, and the number of its socket used again.
        _ = take(token.number)
        body()
        state.withLockAndNotify { $0.unresumed -= 1 }
    }

    private func take(_ number: UInt64) -> Suspended? {
        state.withLock { state in
            guard let suspended = state.suspended.removeValue(forKey: number) else { return nil }
            tk_epoll_remove(events, suspended.socket)
            return suspended
        }
    }

    private func end(_ number: UInt64, _ reason: Reason) {
        take(number)?.end(reason, Token(number: number))
    }

    // MARK: The end

    /// Ends the wait of all suspended requests, and takes no further ones; returns when all connections are resumed.
    func endSuspendedRequests() {
        let numbers = state.withLock { state in
            state.isClosed = true
            return Array(state.suspended.keys)
        }
        for number in numbers { end(number, .stopping) }
        state.wait { $0.unresumed == 0 ? () : nil }
    }

    /// Closes the connections again and again until ``close()``, so that libmicrohttpd notices that it is to stop.
    ///
    /// It overlooks that when the event for it is the last of 128 (``repeatEvents(atLook:)``). There are no suspended requests any
    /// more, and what was sent still arrives.
    func closeConnections() {
        enter(.stopping)
    }

    /// Ends the thread, and returns when it has ended; there are no connections any more.
    func close() {
        enter(.ending)
        state.wait { $0.phase == .ended ? () : nil }
        for descriptor in [events, pipeEnds.read, pipeEnds.write] { Glibc.close(descriptor) }
    }

    private func enter(_ phase: Phase) {
        state.withLock { $0.phase = phase }
        var byte: UInt8 = 0
        _ = write(pipeEnds.write, &byte, 1)
    }

    // MARK: The thread

    private func run() {
        var period = limits.period
        var nextLook = MonotonicClock.milliseconds + period
        var look = 0
        while true {
            var number: UInt64 = 0
            let now = MonotonicClock.milliseconds
            let count = tk_epoll_wait(events, &number, CInt(max(0, min(period, nextLook - now))))
            if count > 0 {
                if number == Self.wakeUp {
                    var byte: UInt8 = 0
                    _ = read(pipeEnds.read, &byte, 1)
                    if state.withLock({ $0.phase == .ending }) { break }
                    period = Self.stoppingPeriod
                    nextLook = now
                } else {
                    end(number, .clientLeft)
                }
            }
            if MonotonicClock.milliseconds >= nextLook {
                endOverdueConnections()
                repeatEvents(atLook: look)
                look &+= 1
                atEachLook()
                nextLook = MonotonicClock.milliseconds + period
            }
        }
        state.withLockAndNotify { $0.phase = .ended }
    }

    /// Makes the system report unread bytes again, of a part of the connections; closes these if the server is being stopped.
    ///
    /// When libmicrohttpd gets exactly as many events as it takes at a time (128), it waits for further events before it looks
    /// at the connections. Without one, these clients are not answered until a connection is idle for too long.
    ///
    /// - Parameter look: the number of the look. Three looks after each other report a half, a third and a quarter of the
    ///   connections, so that these are not as many again.
    private func repeatEvents(atLook look: Int) {
        let divisor = 2 + look % 3
        state.withLock { state in
            let isStopping = state.phase != .watching
            for (index, connection) in state.connections.values.enumerated()
            where (index + look).isMultiple(of: divisor) && (connection.isAwaited || isStopping) {
                if isStopping { shutdown(connection.socket, CInt(SHUT_RDWR)) }
                // Setting SO_RCVLOWAT, even to its present value, reports bytes that are already there.
                var count: CInt = 1
                setsockopt(
                    connection.socket, SOL_SOCKET, SO_RCVLOWAT, &count, socklen_t(MemoryLayout<CInt>.size))
            }
        }
    }

    private func endOverdueConnections() {
        let now = now()
        // Under the lock, so that no socket is closed meanwhile and its number used again.
        state.withLock { state in
            for connection in state.connections.values where connection.isOverdue(at: now) {
                shutdown(connection.socket, CInt(SHUT_RDWR))
            }
        }
    }
}
