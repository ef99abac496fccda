import Foundation

/// A ZIP archive assembled by hand from the specification, independent of the tested code.
struct ZIPBytes {
    /// A file and its headers.
    struct File {
        var name: String
        var bytes: [UInt8]
        var method: UInt16 = 0
        var flags: UInt16 = 0
        /// The checksum and the uncompressed size; `nil` for those of the bytes.
        var checksum: UInt32?
        var size: UInt32?
        /// The name in the local header, if different.
        var localName: String?
        var localExtra: [UInt8] = []
        var extra: [UInt8] = []
        /// The error of the offset in the central directory.
        var displacement = 0

        init(_ name: String, _ bytes: [UInt8]) {
            self.name = name
            self.bytes = bytes
        }

        init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }
    }

    var files: [File]
    /// Bytes before the archive, which its offsets do not count.
    var prefix: [UInt8] = []
    /// The number of files in the end record; `nil` for the actual number.
    var count: UInt16?
    var disk: UInt16 = 0
    var comment: [UInt8] = []

    init(_ files: [File]) {
        self.files = files
    }

    var data: Data {
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        for file in files {
            let checksum = file.checksum ?? Self.checksum(file.bytes)
            let size = file.size ?? UInt32(file.bytes.count)
            let sizes = Self.little(checksum) + Self.little(UInt32(file.bytes.count)) + Self.little(size)
            let offset = UInt32(bytes.count + file.displacement)
            // With bit 3, sizes come after the file.
            let isStreamed = file.flags & 8 != 0
            let localName = Array((file.localName ?? file.name).utf8)
            let what = Self.little(file.flags) + Self.little(file.method) + [0, 0, 0x21, 0]
            bytes += [0x50, 0x4B, 3, 4, 20, 0] + what
            bytes += isStreamed ? [UInt8](repeating: 0, count: 12) : sizes
            bytes += Self.little(UInt16(localName.count)) + Self.little(UInt16(file.localExtra.count))
            bytes += localName + file.localExtra + file.bytes
            if isStreamed { bytes += [0x50, 0x4B, 7, 8] + sizes }
            directory += [0x50, 0x4B, 1, 2, 20, 3, 20, 0] + what + sizes
            directory += Self.little(UInt16(file.name.utf8.count)) + Self.little(UInt16(file.extra.count))
            directory += [UInt8](repeating: 0, count: 10) + Self.little(offset) + file.name.utf8 + file.extra
        }
        let start = UInt32(bytes.count)
        bytes += directory + [0x50, 0x4B, 5, 6] + Self.little(disk) + Self.little(disk)
        for _ in 0..<2 { bytes += Self.little(count ?? UInt16(files.count)) }
        bytes += Self.little(UInt32(directory.count)) + Self.little(start)
        bytes += Self.little(UInt16(comment.count)) + comment
        return Data(prefix + bytes)
    }

    static func little(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    /// CRC-32 by its definition, bit by bit.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 {
                sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
            }
        }
        return ~sum
    }
}
