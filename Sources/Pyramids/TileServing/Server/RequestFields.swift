internal import CMicroHTTPD

/// Reads the header fields of a request.
enum RequestFields {
    /// The fields by names in lower case; of equal names the values are joined by commas (RFC 9110, section 5.2).
    static func all(of connection: OpaquePointer) -> [String: String] {
        var fields: [String: String] = [:]
        visit(connection) { name, value in
            let key = lowercased(name)
            let text = text(value)
            if let first = fields[key] {
                fields[key] = "\(first), \(text)"
            } else {
                fields[key] = text
            }
        }
        return fields
    }

    /// Calls a function with the name and the value of each field, in the buffer of the connection and in their order.
    static func visit(
        _ connection: OpaquePointer, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void
    ) {
        withoutActuallyEscaping(body) { body in
            var body = body
            withUnsafeMutablePointer(to: &body) { pointer in
                _ = MHD_get_connection_values_n(
                    connection, .HEADER_KIND,
                    { context, _, name, nameBytes, value, valueBytes in
                        typealias Body = (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void
                        guard let context, let name else { return .YES }
                        context.assumingMemoryBound(to: Body.self).pointee(
                            UnsafeRawBufferPointer(start: name, count: nameBytes),
                            UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueBytes))
                        return .YES
                    }, pointer)
            }
        }
    }

    /// Whether a body follows the header.
    static func announceBody(_ connection: OpaquePointer) -> Bool {
        if MHD_lookup_connection_value(connection, .HEADER_KIND, "Transfer-Encoding") != nil { return true }
        guard let length = MHD_lookup_connection_value(connection, .HEADER_KIND, "Content-Length") else {
            return false
        }
        return !String(cString: length).utf8.allSatisfy { $0 == UInt8(ascii: "0") }
    }

    /// A value without the white space after it, which libmicrohttpd leaves.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        var end = bytes.count
        while end > 0, bytes[end - 1] == UInt8(ascii: " ") || bytes[end - 1] == UInt8(ascii: "\t") { end -= 1 }
        return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[..<end]), as: UTF8.self)
    }

    private static func lowercased(_ bytes: UnsafeRawBufferPointer) -> String {
        String(unsafeUninitializedCapacity: bytes.count) { buffer in
            for (index, byte) in bytes.enumerated() {
                buffer[index] = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
            }
            return bytes.count
        }
    }
}
