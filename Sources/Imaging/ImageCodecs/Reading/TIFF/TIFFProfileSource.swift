internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// A TIFF page of JPEG 2000 tiles whose pixels are converted from the page's ICC profile to sRGB.
///
/// Such pages of other compressions are read by ``VipsImageSource``.
final class TIFFProfileSource: ImageSource {
    let info: ImageInfo
    var warnings: [String] { source.warnings + earlierWarnings }
    /// The orientation tag; the caller applies it.
    var orientation: Orientation { source.orientation }

    private let source: TIFFImageSource
    private let transform: ColorTransform?
    private let finishing: RowFinishing
    private let earlierWarnings: [String]

    /// Opens a page.
    ///
    /// - Returns: nil when the page has other compressions, no profile, or pixels that ``TIFFImageSource`` does not read.
    /// - Throws: ``CodecError`` when the file is damaged.
    static func open(_ input: ImageInput, options: DecodeOptions) throws -> TIFFProfileSource? {
        var stored = options
        (stored.keepProfile, stored.depth, stored.alpha) = (true, .sixteen, .keep)
        guard !options.keepProfile, let source = try TIFFImageSource.open(input, options: stored),
            source.blocks.page.jpeg2000 != nil, source.info.profile != nil
        else { return nil }
        return try TIFFProfileSource(source, input, options)
    }

    private init(_ source: TIFFImageSource, _ input: ImageInput, _ options: DecodeOptions) throws {
        let layout = source.info.layout
        let hasAlpha = layout.channels.hasAlpha
        transform = try ColorTransform(
            profile: source.info.profile ?? [], channels: layout.channels.opaque.rawValue, hasAlpha: hasAlpha,
            depth: layout.depth, to: layout.depth, file: input.name)
        let hasColor = transform != nil || layout.channels.opaque == .rgb
        let colors = hasColor ? 3 : 1
        var pixels = StoredSampleFormat(
            bits: layout.depth.rawValue, samplesPerPixel: colors + (hasAlpha ? 1 : 0), hasColor: hasColor)
        pixels.alphaIndex = hasAlpha ? colors : nil
        var background: RGBColor?
        if case .flatten(let color) = options.alpha { background = color }
        finishing = RowFinishing(
            pixels, black: 0, white: layout.depth == .sixteen ? 65535 : 255, depth: options.depth,
            background: background)
        self.source = source
        earlierWarnings =
            transform == nil
            ? ["the embedded color profile is damaged or does not fit the image; it is left out."] : []
        info = ImageInfo(size: source.info.size, layout: finishing.layout, container: "TIFF")
    }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        var converted = ScratchBuffer()
        var scratch = ScratchBuffer()
        var delivered = ScratchBuffer()
        let width = info.size.width
        let stride = width * info.layout.bytesPerPixel
        // Four samples of 16 bits, twice.
        let (pixels, work) = (try converted.reserve(8 * width), try scratch.reserve(16 * width))
        try source.readBands { band in
            let target = try delivered.reserve(band.rows.count * stride)
            for y in band.rows {
                var row = band.row(y)
                if let transform {
                    transform.convert(row, to: pixels, count: width)
                    row = UnsafeRawPointer(pixels)
                }
                finishing.convert(row, to: target + (y - band.rows.lowerBound) * stride, count: width, scratch: work)
            }
            try body(PixelBand(base: UnsafeRawPointer(target), stride: stride, rows: band.rows))
        }
    }
}
