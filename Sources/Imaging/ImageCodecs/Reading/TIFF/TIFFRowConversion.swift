internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Converts the stored rows of a page: range, alpha and depth.
final class TIFFRowConversion {
    /// The layout of the delivered rows.
    let layout: PixelLayout
    /// True when stored rows need no conversion.
    var isIdentity: Bool { conversion.isIdentity && flattening == nil }

    private let conversion: StoredSampleConversion
    private let flattening: Flattening?
    private let narrowing: StoredSampleConversion?
    private let width: Int
    private var converted = ScratchBuffer()
    private var flattened = ScratchBuffer()

    /// Prepares the conversion of a page's rows; nil when the general path has to flatten its alpha.
    ///
    /// - Throws: ``CodecError`` when the requested range is invalid.
    init?(_ page: TIFFPage, options: DecodeOptions, file: String) throws {
        let stored = page.stored
        let greatest = Double((1 << stored.bits) - 1)
        let declared = options.range == .auto ? page.declaredRange : nil
        var range = try options.requestedRange(file: file) ?? declared ?? (low: 0, high: greatest)
        // Samples that are converted one by one use their full range already.
        if page.converted != nil { range = (0, greatest) }
        // Where 0 is white, the range is inverted like the samples.
        let (black, white) = stored.isInverted ? (greatest - range.high, greatest - range.low) : range
        width = page.size.width

        var background: RGBColor?
        if stored.alphaIndex != nil, case .flatten(let color) = options.alpha {
            background = color
        }
        guard let background else {
            conversion = StoredSampleConversion(stored, black: black, white: white, depth: options.depth)
            layout = conversion.layout
            flattening = nil
            narrowing = nil
            return
        }
        // Deep samples are blended before they are reduced to 8 bits, so that they are rounded once.
        conversion = StoredSampleConversion(stored, black: black, white: white, depth: .sixteen)
        let flattening = Flattening(
            conversion.layout, red: background.red, green: background.green, blue: background.blue)
        // A gray profile does not fit colored pixels.
        let isColored = conversion.layout.channels == .grayAlpha && flattening.layout.channels == .rgb
        guard !(isColored && options.keepProfile && page.profile != nil) else { return nil }
        self.flattening = flattening
        let needsNarrowing = flattening.layout.depth == .sixteen && options.depth == .eight
        let deep = StoredSampleFormat(
            bits: 16, samplesPerPixel: flattening.layout.channels.rawValue,
            hasColor: flattening.layout.channels == .rgb)
        narrowing =
            needsNarrowing ? StoredSampleConversion(deep, black: 0, white: 65535, depth: .eight) : nil
        layout = narrowing?.layout ?? flattening.layout
    }

    /// Converts one row of the page.
    func convert(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) throws {
        guard let flattening else { return conversion.convert(source, to: target, count: width) }
        let middle = try converted.reserve(width * conversion.layout.bytesPerPixel)
        conversion.convert(source, to: middle, count: width)
        guard let narrowing else { return flattening.flatten(middle, to: target, count: width) }
        let last = try flattened.reserve(width * flattening.layout.bytesPerPixel)
        flattening.flatten(middle, to: last, count: width)
        narrowing.convert(last, to: target, count: width)
    }
}
