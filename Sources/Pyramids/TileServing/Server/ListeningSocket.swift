internal import Glibc

/// A socket that listens on an address.
struct ListeningSocket {
    /// The descriptor, which does not block.
    let descriptor: CInt
    /// The port.
    let port: Int
    /// Whether only programs of the same machine reach it: its address is one of the loopback network.
    let isLocal: Bool

    /// The connections that wait to be accepted; the system may lower it (`net.core.somaxconn`).
    private static let backlog: CInt = 4096

    /// Listens on the first address of a host that can be listened on.
    ///
    /// - Throws: ``ServerError``, which says what to do.
    init(host: String, port: Int) throws(ServerError) {
        guard (0...65_535).contains(port) else {
            throw ServerError(.invalidOption, "\(port): a port is a number from 0 to 65535.")
        }
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let name = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        let code = getaddrinfo(name, "\(port)", &hints, &list)
        guard code == 0, let first = list else {
            throw ServerError(
                .cannotListen,
                "\(host): this host has no address (\(String(cString: gai_strerror(code)))); "
                    + "127.0.0.1 is this machine alone, 0.0.0.0 is every network.")
        }
        defer { freeaddrinfo(first) }
        var failure: CInt = 0
        for address in sequence(first: first, next: { $0.pointee.ai_next }) {
            let descriptor = Self.listen(address.pointee)
            if descriptor >= 0 {
                self.descriptor = descriptor
                self.port = Self.port(of: descriptor)
                isLocal = Self.isLoopback(address.pointee)
                return
            }
            failure = errno
        }
        throw Self.error(failure, host: host, port: port)
    }

    /// Closes the socket, which listens no longer even if something else holds a duplicate of it.
    func close() {
        shutdown(descriptor, CInt(SHUT_RDWR))
        Glibc.close(descriptor)
    }

    private static func listen(_ address: addrinfo) -> CInt {
        let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(address.ai_family, kind, address.ai_protocol)
        guard descriptor >= 0 else { return -1 }
        // A server that is started again finds the port as connections of the former one have left it.
        var isOn: CInt = 1
        let size = socklen_t(MemoryLayout<CInt>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, size)
        if bind(descriptor, address.ai_addr, address.ai_addrlen) == 0, Glibc.listen(descriptor, backlog) == 0 {
            return descriptor
        }
        let code = errno
        Glibc.close(descriptor)
        errno = code
        return -1
    }

    private static func isLoopback(_ address: addrinfo) -> Bool {
        let isIPv6 = address.ai_family == AF_INET6
        guard let socketAddress = UnsafeRawPointer(address.ai_addr) else { return false }
        let offset =
            isIPv6
            ? MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr) : MemoryLayout<sockaddr_in>.offset(of: \.sin_addr)
        guard let offset else { return false }
        return isLoopback(Array(UnsafeRawBufferPointer(start: socketAddress + offset, count: isIPv6 ? 16 : 4)))
    }

    /// Whether an address of 4 or 16 bytes, in the order of the network, is one of the loopback network: 127.x.x.x, the same
    /// mapped to IPv6 (RFC 4291, section 2.5.5.2), or ::1.
    static func isLoopback(_ address: [UInt8]) -> Bool {
        guard address.count == 16 else { return address.first == 127 }
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        if address.starts(with: mapped) { return address[mapped.count] == 127 }
        return address.dropLast().allSatisfy { $0 == 0 } && address.last == 1
    }

    private static func port(of descriptor: CInt) -> Int {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &length) }
            // The port is at the same offset for IPv4 and IPv6.
            return storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                Int(UInt16(bigEndian: $0.pointee.sin_port))
            }
        }
    }

    private static func error(_ code: CInt, host: String, port: Int) -> ServerError {
        switch code {
        case EADDRINUSE:
            ServerError(
                .portInUse, "port \(port) of \(host) is in use by another program; end that, or choose another port.")
        case EACCES:
            ServerError(
                .cannotListen, "port \(port) is for programs with special rights; choose one from 1024 to 65535.")
        case EADDRNOTAVAIL:
            ServerError(
                .cannotListen, "\(host): this is not an address of this machine; choose one of those that it has.")
        default:
            ServerError(.cannotListen, "\(host): port \(port) cannot be listened on: \(ServerError.text(of: code)).")
        }
    }
}
