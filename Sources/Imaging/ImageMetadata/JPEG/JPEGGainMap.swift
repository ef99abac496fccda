/// Recognizes JPEGs with a gain map, which makes them HDR: "Ultra HDR", ISO 21496-1, and photographs of iPhones.
package enum JPEGGainMap {
    /// The identifiers at the beginning of such files' segments: the version of ISO 21496-1, or XMP.
    private static let identifier = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
    private static let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    /// The namespace of gain maps in XMP (Android's Ultra HDR Image Format 1.1).
    private static let namespace = Array("http://ns.adobe.com/hdr-gain-map/1.0/".utf8)
    /// The type of the auxiliary image in the XMP of Apple's gain maps.
    private static let appleType = Array("urn:com:apple:photo:2020:aux:hdrgainmap".utf8)
    /// The most segments of an image that are looked at; only malicious files have more.
    private static let segmentLimit = 200

    /// True when the segments before the pixels name a gain map, or when another image in the file declares itself as one.
    package static func isPresent(in bytes: ImageBytes) -> Bool {
        let first = segments(in: bytes, at: 0)
        return first.isGainMap || first.otherImages.contains { segments(in: bytes, at: $0).isGainMap }
    }

    /// The statements of the segments before the pixels of an image.
    private static func segments(
        in bytes: ImageBytes, at start: Int
    ) -> (isGainMap: Bool, otherImages: [Int]) {
        var otherImages: [Int] = []
        guard bytes.read(at: start, count: 2) == [0xFF, 0xD8] else { return (false, []) }
        // Checked: offsets of up to 33 bits, and 200 segments of 64 KiB.
        var offset = start + 2
        for _ in 0..<segmentLimit {
            let head = bytes.read(at: offset, count: headBytes)
            guard head.count == headBytes, head[0] == 0xFF, head[1] != 0xDA else { break }
            let length = max(2, BigEndianReader(head[...]).number(at: 2, size: 2) ?? 2)
            let name = head[4...]
            if head[1] == 0xE2, name.starts(with: identifier) { return (true, otherImages) }
            if head[1] == 0xE1, name.starts(with: xmp) {
                let text = bytes.read(at: offset + 4, count: length - 2)
                if text.contains(namespace) || text.contains(appleType) { return (true, otherImages) }
            }
            if head[1] == 0xE2, name.starts(with: MultiPictureFormat.identifier) {
                let list = offset + 4 + MultiPictureFormat.identifier.count
                let content = bytes.read(at: list, count: length - 2 - MultiPictureFormat.identifier.count)
                otherImages += MultiPictureFormat.otherImages(in: content, at: list)
            }
            offset += 2 + length
        }
        return (false, otherImages)
    }

    /// The bytes of a marker, its length, and the longest identifier.
    private static let headBytes = 4 + 29
}

extension [UInt8] {
    /// True when a part of the bytes equals others.
    ///
    /// - Complexity: O(bytes) for names that begin with a letter that is rare.
    fileprivate func contains(_ part: [UInt8]) -> Bool {
        guard let first = part.first else { return true }
        return indices.contains { self[$0] == first && dropFirst($0).starts(with: part) }
    }
}
