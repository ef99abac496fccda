internal import PixelKernels

/// The last steps from pixels in sRGB or gray to delivered rows: range, transparency and depth.
struct RowFinishing: Sendable {
    /// The layout of the delivered pixels.
    let layout: PixelLayout

    private let conversion: StoredSampleConversion
    private let flattening: Flattening?
    private let narrowing: StoredSampleConversion?

    /// Prepares the conversion of pixels whose samples use all 8 or 16 bits.
    ///
    /// - Parameters:
    ///   - stored: the format of the pixels.
    ///   - black: the value that becomes black.
    ///   - white: the value that becomes white.
    ///   - depth: the maximum depth.
    ///   - background: the color under transparent pixels; nil to keep alpha.
    init(
        _ stored: StoredSampleFormat, black: Double, white: Double, depth: PixelLayout.Depth, background: RGBColor?
    ) {
        guard stored.alphaIndex != nil, let background else {
            conversion = StoredSampleConversion(stored, black: black, white: white, depth: depth)
            layout = conversion.layout
            flattening = nil
            narrowing = nil
            return
        }
        // Deep samples are blended before they are reduced to 8 bits, so that they are rounded once.
        conversion = StoredSampleConversion(stored, black: black, white: white, depth: .sixteen)
        let flattening = Flattening(
            conversion.layout, red: background.red, green: background.green, blue: background.blue)
        self.flattening = flattening
        let needsNarrowing = flattening.layout.depth == .sixteen && depth == .eight
        let deep = StoredSampleFormat(
            bits: 16, samplesPerPixel: flattening.layout.channels.rawValue, hasColor: flattening.layout.channels == .rgb
        )
        narrowing = needsNarrowing ? StoredSampleConversion(deep, black: 0, white: 65535, depth: .eight) : nil
        layout = narrowing?.layout ?? flattening.layout
    }

    /// True when delivered rows are the same bytes as stored ones.
    var isIdentity: Bool { conversion.isIdentity && flattening == nil }

    /// Converts `count` pixels; the scratch memory has room for 16 bytes for each.
    func convert(
        _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int, scratch: UnsafeMutableRawPointer
    ) {
        guard let flattening else { return conversion.convert(source, to: target, count: count) }
        // Samples of 16 bits may lie at odd addresses in the source.
        var pixels = source
        if !conversion.isIdentity || layout.depth == .sixteen || narrowing != nil {
            conversion.convert(source, to: scratch, count: count)
            pixels = UnsafeRawPointer(scratch)
        }
        guard let narrowing else { return flattening.flatten(pixels, to: target, count: count) }
        let flattened = scratch + 8 * count
        flattening.flatten(pixels, to: flattened, count: count)
        narrowing.convert(flattened, to: target, count: count)
    }
}
