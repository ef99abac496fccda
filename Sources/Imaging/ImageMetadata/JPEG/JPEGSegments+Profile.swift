extension JPEGSegments {
    /// Returns a JPEG with an ICC profile that replaces the one it may have (ICC.1, annex B.4).
    ///
    /// Returns the bytes unchanged if the profile is empty, or if they are not a JPEG.
    package static func inserting(profile: [UInt8], into jpeg: [UInt8]) -> [UInt8] {
        guard !profile.isEmpty, let own = jpeg.withUnsafeBytes({ JPEGSegments($0) }) else { return jpeg }
        var file: [UInt8] = [0xFF, 0xD8]
        // The JFIF segment has to be the first.
        let jfif = own.segments.prefix { $0.marker == 0xE0 }
        jfif.forEach { file += jpeg[$0.range] }
        let parts = (profile.count + profilePartBytes - 1) / profilePartBytes
        for part in 0..<parts {
            let content = profile[part * profilePartBytes..<min((part + 1) * profilePartBytes, profile.count)]
            let length = 2 + profileName.count + 2 + content.count
            file += [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)] + profileName
            file += [UInt8(truncatingIfNeeded: part + 1), UInt8(truncatingIfNeeded: parts)] + content
        }
        for (marker, range) in own.segments.dropFirst(jfif.count)
        where marker != 0xE2 || !jpeg[range].dropFirst(4).starts(with: profileName) {
            file += jpeg[range]
        }
        return file + jpeg[own.scanOffset...]
    }

    private static let profileName = Array("ICC_PROFILE\0".utf8)
    /// The bytes of a profile that fit into a segment, after its name, its number and the number of segments.
    private static let profilePartBytes = 65_519
}
