import Compression

/// Corrects the checksums of damaged files, so that the damage reaches what lies after their check.
enum Checksums {
    /// Returns a PNG with the right checksum in each chunk that is complete.
    static func repairPNG(_ file: [UInt8]) -> [UInt8] {
        var file = file
        var offset = 8
        while offset <= file.count - 12 {
            let length = (0..<4).reduce(0) { $0 << 8 | Int(file[offset + $1]) }
            guard length <= file.count - offset - 12 else { break }
            let checksum = crc(file[offset + 4..<offset + 8 + length])
            for index in 0..<4 {
                file[offset + 8 + length + index] = UInt8(truncatingIfNeeded: checksum >> UInt32(24 - 8 * index))
            }
            offset += 12 + length
        }
        return file
    }

    /// The CRC-32 of PNG and ZIP.
    static func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.withUnsafeBytes(DeflateCodec.crc32) }
}
