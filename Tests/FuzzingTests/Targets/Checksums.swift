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

    /// Returns a ZIP archive with the right checksum of each stored file that its directory names.
    static func repairZIP(_ archive: [UInt8]) -> [UInt8] {
        var archive = archive
        func number(_ offset: Int, _ count: Int) -> Int? {
            guard offset >= 0, offset <= archive.count - count else { return nil }
            return (0..<count).reduce(0) { $0 | Int(archive[offset + $1]) << (8 * $1) }
        }
        for offset in stride(from: 0, to: archive.count - 46, by: 1)
        where archive[offset] == UInt8(ascii: "P") && number(offset, 4) == 0x0201_4B50 && number(offset + 10, 2) == 0 {
            guard let size = number(offset + 20, 4), let local = number(offset + 42, 4),
                let name = number(local + 26, 2), let extra = number(local + 28, 2)
            else { continue }
            let start = local + 30 + name + extra
            guard size <= archive.count, start <= archive.count - size else { continue }
            let checksum = crc(archive[start..<start + size])
            for index in 0..<4 {
                archive[offset + 16 + index] = UInt8(truncatingIfNeeded: checksum >> UInt32(8 * index))
            }
        }
        return archive
    }

    private static func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.withUnsafeBytes(DeflateCodec.crc32) }
}
