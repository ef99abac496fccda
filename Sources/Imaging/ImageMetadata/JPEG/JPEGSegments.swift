/// The marker segments of a JPEG before its first scan (ITU-T T.81, annex B), as far as embedding it in a TIFF needs
/// them.
package struct JPEGSegments {
    /// A component: its identifier and sampling factors.
    package struct Component: Hashable, Sendable {
        package var id: UInt8
        package var horizontalSampling: Int
        package var verticalSampling: Int
    }

    /// The size of the image; 0 × 0 without a frame header, as in an abbreviated stream of tables.
    package private(set) var width = 0
    package private(set) var height = 0
    /// The bits per sample.
    package private(set) var precision = 0
    package private(set) var components: [Component] = []
    /// True when there is a JFIF segment, which declares three components to be YCbCr.
    package private(set) var hasJFIF = false
    /// The color transform of Adobe's segment: 0 for none, 1 for YCbCr, 2 for YCCK.
    package private(set) var adobeTransform: Int?
    /// The segments, each from its marker's first byte to the end of its content.
    package private(set) var segments: [(marker: UInt8, range: Range<Int>)] = []
    /// The offset of the first SOS or EOI marker, or of the end of the bytes.
    package private(set) var scanOffset: Int

    /// Parses the segments; nil when the bytes are not a JPEG or are damaged before the first scan.
    ///
    /// - Complexity: O(segments), of which there is at most one for each two bytes.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
        var offset = 2
        scanOffset = bytes.count
        while offset + 2 <= bytes.count {
            guard bytes[offset] == 0xFF else { return nil }
            let marker = bytes[offset + 1]
            switch marker {
            case 0xFF:
                offset += 1
                continue
            case 0xDA, 0xD9:
                scanOffset = offset
                return
            case 0x01, 0xD0...0xD7:
                offset += 2
                continue
            default: break
            }
            guard offset + 4 <= bytes.count else { return nil }
            let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
            guard length >= 2, offset + 2 + length <= bytes.count else { return nil }
            let range = offset..<offset + 2 + length
            segments.append((marker, range))
            guard parse(marker, UnsafeRawBufferPointer(rebasing: bytes[range].dropFirst(4))) else { return nil }
            offset = range.upperBound
        }
        scanOffset = offset
    }

    private mutating func parse(_ marker: UInt8, _ content: UnsafeRawBufferPointer) -> Bool {
        switch marker {
        case 0xE0: hasJFIF = hasJFIF || content.starts(with: "JFIF\0".utf8)
        case 0xEE where content.count >= 12 && content.starts(with: "Adobe".utf8): adobeTransform = Int(content[11])
        case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
            guard content.count >= 6, content.count >= 6 + 3 * Int(content[5]) else { return false }
            precision = Int(content[0])
            height = Int(content[1]) << 8 | Int(content[2])
            width = Int(content[3]) << 8 | Int(content[4])
            components = (0..<Int(content[5])).map { index in
                let factors = content[7 + 3 * index]
                return Component(
                    // Checked: a byte.
                    id: content[6 + 3 * index], horizontalSampling: Int(factors >> 4),
                    // Checked: a byte.
                    verticalSampling: Int(factors & 15))
            }
        default: break
        }
        return true
    }

    /// True when decoders take three components for RGB, by the rules of libjpeg, which other decoders follow.
    package var isRGB: Bool {
        guard components.count == 3, !hasJFIF else { return false }
        if let adobeTransform { return adobeTransform == 0 }
        return components.map(\.id) == Array("RGB".utf8)
    }

    /// True for YCbCr whose chroma has half of the columns and rows.
    package var isYCbCr420: Bool {
        let sampling = components.map { [$0.horizontalSampling, $0.verticalSampling] }
        return !isRGB && sampling == [[2, 2], [1, 1], [1, 1]]
    }
}
