public import ImageMetadata
internal import ImageSources
internal import PixelKernels
public import TilePyramid

/// Decodes a whole image for the screen, upright, at the size at which it is displayed.
///
/// An image that is displayed smaller is reduced once, so that no frame has to scale it, and its memory depends on the size on
/// screen. JPEG is first decoded at a half, a quarter or an eighth, which takes a fraction of the time; then one filter
/// (Lanczos) makes the requested size. Other formats are filtered while they are read, which takes the memory of a few rows.
public final class ScreenImageDecoder {
    /// The most pixels of the decoded size: 8192 × 8192.
    public static let pixelLimit = 64 << 20

    /// The size of the upright image in its file.
    public let fullSize: PixelSize
    /// The size of the decoded image.
    public let size: PixelSize
    /// The factor of reduction in the format's decoder: 1, or 2, 4 or 8 for a half, a quarter or an eighth.
    public let reduction: Int
    private let source: any ImageSource

    /// Opens an image and reads its header.
    ///
    /// - Parameters:
    ///   - input: a file or bytes in memory.
    ///   - options: the page, and the limits for hostile files; several images may be decoded at once, each on one thread.
    ///   - shownSize: returns the size to decode for the image's own size; sides larger than the image's own become those. The
    ///     default is the image's own size.
    /// - Throws: ``CodecError`` when the image cannot be read, or has more than ``pixelLimit`` pixels at that size.
    public init(
        _ input: ImageInput, options: DecodeOptions = DecodeOptions(), shownSize: (PixelSize) -> PixelSize = { $0 }
    ) throws {
        var options = options
        // Several images are decoded at once.
        options.threads = 1
        var source = try openImage(input, options: options, scale: .full)
        let full = source.info.size
        let shown = shownSize(full)
        let size = PixelSize(
            width: max(1, min(full.width, shown.width)), height: max(1, min(full.height, shown.height)))
        guard size.area <= Self.pixelLimit else {
            throw CodecError(
                .unsupported, file: input.name,
                "the image is too large: it has \(size) pixels, and up to \(Self.pixelLimit) are decoded.")
        }
        let scale = DecodeScale.allCases.last {
            let scaled = $0.size(of: full)
            return scaled.width >= size.width && scaled.height >= size.height
        }
        var reduction = 1
        if let scale, scale != .full, ImageFormats.standard.traits(named: source.info.container).decodesScaled {
            source = try openImage(input, options: options, scale: scale)
            reduction = scale.rawValue
        }
        fullSize = full
        self.size = size
        self.reduction = reduction
        self.source = source
    }

    /// Decodes the image into the caller's memory; may be called once.
    ///
    /// - Parameter pixels: memory for ``size`` pixels, row by row from the top. A pixel is 0xAARRGGBB in sRGB,
    ///   premultiplied by alpha.
    /// - Returns: true when every pixel is opaque.
    /// - Throws: ``CodecError``; the contents of `pixels` are undefined then.
    @discardableResult
    public func write(to pixels: UnsafeMutableBufferPointer<UInt32>) throws -> Bool {
        precondition(pixels.count >= size.area, "the memory must hold all pixels")
        guard let target = pixels.baseAddress else { preconditionFailure("an image has pixels") }
        var isOpaque = true
        let width = size.width
        let channels = source.info.layout.channels
        func write(_ row: UnsafeRawPointer, _ y: Int) {
            let isRowOpaque = PremultipliedPixels.write(
                row, channels: channels, count: width, into: target + y * width)
            isOpaque = isOpaque && isRowOpaque
        }
        if source.info.size == size {
            try source.readBands { band in
                for y in band.rows { write(band.row(y), y) }
            }
        } else {
            let resampler = try ImageResampler(from: source.info, to: size)
            try source.readBands { band in
                for y in band.rows { try resampler.add(band.row(y), y, output: write) }
            }
        }
        return isOpaque
    }
}
