/// Makes GeoTIFFs by hand after the OGC standard.
enum GeoTIFFFile {
    /// A little-endian TIFF of 20 × 10 pixels without pixel data, with the given tags of doubles and with GeoTIFF keys.
    static func bytes(_ doubles: [Int: [Double]], keys: [Int]?, text: String? = nil) -> [UInt8] {
        func little(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        var entries: [(tag: Int, type: Int, count: Int, bytes: [UInt8])] = [
            (256, 3, 1, little(20, 2)), (257, 3, 1, little(10, 2)),
        ]
        for (tag, values) in doubles.sorted(by: { $0.key < $1.key }) {
            entries.append(
                (
                    tag, 12, values.count,
                    values.flatMap { little(Int(bitPattern: UInt(truncatingIfNeeded: $0.bitPattern)), 8) }
                ))
        }
        if let keys {
            entries.append((34735, 3, keys.count, keys.flatMap { little($0, 2) }))
        }
        if let text {
            entries.append((34737, 2, text.utf8.count + 1, Array(text.utf8) + [0]))
        }
        var directory: [UInt8] = []
        var data: [UInt8] = []
        let dataStart = 8 + 2 + 12 * entries.count + 4
        for entry in entries {
            directory += little(entry.tag, 2) + little(entry.type, 2) + little(entry.count, 4)
            if entry.bytes.count <= 4 {
                directory += entry.bytes + Array(repeating: 0, count: 4 - entry.bytes.count)
            } else {
                directory += little(dataStart + data.count, 4)
                data += entry.bytes
            }
        }
        return Array("II*\0".utf8) + little(8, 4) + little(entries.count, 2) + directory + little(0, 4) + data
    }

    /// A GeoKeyDirectory of version 1.1.
    static func keys(_ values: [(Int, Int)]) -> [Int] {
        [1, 1, 0, values.count] + values.flatMap { [$0.0, 0, 1, $0.1] }
    }
}
