import Glibc

/// A client that sends the bytes that a test gives it, on one connection.
final class RawClient {
    /// The connection could not be made, or an answer is none.
    struct Failure: Error {
        var reason: String
    }

    private let socket: CInt
    private var received: [UInt8] = []
    /// The reason for which nothing more has been received.
    private var interruption = ""

    /// Connects to a port of this machine.
    ///
    /// - Parameters:
    ///   - port: the port.
    ///   - isIPv6: whether it is of the address `::1`, and not of `127.0.0.1`.
    ///   - source: the last byte of the client's own address, `127.0.0.1` by default.
    /// - Throws: ``Failure`` if there is no server.
    init(port: Int, isIPv6: Bool = false, source: UInt8 = 1) throws {
        socket = Glibc.socket(isIPv6 ? AF_INET6 : AF_INET, CInt(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        // A server that does not answer fails a test instead of stopping all of them.
        var limit = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        if source != 1 { Self.withAddress(source, 0) { _ = bind(socket, $0, $1) } }
        let isConnected = isIPv6 ? Self.connectIPv6(socket, port) : Self.connectIPv4(socket, port)
        // The socket is closed by `deinit`, which runs then, too.
        guard isConnected else { throw Failure(reason: "there is no server at port \(port)") }
    }

    deinit { Glibc.close(socket) }

    private static func connectIPv4(_ socket: CInt, _ port: Int) -> Bool {
        withAddress(1, port) { connect(socket, $0, $1) == 0 }
    }

    /// Calls a function with the address of the loopback network that ends in a byte.
    private static func withAddress<Result>(
        _ byte: UInt8, _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = (UInt32(0x7F00_0000) | UInt32(byte)).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func connectIPv6(_ socket: CInt, _ port: Int) -> Bool {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = UInt16(port).bigEndian
        address.sin6_addr = in6addr_loopback
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
            }
        }
    }

    /// Sends bytes; returns whether the server has taken them.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sends a text.
    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends a request without a body.
    func request(_ method: String = "GET", _ target: String, _ fields: [String: String] = [:]) {
        let lines = fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
        let host = fields["Host"] == nil ? "Host: localhost\r\n" : ""
        send("\(method) \(target) HTTP/1.1\r\n\(host)\(lines)\r\n")
    }

    /// Sends a request and reads its answer.
    func get(_ target: String, _ fields: [String: String] = [:], method: String = "GET") throws -> RawAnswer {
        request(method, target, fields)
        return try answer(to: method)
    }

    /// Says that nothing more will be sent.
    func finishSending() {
        shutdown(socket, CInt(SHUT_WR))
    }

    /// Says that nothing more will be sent, and takes no more: what a program does that ends.
    func close() {
        shutdown(socket, CInt(SHUT_RDWR))
    }

    /// Reads the next answer.
    func answer(to method: String = "GET") throws -> RawAnswer {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let index = received.indices.first(where: { received[$0...].starts(with: end) }) {
                let head = String(decoding: received[..<index], as: UTF8.self)
                received.removeFirst(index + end.count)
                return try answer(head: head, method)
            }
            guard receive() else { throw Failure(reason: "there is no answer: \(interruption)") }
        }
    }

    private func answer(head: String, _ method: String) throws -> RawAnswer {
        var answer = try RawAnswer(head: head)
        let hasBody = method != "HEAD" && answer.status != 304 && answer.status != 204
        let count = hasBody ? Int(answer.fields["content-length"] ?? "") ?? 0 : 0
        while received.count < count {
            guard receive() else { throw Failure(reason: "the body is incomplete: \(interruption)") }
        }
        answer.body = Array(received.prefix(count))
        received.removeFirst(count)
        return answer
    }

    /// Reads all that comes until the server closes the connection.
    func readToEnd() -> [UInt8] {
        while receive() {}
        defer { received = [] }
        return received
    }

    /// Reads what has come, at most a number of bytes.
    func receiveSome(atMost limit: Int) { _ = receive(atMost: limit) }

    private func receive(atMost limit: Int = 65_536) -> Bool {
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            var result = recv(socket, buffer.baseAddress, buffer.count, 0)
            // With a time limit, the system does not go on by itself after a signal.
            while result < 0 && errno == EINTR { result = recv(socket, buffer.baseAddress, buffer.count, 0) }
            if result == 0 { interruption = "the server has closed the connection" }
            if result < 0 { interruption = String(cString: strerror(errno)) }
            count = max(0, result)
        }
        received += bytes
        return !bytes.isEmpty
    }
}

/// An answer as it has arrived.
struct RawAnswer: Hashable {
    /// The status.
    var status: Int
    /// The header fields by names in lower case.
    var fields: [String: String] = [:]
    /// The body.
    var body: [UInt8] = []

    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }

    /// Reads the lines before the body.
    init(head: String) throws {
        let lines = head.split(separator: "\r\n")
        guard let words = lines.first?.split(separator: " "), words.count >= 2, let status = Int(words[1]) else {
            throw RawClient.Failure(reason: "this is not an answer: \(head)")
        }
        self.status = status
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let name = line[..<colon].lowercased()
            let value = String(line[line.index(after: colon)...].drop { $0 == " " })
            fields[name] = fields[name].map { "\($0), \(value)" } ?? value
        }
    }
}
