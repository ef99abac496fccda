package import ImageMetadata

/// JPEGs assembled from their segments (ITU-T T.81).
package enum HandmadeJPEG {
    /// A gray image of four blocks; the second has a coefficient of 32,767.
    package static var withLargeCoefficient: [UInt8] {
        // Each table has the code 0, for a DC difference of 0 and for the end of a block; the AC table has 10 for a
        // value of 15 bits, which are all ones for the largest.
        let bits = "00" + "010" + String(repeating: "1", count: 15) + "0" + "00" + "00"
        return segment(0xD8, [], hasLength: false) + segment(0xDB, [0] + Array(repeating: 1, count: 64))
            + segment(0xC0, [8, 0, 8, 0, 32, 1, 1, 0x11, 0])
            + segment(0xC4, [0x00, 1] + Array(repeating: 0, count: 15) + [0x00])
            + segment(0xC4, [0x10, 1, 1] + Array(repeating: 0, count: 14) + [0x00, 0x0F])
            + segment(0xDA, [1, 1, 0x00, 0, 63, 0]) + data(bits) + [0xFF, 0xD9]
    }

    /// Adds EXIF with an orientation, its only entry, to a JPEG.
    package static func rotated(_ jpeg: [UInt8], _ orientation: Orientation) -> [UInt8] {
        let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0]
        let exif = Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 0]
        return Array(jpeg.prefix(2)) + segment(0xE1, exif) + jpeg.dropFirst(2)
    }

    private static func segment(_ marker: UInt8, _ bytes: [UInt8], hasLength: Bool = true) -> [UInt8] {
        [0xFF, marker] + (hasLength ? [UInt8((bytes.count + 2) >> 8), UInt8((bytes.count + 2) & 0xFF)] : []) + bytes
    }

    /// Bits as bytes, padded with ones and with byte stuffing.
    private static func data(_ bits: String) -> [UInt8] {
        let padded = Array(bits) + Array(repeating: "1", count: (8 - bits.count % 8) % 8)
        return stride(from: 0, to: padded.count, by: 8).flatMap { start -> [UInt8] in
            let byte = padded[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 == "1" ? 1 : 0) }
            return byte == 0xFF ? [0xFF, 0x00] : [byte]
        }
    }
}

/// The offsets of a JPEG's segments.
package struct Segments {
    /// The second byte and the offset of each marker, in order.
    package private(set) var list: [(marker: UInt8, offset: Int)] = []
    private let jpeg: [UInt8]

    /// There is no segment with this marker.
    package struct Missing: Error {
        package var marker: UInt8
    }

    /// Parses an undamaged file.
    package init(_ jpeg: [UInt8]) throws {
        self.jpeg = jpeg
        var offset = 2
        while offset + 4 <= jpeg.count {
            let marker = jpeg[offset + 1]
            // Entropy-coded data ends at a marker that is neither a stuffed byte nor a restart marker.
            guard jpeg[offset] == 0xFF, marker != 0, !(0xD0...0xD7).contains(marker) else {
                offset += 1
                continue
            }
            list.append((marker, offset))
            offset += 2 + Int(jpeg[offset + 2]) << 8 + Int(jpeg[offset + 3])
        }
    }

    /// Returns the offset of the first segment with this marker.
    package func offset(of marker: UInt8) throws -> Int {
        guard let segment = list.first(where: { $0.marker == marker }) else { throw Missing(marker: marker) }
        return segment.offset
    }

    /// Returns the offset of a scan's entropy-coded data.
    package func offset(ofData number: Int) throws -> Int {
        let scans = list.filter { $0.marker == 0xDA }
        guard scans.indices.contains(number) else { throw Missing(marker: 0xDA) }
        let offset = scans[number].offset
        return offset + 2 + Int(jpeg[offset + 2]) << 8 + Int(jpeg[offset + 3])
    }
}
