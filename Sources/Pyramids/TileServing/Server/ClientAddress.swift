internal import CMicroHTTPD
internal import Glibc

/// Addresses of clients as texts.
enum ClientAddress {
    /// The address at the other end of a connection; a minus sign if it is unknown.
    static func text(of connection: OpaquePointer) -> String {
        guard let address = tk_mhd_client(connection) else { return "-" }
        let isIPv6 = CInt(address.pointee.sa_family) == AF_INET6
        let length = socklen_t(isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { buffer in
            guard let base = buffer.baseAddress,
                getnameinfo(address, length, base, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST) == 0
            else { return "-" }
            return String(cString: base)
        }
    }
}
