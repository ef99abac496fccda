/// What the header of a PNG says of its pixels (https://www.w3.org/TR/png-3/#11IHDR).
struct PNGHeader {
    /// Bits of a sample.
    let depth: UInt8
    /// Whether there is lightness alone.
    let isGrey: Bool
    /// Whether the last sample of a pixel is alpha.
    let hasAlpha: Bool

    /// Looks at the first chunk; nil when there is none.
    init?(_ bytes: [UInt8]) {
        let (depthPlace, colourPlace) = (24, 25)
        guard bytes.count > colourPlace else { return nil }
        depth = bytes[depthPlace]
        // 0 grey, 2 colour, 3 a palette, 4 and 6 the first two with alpha.
        isGrey = [0, 4].contains(bytes[colourPlace])
        hasAlpha = [4, 6].contains(bytes[colourPlace])
    }
}
