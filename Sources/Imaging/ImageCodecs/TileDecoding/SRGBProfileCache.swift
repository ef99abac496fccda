/// Remembers whether a profile is sRGB, since all tiles of a pyramid have the same one.
///
/// To find out may take libvips; to see that it is the same profile again takes nothing.
final class SRGBProfileCache {
    private var last: (key: [UInt8], isSRGB: Bool)?

    /// Whether color pixels in a profile can be taken as they are.
    ///
    /// - Parameters:
    ///   - key: the profile as it is embedded.
    ///   - name: what is decoded, for messages.
    ///   - profile: makes an ICC profile of the key; nil when it is damaged.
    /// - Returns: no for a profile that is damaged or of another kind: the general path knows what to make of those.
    /// - Throws: ``CodecError`` when there is no library to find it out with.
    func isSRGB(
        _ key: UnsafeRawBufferPointer, name: String, profile: (UnsafeRawBufferPointer) -> [UInt8]? = { Array($0) }
    ) throws -> Bool {
        if let last, last.key.elementsEqual(key) { return last.isSRGB }
        let isSRGB = try profile(key).map { try ICCProfile.isSRGB($0, file: name) } ?? false
        last = (Array(key), isSRGB)
        return isSRGB
    }
}
