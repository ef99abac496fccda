/// What the header of a PNG says of its pixels (https://www.w3.org/TR/png-3/#11IHDR).
struct PNGHeader {
    /// Bits of a sample.
    let depth: UInt8
    /// Whether there is lightness alone.
    let isGray: Bool
    /// Whether the last sample of a pixel is alpha.
    let hasAlpha: Bool

    /// Looks at the first chunk; nil when there is none.
    init?(_ bytes: [UInt8]) {
        let (bitDepthOffset, colorTypeOffset) = (24, 25)
        guard bytes.count > colorTypeOffset else { return nil }
        depth = bytes[bitDepthOffset]
        // 0 gray, 2 color, 3 a palette, 4 and 6 the first two with alpha.
        isGray = [0, 4].contains(bytes[colorTypeOffset])
        hasAlpha = [4, 6].contains(bytes[colorTypeOffset])
    }
}
