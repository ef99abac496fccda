internal import Glibc

/// A connection to a server of this machine, from any address of the loopback network.
///
/// One thread uses it at a time.
final class LoopbackClient: @unchecked Sendable {
    private let socket: CInt

    /// Connects to a port of 127.0.0.1; nil if there is no server, or the system has no descriptors left.
    ///
    /// - Parameters:
    ///   - port: the port.
    ///   - source: the last byte of the client's own address, which begins with 127.0.0.
    init?(port: Int, source: UInt8) {
        socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let isConnected =
            Self.withAddress(source, 0) { bind(socket, $0, $1) } == 0
            && Self.withAddress(1, port) { connect(socket, $0, $1) } == 0
        guard isConnected else { return nil }
    }

    deinit { close(socket) }

    private static func withAddress(
        _ byte: UInt8, _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) -> CInt {
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

    /// Sends a short text; returns whether the server has taken it.
    func send(_ text: String) -> Bool {
        Array(text.utf8).withUnsafeBytes {
            Glibc.send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) == $0.count
        }
    }

    /// Requests a path and reads the whole answer; returns its status, or nil if the connection has ended.
    func status(of path: String) -> Int? {
        guard send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n") else { return nil }
        var received: [UInt8] = []
        var head: String?
        while true {
            if head == nil, let end = received.firstRange(of: Array("\r\n\r\n".utf8)) {
                head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
                received.removeSubrange(..<end.upperBound)
            }
            if let head, received.count >= Self.length(in: head) {
                return head.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            }
            let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
                count = max(0, recv(socket, buffer.baseAddress, buffer.count, 0))
            }
            guard !bytes.isEmpty else { return nil }
            received += bytes
        }
    }

    private static func length(in head: String) -> Int {
        let field = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
        return field?.split(separator: " ").last.flatMap { Int($0) } ?? 0
    }
}
