internal import Glibc

/// An IP address, which knows whether strangers may lead to it.
struct NetworkAddress: Hashable, CustomStringConvertible {
    /// The 4 bytes of an IPv4 address, or the 16 of an IPv6 address, in the order of the network.
    private let bytes: [UInt8]

    /// Creates an address from its 4 or 16 bytes.
    init(_ bytes: [UInt8]) {
        precondition([4, 16].contains(bytes.count), "an address has 4 or 16 bytes")
        self.bytes = bytes
    }

    /// Parses an address as libraries print it, such as `192.0.2.1` or `2001:db8::1`, with or without brackets and a zone;
    /// nil if the text is none.
    init?(_ text: some StringProtocol) {
        var text = text[...]
        if text.first == "[", text.last == "]" { text = text.dropFirst().dropLast() }
        let literal = String(text.prefix { $0 != "%" })
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, literal, &four) == 1 {
            bytes = withUnsafeBytes(of: &four) { Array($0) }
        } else if inet_pton(AF_INET6, literal, &six) == 1 {
            bytes = withUnsafeBytes(of: &six) { Array($0) }
        } else {
            return nil
        }
    }

    /// Copies the address of a socket (`sockaddr`); nil for other families than IPv4 and IPv6.
    ///
    /// - Parameters:
    ///   - socket: the `sockaddr_in` or `sockaddr_in6`.
    ///   - length: its bytes.
    init?(socket: UnsafeRawPointer, length: Int) {
        guard length >= MemoryLayout<sockaddr>.size else { return nil }
        switch Int32(socket.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
            let address = socket.loadUnaligned(as: sockaddr_in.self)
            bytes = withUnsafeBytes(of: address.sin_addr) { Array($0) }
        case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
            let address = socket.loadUnaligned(as: sockaddr_in6.self)
            bytes = withUnsafeBytes(of: address.sin6_addr) { Array($0) }
        default: return nil
        }
    }

    /// The address as it is written (`inet_ntop`).
    var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether the address is one of this computer or of a network around it, or none of a single host: loopback, private,
    /// link-local, shared (CGNAT), multicast and reserved ones (the IANA registries of special-purpose addresses), also as
    /// part of an IPv6 address.
    var isPrivate: Bool {
        guard bytes.count == 16 else { return Self.isPrivate(four: bytes) }
        if let four = embedded { return Self.isPrivate(four: four) || bytes.prefix(15).allSatisfy { $0 == 0 } }
        switch (bytes[0], bytes[1]) {
        // Unique local, RFC 4193; multicast.
        case (0xFC...0xFD, _), (0xFF, _): return true
        // Link-local, RFC 4291; site-local, RFC 3879.
        case (0xFE, 0x80...): return true
        // NAT64 of a network's own, RFC 8215.
        default: return bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 1])
        }
    }

    /// The IPv4 address that an IPv6 address leads to; nil if there is none.
    private var embedded: [UInt8]? {
        let last = Array(bytes[12...])
        let hasZeros = bytes[..<8].allSatisfy { $0 == 0 }
        switch Array(bytes[8..<12]) {
        // Compatible and mapped, RFC 4291, section 2.5.5; translated, RFC 2765.
        case [0, 0, 0, 0] where hasZeros, [0, 0, 0xFF, 0xFF] where hasZeros, [0xFF, 0xFF, 0, 0] where hasZeros:
            return last
        // Within a site's tunnels, RFC 5214.
        case [0, 0, 0x5E, 0xFE], [2, 0, 0x5E, 0xFE]: return last
        default: break
        }
        // NAT64, RFC 6052.
        if bytes.starts(with: [0, 0x64, 0xFF, 0x9B]), bytes[4..<12].allSatisfy({ $0 == 0 }) { return last }
        // 6to4, RFC 3056.
        if bytes.starts(with: [0x20, 0x02]) { return Array(bytes[2..<6]) }
        // Teredo, RFC 4380.
        if bytes.starts(with: [0x20, 0x01, 0, 0]) { return last.map { ~$0 } }
        return nil
    }

    private static func isPrivate(four: [UInt8]) -> Bool {
        switch (four[0], four[1]) {
        case (0, _), (10, _), (127, _), (169, 254), (172, 16...31), (192, 168): true
        // Shared by the customers of a provider, RFC 6598.
        case (100, 64...127): true
        case (192, 0): four[2] == 0
        // Benchmarks, RFC 2544.
        case (198, 18...19): true
        // Multicast and reserved.
        case (224..., _): true
        default: false
        }
    }
}
