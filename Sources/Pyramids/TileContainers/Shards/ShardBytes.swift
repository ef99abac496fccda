internal import Compression
internal import Numbers

/// Reads the numbers of a shard file; what lies beyond the bytes is nil.
struct ShardBytes {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The unsigned number at an offset, which the caller has checked to be within the bytes.
    func number<Number: FixedWidthInteger & UnsignedInteger>(_ offset: Int, _ type: Number.Type) -> Number {
        bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
    }

    /// The number at an offset as an `Int`; nil if it has 63 bits or more.
    func integer<Number: FixedWidthInteger & UnsignedInteger>(_ offset: Int, _ type: Number.Type) -> Int? {
        CheckedNumber.integer(number(offset, type))
    }

    /// The CRC-32 of the bytes.
    static func checksum(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { DeflateCodec.crc32($0) } }
}

extension [UInt8] {
    /// Appends a number with the bits of its type, least significant byte first.
    mutating func appendLittleEndian<Number: FixedWidthInteger>(_ number: Number) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
