/// An embedded ICC profile.
package struct ICCProfile: Sendable {
    /// The color spaces of profiles.
    package enum Space: Hashable, Sendable {
        case gray, rgb, cmyk, other
    }

    /// The bytes of the embedded profile.
    package let bytes: [UInt8]
    /// The profile's data color space (ICC.1, 7.2.6).
    package let space: Space

    /// Creates a profile from bytes with a valid signature; nil for anything else.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= 128, bytes[36..<40].elementsEqual("acsp".utf8) else { return nil }
        self.bytes = bytes
        switch String(decoding: bytes[16..<20], as: UTF8.self) {
        case "GRAY": space = .gray
        case "RGB ": space = .rgb
        case "CMYK": space = .cmyk
        default: space = .other
        }
    }
}
