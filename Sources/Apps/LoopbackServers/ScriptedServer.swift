internal import Concurrency
internal import Glibc

/// An HTTP server on the loopback interface whose answers a test decides, down to how they break.
///
/// Each connection has a thread. A connection is kept open for further requests unless the answer says otherwise.
package final class ScriptedServer: @unchecked Sendable {
    // The guard of `@unchecked Sendable`: what changes is in `state`.

    /// A request as it has arrived.
    package struct Request: Sendable, Hashable {
        /// The path with the query.
        package var path: String
        /// The headers, with names in lower case.
        package var headers: [String: String]
    }

    /// An answer.
    package struct Answer: Sendable {
        /// The status; 200 by default.
        package var status = 200
        /// The headers; `Content-Length` is added unless it is here.
        package var headers: [String: String] = [:]
        /// The body.
        package var body: [UInt8] = []
        /// The seconds before the answer, at most 60; 0 by default.
        ///
        /// A client that leaves meanwhile gets no answer.
        package var delay = 0.0
        /// The bytes of the body after which the connection is closed; `nil`, the default, for none.
        package var brokenOffAfter: Int?
        /// Sends the body byte by byte, with these seconds between; 0, the default, for all at once.
        package var secondsPerByte = 0.0
        /// Sends these bytes in place of status, headers and body; `nil` by default.
        package var raw: [UInt8]?

        /// An answer with a status and a body.
        package init(_ status: Int = 200, _ body: [UInt8] = [], headers: [String: String] = [:]) {
            self.status = status
            self.body = body
            self.headers = headers
        }
    }

    private struct State {
        var requests: [Request] = []
        var connections: Set<Int32> = []
        var connectionCount = 0
        var mostConnections = 0
        var isClosed = false
        var hasListener = true
        var waiters: [(isOver: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

        /// Changes the state, and takes those who wait for what is true now.
        mutating func change<Result>(_ body: (inout State) -> Result) -> (Result, [CheckedContinuation<Void, Never>]) {
            let result = body(&self)
            let over = waiters.filter { $0.isOver(self) }.map(\.continuation)
            let state = self
            waiters.removeAll { $0.isOver(state) }
            return (result, over)
        }
    }

    private let state = Locked(State())
    private let listener: Int32
    private let answer: @Sendable (Request) -> Answer
    /// The port on 127.0.0.1.
    package let port: Int

    /// Starts a server that answers each request by a closure, which is called on the connection's thread.
    ///
    /// - Parameters:
    ///   - port: the port; 0, the default, for one that is free.
    ///   - answer: answers a request.
    /// - Throws: ``Failure`` if the port is taken.
    package init(port: Int = 0, _ answer: @escaping @Sendable (Request) -> Answer) throws {
        self.answer = answer
        (listener, self.port) = try Self.listen(UInt16(clamping: port))
        Self.runThread { [self] in acceptConnections() }
    }

    private static func listen(_ port: UInt16) throws -> (listener: Int32, port: Int) {
        let (listener, boundPort) = makeBoundSocket(port)
        guard let boundPort, Glibc.listen(listener, 256) == 0 else { throw Failure() }
        return (listener, boundPort)
    }

    /// A socket with a port of the loopback interface, 0 for one that is free; without a port if it is taken.
    private static func makeBoundSocket(_ port: UInt16) -> (descriptor: Int32, port: Int?) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        // A server that comes back finds the port as connections of the former one have left it.
        var isOn: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        return (descriptor, isBound ? Int(UInt16(bigEndian: address.sin_port)) : nil)
    }

    /// The server could not be started.
    package struct Failure: Error {}

    /// The address of a path, which begins with a slash.
    package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// All requests so far, in the order of their arrival.
    package var requests: [Request] { state.withLock(\.requests) }

    /// The number of connections so far, and the most that were open at a time.
    package var connections: (all: Int, most: Int) { state.withLock { ($0.connectionCount, $0.mostConnections) } }

    /// Waits until a number of requests have arrived.
    package func waitForRequests(_ count: Int) async { await wait { $0.requests.count >= count } }

    /// Waits until no connection is open.
    package func waitForNoConnections() async { await wait(until: \.connections.isEmpty) }

    private func wait(until isOver: @escaping @Sendable (State) -> Bool) async {
        await withCheckedContinuation { continuation in
            change { $0.waiters.append((isOver, continuation)) }
        }
    }

    @discardableResult
    private func change<Result>(_ body: (inout State) -> Result) -> Result {
        let (result, over) = state.withLock { $0.change(body) }
        over.forEach { $0.resume() }
        return result
    }

    /// Ends the server and all connections, as a crash does.
    ///
    /// - Parameter keepsPort: whether nobody but a later server of this port gets it until the process ends, so that connections to it
    ///   are refused; false by default, where any other server may be found there.
    package func close(keepsPort: Bool = false) {
        // Under the lock, because the numbers of descriptors that are closed are used again.
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            if state.hasListener { shutdown(listener, Int32(SHUT_RDWR)) }
            if keepsPort { _ = Self.makeBoundSocket(UInt16(clamping: port)) }
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    // MARK: Threads

    private static func runThread(_ body: @escaping @Sendable () -> Void) {
        final class Box {
            let body: @Sendable () -> Void; init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Box(body)).toOpaque()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, context)
        precondition(code == 0, "a thread is needed")
        pthread_detach(thread)
    }

    private func acceptConnections() {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else {
                // A client may have gone before it was accepted.
                if state.withLock({ $0.isClosed }) { break }
                Self.pause(0.001)
                continue
            }
            var isOn: Int32 = 1
            setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
            change { state in
                state.connections.insert(connection)
                state.connectionCount += 1
                state.mostConnections = max(state.mostConnections, state.connections.count)
                if state.isClosed { shutdown(connection, Int32(SHUT_RDWR)) }
            }
            Self.runThread { [self] in serve(connection) }
        }
        state.withLock { state in
            state.hasListener = false
            Glibc.close(listener)
        }
    }

    private func serve(_ connection: Int32) {
        var rest: [UInt8] = []
        while let request = Self.readRequest(connection, &rest) {
            change { $0.requests.append(request) }
            guard send(answer(request), to: connection) else { break }
        }
        change { state in
            state.connections.remove(connection)
            Glibc.close(connection)
        }
    }

    private static func readRequest(_ connection: Int32, _ rest: inout [UInt8]) -> Request? {
        let end: [UInt8] = [13, 10, 13, 10]
        while true {
            if rest.count >= 4, let index = (0...(rest.count - 4)).first(where: { Array(rest[$0..<$0 + 4]) == end }) {
                let lines = String(decoding: rest[..<index], as: UTF8.self).split(separator: "\r\n")
                rest.removeFirst(index + 4)
                let words = (lines.first ?? "").split(separator: " ")
                guard words.count >= 2 else { return nil }
                var headers: [String: String] = [:]
                for line in lines.dropFirst() {
                    guard let colon = line.firstIndex(of: ":") else { continue }
                    headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
                }
                return Request(path: String(words[1]), headers: headers)
            }
            guard rest.count < 1 << 20 else { return nil }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            rest += buffer.prefix(count)
        }
    }

    /// Sends an answer; returns whether the connection stays open.
    private func send(_ answer: Answer, to connection: Int32) -> Bool {
        if answer.delay > 0, Self.isClosed(connection, within: answer.delay) { return false }
        if let raw = answer.raw {
            _ = Self.write(raw, to: connection)
            return false
        }
        var headers = answer.headers
        if headers["Content-Length"] == nil, headers["Transfer-Encoding"] == nil, answer.status != 304 {
            headers["Content-Length"] = "\(answer.body.count)"
        }
        let head =
            "HTTP/1.1 \(answer.status) Answer\r\n"
            + headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined() + "\r\n"
        let body = answer.brokenOffAfter.map { Array(answer.body.prefix($0)) } ?? answer.body
        if answer.secondsPerByte > 0 {
            guard Self.write(Array(head.utf8), to: connection) else { return false }
            for byte in body {
                Self.pause(answer.secondsPerByte)
                guard Self.write([byte], to: connection) else { return false }
            }
        } else {
            guard Self.write(Array(head.utf8) + body, to: connection) else { return false }
        }
        return answer.brokenOffAfter == nil && headers["Connection"] != "close"
    }

    private static func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Whether the connection is closed, by either side, before some seconds are over.
    private static func isClosed(_ connection: Int32, within seconds: Double) -> Bool {
        // POLLRDHUP, which Glibc declares only with _GNU_SOURCE.
        var descriptor = pollfd(fd: connection, events: 0x2000, revents: 0)
        return poll(&descriptor, 1, Int32((min(seconds, 60) * 1000).rounded(.up))) > 0
    }

    private static func pause(_ seconds: Double) {
        usleep(UInt32(min(seconds, 60) * 1e6))
    }
}
