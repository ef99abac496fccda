@testable import ImageCodecs

/// JPEGs put together from their parts, as ITU-T T.81 has them.
enum HandmadeJPEG {
    /// A gray picture of four blocks, the second of which has a coefficient of 32,767: a code of its own says so.
    static var withLargeCoefficient: [UInt8] {
        // Each table has the code 0, for a difference of none and for the end of a block; the second has 10 for a value
        // of 15 bits, all of which are 1 in the largest.
        let bits = "00" + "010" + String(repeating: "1", count: 15) + "0" + "00" + "00"
        return segment(0xD8, [], hasLength: false) + segment(0xDB, [0] + Array(repeating: 1, count: 64))
            + segment(0xC0, [8, 0, 8, 0, 32, 1, 1, 0x11, 0])
            + segment(0xC4, [0x00, 1] + Array(repeating: 0, count: 15) + [0x00])
            + segment(0xC4, [0x10, 1, 1] + Array(repeating: 0, count: 14) + [0x00, 0x0F])
            + segment(0xDA, [1, 1, 0x00, 0, 63, 0]) + data(bits) + [0xFF, 0xD9]
    }

    /// A JPEG that says that it has to be turned: with EXIF of one entry, that of the orientation.
    static func rotated(_ jpeg: [UInt8], _ orientation: Orientation) -> [UInt8] {
        let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0]
        let exif = Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 0]
        return Array(jpeg.prefix(2)) + segment(0xE1, exif) + jpeg.dropFirst(2)
    }

    private static func segment(_ marker: UInt8, _ bytes: [UInt8], hasLength: Bool = true) -> [UInt8] {
        [0xFF, marker] + (hasLength ? [UInt8((bytes.count + 2) >> 8), UInt8((bytes.count + 2) & 0xFF)] : []) + bytes
    }

    /// Bits as bytes, filled up with ones; a zero follows each byte that could be a marker's first.
    private static func data(_ bits: String) -> [UInt8] {
        let padded = Array(bits) + Array(repeating: "1", count: (8 - bits.count % 8) % 8)
        return stride(from: 0, to: padded.count, by: 8).flatMap { start -> [UInt8] in
            let byte = padded[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 == "1" ? 1 : 0) }
            return byte == 0xFF ? [0xFF, 0x00] : [byte]
        }
    }
}

/// Where the segments of a JPEG begin.
struct Segments {
    /// Each marker's last byte and place, in their order.
    private(set) var list: [(marker: UInt8, offset: Int)] = []
    private let jpeg: [UInt8]

    /// What there is no segment of.
    struct Missing: Error {
        var marker: UInt8
    }

    /// The segments of a good file.
    init(_ jpeg: [UInt8]) throws {
        self.jpeg = jpeg
        var offset = 2
        while offset + 4 <= jpeg.count {
            let marker = jpeg[offset + 1]
            // Data goes on up to a marker that is neither a byte nor a restart.
            guard jpeg[offset] == 0xFF, marker != 0, !(0xD0...0xD7).contains(marker) else {
                offset += 1
                continue
            }
            list.append((marker, offset))
            offset += 2 + Int(jpeg[offset + 2]) << 8 + Int(jpeg[offset + 3])
        }
    }

    /// Where the first segment with this marker begins.
    func offset(of marker: UInt8) throws -> Int {
        guard let segment = list.first(where: { $0.marker == marker }) else { throw Missing(marker: marker) }
        return segment.offset
    }

    /// Where the data of a scan begins.
    func offset(ofData number: Int) throws -> Int {
        let scans = list.filter { $0.marker == 0xDA }
        guard scans.indices.contains(number) else { throw Missing(marker: 0xDA) }
        let offset = scans[number].offset
        return offset + 2 + Int(jpeg[offset + 2]) << 8 + Int(jpeg[offset + 3])
    }
}
