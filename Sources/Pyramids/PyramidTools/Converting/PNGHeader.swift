/// The pixel format in a PNG's header (https://www.w3.org/TR/png-3/#11IHDR).
struct PNGHeader {
    /// Bits per sample.
    let depth: UInt8
    /// Whether pixels are gray, with or without alpha.
    let isGray: Bool
    /// Whether pixels have an alpha sample.
    let hasAlpha: Bool

    /// Reads the IHDR chunk; nil if the bytes end before it.
    init?(_ bytes: [UInt8]) {
        let (bitDepthOffset, colorTypeOffset) = (24, 25)
        guard bytes.count > colorTypeOffset else { return nil }
        depth = bytes[bitDepthOffset]
        // Color types: 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGB with alpha.
        isGray = [0, 4].contains(bytes[colorTypeOffset])
        hasAlpha = [4, 6].contains(bytes[colorTypeOffset])
    }
}
