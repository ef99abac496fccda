/// The checksum of Castagnoli's polynomial (RFC 3720, appendix B.4), reflected, as iSCSI, ext4 and Zarr have it.
package enum CRC32C {
    /// The bytes of a checksum.
    package static let byteCount = 4

    private static let polynomial: UInt32 = 0x82F6_3B78

    /// The changes by each byte, at each of eight distances from the end of a word: eight tables of 256 numbers.
    private static let tables: [UInt32] = {
        var tables = (0..<256).map { byte in
            (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ polynomial : value >> 1 }
        }
        for distance in 1..<8 {
            for byte in 0..<256 {
                let value = tables[(distance - 1) * 256 + byte]
                tables.append(value >> 8 ^ tables[Int(value & 0xFF)])
            }
        }
        return tables
    }()

    /// The checksum of bytes.
    package static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        tables.withUnsafeBufferPointer { tables in
            var value = ~UInt32(0)
            var position = 0
            while bytes.count &- position >= 8 {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
                let mixed = word ^ UInt64(value)
                value = 0
                for index in 0..<8 {
                    let byte = Int(truncatingIfNeeded: mixed &>> UInt64(truncatingIfNeeded: index &* 8) & 0xFF)
                    value ^= tables[(7 &- index) &* 256 &+ byte]
                }
                position &+= 8
            }
            while position < bytes.count {
                let byte = Int(truncatingIfNeeded: (value ^ UInt32(bytes[position])) & 0xFF)
                value = value >> 8 ^ tables[byte]
                position &+= 1
            }
            return ~value
        }
    }

    /// Adds the checksum of bytes after them, in little-endian order.
    package static func append(to bytes: inout [UInt8]) {
        let value = bytes.withUnsafeBytes(checksum)
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Removes the checksum after bytes; nil if it is not theirs.
    package static func removed(from bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard bytes.count >= byteCount else { return nil }
        let content = UnsafeRawBufferPointer(rebasing: bytes.dropLast(byteCount))
        let stored = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: content.count, as: UInt32.self))
        return checksum(content) == stored ? content : nil
    }
}
