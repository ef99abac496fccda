internal import Numbers

/// The boxes of a JPEG 2000 file that state its position on the Earth, before or after its codestream.
package struct JPEG2000PlaceBoxes {
    /// The content of the GeoJP2 box: a TIFF file of one pixel with GeoTIFF tags; nil if there is none.
    package private(set) var geoTIFF: [UInt8]?
    /// The GML of the root instance of a GMLJP2 box; nil if there is none.
    package private(set) var coverage: [UInt8]?

    /// The UUID of the GeoJP2 box.
    ///
    /// Source: "GeoTIFF Box Specification for JPEG 2000 Metadata", Mapping Science, 2004.
    private static let geoTIFFIdentifier: [UInt8] = [
        0xB1, 0x4B, 0xF8, 0xBD, 0x08, 0x3D, 0x4B, 0x43, 0xA5, 0xAE, 0x8C, 0xD7, 0xD5, 0xA6, 0xCE, 0x03,
    ]
    /// The most bytes that are read of a box.
    private static let boxLimit = 1 << 20
    /// The most boxes within each other: one around all documents, one around each.
    private static let depthLimit = 3

    /// Reads the boxes of a file; a bare codestream has none.
    package init(_ bytes: ImageBytes) {
        guard !JPEG2000Container.isCodestream(bytes) else { return }
        let end = bytes.size
        JPEG2000Container.forEachBox(bytes, from: 0, to: end) { kind, content in
            let content = content.clamped(to: 0..<end)
            switch kind {
            case "uuid" where geoTIFF == nil && content.count > 16:
                if bytes.read(at: content.lowerBound, count: 16) == Self.geoTIFFIdentifier {
                    let start = content.lowerBound + 16
                    geoTIFF = bytes.read(at: start, count: min(content.upperBound - start, Self.boxLimit))
                }
            case "asoc" where coverage == nil:
                coverage = Self.coverage(bytes, content, isRoot: false, depth: 1)
            default: break
            }
            return true
        }
    }

    /// The document of the root instance in an association box (ISO 15444-2, M.11.10).
    private static func coverage(
        _ bytes: ImageBytes, _ content: Range<Int>, isRoot: Bool, depth: Int
    ) -> [UInt8]? {
        var isRoot = isRoot
        var found = [UInt8]?.none
        JPEG2000Container.forEachBox(bytes, from: content.lowerBound, to: content.upperBound) { kind, inner in
            // A box that claims to be longer than the one around it ends with that.
            let inner = inner.clamped(to: content)
            switch kind {
            case "lbl ":
                let label = bytes.read(at: inner.lowerBound, count: min(inner.count, 64))
                isRoot = String(decoding: label.prefix { $0 != 0 }, as: UTF8.self) == "gml.root-instance"
            case "xml " where isRoot: found = bytes.read(at: inner.lowerBound, count: min(inner.count, boxLimit))
            case "asoc" where depth < depthLimit:
                found = coverage(bytes, inner, isRoot: false, depth: depth + 1)
            default: break
            }
            return found == nil
        }
        return found
    }
}
