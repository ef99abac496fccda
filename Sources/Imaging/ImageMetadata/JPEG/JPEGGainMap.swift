/// Recognizes JPEGs with a gain map, which makes an HDR image of them ("Ultra HDR").
package enum JPEGGainMap {
    /// What the segments of such files begin with: the version of ISO 21496-1, or XMP.
    private static let identifier = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
    private static let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    /// The namespace of gain maps in XMP (Android's Ultra HDR Image Format 1.1).
    private static let namespace = Array("http://ns.adobe.com/hdr-gain-map/1.0/".utf8)
    /// The most segments that are looked at; only malicious files have more.
    private static let segmentLimit = 200

    /// True when the segments before the pixels name a gain map.
    package static func isPresent(in bytes: ImageBytes) -> Bool {
        var offset = 2
        for _ in 0..<segmentLimit {
            let head = bytes.read(at: offset, count: headBytes)
            guard head.count == headBytes, head[0] == 0xFF, head[1] != 0xDA else { return false }
            let length = max(2, BigEndianReader(head[...]).number(at: 2, size: 2) ?? 2)
            let name = head[4...]
            if head[1] == 0xE2, name.starts(with: identifier) { return true }
            if head[1] == 0xE1, name.starts(with: xmp) {
                let text = bytes.read(at: offset + 4, count: length - 2)
                if text.contains(namespace) { return true }
            }
            offset += 2 + length
        }
        return false
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
