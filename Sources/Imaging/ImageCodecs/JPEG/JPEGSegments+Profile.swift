extension JPEGSegments {
    /// A JPEG with this ICC profile in it, in place of the one it may have (ICC.1, annex B.4).
    ///
    /// - Parameters:
    ///   - profile: the profile; none when it is empty.
    ///   - jpeg: the file.
    /// - Returns: the file, as it is when it is no JPEG.
    static func inserting(profile: [UInt8], into jpeg: [UInt8]) -> [UInt8] {
        guard !profile.isEmpty, let own = jpeg.withUnsafeBytes({ JPEGSegments($0) }) else { return jpeg }
        var file: [UInt8] = [0xFF, 0xD8]
        // JFIF's segment has to be the first.
        let marks = own.segments.prefix { $0.marker == 0xE0 }
        marks.forEach { file += jpeg[$0.range] }
        let parts = (profile.count + profilePartBytes - 1) / profilePartBytes
        for part in 0..<parts {
            let content = profile[part * profilePartBytes..<min((part + 1) * profilePartBytes, profile.count)]
            let length = 2 + profileName.count + 2 + content.count
            file += [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)] + profileName
            file += [UInt8(truncatingIfNeeded: part + 1), UInt8(truncatingIfNeeded: parts)] + content
        }
        for (marker, range) in own.segments.dropFirst(marks.count)
        where marker != 0xE2 || !jpeg[range].dropFirst(4).starts(with: profileName) {
            file += jpeg[range]
        }
        return file + jpeg[own.scanOffset...]
    }

    private static let profileName = Array("ICC_PROFILE\0".utf8)
    /// What fits into a segment beside its name and the number of the part.
    private static let profilePartBytes = 65_519
}
