internal import ImageMetadata
internal import ImageSources
internal import JPEGLossless
internal import PixelKernels
internal import TilePyramid

/// A JPNG: the colors of a JPEG with the alpha of the image that follows it in the file.
///
/// The alpha is in memory as a whole, one byte for each pixel, because both images are streams.
final class JPNGImageSource: ImageSource {
    /// The most pixels: of more than these the alpha would take too much memory.
    static let pixelLimit = 1 << 28

    let info: ImageInfo
    private let name: String
    private let color: any ImageSource
    private let mask: any ImageSource
    private let conversion: LayoutConversion?
    private var joined = ScratchBuffer()
    private var flattened = ScratchBuffer()

    var warnings: [String] { color.warnings + mask.warnings }

    /// Opens a file with this footer.
    ///
    /// - Throws: ``CodecError`` when one of the images is damaged, or they differ in size.
    init(_ bytes: ImageBytes, _ footer: JPNGFooter, options: DecodeOptions, name: String) throws {
        self.name = name
        let jpeg = ImageInput.bytes(bytes.read(at: 0, count: footer.colorBytes), name: name)
        let alpha = bytes.read(at: footer.colorBytes, count: footer.alphaBytes)
        color = try Self.color(jpeg, options)
        mask = try Self.mask(.bytes(alpha, name: name), options)
        guard color.info.layout.depth == .eight, mask.info.size == color.info.size else {
            throw CodecError.damagedTile(name, "its alpha has another size than its colors")
        }
        guard color.info.size.area <= Self.pixelLimit else { throw CodecError.tooLarge(name) }
        var info = color.info
        info.container = "JPNG"
        info.layout = PixelLayout(info.layout.channels.withAlpha)
        if case .flatten(let background) = options.alpha {
            let isColored = background.red != background.green || background.green != background.blue
            let opaque = PixelLayout(isColored && info.profile == nil ? .rgb : info.layout.channels.opaque)
            conversion = LayoutConversion(
                from: info.layout, to: opaque, background: (background.red, background.green, background.blue))
            info.layout = opaque
        } else {
            conversion = nil
        }
        self.info = info
    }

    /// The colors, in sRGB unless the profile is kept.
    private static func color(_ input: ImageInput, _ options: DecodeOptions) throws -> any ImageSource {
        guard let jpeg = try JPEGImageSource.stored(input, options: options) else {
            return try VipsImageSource(
                input: input, options: options, formats: ImageFormats.standard.vipsFormats,
                kinds: [ImageFormat.jpeg.name])
        }
        guard let conversion = try jpeg.conversion(options) else { return jpeg }
        return ColorConvertedSource(jpeg, conversion, threads: options.threads)
    }

    /// The alpha, as gray of 8 bits: a PNG, or a JPEG.
    private static func mask(_ input: ImageInput, _ options: DecodeOptions) throws -> any ImageSource {
        var stored = DecodeOptions()
        // An alpha is not a color: a profile does not apply to it.
        stored.keepProfile = true
        stored.threads = options.threads
        stored.allowTruncated = options.allowTruncated
        let head = FileEnd(try ImageBytes(input).read(at: 0, count: FileEnd.byteCount))
        var source: (any ImageSource)?
        if ImageFormat.png.hasSignature(head) {
            source = try PNGImageSource.open(input, options: stored)
        } else if ImageFormat.jpeg.hasSignature(head) {
            source = try JPEGImageSource.open(input, options: stored)
        }
        guard let source, source.info.layout == PixelLayout(.gray) else {
            throw CodecError.damagedTile(input.name, "its alpha is not a gray PNG or JPEG")
        }
        return source
    }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        let width = info.size.width
        let opaque = color.info.layout
        let alpha = try HeapMemory.allocate(info.size.area)
        defer { HeapMemory.free(alpha) }
        try mask.readBands { band in
            for y in band.rows {
                (alpha + y * width).copyMemory(from: band.row(y), byteCount: width)
            }
        }
        let channels = opaque.channels.withAlpha
        let stride = width * channels.rawValue
        try color.readBands { band in
            let target = try joined.reserve(band.rows.count * stride)
            for (line, y) in band.rows.enumerated() {
                AlphaPlane.join(
                    band.row(y), alpha + y * width, channels: channels, count: width, into: target + line * stride)
            }
            guard let conversion else {
                return try body(PixelBand(base: UnsafeRawPointer(target), stride: stride, rows: band.rows))
            }
            let rowBytes = width * info.layout.bytesPerPixel
            let output = try flattened.reserve(band.rows.count * rowBytes)
            for line in 0..<band.rows.count {
                conversion.convert(target + line * stride, count: width, into: output + line * rowBytes)
            }
            try body(PixelBand(base: UnsafeRawPointer(output), stride: rowBytes, rows: band.rows))
        }
    }
}
