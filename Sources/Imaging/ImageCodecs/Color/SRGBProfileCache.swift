internal import ImageMetadata

/// Caches the check of a profile, because all tiles of a pyramid have the same one.
///
/// The check may need Little CMS; comparing a profile with the previous one costs next to nothing.
final class SRGBProfileCache {
    private var last: (key: [UInt8], isSRGB: Bool)?

    /// True when RGB pixels in a profile need no conversion to sRGB.
    ///
    /// - Parameters:
    ///   - key: the profile as it is embedded.
    ///   - name: the tile's name for error messages.
    ///   - profile: decodes the key to an ICC profile; returns nil when it is damaged.
    /// - Returns: false for a damaged profile or one of another color space, which the general path handles.
    /// - Throws: ``CodecError`` when Little CMS is needed and cannot be loaded.
    func isSRGB(
        _ key: UnsafeRawBufferPointer, name: String, profile: (UnsafeRawBufferPointer) -> [UInt8]? = { Array($0) }
    ) throws -> Bool {
        if let last, last.key.elementsEqual(key) { return last.isSRGB }
        let isSRGB = try profile(key).map { try ICCProfile.isSRGB($0, file: name) } ?? false
        last = (Array(key), isSRGB)
        return isSRGB
    }
}
