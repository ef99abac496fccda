/// The segments of a JPEG before its first scan (ITU-T T.81, annex B): what has to be known of one to put it in a TIFF or
/// take it out of one.
package struct JPEGSegments {
    /// A channel: its number, and how finely it is sampled beside the others.
    package struct Component: Hashable, Sendable {
        package var id: UInt8
        package var horizontalSampling: Int
        package var verticalSampling: Int
    }

    /// The picture's size; 0×0 when there is no frame, as in tables by themselves.
    package private(set) var width = 0
    package private(set) var height = 0
    /// Bits of a sample.
    package private(set) var precision = 0
    package private(set) var components: [Component] = []
    /// Whether there is a JFIF segment, which says that three channels are lightness and two colors.
    package private(set) var hasJFIF = false
    /// Adobe's word on how colors are stored: 0 as they are, 1 as lightness and two colors.
    package private(set) var adobeTransform: Int?
    /// The segments, from the first byte of the marker to the last of the content.
    package private(set) var segments: [(marker: UInt8, range: Range<Int>)] = []
    /// Where the first scan begins, or the end.
    package private(set) var scanOffset: Int

    /// Finds the segments; nil when the bytes are no JPEG or are damaged before the first scan.
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
                    id: content[6 + 3 * index], horizontalSampling: Int(factors >> 4),
                    verticalSampling: Int(factors & 15))
            }
        default: break
        }
        return true
    }

    /// Whether decoders take three channels for red, green and blue: libjpeg's rules, which others have taken over.
    package var isRGB: Bool {
        guard components.count == 3, !hasJFIF else { return false }
        if let adobeTransform { return adobeTransform == 0 }
        return components.map(\.id) == Array("RGB".utf8)
    }
}
